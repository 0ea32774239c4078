#!/usr/bin/env python3
"""A brain as it would be without a choice under swap2: offers the same three stones always, takes black always.

Usage: scripts/swap2_fixed.py X,Y X,Y X,Y BRAIN [ARGUMENT ..]

Stands between a manager and a brain, answers SWAP2BOARD itself and hands on all other lines. The brain
writes to the manager directly, so that nothing is lost on its clock.
"""

import subprocess
import sys


def answer_swap2(lines, stones: str) -> None:
    """Reads the rest of the block and answers it."""
    told = 0
    for line in lines:
        word = line.strip().lower()
        if word == b"done":
            break
        told += b"," in word
    print("SWAP" if told else stones, flush=True)


def main() -> None:
    stones, brain = " ".join(sys.argv[1:4]), sys.argv[4:]
    process = subprocess.Popen(brain, stdin=subprocess.PIPE)
    lines = iter(sys.stdin.buffer.readline, b"")
    try:
        for line in lines:
            if line.strip().upper() == b"SWAP2BOARD":
                answer_swap2(lines, stones)
            else:
                process.stdin.write(line)
                process.stdin.flush()
        process.stdin.close()
    except BrokenPipeError:
        pass
    sys.exit(process.wait())


if __name__ == "__main__":
    main()
