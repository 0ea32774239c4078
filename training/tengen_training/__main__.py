"""Command line: fits the network of a configuration, and writes fitted networks as the engine's table."""

import argparse
import sys
import tomllib
from pathlib import Path

import numpy as np
import torch

from . import export, fit, policy, records, warm_start

CHECKED = 10_000  # positions by which rounding is corrected and measured


def train(options):
    config, replaced = tomllib.loads(options.config.read_text()), tomllib.loads("\n".join(options.set))
    if unknown := replaced.keys() - config.keys():
        sys.exit(f"tengen_training: {options.config} has no {', '.join(sorted(unknown))}")
    config |= replaced
    boards = [records.read(path) for path in options.records]
    tell = lambda line: print(line, file=sys.stderr, flush=True)
    start = options.warm_start and engine_network(options.warm_start, boards[0].rule)
    net, scale, losses = fit.fit(boards, config, options.positions, options.seed, start, tell)
    print(f"{options.config.stem} {' '.join(options.set)} seed {options.seed}: held out {losses[-1]:.4f}", flush=True)
    if options.out:
        names = {"config": config, "net": net.state_dict(), "mean": scale[0], "spread": scale[1]}
        if config["kind"] == "conv" and config["mirror"]:
            names["models"], names["golden"] = rounded(net, scale, boards, config, tell)
        names |= {"rules": sorted({board.rule for board in boards}), "sides": sorted({board.side for board in boards})}
        torch.save(names, options.out)


def engine_network(folder, rule):
    """What sets a network to the engine's of a rule."""
    numbers = warm_start.numbers_of(export.EVALUATION.blocks_of((folder / export.EVALUATION.file).read_text())[rule])
    return lambda net, mean, spread: warm_start.load(net, numbers, mean, spread)


def rounded(net, scale, boards, config, tell):
    """The network as whole numbers, compared with what was fitted; and what it gives for some positions, as lines."""
    predictions = []
    for board in boards:
        rows = np.linspace(0, len(board.rows) - 1, CHECKED // len(boards)).astype(int)
        data = fit.Data(board, config, rows)
        data.normalize(*scale)
        predictions.append((board.rows[rows], fit.predict(net, data).numpy()))
    whole = export.whole_numbers(net, *scale)
    export.correct(whole, boards, predictions)
    errors, golden = [], []
    for board, (rows, z) in zip(boards, predictions):
        scores = export.evaluate(whole, board.tables, rows, board.side)
        errors.append(np.abs(scores - records.SCORE_UNITS * z))
        golden.append([f"{board.rule} {export.diagram(board, row)} {score}" for row, score in zip(rows, scores)])
    errors = np.concatenate(errors)
    tell(f"rounding: {errors.mean():.2f} score units on average, {errors.max():.1f} at most, of {len(errors)} positions")
    return whole, golden


def table(options):
    table = options.out / export.EVALUATION.file
    blocks = export.EVALUATION.blocks_of(table.read_text())
    for path in options.networks:
        network = torch.load(path)
        blocks |= dict.fromkeys(network["rules"], export.EVALUATION.block(network["rules"], network["models"]))
        lines = [line for of_board in network["golden"] for line in of_board[:: max(1, len(of_board) // options.golden)]]
        export.replace_golden(options.out / "golden.txt", network["rules"], lines)
    table.write_text(export.EVALUATION.rust(blocks))


def policy_of(options):
    tell = lambda line: print(line, file=sys.stderr, flush=True)
    policy.write(options.records, options.out, options.epochs, options.seed, options.golden, tell)


def outlook_of(options):
    from . import outlook  # needs matplotlib

    print(outlook.write(options.shards, options.out, options.plot), end="")


def main():
    torch.set_num_threads(1)
    parser = argparse.ArgumentParser(prog="tengen_training", description="Fits networks to records of positions: evaluation, policy, outlook.")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("fit", help="fit a network")
    command.add_argument("config", type=Path, help="a configuration: configs/*.toml")
    command.add_argument("records", type=Path, nargs="+", help="files of `tengen datagen --features-of`, one a board")
    command.add_argument("--positions", type=int, default=1 << 60, help="leaves of each board to learn from [default: all]")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--set", nargs="*", default=[], metavar="KEY=VALUE", help="in place of the configuration's")
    command.add_argument("--warm-start", type=Path, metavar="FOLDER", help="begin with the engine's network of the rule: the folder src/eval")
    command.add_argument("--out", type=Path, help="the file of the network")
    command.set_defaults(run=train)
    command = commands.add_parser("table", help="put networks into the engine: weights_table.rs, and golden.txt for its test; other rules keep theirs")
    command.add_argument("networks", type=Path, nargs="+", help="files of `fit`, one a rule or group of rules")
    command.add_argument("--golden", type=int, default=30, help="positions of each board in golden.txt")
    command.add_argument("--out", type=Path, required=True, help="the folder src/eval")
    command.set_defaults(run=table)
    command = commands.add_parser("policy", help="fit the policy network to a rule's moves that failed high, and put it into the engine")
    command.add_argument("records", type=Path, nargs="+", help="files of `tengen datagen --fail-highs-of`, one a board")
    command.add_argument("--epochs", type=int, default=5)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--golden", type=int, default=15, help="positions of each board in golden_policy.txt")
    command.add_argument("--out", type=Path, required=True, help="the folder src/ordering")
    command.set_defaults(run=policy_of)
    command = commands.add_parser("outlook", help="fit win, draw and loss by score to games, and plot the calibration")
    command.add_argument("shards", type=Path, nargs="+", help="shards of `tengen datagen`")
    command.add_argument("--out", type=Path, required=True, help="src/analysis/outlook_table.rs")
    command.add_argument("--plot", type=Path, required=True, help="the picture, SVG")
    command.set_defaults(run=outlook_of)
    options = parser.parse_args()
    try:
        options.run(options)
    except (OSError, records.RecordsError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"tengen_training: {error}")


main()
