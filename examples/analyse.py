"""Asks the analysis engine for the three best moves after h8 i9, under renju: python3 examples/analyse.py"""

import json
import subprocess

engine = subprocess.Popen(["tengen", "analyse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
question = {
    "id": "first",
    "kind": "analyse",
    "position": {"moves": "h8 i9", "rule": "renju"},
    "limits": {"nodes": 20000},
    "variations": 3,
}
engine.stdin.write(json.dumps(question) + "\n")
engine.stdin.close()
for line in engine.stdout:
    answer = json.loads(line)
    best = answer["variations"][0]
    print(f"depth {best['depth']:>2}: {' '.join(best['line'])}  {best['win_probability']:.0%}  {best['certainty']}")
    if answer["final"]:
        print("best:", ", ".join(variation["move"] for variation in answer["variations"]))
