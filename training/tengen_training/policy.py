"""Fits the policy head: it corrects the ratings of moves by the convolution of the engine's evaluation, which stays as it is."""

import time

import numpy as np
import torch
from torch import nn

from . import export
from .fit import HELD_OUT, schedule_of
from .records import RecordsError, map_rows, read_head
from .warm_start import numbers_of

RATING_UNITS = 65.0  # rating units a unit of log odds, as in src/ordering
# As in src/eval/policy.rs.
UNITS, RANK, MARGIN, LANE_MAX = 8, 4, 100, 4096
FIRST_SCALE, UNIT_SCALE, OUT_SCALE, LANE_SHIFT, OUT_SHIFT = 4096, 128, 16, 2, 11
GOLDEN = "golden_policy.txt"
BATCH, RATE, DECAY, WARM_UP = 256, 0.004, 0.01, 0.05


class FailHighs:
    """The records of a file of `tengen datagen --fail-highs-of` (src/datagen/fail_highs.rs says what is in them)."""

    def __init__(self, path):
        head, self.tables, start = read_head(path)
        self.rule, self.side = head["rule"], head["side"]
        area = self.side**2
        kind = np.dtype([("turn", "<u2"), ("played", "<u2"), ("codes", "<u2", (2, area)), ("ratings", "<i2", (area,))])
        self.rows = map_rows(path, start, kind)

    def split(self, turns):
        """The rows of some sides to move: to learn from, and the last tenth, held out."""
        rows = np.flatnonzero(np.isin(self.rows["turn"], turns))
        held_out = len(rows) // HELD_OUT
        if held_out == 0:
            raise RecordsError(f"{len(rows)} records are too few: one in {HELD_OUT} is held out")
        return rows[:-held_out], rows[-held_out:]


class Head(nn.Module):
    """The correction of a rating by the channels of both colors' views, in log odds."""

    def __init__(self, channels):
        super().__init__()
        self.first = nn.Linear(2 * channels, UNITS)
        self.out = nn.Parameter(torch.zeros(UNITS))

    def forward(self, lanes):
        return torch.relu(self.first(lanes)) @ self.out


def logits(head, records, models, rows):
    """`[position][cell]`: the log odds of each move. Only the best by rating are corrected."""
    some = records.rows[rows]
    lanes = np.empty((len(rows), records.side**2, 2 * len(models[0]["bias"])), np.float32)
    for turn in (0, 1):
        of_turn = np.flatnonzero(some["turn"] == turn)
        if len(of_turn):
            lanes[of_turn] = export.lanes(models, records.tables, some["codes"][of_turn], records.side, turn)
    ratings = torch.from_numpy(some["ratings"].astype(np.float32))
    least = ratings.topk(RANK, 1).values[:, -1:] - MARGIN
    corrections = head(torch.from_numpy(lanes).clamp(-LANE_MAX, LANE_MAX) / export.KERNEL_SCALE) if head else 0.0
    return ratings / RATING_UNITS + corrections * (ratings >= least), torch.from_numpy(some["played"].astype(np.int64))


def loss(head, records, models, rows):
    with torch.no_grad():
        parts = [logits(head, records, models, part) for part in np.array_split(rows, len(rows) // 2_000 + 1)]
        sums = [nn.functional.cross_entropy(*part, reduction="sum").item() for part in parts]
    return sum(sums) / len(rows)


def fit(boards, models, epochs, seed, tell):
    """A head for each of the engine's networks of a rule, one for each color or one for both.

    Raises:
        RecordsError: if there are too few positions."""
    heads = []
    for color in range(len(models)):
        turns = (0, 1) if len(models) == 1 else (color,)
        heads.append(fit_head([(records, *records.split(turns)) for records in boards], models, epochs, seed, tell))
    return heads


def fit_head(boards, models, epochs, seed, tell):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    head = Head(len(models[0]["bias"]))
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    steps = epochs * sum(len(learnt) // BATCH for _, learnt, _ in boards)
    if steps == 0:
        raise RecordsError("the positions to learn from do not fill a batch")
    schedule = schedule_of(optimizer, steps, WARM_UP)
    held_out = lambda some: sum(loss(some, records, models, held) * len(held) for records, _, held in boards) / sum(len(held) for *_, held in boards)
    tell(f"{sum(len(learnt) for _, learnt, _ in boards)} moves, without the head: held out {held_out(None):.4f}")
    begun = time.monotonic()
    for epoch in range(epochs):
        batches = [(records, np.sort(rows)) for records, learnt, _ in boards for rows in batches_of(rng.permutation(learnt))]
        for number in rng.permutation(len(batches)):
            value = nn.functional.cross_entropy(*logits(head, batches[number][0], models, batches[number][1]))
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            schedule.step()
        gone = time.monotonic() - begun
        tell(f"epoch {epoch + 1} of {epochs}: held out {held_out(head):.4f}, {gone:.0f} s gone, {gone / (epoch + 1) * (epochs - epoch - 1):.0f} s to go")
    return head


def batches_of(rows):
    return [rows[start : start + BATCH] for start in range(0, len(rows) - BATCH + 1, BATCH)]


def whole_numbers(head):
    """The arrays of a `Fitted` by name."""
    part = {name: value.double().numpy() for name, value in head.state_dict().items()}
    numbers = {
        "policy_first": export.whole(part["first.weight"] * FIRST_SCALE),
        "policy_bias": export.whole(part["first.bias"] * UNIT_SCALE),
        "policy_out": export.whole(part["out"] * RATING_UNITS * OUT_SCALE),
    }
    largest = LANE_MAX * 2**LANE_SHIFT * np.abs(numbers["policy_first"]).sum(1) / 2**16 + np.abs(numbers["policy_bias"])
    assert largest.max() < 1 << 15, "a unit of the policy head does not fit into 16 bits"
    return numbers


def corrections(numbers, lanes):
    """What the engine says: the same whole numbers. `lanes`: `[..][channel]`, in whole numbers."""
    lanes = np.clip(lanes, -LANE_MAX, LANE_MAX) << LANE_SHIFT
    units = (lanes[..., None, :] * numbers["policy_first"] >> 16).sum(-1) + numbers["policy_bias"]
    return np.maximum(units, 0) @ numbers["policy_out"] >> OUT_SHIFT


def golden(records, models, heads, count):
    """Lines for the engine's test: rule, board, cell, and what the head adds to the rating of a move there."""
    lines = []
    for row in records.rows[np.linspace(0, len(records.rows) - 1, count).astype(int)]:
        turn, cell = int(row["turn"]), int(row["played"])
        of_board = export.lanes(models, records.tables, row["codes"][None], records.side, turn)
        lines.append(f"{records.rule} {export.diagram(records, row)} {cell} {corrections(heads[turn % len(heads)], of_board[0, cell])}")
    return lines


def write(paths, folder, epochs, seed, count, tell):
    """Fits heads to files of records of a rule's boards, and writes them into the engine's table."""
    boards = [FailHighs(path) for path in paths]
    rules, table = sorted({records.rule for records in boards}), folder / export.TABLE
    blocks = export.blocks_of(table.read_text())
    block = blocks[rules[0]]
    if any(blocks[rule] != block for rule in rules):
        raise RecordsError("the rules of the records have different networks")
    models = numbers_of(block)
    models = [{name: values.astype(np.int64) for name, values in model.items()} for model in models]
    heads = [whole_numbers(head) for head in fit(boards, models, epochs, seed, tell)]
    rules = [rule for rule in export.RULES if blocks[rule] == block]
    blocks |= dict.fromkeys(rules, export.block(rules, [model | head for model, head in zip(models, heads)]))
    table.write_text(export.rust(blocks))
    lines = [line for records in boards for line in golden(records, models, heads, count)]
    export.replace_golden(folder / GOLDEN, rules, lines)
