#!/usr/bin/env python3
"""Tunes numbers of the search by games of the brain against itself: simultaneous perturbation (SPSA).

Each step moves all numbers at once, a little up or down by chance, plays the one side against the other, and goes
a little towards the winner. Goes on where it was ended: what is known is in the state file after every step.

Needs a brain of `cargo build --release --features tune`; its `--tunables` lists the numbers with their ranges.
Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization" (1998).
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Exponents of the gains, as Spall advises; how many steps the first ones are slowed by, as a share of all.
ALPHA, GAMMA, SLOW = 0.602, 0.101, 0.1


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--state", type=Path, default=Path("spsa.json"), help="what is known so far (%(default)s)")
    add("--games", type=int, default=4000, help="all games, those before included (%(default)s)")
    add("--step-games", type=int, default=8, help="games of a step, even (%(default)s)")
    add("--league", default="freestyle20", help="(%(default)s)")
    add("--turn-ms", type=int, default=20, help="(%(default)s)")
    add("--nodes", type=int, help="nodes a turn, instead of a time: on a machine that has other work")
    add("--concurrency", type=int, default=1, help="games at a time (%(default)s)")
    add("--numbers", default="", help="only these, with commas between; all if not told")
    add("--reach", type=float, default=0.08, help="how far a step tries, as a share of a range (%(default)s)")
    add("--gain", type=float, default=0.25, help="how far the first steps go for a step won outright, as a share"
        " of what they try (%(default)s)")
    add("--brain", type=Path, default=ROOT / "target/release/pbrain-tengen", help="(%(default)s)")
    add("--runner", type=Path, default=ROOT / "target/release/tengen", help="(%(default)s)")
    chosen = parser.parse_args()
    if chosen.step_games < 2 or chosen.step_games % 2:
        parser.error("--step-games must be even")
    return chosen


def tunables(brain, only):
    """`{name: (value, least, greatest)}`"""
    try:
        lines = subprocess.run([brain, "--tunables"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               check=True, timeout=10).stdout.splitlines()
        found = {name: tuple(map(int, rest)) for name, *rest in (line.split() for line in lines)}
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        sys.exit(f"spsa: {brain} lists no numbers ({error}): build it with --features tune")
    unknown = set(only) - set(found)
    if unknown or not found:
        sys.exit(f"spsa: the brain knows no {', '.join(sorted(unknown)) or 'numbers'}")
    return {name: found[name] for name in only or found}


def rounded(value, dice):
    """A whole number near a value, its mean the value."""
    low = int(value // 1)
    return low + (dice.random() < value - low)


def limit(chosen):
    if chosen.nodes is None:
        return ["--turn-ms", str(chosen.turn_ms)]
    return ["--turn-ms", "0", "--nodes", str(chosen.nodes)]


def play(chosen, sides, seed):
    """The score of the first side in -1..1."""
    with tempfile.TemporaryDirectory() as folder:
        command = [chosen.runner, "match", "--league", chosen.league, *limit(chosen),
                   "--openings", f"file={ROOT}/openings/{chosen.league}.txt", "--srand", str(seed),
                   "--rounds", str(chosen.step_games // 2), "--concurrency", str(chosen.concurrency),
                   "--ratinginterval", "0", "--out", f"{folder}/games"]
        for name, numbers in zip("ab", sides):
            keys = " ".join(f"option.{key}={value}" for key, value in numbers.items())
            command += ["--engine", f"name={name} cmd={chosen.brain.resolve()} {keys}"]
        done = subprocess.run(command, capture_output=True, text=True)
    found = re.findall(r"Games: (\d+), Wins: (\d+), Losses: (\d+)", done.stdout)
    if done.returncode or not found:
        sys.exit(f"spsa: the match failed: {(done.stderr or done.stdout).strip()[-500:]}")
    games, wins, losses = map(int, found[-1])
    return (wins - losses) / games


def save(path, state):
    new = path.with_suffix(".new")
    new.write_text(json.dumps(state, indent=1))
    os.replace(new, path)


def main():
    chosen = options()
    numbers = tunables(chosen.brain, [name for name in chosen.numbers.split(",") if name])
    state = {"steps": 0, "values": {name: float(value) for name, (value, _, _) in numbers.items()}}
    if chosen.state.exists():
        state = json.loads(chosen.state.read_text())
        if set(state["values"]) != set(numbers):
            sys.exit(f"spsa: {chosen.state} is of other numbers")
    steps, start = chosen.games // chosen.step_games, time.monotonic()
    before = state["steps"]
    while state["steps"] < steps:
        step, values = state["steps"], state["values"]
        dice = random.Random(step)
        reach = chosen.reach / (step + 1) ** GAMMA
        gain = chosen.gain * ((1 + SLOW * steps) / (1 + SLOW * steps + step)) ** ALPHA
        tries = {name: dice.choice((-1, 1)) * reach * (greatest - least)
                 for name, (_, least, greatest) in numbers.items()}
        # What is tried stays within the range on both sides.
        sides = [{name: min(max(rounded(values[name] + sign * tries[name], dice), numbers[name][1]), numbers[name][2])
                  for name in numbers} for sign in (1, -1)]
        score = play(chosen, sides, step + 1)
        for name, (_, least, greatest) in numbers.items():
            values[name] = min(max(values[name] + gain * score * tries[name], least), greatest)
        state["steps"] += 1
        save(chosen.state, state)
        left = (steps - state["steps"]) * (time.monotonic() - start) / (state["steps"] - before)
        print(f"\r{state['steps']} of {steps} steps, {left / 60:.0f} min to go ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name, (default, _, _) in numbers.items():
        print(f"{name} = {round(state['values'][name])}, was {default}")


if __name__ == "__main__":
    main()
