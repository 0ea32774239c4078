#!/usr/bin/env python3
"""The score of an engine in a match under swap2: altogether, by who opened, and by what came of it.

Usage: scripts/swap2_score.py FOLDER ENGINE

The error is that of 95 %, from pairs of games.
"""

import json
import math
import sys
from collections import defaultdict
from pathlib import Path

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def score_of(game: dict, engine: str) -> float:
    points = POINTS[game["result"]]
    return points if game["black"]["name"] == engine else 1 - points


def mean_and_error(values: list) -> tuple:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)
    return 100 * mean, 196 * math.sqrt(spread / len(values))


def read_games(path: Path) -> list:
    """The games after the plan; half a line at the end is of a match that still runs or was killed."""
    *lines, rest = path.read_text().split("\n")
    if rest:
        print(f"{path}: the last line is half-written and left out", file=sys.stderr)
    return [json.loads(line) for line in lines[1:]]


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: scripts/swap2_score.py FOLDER ENGINE")
    path, engine = Path(sys.argv[1], "results.jsonl"), sys.argv[2]
    if not path.is_file():
        sys.exit(f"{path}: no such file")
    games = read_games(path)
    if not games:
        sys.exit(f"{path}: no games")
    names = sorted({game[color]["name"] for game in games for color in ("black", "white")})
    if engine not in names:
        sys.exit(f"{path}: no engine {engine}, but {', '.join(names)}")
    groups, pairs = defaultdict(list), defaultdict(list)
    for game in games:
        score = score_of(game, engine)
        pairs[game["game"] // 2].append(score)
        opener = "opened by it" if game["game"] % 2 == 0 else "opened by the other"
        color = "as black" if game["black"]["name"] == engine else "as white"
        groups[f"{opener}, {game['opening']} stones, {color}"].append(score)
    for name, scores in sorted(groups.items()):
        print(f"{name:44} {len(scores):4} games {100 * sum(scores) / len(scores):6.1f} %")
    halves = [sum(scores) / len(scores) for scores in pairs.values()]
    mean, error = mean_and_error(halves)
    print(f"{engine}: {mean:.1f} % +/- {error:.1f} % of {len(games)} games")


if __name__ == "__main__":
    main()
