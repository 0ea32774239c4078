#!/usr/bin/env python3
"""Draws Tengen's points against another engine over the time for a turn, with 95 % intervals: docs/pictures/lead.json as an SVG.
Needs matplotlib (Debian's python3-matplotlib). Usage: scripts/plot_lead.py [PICTURE]"""

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MEAN = "mean"

matplotlib.rcParams["svg.hashsalt"] = "tengen"  # the same picture from the same numbers


def draw(clocks, series, picture):
    """`series`: for each name {league or "mean": {clock: [points in percent, error]}}."""
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    axes.axhline(50, color="#999", linewidth=1)
    for number, (name, leagues) in enumerate(series.items()):
        color = f"C{number}"
        for league, points in leagues.items():
            places = [clocks.index(clock) + 0.06 * number for clock in points]
            scores, errors = zip(*points.values())
            if league == MEAN:
                axes.errorbar(places, scores, errors, color=color, marker="o", capsize=4, linewidth=2, label=name)
            else:
                axes.plot(places, scores, color=color, linewidth=0.8, alpha=0.6)
                axes.annotate(league, (places[-1] + 0.05, scores[-1]), color=color, fontsize=8, va="center")
    axes.set_xticks(range(len(clocks)), clocks)
    axes.set_xlim(-0.2, len(clocks) - 0.4)
    axes.set_ylabel("points, %")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None})


def main():
    picture = sys.argv[1] if len(sys.argv) > 1 else PICTURES / "lead.svg"
    data = json.loads((PICTURES / "lead.json").read_text(encoding="utf-8"))
    draw(data["clocks"], data["series"], picture)


main()
