#!/usr/bin/env python3
"""Games of Tengen against itself as a table by clock and league, and what a soak forbids: any end but a five or a full board,
a warning of the runner, an announced win that was not won, a move later than a limit allows.
Usage: soak_table.py LATE_MS FOLDER ..
FOLDER is one of `tengen match`. LATE_MS: the most milliseconds that a move may pass its limit by; any in a folder whose name
begins with "busy". Exit code 1: something forbidden was seen, and is named."""

import collections
import json
import os
import sys

WIN_BEYOND = 20_000  # scores above are proven wins (src/score.rs)
ROW = "{:12} {:13} {:>6} {:>6} {:>11} {:>7} {:>10} {:>9} {:>9}"


def forbidden(game):
    """What a game shows that a soak forbids, its worst lateness in ms aside."""
    if game["reason"] not in ("five", "full-board"):
        yield f"{game['reason']} {game.get('detail', '')}"
    for side in (game["black"], game["white"]):
        for warning in side.get("warnings", []):
            yield f"warning: {warning}"
    for number, score in announced(game):
        if game["result"] != ("1-0", "0-1")[number % 2]:
            yield f"move {number + 1} announced a win (score {score}), and the result is {game['result']}"


def announced(game):
    """(number of the move from 0, score) of each move whose score is a proven win."""
    for number, score in enumerate(game["scores"], game["opening"]):
        if score is not None and score > WIN_BEYOND:
            yield number, score


def late_ms(game):
    """The longest time in ms by which a move of the game passed its limit."""
    return max(side["time"]["worst_over_us"] for side in (game["black"], game["white"])) / 1000


def main():
    late_limit, seen = float(sys.argv[1]), []
    totals = collections.Counter()
    print(ROW.format("games of", "league", "games", "moves", "full boards", "faults", "announced", "not won", "late ms"))
    for folder in sys.argv[2:]:
        part = os.path.basename(os.path.normpath(folder))
        with open(os.path.join(folder, "results.jsonl")) as lines:
            games = [game for game in map(json.loads, lines) if "moves" in game]
        for league in sorted({game["league"] for game in games}):
            own = [game for game in games if game["league"] == league]
            faults = [(game["game"], fault) for game in own for fault in forbidden(game)]
            not_won = sum("announced" in fault for _, fault in faults)
            late = max(map(late_ms, own))
            row = {
                "games": len(own),
                "moves": sum(len(game["us"]) for game in own),
                "full boards": sum(game["reason"] == "full-board" for game in own),
                "faults": len(faults) - not_won,
                "announced": sum(any(announced(game)) for game in own),
                "not won": not_won,
            }
            totals.update(row)
            print(ROW.format(part, league, *row.values(), f"{late:.1f}"))
            seen += [f"{part}, {league}, game {number}: {fault}" for number, fault in faults]
            if late > late_limit and not part.startswith("busy"):
                seen.append(f"{part}, {league}: a move {late:.1f} ms late")
    print(ROW.format("all", "", *totals.values(), ""))
    print("announced: games in which a brain announced a proven win; late: the longest time past a limit")
    print(*(seen or ["nothing forbidden"]), sep="\n")
    sys.exit(bool(seen))


if __name__ == "__main__":
    main()
