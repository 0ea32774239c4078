#!/usr/bin/env python3
"""How far reviews hold: grades against searches of ten times the time, and proven facts against the solver.

Reviews the games of a match (`tengen review --json`). The positions before and after each move that was graded mistake or
blunder are searched with ten times the limit: the grade holds if what the side to move could expect drops by more than
a mistake's least loss. The solver confirms each proven fact.

    scripts/review_agreement.py matches/0001 --time-ms 200
    scripts/review_agreement.py matches/0001 --nodes 20000 --concurrency 2
"""

import argparse
import json
import subprocess
import sys
import time

BAD = ("mistake", "blunder")
LEAST_LOSS = 0.1
TIMES = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="folders of matches, files or folders of games")
    parser.add_argument("--tengen", default="target/release/tengen", help="the program (default: %(default)s)")
    parser.add_argument("--time-ms", type=int, help="milliseconds for each move of the review (default: 1000)")
    parser.add_argument("--nodes", type=int, help="nodes instead")
    parser.add_argument("--concurrency", type=int, default=1, help="searches at once (default: %(default)s)")
    parser.add_argument("--reviewed", help="the output of an earlier tengen review --json of these games")
    return parser.parse_args()


def review(args):
    """The games with their graded moves."""
    if args.reviewed:
        with open(args.reviewed) as file:
            return [json.loads(line) for line in file]
    limit = ["--nodes", str(args.nodes)] if args.nodes else ["--time-ms", str(args.time_ms or 1000)]
    command = [args.tengen, "review", "--json", *limit, *args.games]
    lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def questions(games, args):
    """(id, question) of all that is asked again."""
    limits = {"nodes": args.nodes * TIMES} if args.nodes else {"time_ms": (args.time_ms or 1000) * TIMES}
    for index, game in enumerate(games):
        moves = [move["move"] for move in game["moves"]]
        for move in game["moves"]:
            upto = opening(game) + moves[: move["number"] - game["moves"][0]["number"] + 1]
            board = {"rule": game["rule"], "size": game["size"]}
            name = f"{index}:{move['number']}"
            if move["grade"] in BAD:
                for when, stones in (("before", upto[:-1]), ("after", upto)):
                    yield f"{when}:{name}", {"kind": "analyse", "position": board | {"moves": " ".join(stones)}, "limits": limits}
            for number, fact in enumerate(move.get("proven", [])):
                question = fact_question(fact, move, upto, board)
                if question:
                    yield f"fact:{name}:{number}", question


def opening(game):
    """The moves before the first graded one."""
    return game.get("opening", "").split()


def fact_question(fact, move, upto, board):
    """Asks the solver for the win that a fact is about, after the move that wins or loses; None where five stands then."""
    mover = move["color"]
    other = "white" if mover == "black" else "black"
    winner = other if fact["what"] == "loses" else mover
    stands = upto if fact["what"] == "loses" else upto[:-1] + fact["line"][:1]
    if fact["proof"] == "five":
        return None
    goal = "win" if fact["proof"] == "book" else "vct"
    return {"kind": "solve", "position": board | {"moves": " ".join(stands)}, "goal": goal, "attacker": winner, "nodes": 5_000_000}


def ask(asked, args):
    """The last line of each answer by id."""
    command = [args.tengen, "analyse", "--concurrency", str(args.concurrency)]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for name, question in asked.items():
        engine.stdin.write(json.dumps({"id": name} | question) + "\n")
    engine.stdin.close()
    answers, start = {}, time.monotonic()
    for line in engine.stdout:
        answer = json.loads(line)
        if answer.get("final", True):
            answers[answer["id"]] = answer
            gone = time.monotonic() - start
            left = gone / len(answers) * (len(asked) - len(answers))
            print(f"\r{len(answers)} of {len(asked)}, {gone:.0f} s gone, {left:.0f} s to go ", end="", file=sys.stderr)
    print(file=sys.stderr)
    return answers


def expectation(answer):
    """The expected result of the side to move, 0 to 1; None without an answer."""
    lines = answer.get("variations")
    return lines[0]["win_probability"] + lines[0]["draw_probability"] / 2 if lines else None


def losses(answers):
    """What the moves that were graded mistake or worse lose by the longer searches."""
    for name, before in answers.items():
        when, _, move = name.partition(":")
        if when == "before":
            best, opponent = expectation(before), expectation(answers[f"after:{move}"])
            if None not in (best, opponent):
                yield best - (1 - opponent)


def main():
    args = arguments()
    games = review(args)
    asked = dict(questions(games, args))
    answers = ask(asked, args)
    graded = list(losses(answers))
    agreed = sum(loss > LEAST_LOSS for loss in graded)
    facts = {name: answer for name, answer in answers.items() if name.startswith("fact:")}
    verdicts = [answer.get("verdict", "error") for answer in facts.values()]
    count = sum(len(game["moves"]) for game in games)
    print(f"{len(games)} games, {count} moves, {len(graded)} graded mistake or worse")
    print(f"of these {agreed} are so by {TIMES} times the search: {100 * agreed / max(1, len(graded)):.1f} %")
    print(f"proven facts: {len(facts)}, by the solver " + ", ".join(f"{verdict} {verdicts.count(verdict)}" for verdict in sorted(set(verdicts))))
    for name, answer in facts.items():
        if answer.get("verdict") != "won":
            print(f"{name}: {answer.get('verdict', answer.get('error'))} {asked[name]['position']}")


if __name__ == "__main__":
    main()
