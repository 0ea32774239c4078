"""Takes a network of whole numbers, as export.py writes it, back into one that learns on."""

import json
import re

import numpy as np
import torch

from .export import FIRST_SHIFT, HIDDEN_SCALE, KERNEL_SCALE, OUT_SHIFT, UNIT, pooled_units, whole_numbers
from .models import Convolution
from .records import SCORE_UNITS, RecordsError

FITTED = re.compile(r"Fitted \{(.*?)\n    \}", re.S)
FIELD = re.compile(r"(\w+): ([-\d\[\], ]+),\n")


def numbers_of(block):
    """The arrays by name of each `Fitted` in the text of a static."""
    return [{name: np.array(json.loads(text), np.float64) for name, text in FIELD.findall(fitted[1] + "\n")} for fitted in FITTED.finditer(block)]


def load(net, models, mean, spread):
    """Sets the parameters of a `Convolution` so that `export.whole_numbers` gives `models`, one for each color or one for
    both. `mean` and `spread` are those of the counts.

    Raises:
        RecordsError: if the network is not of the engine's form."""
    channels = len(models[0]["bias"])
    if not isinstance(net, Convolution) or [len(bias) for bias in net.views[0].bias] != [channels]:
        raise RecordsError(f"the engine's network is a convolution of one layer with {channels} channels, the configuration's is not")
    if len(models) != len(net.views):
        raise RecordsError(f"the engine has {len(models)} networks for the rule, the configuration asks for {len(net.views)}")
    parameters, counts_scale = {}, (mean.double().numpy(), spread.double().numpy())
    for color, (model, unit) in enumerate(zip(models, pooled_units(net))):
        parameters |= {f"views.{color}.{name}": values for name, values in view_parameters(model, net.views[color].embed.shape[2]).items()}
        parameters |= {f"heads.{color}.{name}": values for name, values in head_parameters(model, unit, *counts_scale).items()}
    state = net.state_dict()
    for name, values in parameters.items():
        values = torch.from_numpy(np.ascontiguousarray(values))
        if state[name].shape != values.shape:
            raise RecordsError(f"{name} is {tuple(values.shape)} in the engine, {tuple(state[name].shape)} in the configuration")
        state[name] = values
    net.load_state_dict(state)
    for model, again in zip(models, whole_numbers(net, mean, spread)):
        for name, values in again.items():
            if np.abs(values - model[name]).max() > 1:
                raise RecordsError(f"{name} of the engine needs more than the configuration has: more rows")


def view_parameters(model, rows):
    kernel = model["kernel"] / KERNEL_SCALE
    sides, features, taps, channels = kernel.shape
    left, sizes, right = np.linalg.svd(kernel.reshape(sides * features, taps * channels), full_matrices=False)
    root = np.sqrt(sizes[:rows])
    return {
        "embed": (left[:, :rows] * root).reshape(sides, features, rows),
        "taps.0": (right[:rows] * root[:, None]).T.reshape(taps, channels, rows),
        "bias.0": model["bias"] / KERNEL_SCALE,
    }


def head_parameters(model, pooled_unit, mean, spread):
    direct = np.append(model["direct"].ravel(), model["stone"]) / (SCORE_UNITS * UNIT)
    return {
        "first.weight": model["first"] / (pooled_unit * HIDDEN_SCALE * 2**FIRST_SHIFT),
        "first.bias": model["first_bias"] / HIDDEN_SCALE,
        "out.weight": model["out"][None] / (SCORE_UNITS * UNIT),
        "pooled.weight": model["pooled"][None] / (pooled_unit * SCORE_UNITS * UNIT * 2**OUT_SHIFT),
        "counts.linear.weight": (direct * spread)[None],
        "counts.linear.bias": np.array([mean @ direct]),
        "counts.threats.weight": np.zeros((1, int(np.log2(len(model["threats"]))))),
        "counts.sets.weight": model["threats"][:, None] / SCORE_UNITS,
    }
