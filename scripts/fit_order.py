"""Fits the move ordering to the moves that were chosen in games and writes src/ordering/ordering_table.rs.

Usage: scripts/fit_order.py FILE ..      (files of `tengen datagen --moves-of`; needs the package numpy)

A move's rating is the sum of what its shapes and classes are worth for both sides and of how near it is to the
last two stones; the chosen one's share among all, by their ratings as log odds, is made as great as can be. One
model per rule and side to move (colors share a model where the rule treats them alike). A tenth of the data is
held out.

The table in the tree comes from games of the engine against earlier states of itself, 40 ms a turn, and a few hundred
of 100 ms against another engine, whose moves count as well: freestyle20 8,000 games with `--share 0.3`; with `--share 1`
freestyle15 240, standard15 440, renju15 440, caro15 360, caro-exact15 140. To make such games:
`tengen match --brain NEW --brain OLD --league LEAGUE --turn-ms 40 --rounds 150`.
"""

import sys

import numpy as np

SHAPES, CLASSES, DISTANCES = 14, 15, 28
COUNTS = SHAPES + CLASSES
POINT = 12  # bytes of a point
SCALE = 65  # units of rating a unit of log odds
RULES = [0, 1, 4, 8, 9]
NAMES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro-exact"}
# Where the weights of a point's bytes begin in the model.
STARTS = np.array([0] * 4 + [SHAPES] + [COUNTS] * 4 + [COUNTS + SHAPES] + [2 * COUNTS, 2 * COUNTS + DISTANCES])
SIZE = 2 * COUNTS + 2 * DISTANCES
# What no position has in which there is a choice: classes straight four and five.
FORCED = {SHAPES + 13: 900, SHAPES + 14: 2000}


class Choices:
    """Moves to choose from, one after the other, and where each choice begins."""

    def __init__(self, points, counts, played):
        self.points, self.counts, self.played = points, counts, played
        self.starts = np.cumsum(counts) - counts

    def some(self, rows):
        counts = self.counts[rows]
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(self.starts[rows], counts) + within
        return Choices(self.points[at], counts, self.played[rows])


def read(paths):
    """`[rule, turn]`: the choices."""
    found = {}
    for path in paths:
        data, at = np.fromfile(path, np.uint8), 0
        while at < len(data):
            rule, turn = int(data[at]), int(data[at + 1])
            count, played = data[at + 2 : at + 6].view("<u2")
            end = at + 6 + POINT * int(count)
            found.setdefault((rule, turn), []).append((data[at + 6 : end], int(count), int(played)))
            at = end
    return found


def gather(rows):
    points = np.concatenate([row[0] for row in rows]).reshape(-1, POINT)
    return Choices(points, np.array([r[1] for r in rows]), np.array([r[2] for r in rows]))


def shares(model, choices):
    """Of each point, and the log of the played ones'."""
    ratings = model[choices.points + STARTS].sum(axis=1)
    ratings -= np.repeat(np.maximum.reduceat(ratings, choices.starts), choices.counts)
    odds = np.exp(ratings)
    sums = np.add.reduceat(odds, choices.starts)
    played = choices.starts + choices.played
    return odds / np.repeat(sums, choices.counts), ratings[played] - np.log(sums)


def gradient(model, choices):
    error, _ = shares(model, choices)
    error[choices.starts + choices.played] -= 1
    places = (choices.points + STARTS).ravel()
    return np.bincount(places, np.repeat(error, POINT), SIZE) / len(choices.counts)


def among_first(model, choices, most):
    """The share of choices in which fewer than n moves are rated higher than the played one."""
    share, _ = shares(model, choices)
    played = np.repeat(share[choices.starts + choices.played], choices.counts)
    return (np.add.reduceat(share > played, choices.starts) < most).mean()


def fit(choices, passes=8, batch=1024):
    rng = np.random.default_rng(1)
    count = len(choices.counts)
    held, used = np.arange(count - count // 10, count), np.arange(count - count // 10)
    model, m, v = np.zeros(SIZE), np.zeros(SIZE), np.zeros(SIZE)
    steps = max(400, passes * len(used) // batch)
    for step in range(1, steps + 1):
        rows = rng.choice(used, min(batch, len(used)), replace=False)
        slope = gradient(model, choices.some(rows)) + 1e-5 * model
        m, v = 0.9 * m + 0.1 * slope, 0.999 * v + 0.001 * slope**2
        rate = 0.05 * (1 - step / steps) + 1e-3
        model -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    held = choices.some(held)
    loss = -shares(model, held)[1].mean()
    return model, (loss, *(among_first(model, held, most) for most in (1, 4, 8)), count)


def table(model):
    # Of no consequence to the order, but small numbers are: what is far or dead is worth nothing.
    model = model.copy()
    for start, size in ((0, SHAPES), (SHAPES, CLASSES), (COUNTS, SHAPES), (COUNTS + SHAPES, CLASSES),
                        (2 * COUNTS, DISTANCES), (2 * COUNTS + DISTANCES, DISTANCES)):
        model[start : start + size] -= model[start]
    units = np.clip(np.round(model * SCALE), -3000, 3000).astype(int)
    for place, worth in FORCED.items():
        units[place] = units[COUNTS + place] = worth

    def numbers(start, size):
        return "[" + ", ".join(map(str, units[start : start + size])) + "]"

    return (
        "        FittedOrdering {\n"
        f"            own: {numbers(0, COUNTS)},\n"
        f"            opponent: {numbers(COUNTS, COUNTS)},\n"
        "            near: [\n"
        f"                {numbers(2 * COUNTS, DISTANCES)},\n"
        f"                {numbers(2 * COUNTS + DISTANCES, DISTANCES)},\n"
        "            ],\n"
        "        },\n"
    )


def main(paths):
    found = read(paths)
    lines = []
    for rule in RULES:
        sides = [found.get((rule, turn), []) for turn in (0, 1)]
        groups = sides if rule == 4 else [sides[0] + sides[1]]
        models = []
        for turn, rows in enumerate(groups):
            model, (loss, first, fourth, eighth, count) = fit(gather(rows))
            print(f"{NAMES[rule]:>10} {'bw'[turn] if rule == 4 else ' '}: held out: loss {loss:.3f}, played move first "
                  f"{first:.1%}, among 4 {fourth:.1%}, 8 {eighth:.1%}; {count} choices", flush=True)
            models.append(model)
        models *= 2 // len(models)
        lines.append("    [\n" + "".join(table(model) for model in models) + "    ],\n")
    with open("src/ordering/ordering_table.rs", "w") as file:
        file.write(
            "//! The fitted weights of the move ordering: written by `scripts/fit_order.py`, not by hand.\n\n"
            "use super::fitted::FittedOrdering;\n"
            "use crate::rule::Rule;\n\n"
            "/// `[rule][side to move]`\n"
            "#[rustfmt::skip]\n"
            "pub(super) static FITTED: [[FittedOrdering; 2]; Rule::ALL.len()] = [\n" + "".join(lines) + "];\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
