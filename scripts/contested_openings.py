#!/usr/bin/env python3
"""Keeps the openings that either color may win, by games of Tengen against itself.

Each stage plays two games from every opening that is left, with so many nodes a move for one side and seven eighths of them
for the other, colors swapped. Openings of which one color won both games are dropped. A stage that was interrupted goes on. A fault ends the match.

    scripts/contested_openings.py standard15 candidates.txt --nodes 4000 --folder matches/contested --out contested.txt
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections import defaultdict

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("league", help="the league, such as standard15")
    parser.add_argument("candidates", help="the file of openings, as tengen openings make writes it")
    parser.add_argument("--nodes", type=int, nargs="+", default=[4_000], help="of each stage (default: %(default)s)")
    parser.add_argument("--most", type=int, help="openings that are played in a stage at most")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once (default: %(default)s)")
    parser.add_argument("--program", default=f"{ROOT}/target/release/tengen", help="the program, beside its brain (default: %(default)s)")
    parser.add_argument("--folder", required=True, help="where the matches are kept")
    parser.add_argument("--out", required=True, help="the file to write")
    return parser.parse_args()


def read_openings(path):
    """The lines of a file that are openings."""
    with open(path) as file:
        lines = [line.strip() for line in file]
    return [line for line in lines if line and not line.startswith("#")]


def play(args, nodes, openings):
    """Plays a stage, or the rest of it. Returns its folder."""
    folder = os.path.join(args.folder, f"{args.league}-{nodes}")
    listed = f"{folder}.txt"
    if os.path.exists(listed) and read_openings(listed) != openings:
        sys.exit(f"{folder} was played with other openings: name another --folder")
    if os.path.exists(os.path.join(folder, "results.jsonl")):
        command = [args.program, "match", "--resume", folder]
    else:
        os.makedirs(args.folder, exist_ok=True)
        with open(listed, "w") as file:
            file.writelines(f"{opening}\n" for opening in openings)
        brain = os.path.join(os.path.dirname(args.program), "pbrain-tengen")
        sides = (("more", nodes), ("less", nodes * 7 // 8))
        command = [args.program, "match", "--league", args.league, "--rounds", str(len(openings)), "--turn-ms", "0",
                   "--openings", f"file={shlex.quote(listed)} order=sequential", "--concurrency", str(args.concurrency), "--strict", "--out", folder]
        for name, limit in sides:
            command += ["--engine", f"name={name} cmd={shlex.quote(brain)} nodes={limit} memory=350"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def contested(folder, openings):
    """The openings of a stage of which no color won both games."""
    with open(os.path.join(folder, "results.jsonl")) as file:
        games = [json.loads(line) for line in file][1:]
    results = defaultdict(list)
    for game in games:
        if "moves" in game:
            results[game["game"] // 2].append(game["result"])
    both = [results[pair] for pair in range(len(openings))]
    if any(len(pair) != 2 for pair in both):
        sys.exit(f"{folder} is not played to its end")
    return [opening for opening, pair in zip(openings, both) if pair not in (["1-0"] * 2, ["0-1"] * 2)]


def main():
    args = arguments()
    left = read_openings(args.candidates)
    for nodes in args.nodes:
        played = left[: args.most]
        left = contested(play(args, nodes, played), played)
        print(f"{nodes} nodes: {len(left)} of {len(played)} openings left", flush=True)
        if not left:
            sys.exit("no opening is contested")
    command = ["scripts/contested_openings.py", args.league, os.path.basename(args.candidates),
               "--nodes", *map(str, args.nodes), *(["--most", str(args.most)] if args.most else [])]
    with open(args.out, "w") as file:
        file.write("# Openings of Tengen's own making that either color may win, offsets from the centre, black first, y down.\n")
        file.write(f"# {shlex.join(command)}\n")
        file.writelines(f"{opening}\n" for opening in left)


if __name__ == "__main__":
    main()
