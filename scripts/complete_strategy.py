#!/usr/bin/env python3
"""Proves a win of black's by a strategy for another rule or board, which leaves holes.

`tengen prove` follows the strategy as far as it holds. Where it leaves a reply open, `tengen solve` searches a win: there, two plies before, and
so on up to twelve, 15 s each. What is won stands in place of the strategy's moves. Both are repeated until no reply is open, and the whole is
checked. Where nothing is won in 15 s, searches of 45 and 150 s follow. A run that was interrupted goes on.

    scripts/complete_strategy.py proof data/books/standard15.certificate --rule renju --start "h8 i9" --plies 61
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Seconds of a search, and plies before the open reply at which it begins.
SECONDS = (15, 45, 150)
PLIES_BEFORE = range(0, 14, 2)
WON, NOT_WON, UNKNOWN, OUT_OF_TIME = 0, 1, 3, 124


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", help="the file to write; wins on the way go to a folder beside it, PROOF.won")
    parser.add_argument("strategy", help="the certificate whose moves are tried first")
    parser.add_argument("--rule", default="standard", help="(default: %(default)s)")
    parser.add_argument("--boardsize", type=int, default=15, help="the board's side (default: %(default)s)")
    parser.add_argument("--start", default="", help="the moves before the first decision (default: none)")
    parser.add_argument("--plies", type=int, default=45, help="stones by which five must stand (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=3600, help="no new search after them (default: %(default)s)")
    parser.add_argument("--memory", type=int, default=1000, help="megabytes of a search (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="of prover and checker; and searches at once (default: %(default)s)")
    bin = os.environ.get("BIN", f"{ROOT}/target/release")
    parser.add_argument("--program", default=f"{bin}/tengen", help="(default: %(default)s)")
    return parser.parse_args()


def has_decisions(path):
    with open(path) as lines:
        return any(" = " in line for line in lines)


class Proof:
    def __init__(self, options):
        self.options = options
        self.folder = f"{options.proof}.won"
        self.last_moment = time.monotonic() + options.seconds
        self.searched = {}  # seconds without a win, by the moves
        self.won = []  # the moves to positions that were won since the prover's last run
        os.makedirs(self.folder, exist_ok=True)

    def is_over(self):
        return time.monotonic() > self.last_moment

    def wins(self):
        """The certificates of positions on the way, the newest last."""
        names = (name for name in os.listdir(self.folder) if not name.startswith("."))
        files = [os.path.join(self.folder, name) for name in names]
        return sorted(files, key=os.path.getmtime)

    def prove(self):
        """Follows the strategy. Returns the exit code, and the replies that are open: the moves up to each."""
        options = self.options
        command = [options.program, "prove", options.proof, "--hints", options.strategy, "--efforts", "1", "--rounds", "1"]
        command += ["--threads", str(options.threads)]
        if not os.path.exists(options.proof):
            command += ["--rule", options.rule, "--boardsize", str(options.boardsize)]
            command += ["--start", options.start, "--plies", str(options.plies)]
        for path in self.wins():
            command += ["--wins", path]
        open_replies = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
            for line in run.stdout:
                words = line.split()
                if words[:1] == ["open:"]:
                    open_replies.append(words[1:])
                else:
                    print(line, end="", flush=True)
        return run.returncode, open_replies

    def solve(self, moves, seconds):
        """Searches a position; returns whether it is won."""
        options = self.options
        certificate = os.path.join(self.folder, "_".join(moves))
        command = [options.program, "solve", *moves, "--goal", "win", "--no-book", "--rule", options.rule]
        command += ["--boardsize", str(options.boardsize), "--plies", str(options.plies - len(moves)), "--attacker", "black"]
        command += ["--nodes", "20000000000", "--memory", str(options.memory), "--certificate", certificate]
        for path in self.wins() + ([options.proof] if has_decisions(options.proof) else []):
            command += ["--like", path]
        run = subprocess.run(["timeout", str(seconds), *command], capture_output=True, text=True)
        if run.returncode not in (WON, NOT_WON, UNKNOWN, OUT_OF_TIME):
            raise RuntimeError(f"tengen solve ended with {run.returncode}: {run.stderr}")
        return run.returncode == WON

    def close(self, reply, seconds):
        """Looks for a win at an open reply or before it. Returns the moves to the position that is won."""
        first = len(self.options.start.split())
        for before in PLIES_BEFORE:
            moves = tuple(reply[: len(reply) - before])
            if len(moves) < max(first, 1) or self.searched.get(moves, 0) >= seconds:
                continue
            if self.is_over() or any(tuple(reply[: len(won)]) == won for won in self.won):
                break
            if self.solve(moves, seconds):
                self.won.append(moves)
                return moves
            self.searched[moves] = seconds
        return None

    def close_all(self, replies, seconds):
        """Looks for wins at all open replies; returns how many positions were won."""
        self.won.clear()
        with ThreadPoolExecutor(self.options.threads) as pool:
            closed = pool.map(lambda reply: self.close(reply, seconds), replies)
            for number, (reply, moves) in enumerate(zip(replies, closed), 1):
                if moves:
                    print(f"{number} of {len(replies)} open: {' '.join(reply)}: won after {' '.join(moves)}", flush=True)
        return len(self.won)


def main():
    proof = Proof(arguments())
    while True:
        code, replies = proof.prove()
        if code != UNKNOWN or not replies:
            sys.exit(code)
        if proof.is_over() or not any(proof.close_all(replies, seconds) for seconds in SECONDS):
            print(f"{len(replies)} replies stay open")
            sys.exit(UNKNOWN)


main()
