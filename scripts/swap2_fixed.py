#!/usr/bin/env python3
"""A brain as it would be without a choice under swap2: offers the same three stones always, takes black always.

Usage: scripts/swap2_fixed.py X,Y X,Y X,Y BRAIN [ARGUMENT ..]

Stands between a manager and a brain, answers SWAP2BOARD itself and hands on all other lines. The brain
writes to the manager directly, so that nothing is lost on its clock.
"""

import contextlib
import os
import subprocess
import sys


def answer_swap2(lines, stones: bytes) -> None:
    """Reads the rest of the block and answers it."""
    told = 0
    for line in lines:
        word = line.strip().lower()
        if word == b"done":
            break
        told += b"," in word
    os.write(sys.stdout.fileno(), (b"SWAP" if told else stones) + b"\n")


def main() -> None:
    if len(sys.argv) < 5:
        sys.exit("usage: scripts/swap2_fixed.py X,Y X,Y X,Y BRAIN [ARGUMENT ..]")
    stones, command = " ".join(sys.argv[1:4]).encode(), sys.argv[4:]
    lines = iter(sys.stdin.buffer.readline, b"")
    # When the manager or the brain goes, the brain's input ends, and so does the brain.
    with contextlib.suppress(BrokenPipeError), subprocess.Popen(command, stdin=subprocess.PIPE) as brain:
        for line in lines:
            if line.strip().upper() == b"SWAP2BOARD":
                answer_swap2(lines, stones)
            else:
                brain.stdin.write(line)
                brain.stdin.flush()
    sys.exit(brain.returncode)


if __name__ == "__main__":
    main()
