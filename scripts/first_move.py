#!/usr/bin/env python3
"""How much later than an empty program a brain's first move comes, process start included.

Usage: first_move.py RUNS MOST_MS WORD EMPTY_PROGRAM WORD BRAIN     (WORD: what starts a program, as wine)
Fails if the median is more than MOST_MS later.
"""

import statistics
import subprocess
import sys
import time

LINES = b"INFO timeout_turn 0\nSTART 20\nBEGIN\n"


def first_move_ms(command, count):
    """From the start of the process to its answer of that number."""
    begun = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(LINES)
        process.stdin.flush()
        while count:
            line = process.stdout.readline()
            if not line:
                sys.exit(f"{command[-1]} ended without a move")
            count -= b"," in line and line[:1].isdigit()
        elapsed_ms = (time.monotonic() - begun) * 1000
        process.stdin.close()
        process.wait()
    return elapsed_ms


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    runs, most_ms = int(sys.argv[1]), float(sys.argv[2])
    empty, brain = sys.argv[3:5], sys.argv[5:7]
    times = {"empty program": [], "brain": []}
    for _ in range(runs):  # in turn, so that both see the same machine
        times["empty program"].append(first_move_ms(empty, 1))
        times["brain"].append(first_move_ms(brain, 1))
    for name, ms in times.items():
        print(f"{name}: first move after {statistics.median(ms):.0f} ms (median of {runs}; longest {max(ms):.0f})")
    later = statistics.median(times["brain"]) - statistics.median(times["empty program"])
    print(f"{later:.0f} ms later; at most {most_ms:.0f} wanted")
    sys.exit(later > most_ms)


if __name__ == "__main__":
    main()
