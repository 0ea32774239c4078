"""Fits a network to records, and tells its loss on held-out games."""

import time

import numpy as np
import torch

from . import models
from .records import SCORE_UNITS, RecordsError

WARM_UP = 0.1  # the share of the steps in which the rate rises
HELD_OUT = 10  # one game of so many is held out
# What no empty point has, or only mirrors others: no shape, overline and five; no class and five.
DEAD = (0, 12, 13, 14, 28)
SPREAD = 0.2  # a count that is hardly ever there is not weighed by how rarely


class Data:
    """Positions of one board, ready to learn from."""

    def __init__(self, records, config, rows):
        taken = records.rows[rows]
        self.codes = torch.from_numpy(taken["codes"].astype(np.int32))
        self.threats = torch.from_numpy(taken["threats"].astype(np.int64))
        self.turns = torch.from_numpy(taken["turn"].astype(np.int64))
        self.won = torch.from_numpy(taken["result"].astype(np.float32) / 2)
        target = torch.from_numpy(taken["target"].astype(np.float32) / 65535)
        is_leaf = torch.from_numpy(taken["kind"] == 0)
        share = config["result_share"]
        self.labels = share * self.won + (1 - share) * target
        chance = torch.sigmoid(torch.from_numpy(taken["score"].astype(np.float32)) / SCORE_UNITS)
        self.labels = torch.where(is_leaf, torch.lerp(self.labels, chance, config["score_share"]), self.labels)
        self.weights = torch.where(is_leaf, 1.0, float(config["playout_weight"]))
        self.counts = counts(records, taken)

    def __len__(self):
        return len(self.won)

    def normalize(self, mean, spread):
        self.counts.sub_(mean).div_(spread)

    def batch(self, rows):
        return {
            "codes": self.codes[rows].long(),
            "counts": self.counts[rows],
            "threats": self.threats[rows],
            "turns": self.turns[rows],
        }


def counts(records, taken):
    """`[position][2 features + 1]`: the feature counts of the side to move and the opponent, and the stones."""
    features = records.features
    result = np.empty((len(taken), 2 * features + 1), np.float32)
    for turn in (0, 1):
        rows = np.flatnonzero(taken["turn"] == turn)
        for part in np.array_split(rows, len(rows) // 10_000 + 1):
            for relation in (0, 1):
                of_code = records.tables[turn ^ relation]
                sums = of_code[taken["codes"][part, relation]].sum(1)
                sums[:, DEAD] = 0.0
                result[part, relation * features : (relation + 1) * features] = sums
            result[part, -1] = taken["stones"][part]
    return torch.from_numpy(result)


def split(records, positions, seed):
    """Rows of games with `positions` leaves to learn from, and the leaves of held-out games.

    The held-out games are the same for all seeds."""
    games = records.games()
    numbers, of_row = np.unique(games, return_inverse=True)
    if len(numbers) < HELD_OUT:
        raise RecordsError(f"{len(numbers)} games are too few: one in {HELD_OUT} is held out")
    order = np.random.default_rng(0).permutation(len(numbers))
    held, learnt = order[: len(order) // HELD_OUT], order[len(order) // HELD_OUT :]
    learnt = np.random.default_rng(seed).permutation(learnt)
    is_leaf = records.rows["kind"] == 0
    leaves = np.bincount(of_row[is_leaf], minlength=len(numbers))
    wanted = np.zeros(len(numbers), bool)
    wanted[learnt[np.cumsum(leaves[learnt]) <= positions]] = True
    is_held = np.zeros(len(numbers), bool)
    is_held[held] = True
    return np.flatnonzero(wanted[of_row]), np.flatnonzero(is_held[of_row] & is_leaf)


def fit(boards, config, positions, seed, start=None, tell=print):
    """Learns from `positions` leaves of each board's records, which share tables and rule.

    `start(net, mean, spread)` sets the parameters to begin with; random ones where it is None.

    Returns the network, the mean and spread of the counts that it was fitted to, and the held-out losses by epoch.

    Raises:
        RecordsError: if there are too few games to hold some out, or too few positions for a batch."""
    torch.manual_seed(seed)
    used, held = [], []
    for records in boards:
        rows, held_rows = split(records, positions, seed)
        if config["playout_weight"] == 0:
            rows = rows[records.rows["kind"][rows] == 0]
        used.append(Data(records, config, rows))
        held.append(Data(records, config, held_rows))
    together = torch.cat([data.counts for data in used])
    mean, spread = together.mean(0), together.std(0).clamp(min=SPREAD)
    del together
    for data in used + held:
        data.normalize(mean, spread)
    tables = torch.from_numpy(boards[0].tables)
    net = models.build(config, len(mean), tables)
    batch, epochs = config["batch"], config["epochs"]
    optimizer = torch.optim.AdamW(net.parameters(), lr=config["rate"], weight_decay=config["decay"])
    steps = epochs * sum(len(data) // batch for data in used)
    if steps == 0:
        raise RecordsError(f"{sum(len(data) for data in used)} positions to learn from do not fill a batch of {batch}")
    schedule = schedule_of(optimizer, steps, WARM_UP)
    if start:
        start(net, mean, spread)
        tell(f"before: held out {held_out_loss(net, held):.4f}")
    begun, losses = time.monotonic(), []
    for epoch in range(epochs):
        for data, rows in shuffled(used, batch):
            loss = torch.nn.functional.binary_cross_entropy_with_logits(net(data.batch(rows)), data.labels[rows], data.weights[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        losses.append(held_out_loss(net, held))
        gone = time.monotonic() - begun
        left = gone / (epoch + 1) * (epochs - epoch - 1)
        tell(f"epoch {epoch + 1} of {epochs}: held out {losses[-1]:.4f}, {gone:.0f} s gone, {left:.0f} s to go")
    return net, (mean, spread), losses


def schedule_of(optimizer, steps, warm_up):
    """A rate that rises in a share `warm_up` of the steps, and falls to almost nothing."""
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, step / (warm_up * steps) + 0.05) * (1 - step / steps) + 1e-3)


def shuffled(used, batch):
    """Batches of rows of all boards, in random order."""
    batches = []
    for data in used:
        rows = torch.randperm(len(data)).split(batch)
        batches += [(data, part) for part in rows if len(part) == batch]
    return [batches[number] for number in torch.randperm(len(batches))]


def predict(net, data):
    """The log odds of all positions."""
    with torch.no_grad():
        return torch.cat([net(data.batch(rows)) for rows in torch.arange(len(data)).split(2_000)])


def held_out_loss(net, held):
    z, won = torch.cat([predict(net, data) for data in held]), torch.cat([data.won for data in held])
    return torch.nn.functional.binary_cross_entropy_with_logits(z, won).item()
