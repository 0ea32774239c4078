"""Checks that no part of the library uses what lies above or beside it (see src/lib.rs).

Also: a folder's face (mod.rs) defines nothing, only the clock reads the time, and nothing below the
protocol prints.
"""

import re
import sys
from pathlib import Path

FLOORS = {
    1: ["board", "score"],
    2: ["rule", "time"],
    3: ["pattern", "proof", "record"],
    4: ["book", "position"],
    5: ["eval", "threat"],
    6: ["search", "solve"],
    7: ["engine"],
    8: ["analysis", "bench", "datagen"],
    9: ["protocol"],
    10: ["arena"],
}
FLOOR = {part: floor for floor, parts in FLOORS.items() for part in parts}
# A referee must not share the engine's mistakes; it needs the clock to measure. Nor must the checker
# of proofs share those of the prover.
ONLY = {"arena": {"board", "rule", "record", "time"}, "proof": {"board", "rule"}}


def part_of(path: Path) -> str:
    name = path.relative_to("src").parts[0]
    return name.removesuffix(".rs")


def uses(text: str) -> set:
    found = set(re.findall(r"\bcrate::(\w+)", text))
    for group in re.findall(r"\bcrate::\{(.*?)\};", text, re.S):
        found |= set(re.findall(r"(?:^|,)\s*(\w+)", group))
    return found


def problems_of(path: Path) -> list:
    text = path.read_text()
    code = re.sub(r"//.*", "", text)
    code_alone = code.split("#[cfg(test)]\nmod tests")[0]
    part = part_of(path)
    problems = []
    for used in uses(code_alone) & FLOOR.keys() - {part}:
        if FLOOR[used] >= FLOOR[part]:
            problems.append(f"uses {used}, which is not below {part}")
        if part in ONLY and used not in ONLY[part]:
            problems.append(f"{part} may not use {used}")
    if path.name == "mod.rs" and re.search(r"^\s*(pub )?(fn|struct|enum|impl|const|static)\b", code, re.M):
        problems.append("a folder's face defines nothing")
    if re.search(r"\b(Instant|SystemTime)::", code) and path != Path("src/time/clock.rs"):
        problems.append("only time/clock.rs reads the clock")
    if FLOOR.get(part, 0) < 9 and re.search(r"\b(e?print(ln)?!|stdin\(|stdout\(|stderr\()", code):
        problems.append("nothing below the protocol prints or reads standard input")
    if re.search(r"\bstatic mut\b", code):
        problems.append("no global mutable state")
    return [f"{path}: {problem}" for problem in problems]


def main() -> None:
    problems = []
    for path in sorted(Path("src").rglob("*.rs")):
        if path.relative_to("src").parts[0] in ("bin", "lib.rs"):
            continue
        if part_of(path) not in FLOOR:
            problems.append(f"{path}: on no floor")
            continue
        problems += problems_of(path)
    print("\n".join(problems) if problems else f"floors: {len(FLOOR)} parts in order")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
