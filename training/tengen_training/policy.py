"""Fits the policy network: it corrects the ratings of moves by the pattern codes around their points."""

import time

import numpy as np
import torch
from torch import nn

from . import export
from .fit import HELD_OUT, schedule_of
from .records import RecordsError, map_rows, read_head, stone_codes

RATING_UNITS = 65.0  # rating units a unit of log odds, as in src/ordering
# As in src/ordering/policy.rs.
REACH, CHANNELS, TAPS, RANK, MARGIN = 1, 8, 3, 4, 100
CHANNEL_SCALE, OUT_SCALE, OUT_SHIFT = 32, 16, 9
GOLDEN = "golden_policy.txt"
BATCH, RATE, DECAY, WARM_UP = 256, 0.004, 0.01, 0.05

STEPS = range(-REACH, REACH + 1)
TAP_OF = [abs(y) + abs(x) for y in STEPS for x in STEPS]  # of each cell of the kernel: centre, sides, corners


class FailHighs:
    """The records of a file of `tengen datagen --fail-highs-of` (src/datagen/fail_highs.rs says what is in them)."""

    def __init__(self, path):
        head, self.tables, start = read_head(path)
        self.rule, self.side = head["rule"], head["side"]
        area = self.side**2
        kind = np.dtype([("turn", "<u2"), ("played", "<u2"), ("codes", "<u2", (2, area)), ("ratings", "<i2", (area,))])
        self.rows = map_rows(path, start, kind)

    def choices(self, turns):
        """Those of some sides to move: to learn from, and the last tenth, held out."""
        rows = np.flatnonzero(np.isin(self.rows["turn"], turns))
        held_out = len(rows) // HELD_OUT
        if held_out == 0:
            raise RecordsError(f"{len(rows)} records are too few: one in {HELD_OUT} is held out")
        return Choices(self, rows[:-held_out]), Choices(self, rows[-held_out:])


class Choices:
    """Positions with the moves that the network corrects there. Ratings are log odds to the best one of the position."""

    def __init__(self, records, rows):
        some = records.rows[rows]
        ratings = some["ratings"].astype(np.float32)
        top, least = ratings.max(1, keepdims=True), np.partition(ratings, -RANK)[:, -RANK, None] - MARGIN
        corrected = ratings >= least
        ratings = (ratings - top) / RATING_UNITS
        row, self.cells = np.nonzero(corrected)
        self.starts = np.searchsorted(row, np.arange(len(rows) + 1))
        self.ratings = ratings[corrected]
        self.is_played = self.cells == some["played"][row]
        # Of the moves that are not corrected: their weight, and the played one's rating; 0 where that is corrected.
        odds = np.exp(np.where(corrected, -np.inf, ratings))
        self.rest = odds.sum(1)
        self.played_rest = np.where(corrected, 0, ratings)[np.arange(len(rows)), some["played"]]
        self.around = cells_around(records.side)
        outside = np.full((len(rows), 2, 1), stone_codes(records.tables)[0], np.uint16)
        self.codes = np.concatenate([some["codes"], outside], 2).astype(np.int16)

    def __len__(self):
        return len(self.rest)

    def losses(self, network, rows):
        """For some positions: the cross entropy of the played move. Without a network by the ratings alone."""
        counts = self.starts[rows + 1] - self.starts[rows]
        of = np.repeat(np.arange(len(rows)), counts)
        moves = np.arange(counts.sum()) + np.repeat(self.starts[rows] - np.cumsum(counts) + counts, counts)
        ratings = torch.from_numpy(self.ratings[moves])
        if network:
            codes = self.codes[rows[of][:, None], :, self.around[self.cells[moves]]]
            ratings = ratings + network(torch.from_numpy(codes.astype(np.int64)))
        of = torch.from_numpy(of)
        weights = torch.from_numpy(self.rest[rows]).index_add(0, of, ratings.exp())
        played = torch.from_numpy(self.played_rest[rows]).index_add(0, of, ratings * torch.from_numpy(self.is_played[moves]))
        return weights.log() - played


def cells_around(side):
    """`[cell][cell of the kernel]`: cells, and `side * side` outside of the board."""
    numbers = np.pad(np.arange(side * side).reshape(side, side), REACH, constant_values=side * side)
    around = [numbers[REACH + y : REACH + y + side, REACH + x : REACH + x + side].ravel() for y in STEPS for x in STEPS]
    return np.stack(around, 1)


class Network(nn.Module):
    """The correction of a rating in log odds: a convolution at the point, and a sum of its channels behind ReLU."""

    def __init__(self, tables, turn):
        super().__init__()
        self.tables = [torch.from_numpy(tables[color]) for color in (turn, 1 - turn)]
        features = tables.shape[2]
        self.kernel = nn.Parameter(torch.randn(2, features, TAPS * CHANNELS) * 0.3 * (0.5 / features) ** 0.5)
        self.bias = nn.Parameter(torch.zeros(CHANNELS))
        self.out = nn.Parameter(torch.zeros(CHANNELS))

    def forward(self, codes):
        """`codes`: `[move][cell of the kernel][own, opponent]`."""
        rows = codes * TAPS + torch.tensor(TAP_OF)[:, None]
        sums = self.bias
        for relation, table in enumerate(self.tables):
            of_codes = (table @ self.kernel[relation]).reshape(-1, CHANNELS)
            sums = sums + nn.functional.embedding_bag(rows[:, :, relation], of_codes, mode="sum")
        return torch.relu(sums) @ self.out


def loss(network, choices):
    with torch.no_grad():
        parts = np.array_split(np.arange(len(choices)), len(choices) // 2_000 + 1)
        return sum(choices.losses(network, part).sum().item() for part in parts) / len(choices)


def fit(boards, turns, epochs, seed, tell):
    """A network for some sides to move.

    Raises:
        RecordsError: if there are too few positions."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = Network(boards[0].tables, turns[0])
    learnt, held = zip(*(records.choices(turns) for records in boards))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    steps = epochs * sum(len(choices) // BATCH for choices in learnt)
    if steps == 0:
        raise RecordsError("the positions to learn from do not fill a batch")
    schedule = schedule_of(optimizer, steps, WARM_UP)
    held_out = lambda some: sum(loss(some, choices) * len(choices) for choices in held) / sum(map(len, held))
    tell(f"{sum(map(len, learnt))} moves, by their ratings: held out {held_out(None):.4f}")
    begun = time.monotonic()
    for epoch in range(epochs):
        batches = [(choices, np.sort(rows)) for choices in learnt for rows in batches_of(rng.permutation(len(choices)))]
        for number in rng.permutation(len(batches)):
            choices, rows = batches[number]
            optimizer.zero_grad()
            choices.losses(network, rows).mean().backward()
            optimizer.step()
            schedule.step()
        gone = time.monotonic() - begun
        tell(f"epoch {epoch + 1} of {epochs}: held out {held_out(network):.4f}, {gone:.0f} s gone, {gone / (epoch + 1) * (epochs - epoch - 1):.0f} s to go")
    return network


def batches_of(rows):
    return [rows[start : start + BATCH] for start in range(0, len(rows) - BATCH + 1, BATCH)]


def whole_numbers(network):
    """The arrays of a `FittedPolicy` by name."""
    kernel, bias, out = (part.detach().double().numpy() for part in (network.kernel, network.bias, network.out))
    kernel = export.without_no_shape(kernel.reshape(2, -1, TAPS, CHANNELS))
    numbers = {"kernel": export.whole(kernel * CHANNEL_SCALE), "bias": export.whole(bias * CHANNEL_SCALE)}
    return numbers | {"out": export.whole(out * RATING_UNITS * OUT_SCALE)}


def corrections(numbers, tables, turn, codes):
    """What the engine says, in rating units: the same whole numbers. `codes`: as for [`Network.forward`]."""
    channels = numbers["bias"]
    for relation in (0, 1):
        kernel = tables[turn ^ relation].astype(np.int64) @ numbers["kernel"][relation].reshape(tables.shape[2], -1)
        channels = channels + kernel.reshape(-1, TAPS, CHANNELS)[codes[:, :, relation], TAP_OF].sum(1)
    return np.maximum(channels, 0) @ numbers["out"] >> OUT_SHIFT


def golden(records, models, count):
    """Lines for the engine's test: rule, board, cell, and what the network adds to the rating of a move there."""
    lines, around = [], cells_around(records.side)
    for row in records.rows[np.linspace(0, len(records.rows) - 1, count).astype(int)]:
        turn, cell = int(row["turn"]), int(row["played"])
        codes = np.append(row["codes"], [[stone_codes(records.tables)[0]]] * 2, 1)[:, around[cell]].T
        correction = corrections(models[turn % len(models)], records.tables, turn, codes[None])
        lines.append(f"{records.rule} {export.diagram(records, row)} {cell} {correction[0]}")
    return lines


def write(paths, folder, epochs, seed, count, tell):
    """Fits a rule's networks to files of records of its boards, and writes them into the engine's table."""
    boards = [FailHighs(path) for path in paths]
    rules, path = sorted({records.rule for records in boards}), folder / export.POLICY.file
    blocks = export.POLICY.blocks_of(path.read_text())
    block = blocks[rules[0]]
    if any(blocks[rule] != block for rule in rules):
        raise RecordsError("the rules of the records have different networks")
    turns = [[0], [1]] if export.POLICY.models_of(block) == 2 else [[0, 1]]
    models = [whole_numbers(fit(boards, of_model, epochs, seed, tell)) for of_model in turns]
    rules = [rule for rule in export.RULES if blocks[rule] == block]
    blocks |= dict.fromkeys(rules, export.POLICY.block(rules, models))
    path.write_text(export.POLICY.rust(blocks))
    lines = [line for records in boards for line in golden(records, models, count)]
    export.replace_golden(folder / GOLDEN, rules, lines)
