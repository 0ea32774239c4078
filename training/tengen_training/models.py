"""The networks: each gives the log odds of the side to move."""

import torch
from torch import nn

THREATS = 8  # bits of a set of standing threats
CRELU_MAX = 4.0  # the upper bound of the clipped ReLU


def crelu(x):
    return x.clamp(0.0, CRELU_MAX)


class Counts(nn.Module):
    """Feature counts of both sides and the stones: linear, and through a hidden layer if it has units. With the set of
    standing threats."""

    def __init__(self, inputs, hidden):
        super().__init__()
        self.linear = nn.Linear(inputs, 1)
        self.hidden = nn.Sequential(nn.Linear(inputs, hidden), nn.Hardtanh(0.0, CRELU_MAX), nn.Linear(hidden, 1, bias=False)) if hidden else None
        self.threats = nn.Linear(THREATS, 1, bias=False)
        self.sets = nn.Embedding(1 << THREATS, 1)
        outputs = [self.linear, self.threats, self.sets] + ([self.hidden[2]] if hidden else [])
        for layer in outputs:
            nn.init.zeros_(layer.weight)
        nn.init.zeros_(self.linear.bias)
        self.register_buffer("bits", (torch.arange(1 << THREATS)[:, None] >> torch.arange(THREATS) & 1).float())

    def set_values(self):
        """`[set]`: what each set of threats adds."""
        return (self.threats(self.bits) + self.sets.weight).squeeze(1)

    def forward(self, counts, threats):
        z = self.linear(counts).squeeze(1) + self.set_values()[threats]
        return z if self.hidden is None else z + self.hidden(counts).squeeze(1)


class View(nn.Module):
    """Convolutions with ReLU over the embedded features of both sides' codes, summed up over the board.

    The kernels of `size` by `size` points, 3 or 1, have tied taps (centre, sides, corners): symmetric in any case."""

    def __init__(self, own, opponent, config):
        super().__init__()
        self.register_buffer("features", torch.stack([own, opponent]))
        rows, units, layers, self.size = config["rows"], config["units"], config["layers"], config["size"]
        width = own.shape[1]
        self.embed = nn.Parameter(torch.randn(2, width, rows) * 0.3 / width**0.5)
        widths = [rows] + [units] * layers
        taps = 3 if self.size == 3 else 1
        kernels = [torch.randn(taps, after, before) * (0.5 / before) ** 0.5 for before, after in zip(widths, widths[1:])]
        self.taps = nn.ParameterList(nn.Parameter(kernel) for kernel in kernels)
        self.bias = nn.ParameterList(nn.Parameter(torch.zeros(units)) for _ in range(layers))
        self.scale = nn.Parameter(torch.full((units,), 0.1))

    def kernel(self, taps):
        if self.size == 1:
            return taps[0][:, :, None, None]
        centre, edge, corner = taps
        rows = [[corner, edge, corner], [edge, centre, edge], [corner, edge, corner]]
        return torch.stack([torch.stack(row, -1) for row in rows], -2)

    def forward(self, codes):
        own, opponent = self.features @ self.embed
        x = own[codes[:, 0]] + opponent[codes[:, 1]]
        side = round(codes.shape[2] ** 0.5)
        x = x.transpose(1, 2).reshape(len(codes), -1, side, side)
        for taps, bias in zip(self.taps, self.bias):
            x = torch.relu(nn.functional.conv2d(x, self.kernel(taps), bias, padding=self.size // 2))
        return x.sum((2, 3)) * self.scale


class Head(nn.Module):
    """What a side to move makes of the pooled channels: linear, and through a hidden layer. With its `Counts`."""

    def __init__(self, inputs, config):
        super().__init__()
        channels, units = config["units"] * (2 if config["mirror"] else 1), config["head"]
        self.counts = Counts(inputs, config["hidden"])
        self.first = nn.Linear(channels, units)
        self.out = nn.Linear(units, 1, bias=False)
        self.pooled = nn.Linear(channels, 1, bias=False)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.pooled.weight)

    def forward(self, pooled, counts, threats):
        z = self.out(crelu(self.first(pooled))) + self.pooled(pooled)
        return z.squeeze(1) + self.counts(counts, threats)


class Convolution(nn.Module):
    """A view and a head for each color, or one of each for both where the rule treats them alike. With `mirror` a head
    sees the channels of both views, the side to move's first."""

    def __init__(self, inputs, tables, config):
        super().__init__()
        colors = (0, 1) if config["by_color"] else (0,)
        self.views = nn.ModuleList(View(tables[color], tables[1 - color], config) for color in colors)
        self.heads = nn.ModuleList(Head(inputs, config) for _ in colors)
        self.mirror = config["mirror"]

    def of_turn(self, turn, batch):
        count = len(self.views)
        pooled = self.views[turn](batch["codes"])
        if self.mirror:
            pooled = torch.cat([pooled, self.views[(1 - turn) % count](batch["codes"].flip(1))], 1)
        return self.heads[turn](pooled, batch["counts"], batch["threats"])

    def forward(self, batch):
        if len(self.views) == 1:
            return self.of_turn(0, batch)
        z = torch.empty(len(batch["counts"]))
        for turn in (0, 1):
            rows = torch.nonzero(batch["turns"] == turn).squeeze(1)
            z[rows] = self.of_turn(turn, {name: values[rows] for name, values in batch.items()})
        return z


class CountsOnly(nn.Module):
    """A `Counts` for each color, or one for both."""

    def __init__(self, inputs, config):
        super().__init__()
        self.heads = nn.ModuleList(Counts(inputs, config["hidden"]) for _ in range(2 if config["by_color"] else 1))

    def forward(self, batch):
        of_head = torch.stack([head(batch["counts"], batch["threats"]) for head in self.heads])
        return of_head[batch["turns"] % len(self.heads), torch.arange(of_head.shape[1])]


def build(config, inputs, tables):
    """The network that a configuration describes, for `[color][code][feature]` tables."""
    if config["kind"] == "counts":
        return CountsOnly(inputs, config)
    return Convolution(inputs, tables, config)
