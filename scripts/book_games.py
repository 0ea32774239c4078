#!/usr/bin/env python3
"""Checks the games of a match in which one engine had black: all won, none with more stones than said.

Usage: scripts/book_games.py FOLDER ENGINE PLIES

Prints the games, the longest and the second moves that occurred, up to symmetry.
"""

import json
import sys
from pathlib import Path


def canonical(x: int, y: int) -> tuple:
    """A point up to the symmetries of a 15x15 board, from its column and row, both from 1."""
    return tuple(sorted((abs(x - 8), abs(y - 8))))


def second_move(game: dict) -> tuple:
    name = game["moves"].split()[1]
    return canonical(ord(name[0]) - ord("a") + 1, int(name[1:]))


def main() -> None:
    folder, engine, plies = sys.argv[1], sys.argv[2], int(sys.argv[3])
    lines = Path(folder, "results.jsonl").read_text().splitlines()
    games = [json.loads(line) for line in lines[1:]]
    games = [game for game in games if game["black"]["name"] == engine]
    lengths = [len(game["moves"].split()) for game in games]
    lost = [game["game"] for game in games if game["result"] != "1-0"]
    late = [game["game"] for game, length in zip(games, lengths) if length > plies]
    seconds = {second_move(game) for game in games}
    print(f"{engine} as black: {len(games)} games, {len(lost)} not won, longest {max(lengths)} stones, "
          f"{len(seconds)} second moves")
    if lost or late:
        print(f"not won: {lost}; longer than {plies}: {late}")
        sys.exit(1)


if __name__ == "__main__":
    main()
