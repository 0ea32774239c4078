"""The probabilities of win, draw and loss by a search's score: an ordered logit, fitted to games of `tengen datagen`."""

import gzip
import json
import re

import matplotlib
import numpy as np
import torch
from matplotlib import pyplot

from .export import RULES
from .records import RecordsError

RANDOM_PLIES = 12  # games have random moves before
DECIDED = 20_000  # scores beyond are wins and losses
BINS = 10
FOLDS = 4
GAMES = 1_000_000  # more than a shard has
HEAD = """//! The fits of outlooks to games: written by `training/`, not by hand.

/// For each rule's code and board's side: the parameters of `Outlook::of`.
#[rustfmt::skip]
pub(super) const LEAGUES: [((u32, usize), [f64; 7]); {}] = [
"""

ROW = re.compile(r"\(\((\d+, \d+)\), \[([^\]]*)\]\)")

matplotlib.rcParams["svg.hashsalt"] = "tengen"  # the same picture from the same games


def read(path):
    """The searches of a shard's games: rule, side, and rows of score, result (0 loss, 1 draw, 2 win), share of the
    points that are taken, and the game's number."""
    rows = []
    try:
        with gzip.open(path, "rt") as lines:
            head = json.loads(next(lines))
            for number, line in enumerate(lines):
                record = json.loads(line)
                first, winner = len(record["start"]), record["game"]["winner"]
                for ply, score in enumerate(record["game"]["scores"]):
                    stones = first + ply
                    if ply < RANDOM_PLIES or abs(score) > DECIDED:
                        continue
                    mover = ("black", "white")[stones % 2]
                    result = 1 if winner is None else 2 * (winner == mover)
                    rows.append((score, result, stones / head["size"] ** 2, number))
    except (EOFError, KeyError, StopIteration, ValueError, OSError) as error:
        raise RecordsError(f"{path}: no shard of tengen datagen: {error}") from error
    return (head["rule"], head["size"]), np.array(rows, np.float64).reshape(-1, 4)


def probabilities(parameters, rows):
    """Of win, draw and loss: what `Outlook::of` in src/analysis/outlook.rs computes. `parameters`: units per log odds on
    the empty board, the logarithm of half the width of the draw there, what the full board adds to that, the power of the
    score, the logarithm of what the full board multiplies the units with, and the weight of the tails, beyond which
    log odds grow as a logarithm, and what the move is worth beyond the score."""
    units, width, fill, power, narrowing, tail, tempo = parameters
    tail = tail.abs().clamp_min(1e-6)
    advantage = rows[:, 0].sign() * ((1 + rows[:, 0].abs() / 100) ** power - 1) * 100 + tempo
    draw, units = torch.exp(width + fill * rows[:, 2]), units * torch.exp(narrowing * rows[:, 2])
    chance = lambda log_odds: torch.sigmoid(torch.asinh(tail * log_odds) / tail)
    win, loss = chance((advantage - draw) / units), chance((-advantage - draw) / units)
    return win, 1 - win - loss, loss


def fit(rows):
    scale = torch.tensor([100.0, 3.0, 1.0, 1.0, 1.0, 1.0, 20.0], dtype=torch.double)
    steps = torch.tensor([1.0, 1.3, 3.0, 1.0, 0.0, 0.3, 0.0], dtype=torch.double, requires_grad=True)
    data, results = torch.tensor(rows), torch.tensor(rows[:, 1]).long()
    optimizer = torch.optim.LBFGS([steps], max_iter=1000, line_search_fn="strong_wolfe")

    def loss():
        optimizer.zero_grad()
        win, draw, loss = probabilities(steps * scale, data)
        chosen = torch.stack([loss, draw, win], 1).clamp_min(1e-9).gather(1, results[:, None])
        value = -chosen.log().mean()
        value.backward()
        return value

    optimizer.step(loss)
    parameters = (steps * scale).detach()
    parameters[5] = parameters[5].abs()  # either sign is the same
    return parameters


def held_out(rows):
    """The win probability of each search, by the fit to the games of the other folds."""
    win = np.empty(len(rows))
    for fold in range(FOLDS):
        out = rows[:, 3] % FOLDS == fold
        win[out] = probabilities(fit(rows[~out]), torch.tensor(rows[out]))[0].numpy()
    return win


def calibration(win, rows):
    """For each tenth of the predicted win probability: its mean, the share that was won, and the number of searches."""
    bins = np.minimum((win * BINS).astype(int), BINS - 1)
    won = rows[:, 1] == 2
    of = lambda bin: (win[bins == bin].mean(), won[bins == bin].mean(), np.count_nonzero(bins == bin))
    return [of(bin) for bin in range(BINS) if (bins == bin).any()]


def write(shards, table, picture):
    """Fits each league of the shards, writes the engine's table and the plot of the calibration, and returns it as text.
    Other leagues keep their row and their curve, which is in a JSON file beside the plot."""
    kept = picture.with_suffix(".json")
    curves = json.loads(kept.read_text()) if kept.exists() else {}
    fits = dict(ROW.findall(table.read_text())) if table.exists() else {}
    leagues, text = {}, ""
    for number, path in enumerate(shards):
        league, rows = read(path)
        rows[:, 3] += number * GAMES
        leagues.setdefault(league, []).append(rows)
    for league, rows in sorted(leagues.items()):
        rows = np.concatenate(rows)
        fits[f"{league[0]}, {league[1]}"] = ", ".join(f"{value:.2f}" for value in fit(rows).tolist())
        bins = calibration(held_out(rows), rows)
        name = f"{RULES[league[0]].lower().replace('_', '-')} {league[1]}x{league[1]}"
        curves[name] = {"games": len(np.unique(rows[:, 3])), "searches": len(rows), "bins": [list(map(float, bin)) for bin in bins]}
        text += f"{name}: {curves[name]['games']} games, {len(rows)} searches\n"
        text += "".join(f"  {predicted:.3f} {won:.3f} {count}\n" for predicted, won, count in bins)
    lines = [f"    (({league}), [{values}]),\n" for league, values in sorted(fits.items(), key=lambda row: list(map(int, row[0].split(", "))))]
    table.write_text(HEAD.format(len(lines)) + "".join(lines) + "];\n")
    kept.write_text(json.dumps(curves, indent=1) + "\n")
    draw(curves, picture)
    return text


def draw(curves, picture):
    figure, axes = pyplot.subplots(figsize=(6, 6))
    axes.plot([0, 1], [0, 1], color="#999", linewidth=1)
    for name, curve in curves.items():
        axes.plot(*zip(*((predicted, won) for predicted, won, *_ in curve["bins"])), marker="o", markersize=4, linewidth=1, label=name)
    axes.set_xlabel("predicted probability of a win")
    axes.set_ylabel("share that was won")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None})
