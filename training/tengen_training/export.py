"""Writes networks as whole numbers into tables of the engine."""

import re

import numpy as np

from .records import SCORE_UNITS, stone_codes

SHAPES = 14
# As in src/eval: the convolution is kept in 512ths, outputs in sixteenths of a score unit.
KERNEL_SCALE, HIDDEN_SCALE, UNIT, CRELU_MAX = 512, 512, 16, 4
POOLED_SHIFT, FIRST_SHIFT, OUT_SHIFT = 4, 10, 10
# The engine's numbers and names of the rules, in the order of its table.
RULES = {0: "FREESTYLE", 1: "STANDARD", 4: "RENJU", 8: "CARO", 9: "CARO_EXACT"}


def whole(values, bound=32_000):
    numbers = np.round(np.asarray(values, np.float64)).astype(np.int64)
    assert np.abs(numbers).max(initial=0) < bound, f"a weight of {np.abs(numbers).max()} does not fit"
    return numbers


def pooled_units(net):
    """For each color `[channel]`: what the engine's unit of a pooled channel is to its head."""
    scales = [view.scale.detach().double().numpy() for view in net.views]
    of_heads = [np.concatenate([own, scales[(1 - color) % len(scales)]]) for color, own in enumerate(scales)]
    return [scale * 2**POOLED_SHIFT / KERNEL_SCALE for scale in of_heads]


def whole_numbers(net, mean, spread):
    """The arrays of a `Fitted` by name, for each color or one for both."""
    mean, spread = mean.double().numpy(), spread.double().numpy()
    colors = zip(net.views, net.heads, pooled_units(net))
    return [view_numbers(view) | head_numbers(head, unit, mean, spread) for view, head, unit in colors]


def view_numbers(view):
    embed, taps, bias = (part.detach().double().numpy() for part in (view.embed, view.taps[0], view.bias[0]))
    kernel = without_no_shape(np.einsum("sfr,tcr->sftc", embed, taps))
    return {"kernel": whole(kernel * KERNEL_SCALE), "bias": whole(bias * KERNEL_SCALE)}


def without_no_shape(kernel):
    """The same kernel, `[own, opponent][feature][..]`, where no shape, by far the most common, has no weight, so that it is
    not rounded. Every point has four shapes and a class."""
    kernel = kernel.copy()
    kernel[:, SHAPES:] += 4 * kernel[:, :1]
    kernel[:, :SHAPES] -= kernel[:, :1].copy()
    return kernel


def head_numbers(head, pooled_unit, mean, spread):
    part = {name: value.double().numpy() for name, value in head.state_dict().items()}
    direct = whole(part["counts.linear.weight"][0] / spread * SCORE_UNITS * UNIT)
    constant = part["counts.linear.bias"][0] * SCORE_UNITS - mean @ direct / UNIT
    sets = head.counts.set_values().detach().double().numpy()
    return {
        "first": whole(part["first.weight"] * pooled_unit * HIDDEN_SCALE * 2**FIRST_SHIFT),
        "first_bias": whole(part["first.bias"] * HIDDEN_SCALE, 1 << 30),
        "out": whole(part["out.weight"][0] * SCORE_UNITS * UNIT),
        "pooled": whole(part["pooled.weight"][0] * pooled_unit * SCORE_UNITS * UNIT * 2**OUT_SHIFT),
        "direct": direct[:-1].reshape(2, -1),
        "stone": direct[-1],
        "threats": whole(sets * SCORE_UNITS + constant),
    }


def correct(models, boards, predictions):
    """Adds to the threats' constants what rounding takes away on average. `predictions`: log odds by board."""
    for color, model in enumerate(models):
        differences = []
        for records, (rows, z) in zip(boards, predictions):
            of_color = rows["turn"] % len(models) == color
            differences.append(SCORE_UNITS * z[of_color] - evaluate(models, records.tables, rows[of_color], records.side))
        model["threats"] = model["threats"] + round(float(np.concatenate(differences).mean()))


def evaluate(models, tables, rows, side):
    """What the engine says, in score units: the same whole numbers."""
    scores = np.zeros(len(rows), np.int64)
    for turn in (0, 1):
        of_turn = np.flatnonzero(rows["turn"] == turn)
        if len(of_turn):
            scores[of_turn] = evaluate_turn(models, tables, rows[of_turn], side, turn)
    return scores


def evaluate_turn(models, tables, rows, side, turn):
    codes = rows["codes"].astype(np.int64)
    head = models[turn % len(models)]
    pooled = np.maximum(lanes(models, tables, codes, side, turn), 0).sum(1)
    inputs = np.minimum(pooled >> POOLED_SHIFT, 32_767)
    hidden = (inputs @ head["first"].T >> FIRST_SHIFT) + head["first_bias"]
    hidden = np.clip(hidden, 0, CRELU_MAX * HIDDEN_SCALE) @ head["out"]
    stones = rows["stones"].astype(np.int64) * head["stone"]
    direct = sum((tables[turn ^ relation].astype(np.int64) @ head["direct"][relation])[codes[:, relation]].sum(1) for relation in (0, 1))
    output = np.trunc(hidden / HIDDEN_SCALE).astype(np.int64) + (inputs @ head["pooled"] >> OUT_SHIFT) + direct + stones
    return np.trunc(output / UNIT).astype(np.int64) + head["threats"][rows["threats"]]


def lanes(models, tables, codes, side, turn):
    """`[position][cell][channel]`: the convolution before its ReLU, the side to move's view, then its opponent's."""
    codes = codes.astype(np.int64)
    return np.concatenate([convolution(models, tables, codes[:, ::step], side, color) for step, color in ((1, turn), (-1, 1 - turn))], 2)


def convolution(models, tables, codes, side, color):
    """`[position][cell][channel]`: a color's view before its ReLU; `codes`: its own, then its opponent's."""
    view = models[color % len(models)]
    channels = len(view["bias"])
    padded = np.zeros((len(codes), side + 2, side + 2, channels), np.int64)
    for relation in (0, 1):
        kernel = view["kernel"][relation].reshape(tables.shape[2], -1)
        of_code = tables[color ^ relation].astype(np.int64) @ kernel
        taps = of_code[codes[:, relation]].reshape(len(codes), side, side, 3, channels)
        for y in (0, 1, 2):
            for x in (0, 1, 2):
                padded[:, y : y + side, x : x + side] += taps[:, :, :, abs(y - 1) + abs(x - 1)]
    sums = padded[:, 1:-1, 1:-1] + view["bias"]
    assert np.abs(sums).max() < 20_000, "the convolution does not fit into 16 bits"
    return sums.reshape(len(codes), side * side, channels)


def diagram(board, row):
    """The rows of a record's board: `X` black, `O` white, `.` empty."""
    marks = dict(zip(stone_codes(board.tables), "XO" if row["turn"] == 0 else "OX"))
    cells = "".join(marks.get(code, ".") for code in row["codes"][0].tolist())
    return "/".join(cells[start : start + board.side] for start in range(0, len(cells), board.side))


def replace_golden(path, rules, lines):
    """Puts lines in place of those of some rules: the first word of a line is its rule."""
    old = path.read_text().splitlines() if path.exists() else []
    lines = [line for line in old if int(line.split()[0]) not in rules] + lines
    path.write_text("".join(f"{line}\n" for line in sorted(lines, key=lambda line: int(line.split()[0]))))


def literal(values):
    values = np.asarray(values)
    return str(int(values)) if values.ndim == 0 else "[" + ", ".join(map(literal, values)) + "]"


class Table:
    """A file of the engine with networks of whole numbers: a static for each rule, which rules may share."""

    def __init__(self, file, what, kind):
        self.file, self.what, self.kind = file, what, kind
        self.pattern = re.compile(rf"#\[rustfmt::skip\]\nstatic (\w+): &\[{kind}\] = &\[\n.*?^\];\n", re.S | re.M)

    def blocks_of(self, text):
        """For each rule the text of its static."""
        blocks = {block[1]: block[0] for block in self.pattern.finditer(text)}
        names = re.search(r"\] = \[(.*?)\];", text, re.S)[1]
        return dict(zip(RULES, (blocks[name] for name in re.findall(r"\w+", names))))

    def models_of(self, block):
        """The number of networks in the text of a static."""
        return len(re.findall(rf"^    {self.kind} {{", block, re.M))

    def block(self, rules, models):
        """The text of a static. `models`: one of each color, or one for both."""
        text = f"#[rustfmt::skip]\nstatic {RULES[rules[0]]}: &[{self.kind}] = &[\n"
        for weights in models:
            fields = "".join(f"        {name}: {literal(values)},\n" for name, values in weights.items())
            text += f"    {self.kind} {{\n{fields}    }},\n"
        return text + "];\n"

    def rust(self, blocks):
        """The text of the file. `blocks`: for each rule the text of its static."""
        owners = {}
        for rule, name in RULES.items():
            owners.setdefault(blocks[rule], name)
        names = ", ".join(owners[blocks[rule]] for rule in RULES)
        head = (
            f"//! {self.what}: written by `training/`, not by hand.\n\n"
            f"use super::fitted::{self.kind};\n"
            "use crate::rule::Rule;\n\n"
            "/// `[rule]`: the network of each color, or one for both.\n"
            "#[rustfmt::skip]\n"
            f"pub(super) static FITTED: [&[{self.kind}]; Rule::ALL.len()] = [{names}];\n"
        )
        return "\n".join([head, *(named(text, name) for text, name in owners.items())])


EVALUATION = Table("weights_table.rs", "The fitted networks", "Fitted")
POLICY = Table("policy_table.rs", "The fitted policy networks", "FittedPolicy")


def named(text, name):
    """A static under the name of the first rule that it is for."""
    return re.sub(r"^static \w+:", f"static {name}:", text, count=1, flags=re.M)
