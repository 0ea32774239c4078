"""Fits the evaluation's weights to labelled positions and writes src/eval/weights_table.rs.

Usage: scripts/fit_weights.py FILE ..      (files of `tengen datagen`; needs the package numpy)

Logistic regression of the game's result, softened by the search's score, on the counts of shapes and
classes of both sides and on the set of standing threats; one model per rule and side to move (colors
share a model where the rule treats them alike). A tenth of the data is held out.
"""

import sys

import numpy as np

SHAPES, CLASSES, SETS = 14, 15, 256
COUNTS = SHAPES + CLASSES
SCALE = 200.0  # score units a unit of log odds
UNIT = 16  # point worths are stored in sixteenths
RULES = [0, 1, 4, 8, 9]
NAMES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro-exact"}
# Shapes and classes that only mirror others, or that no evaluated position has: always 0.
DEAD = [0, 12, 13, SHAPES + 0, SHAPES + 14]
# `[set][threat]`
BITS = (np.arange(SETS)[:, None] >> np.arange(8)) & 1


def read(paths):
    rows = [np.loadtxt(path, dtype=np.int32) for path in paths]
    return np.concatenate(rows)


def log_loss(p, y):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def fit(data, steps=1500):
    """Returns weights of own counts, opponent's counts and threat sets, in log odds."""
    rng = np.random.default_rng(1)
    order = rng.permutation(len(data))
    held, used = order[: len(data) // 10], order[len(data) // 10 :]
    score = 1 / (1 + np.exp(-np.clip(data[:, 3], -2000, 2000) / SCALE))
    y = 0.6 * data[:, 2] / 2 + 0.4 * score
    x = data[:, 5:].astype(np.float64)
    x[:, COUNTS:] *= -1
    x[:, DEAD + [COUNTS + d for d in DEAD]] = 0
    # A set's worth is the sum of its threats' worths and a rest, so that rare sets are not worthless.
    x = np.concatenate([x, BITS[data[:, 4]]], axis=1)
    spread = x[used].std(axis=0) + 1e-9
    spread[spread < 1e-6] = 1
    x = x / spread
    sets = data[:, 4]
    w, t = np.zeros(x.shape[1]), np.zeros(SETS)
    mw, vw, mt, vt = np.zeros_like(w), np.zeros_like(w), np.zeros(SETS), np.zeros(SETS)
    for step in range(1, steps + 1):
        rows = rng.choice(used, size=min(8192, len(used)), replace=False)
        p = 1 / (1 + np.exp(-(x[rows] @ w + t[sets[rows]])))
        error = p - y[rows]
        gw = x[rows].T @ error / len(rows) + 1e-4 * w
        gt = np.bincount(sets[rows], error, SETS) / len(rows) + 2e-4 * t
        rate = 0.02 * (1 - step / steps) + 1e-4
        for value, grad, m, v in ((w, gw, mw, vw), (t, gt, mt, vt)):
            m[:] = 0.9 * m + 0.1 * grad
            v[:] = 0.999 * v + 0.001 * grad**2
            value -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)

    def predict(rows):
        return 1 / (1 + np.exp(-(x[rows] @ w + t[sets[rows]])))
    losses = log_loss(predict(used), y[used]), log_loss(predict(held), y[held])
    base = log_loss(np.full(len(held), y[used].mean()), y[held])
    w = w / spread
    threats = t + BITS @ w[2 * COUNTS :]
    return w[:COUNTS], w[COUNTS : 2 * COUNTS], threats, (*losses, base, len(data))


def numbers(values):
    return ", ".join(str(int(v)) for v in values)


def table(model):
    own, opponent, threats = model
    points = [np.clip(np.round(part * SCALE * UNIT), -6000, 6000) for part in (own, opponent)]
    for part in points:
        part[DEAD] = 0
    return (
        "        Fitted {\n"
        f"            own: [{numbers(points[0])}],\n"
        f"            opponent: [{numbers(points[1])}],\n"
        f"            threats: [{numbers(np.clip(np.round(threats * SCALE), -3000, 3000))}],\n"
        "        },\n"
    )


def main(paths):
    data = read(paths)
    lines = []
    for rule in RULES:
        rows = data[data[:, 0] == rule]
        if rule == 4:
            models = [fit(rows[rows[:, 1] == turn]) for turn in (0, 1)]
        else:
            models = [fit(rows)] * 2
        for turn, (own, opponent, threats, losses) in enumerate(models):
            if turn == 0 or rule == 4:
                print(f"{NAMES[rule]:>10} {'bw'[turn]}: loss {losses[0]:.4f}, held out {losses[1]:.4f}, "
                      f"without knowledge {losses[2]:.4f}, {losses[3]} positions")
        lines.append("    [\n" + "".join(table(model[:3]) for model in models) + "    ],\n")
    with open("src/eval/weights_table.rs", "w") as file:
        file.write(
            "//! The fitted numbers: written by `scripts/fit_weights.py`, not by hand.\n\n"
            "use super::features::{COUNTS, THREAT_SETS};\n"
            "use crate::rule::Rule;\n\n"
            "/// The model of one side to move.\n"
            "pub(super) struct Fitted {\n"
            "    /// `[count]`: of the side to move, in sixteenths of a score unit.\n"
            "    pub(super) own: [i16; COUNTS],\n"
            "    /// `[count]`: of its opponent, to be subtracted.\n"
            "    pub(super) opponent: [i16; COUNTS],\n"
            "    /// `[set]`: in score units.\n"
            "    pub(super) threats: [i16; THREAT_SETS],\n"
            "}\n\n"
            "/// `[rule][side to move]`\n"
            "#[rustfmt::skip]\n"
            "pub(super) static FITTED: [[Fitted; 2]; Rule::ALL.len()] = [\n" + "".join(lines) + "];\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
