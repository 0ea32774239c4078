"""Fits the evaluation's weights to labelled positions and writes src/eval/weights_table.rs.

Usage: scripts/fit_weights.py FILE ..      (files of `tengen datagen --counts-of`; needs the package numpy)

A network with one hidden layer: of the counts of shapes and classes of both sides, of the number of stones and of the
set of standing threats. It is fitted to the results of playing on, softened by the search's score; one model per rule,
or per rule and side to move where the rule does not treat colors alike. A tenth of the positions is held out, in runs
of lines, so that hardly a game is in both parts. The same files give the same weights.

Those in the tree come of 2400 s of self-play for each league, by the engine with the evaluation before, which was
linear: 64,000 positions of freestyle, 55,000 of standard, 37,000 of renju, 26,000 of both kinds of caro.
"""

import sys

import numpy as np

SHAPES, CLASSES, SETS, HIDDEN = 14, 15, 256, 16
COUNTS = SHAPES + CLASSES
SCALE = 200.0  # score units a unit of log odds
UNIT = 16  # worths are stored in sixteenths of a score unit
HIDDEN_SCALE, CRELU_MAX = 512, 4  # hidden units are stored in 512ths; the clipped ReLU ends at 4
SPREAD = 0.2  # a count that is hardly ever there is not weighed by how rarely
LARGEST = 5.0  # what one count may add to a hidden sum
RESULT_SHARE = 0.7  # of the label; the rest is the score's
RUN = 50  # lines
EPOCHS, BATCH, RATE = 16, 256, 0.008
# The rules in the order of the table, and which share a model with which.
RULES = {0: [0], 1: [1], 4: [4], 8: [8, 9], 9: [8, 9]}
NAMES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro-exact"}
# What no empty point has, or only mirrors others, and points without anything, which taken ones are counted as.
DEAD = [0, 12, 13, SHAPES + 0, SHAPES + 14]
# `[set][threat]`
BITS = (np.arange(SETS)[:, None] >> np.arange(8)) & 1


def read(paths):
    rows = [np.loadtxt(path, dtype=np.int32) for path in paths]
    return np.concatenate(rows)


def sigmoid(z):
    return 1 / (1 + np.exp(-np.clip(z, -30, 30)))


def log_loss(z, y):
    return float((np.logaddexp(0, z) - y * z).mean())


class Net:
    """The network: `parts` are its arrays, `x` has a row of normalized inputs for each position."""

    def __init__(self, inputs, rng):
        bound = 1 / np.sqrt(inputs)
        self.parts = {
            "first": rng.uniform(-bound, bound, (inputs, HIDDEN)),
            "bias": rng.uniform(-bound, bound, HIDDEN),
            "out": np.zeros(HIDDEN),
            "linear": np.zeros(inputs),
            "threats": np.zeros(8),
            "sets": np.zeros(SETS),
            "constant": np.zeros(1),
        }
        self.moments = {name: [np.zeros_like(part), np.zeros_like(part)] for name, part in self.parts.items()}
        self.steps = 0

    def predict(self, x, sets):
        p = self.parts
        sums = x @ p["first"] + p["bias"]
        hidden = np.clip(sums, 0, CRELU_MAX)
        z = hidden @ p["out"] + x @ p["linear"] + BITS[sets] @ p["threats"] + p["sets"][sets] + p["constant"]
        return sums, hidden, z

    def learn(self, x, sets, y, rate):
        sums, hidden, z = self.predict(x, sets)
        error = (sigmoid(z) - y) / len(y)
        back = np.outer(error, self.parts["out"]) * ((sums > 0) & (sums < CRELU_MAX))
        gradients = {
            "first": x.T @ back,
            "bias": back.sum(axis=0),
            "out": hidden.T @ error,
            "linear": x.T @ error,
            "threats": BITS[sets].T @ error,
            "sets": np.bincount(sets, error, SETS) + 1e-4 * self.parts["sets"],
            "constant": error.sum(keepdims=True),
        }
        self.steps += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            step = first / (1 - 0.9**self.steps) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
            self.parts[name] -= rate * (step + 0.01 * self.parts[name])


def whole_numbers(net, mean, spread):
    """The weights as they are stored. What rounding does to sums over many points goes into the constants."""
    p = net.parts
    first = p["first"] / spread[:, None]
    first = np.round(np.clip(first, -LARGEST, LARGEST) * HIDDEN_SCALE)
    linear = np.round(p["linear"] / spread * SCALE * UNIT)
    bias = np.round(p["bias"] * HIDDEN_SCALE - mean @ first)
    constant = p["constant"][0] * SCALE - mean @ linear / UNIT
    threats = np.round((p["sets"] + BITS @ p["threats"]) * SCALE + constant)
    return first, linear, bias, np.round(p["out"] * SCALE * UNIT), threats


def stored(weights, x, sets):
    """What the stored weights say, in log odds."""
    first, linear, bias, out, threats = weights
    sums = x @ first + bias
    assert np.abs(sums).max() < 30000, "a hidden sum does not fit into 16 bits"
    points = x @ linear + np.clip(sums, 0, CRELU_MAX * HIDDEN_SCALE) @ out / HIDDEN_SCALE
    return (points / UNIT + threats[sets]) / SCALE


def fit(data):
    """Returns the stored weights and a line on how well they tell what comes."""
    rng = np.random.default_rng(1)
    runs = np.arange(len(data)) // RUN
    is_held = (rng.permutation(runs[-1] + 1) % 10 == 0)[runs]
    held, used = np.flatnonzero(is_held), np.flatnonzero(~is_held)
    won = data[:, 2] / 2
    y = RESULT_SHARE * won + (1 - RESULT_SHARE) * sigmoid(np.clip(data[:, 3], -2000, 2000) / SCALE)
    sets = data[:, 5]
    # The counts of both sides, then the stones.
    x = data[:, list(range(6, 6 + 2 * COUNTS)) + [4]].astype(np.float64)
    mean, spread = x[used].mean(axis=0), x[used].std(axis=0)
    dead = np.array(DEAD + [COUNTS + index for index in DEAD])
    rare = spread < 1e-3
    spread = np.maximum(spread, SPREAD)
    rare[dead] = True
    spread[rare] = 1e9
    normal = (x - mean) / spread
    net = Net(x.shape[1], rng)
    steps = EPOCHS * (len(used) // BATCH)
    for epoch in range(EPOCHS):
        order = rng.permutation(used)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            done = net.steps / steps
            net.learn(normal[rows], sets[rows], y[rows], RATE * min(1, 10 * done + 0.05) * (1 - done) + 1e-5)
    net.parts["linear"][rare] = 0
    net.parts["first"][rare] = 0
    weights = whole_numbers(net, mean, spread)
    z = stored(weights, x, sets)
    losses = [log_loss(part[rows], won[rows]) for rows in (used, held) for part in (z,)]
    plain = log_loss(np.zeros(len(held)), won[held])
    return weights, (f"loss {losses[0]:.4f}, held out {losses[1]:.4f}, without knowledge {plain:.4f}, "
                     f"{len(data)} positions")


def numbers(values):
    return ", ".join(str(int(v)) for v in values)


def rows(table):
    return ", ".join(f"[{numbers(row)}]" for row in table)


def model_text(weights):
    first, linear, bias, out, threats = weights
    limit = 32000
    assert all(np.abs(part).max() < limit for part in weights), "a weight does not fit into 16 bits"
    own, opponent, stone = slice(0, COUNTS), slice(COUNTS, 2 * COUNTS), 2 * COUNTS
    return (
        "        Fitted {\n"
        f"            own: [{numbers(linear[own])}],\n"
        f"            opponent: [{numbers(-linear[opponent])}],\n"
        f"            stone: {int(linear[stone])},\n"
        f"            threats: [{numbers(threats)}],\n"
        f"            hidden_own: [{rows(first[own])}],\n"
        f"            hidden_opponent: [{rows(first[opponent])}],\n"
        f"            hidden_stone: [{numbers(first[stone])}],\n"
        f"            bias: [{numbers(bias)}],\n"
        f"            out: [{numbers(out)}],\n"
        "        },\n"
    )


def main(paths):
    data = read(paths)
    lines = []
    for rule, alike in RULES.items():
        of_rule = data[np.isin(data[:, 0], alike)]
        sides = [of_rule[of_rule[:, 1] == turn] for turn in (0, 1)] if rule == 4 else [of_rule]
        models = []
        for turn, side in enumerate(sides):
            weights, line = fit(side)
            print(f"{NAMES[rule]:>10} {'bw'[turn] if rule == 4 else ' '}: {line}", flush=True)
            models.append(model_text(weights))
        lines.append("    &[\n" + "".join(models) + "    ],\n")
    with open("src/eval/weights_table.rs", "w") as file:
        file.write(
            "//! The fitted numbers: written by `scripts/fit_weights.py`, not by hand.\n\n"
            "use super::fitted::Fitted;\n"
            "use crate::rule::Rule;\n\n"
            "/// `[rule][side to move]`, or one model for both sides.\n"
            "#[rustfmt::skip]\n"
            "pub(super) static FITTED: [&[Fitted]; Rule::ALL.len()] = [\n" + "".join(lines) + "];\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
