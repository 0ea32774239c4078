"""Measures the answers of `tengen analyse`: python3 scripts/analysis_speed.py [TENGEN]

Prints, over positions of several rules: milliseconds from a question's line to the first line of its answer, lines a
second while a search goes on, milliseconds from a stop to the last line, and the time of five variations as a multiple
of that of one to the same depth. Each is the median and the worst of all positions. Takes a minute, on an idle machine.
"""

import json
import statistics
import subprocess
import sys
import time

POSITIONS = [
    {"moves": "h8 i9 k10", "rule": "renju", "size": 15},
    {"moves": "h8 h9 l12", "rule": "renju", "size": 15},
    {"moves": "h8 i9 a1", "rule": "standard", "size": 15},
    {"moves": "j10 k11 c18", "rule": "freestyle", "size": 20},
    {"moves": "j10 k12 a1 l9", "rule": "freestyle", "size": 20},
    {"moves": "h8 i9 g7 j10", "rule": "caro", "size": 15},
]
SECONDS = 3
DEPTH = 10


class Engine:
    def __init__(self, program: str):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([program, "analyse"], text=True, bufsize=1, **pipes)

    def ask(self, **question) -> float:
        self.process.stdin.write(json.dumps(question) + "\n")
        return time.monotonic()

    def line(self) -> tuple:
        return json.loads(self.process.stdout.readline()), time.monotonic()

    def last(self) -> float:
        while True:
            answer, now = self.line()
            if answer.get("final"):
                return now

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def first_lines_and_stop(program: str, position: dict) -> tuple:
    """Milliseconds to the first line, lines a second, and milliseconds to stop."""
    engine = Engine(program)
    # The program has started.
    engine.ask(id="start", kind="forbidden")
    engine.line()
    asked = engine.ask(id="a", kind="analyse", position=position, limits={"depth": 200})
    _, first = engine.line()
    lines, now = 0, first
    while now < asked + SECONDS:
        answer, now = engine.line()
        if answer["final"]:
            sys.exit(f"{position} is decided: it tells nothing about a stop")
        lines += 1
    stopped = engine.ask(id="s", kind="stop", question="a")
    end = engine.last()
    engine.end()
    return 1000 * (first - asked), lines / (now - first), 1000 * (end - stopped)


def seconds_to_depth(program: str, position: dict, variations: int) -> float:
    engine = Engine(program)
    limits = {"depth": DEPTH}
    asked = engine.ask(id="a", kind="analyse", position=position, limits=limits, variations=variations)
    took = engine.last() - asked
    engine.end()
    return took


def tell(what: str, values: list, worst) -> None:
    print(f"| {what} | {statistics.median(values):.3g} | {worst(values):.3g} |")


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/tengen"
    measured = [first_lines_and_stop(program, position) for position in POSITIONS]
    first, rate, stop = zip(*measured)
    ratios = [
        seconds_to_depth(program, position, 5) / seconds_to_depth(program, position, 1) for position in POSITIONS
    ]
    print("| | median | worst |\n|---|---:|---:|")
    tell("first line of the answer, ms", first, max)
    tell("lines a second", rate, min)
    tell("stop, ms", stop, max)
    tell(f"five variations to depth {DEPTH}, times one", ratios, max)


main()
