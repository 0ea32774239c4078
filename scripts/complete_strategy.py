#!/usr/bin/env python3
"""Proves a win of black's by a strategy for another rule or board, which leaves holes: a job-level proof-number search.

`tengen prove` follows the strategy as far as it holds. Where it leaves a reply open, `tengen solve` searches a win. Where it finds none,
`tengen analyse` names moves and their win probabilities; the likeliest are played, and `tengen prove` tells which replies they leave open. The
proof number of a position is a guess of the work that is left, from these probabilities; the next job is at the most proving position. When
all is won, the whole is checked. A run that was interrupted goes on.

    scripts/complete_strategy.py proof data/books/standard15.certificate --rule renju --start "h8 i9" --plies 61
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time

from strategy_tree import OTHERS, Tree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECONDS_OF_A_SEARCH = 15
SECONDS_OF_AN_ANALYSIS = 15
SECONDS_WHERE_SURE = 60  # of one more search, where a move has at least this win probability
SURE = 0.98
SECONDS_OF_A_MOVE = 40  # for all replies to it; a move that needs more is dropped
MOVES = 4
WON, NOT_WON, UNKNOWN, NOT_CONFIRMED, OUT_OF_TIME = 0, 1, 3, 4, 124
NEWEST_WINS = 100  # hints of a search


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", help="the file to write; a folder beside it, PROOF.search, holds the search")
    parser.add_argument("strategy", help="the certificate whose moves are tried first")
    parser.add_argument("--rule", default="standard", help="(default: %(default)s)")
    parser.add_argument("--boardsize", type=int, default=15, help="the board's side (default: %(default)s)")
    parser.add_argument("--start", default="", help="the moves before the first decision (default: none)")
    parser.add_argument("--plies", type=int, default=45, help="stones by which five must stand (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=3600, help="no new job after them (default: %(default)s)")
    parser.add_argument("--memory", type=int, default=1000, help="megabytes of a search (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="of prover and checker; and jobs at once (default: %(default)s)")
    bin = os.environ.get("BIN", f"{ROOT}/target/release")
    parser.add_argument("--program", default=f"{bin}/tengen", help="(default: %(default)s)")
    return parser.parse_args()


class Tengen:
    """Runs the program. Wins are certificates in a folder, named by the moves up to the position."""

    def __init__(self, options):
        self.options = options
        self.board = ("--rule", options.rule, "--boardsize", str(options.boardsize))
        self.wins = os.path.join(f"{options.proof}.search", "won")
        self.scratch = os.path.join(f"{options.proof}.search", "scratch")
        for folder in (self.wins, self.scratch):
            os.makedirs(folder, exist_ok=True)

    def newest(self):
        """The certificates of wins, the newest last."""
        return sorted((entry.path for entry in os.scandir(self.wins)), key=os.path.getmtime)

    def hints(self):
        """The certificates that a search takes hints from."""
        with open(self.options.proof) as lines:
            has_decisions = any(" = " in line for line in lines)
        return self.newest()[-NEWEST_WINS:] + [self.options.proof] * has_decisions

    def run(self, seconds, *words, expected, text=None):
        command = ["timeout", str(seconds), self.options.program, *words]
        run = subprocess.run(command, input=text, capture_output=True, text=True)
        if run.returncode not in expected:
            raise RuntimeError(f"{' '.join(command)} ended with {run.returncode}: {run.stderr}")
        return run

    def kind(self, moves):
        """The flags of a proof from a position on."""
        plies = str(self.options.plies)
        return (*self.board, "--plies", plies, "--start", " ".join(moves), "--efforts", "1", "--rounds", "1")

    def strategy(self):
        """Follows the strategy and the wins, and checks the whole. Returns whether it is proven, and the replies that are open."""
        options = self.options
        command = [options.program, "prove", options.proof, "--hints", options.strategy, "--threads", str(options.threads)]
        command += [word for path in self.newest() for word in ("--wins", path)]
        open_replies = []
        with subprocess.Popen([*command, *self.kind(options.start.split())], stdout=subprocess.PIPE, text=True) as run:
            for line in run.stdout:
                words = line.split()
                if words[:1] == ["open:"]:
                    open_replies.append(words[1:])
                else:
                    print(line, end="", flush=True)
        if run.returncode not in (WON, UNKNOWN):
            sys.exit(run.returncode)
        return run.returncode == WON, open_replies

    def solve(self, moves, seconds):
        """Searches a win; returns whether there is one."""
        options, name = self.options, "_".join(moves)
        certificate = os.path.join(self.scratch, name)
        words = ["solve", *moves, "--goal", "win", "--no-book", *self.board]
        words += ["--plies", str(options.plies - len(moves)), "--attacker", "black", "--nodes", "20000000000"]
        words += ["--memory", str(options.memory), "--certificate", certificate]
        words += [word for path in self.hints() for word in ("--like", path)]
        run = self.run(seconds, *words, expected=(WON, NOT_WON, UNKNOWN, NOT_CONFIRMED, OUT_OF_TIME))
        if run.returncode == NOT_CONFIRMED:
            print(run.stderr, end="", flush=True)
        if run.returncode != WON:
            return False
        os.replace(certificate, os.path.join(self.wins, name))
        return True

    def analyse(self, moves):
        """The best moves, and the win probability of each."""
        position = {"moves": " ".join(moves), "rule": self.options.rule, "size": self.options.boardsize}
        question = {"id": "", "kind": "analyse", "position": position, "variations": MOVES}
        question["limits"] = {"time_ms": 1000 * SECONDS_OF_AN_ANALYSIS}
        run = self.run(10 * SECONDS_OF_AN_ANALYSIS, "analyse", expected=(WON,), text=json.dumps(question))
        last = json.loads(run.stdout.splitlines()[-1])
        return [(variation["move"], variation["win_probability"]) for variation in last["variations"]]

    def decide(self, moves, move, path):
        """Writes a certificate with one decision."""
        options = self.options
        head = f"rule {options.rule}\nsize {options.boardsize}\nstart {' '.join(moves)}\nplies {options.plies}\n"
        new = os.path.join(self.scratch, f"{os.path.basename(path)}.new")
        with open(new, "w") as file:
            file.write(f"{head}{' '.join(moves)} = {move}\n")
        os.replace(new, path)

    def win(self, moves, move):
        """Keeps a move after which all is won."""
        path = os.path.join(self.wins, "_".join(moves))
        # What was written before stays as old as it is: the newest wins are the hints of a search.
        if not os.path.exists(path):
            self.decide(moves, move, path)

    def replies(self, moves, move):
        """The replies to a move that are open, as the moves up to each; `None` if they could not be told in time."""
        proof = os.path.join(self.scratch, f"{'_'.join(moves)}_{move}")
        hint = f"{proof}.hint"
        self.decide(moves, move, hint)
        words = ("prove", proof, "--hints", hint, "--threads", "1", *self.kind(moves))
        run = self.run(SECONDS_OF_A_MOVE, *words, expected=(WON, UNKNOWN, OUT_OF_TIME))
        for path in filter(os.path.exists, (proof, hint)):
            os.remove(path)
        open_replies = [line.split()[1:] for line in run.stdout.splitlines() if line.startswith("open:")]
        return open_replies if open_replies or run.returncode == WON else None


class Search:
    def __init__(self, options):
        self.options = options
        self.tengen = Tengen(options)
        self.file = os.path.join(f"{options.proof}.search", "tree.json")
        self.tree = Tree(self.file if os.path.exists(self.file) else None)
        self.last_moment = time.monotonic() + options.seconds
        self.lock = threading.Lock()
        self.fault = None

    def work(self, job):
        """Does a job, without the lock; returns what is to be done in the tree."""
        node, candidate = job
        if candidate.move != OTHERS:
            replies = self.tengen.replies(node.moves, candidate.move)
            return lambda: self.tree.answer(candidate, replies), f"{candidate.move}: {'dropped' if replies is None else len(replies)}"
        is_won, moves = self.tengen.solve(node.moves, SECONDS_OF_A_SEARCH), []
        if not is_won:
            moves = self.tengen.analyse(node.moves)
            is_sure = max((probability for _, probability in moves), default=0) >= SURE
            is_won = is_sure and self.tengen.solve(node.moves, SECONDS_WHERE_SURE)
        if is_won:
            return lambda: self.tree.win(node), "won"
        return lambda: self.tree.name(node, candidate, moves), " ".join(f"{move} {p:.2f}" for move, p in moves)

    def jobs(self):
        """Does one job after the other, beside other threads."""
        try:
            while time.monotonic() < self.last_moment and not self.fault:
                with self.lock:
                    job = self.tree.most_proving()
                    if job is None and not self.tree.is_busy():
                        return
                if job is None:
                    time.sleep(0.1)
                    continue
                apply, text = self.work(job)
                with self.lock:
                    job[1].busy = False
                    apply()
                    self.tree.save(self.file)
                    print(f"{time.strftime('%H:%M:%S')} proof number {self.tree.proof_number():.0f}; {' '.join(job[0].moves)}: {text}", flush=True)
        except Exception as fault:
            self.fault = fault

    def search(self):
        """Does jobs until all is won or the time is over."""
        threads = [threading.Thread(target=self.jobs, daemon=True) for _ in range(self.options.threads)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.fault:
            raise self.fault

    def run(self):
        """Searches until all replies are won. Returns the exit code."""
        while True:
            for moves, move in self.tree.decisions():
                self.tengen.win(moves, move)
            proven, replies = self.tengen.strategy()
            if proven or not replies:
                return WON if proven else UNKNOWN
            self.tree.follow(self.options.start.split(), replies)
            if self.tree.is_won():
                raise RuntimeError(f"tengen prove leaves open what is won: {replies}")
            self.search()
            if not self.tree.is_won():
                print(f"not won; proof number {self.tree.proof_number():.0f}")
                return UNKNOWN


if __name__ == "__main__":
    try:
        sys.exit(Search(arguments()).run())
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on")
