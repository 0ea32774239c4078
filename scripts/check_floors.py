"""Checks that no part of the library uses what lies above or beside it (see src/lib.rs).

Also: the files of a folder form no cycle, a folder's face (mod.rs) defines nothing, only the clock reads the
time, and nothing below the protocol prints.
"""

import re
import sys
from pathlib import Path

FLOORS = {
    1: ["board", "host", "score", "version", "work_queue"],
    2: ["rule", "time"],
    3: ["pattern", "proof", "record"],
    4: ["book", "position"],
    5: ["eval", "ordering", "threat"],
    6: ["search", "solve"],
    7: ["engine"],
    8: ["datagen", "service"],
    9: ["analysis", "bench", "protocol"],
    10: ["arena", "server", "worker"],
}
FLOOR = {part: floor for floor, parts in FLOORS.items() for part in parts}
# A referee must not share the engine's mistakes; it needs the clock to measure. Nor must the checker
# of proofs share those of the prover.
ONLY = {"arena": {"board", "rule", "record", "time", "work_queue"}, "proof": {"board", "rule", "work_queue"}}


def part_of(path: Path) -> str:
    name = path.relative_to("src").parts[0]
    return name.removesuffix(".rs")


def code_of(path: Path) -> str:
    """The file without comments and without its tests."""
    code = re.sub(r"//.*", "", path.read_text())
    return code.split("#[cfg(test)]\nmod tests")[0]


def split_group(group: str) -> list:
    """The members of `{a, b::{c, d}}`, at the top level."""
    members, depth, start = [], 0, 0
    for place, letter in enumerate(group):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            members.append(group[start:place])
            start = place + 1
    return members + [group[start:]]


def expanded(path: str, prefix: str = "") -> list:
    """The single paths of a `use` declaration, each as a list of names."""
    grouped = re.match(r"((?:\w+::)*)\{(.*)\}$", path.strip(), re.S)
    if not grouped:
        return [re.split(r"::", prefix + path.split(" as ")[0].strip())]
    members = [member for member in split_group(grouped[2]) if member.strip()]
    return [single for member in members for single in expanded(member, prefix + grouped[1])]


def paths_in(code: str) -> list:
    """All paths that the code names: those of its `use` declarations, and those written out."""
    declared = [path for use in re.findall(r"\buse\s+([^;]+);", code) for path in expanded(use)]
    inline = re.findall(r"\b(?:super|crate)(?:::\w+)+", code)
    return declared + [path.split("::") for path in inline]


def uses(code: str) -> set:
    return {path[1] for path in paths_in(code) if path[0] == "crate" and len(path) > 1}


def exports_of(face: Path) -> dict:
    """What a folder's face hands out, with the file or folder that defines it."""
    if not face.exists():
        return {}
    public = re.findall(r"\bpub(?:\([^)]*\))? use\s+([^;]+);", code_of(face))
    paths = [path for use in public for path in expanded(use)]
    return {path[-1]: path[-2] for path in paths if len(path) > 1}


def arrows_inside(folder: Path) -> dict:
    """Which files of a folder use which others. A folder within it counts as one file."""
    own = {path.stem for path in folder.iterdir() if path.stem != "mod"}
    exports = exports_of(folder / "mod.rs")
    inside = list(folder.relative_to("src").parts)
    arrows = {name: set() for name in own}
    for path in folder.rglob("*.rs"):
        if path == folder / "mod.rs":
            continue
        below = path.relative_to(folder).with_suffix("").parts
        depth = len(below) - (below[-1] == "mod")
        for names in paths_in(code_of(path)):
            ups = next((i for i, name in enumerate(names) if name != "super"), len(names))
            if names[0] == "crate" and names[1 : 1 + len(inside)] == inside:
                names = names[1 + len(inside) :]
            elif ups == depth and ups > 0:
                names = names[ups:]
            else:
                continue
            target = names[0] if names and names[0] in own else exports.get(names[0] if names else "")
            if target in own and target != below[0]:
                arrows[below[0]].add(target)
    return arrows


def cycle_in(arrows: dict) -> list:
    """The files of a cycle in order, or nothing."""
    state, trail = {}, []

    def visit(name: str) -> list:
        state[name] = "open"
        trail.append(name)
        for target in sorted(arrows[name]):
            if state.get(target) == "open":
                return trail[trail.index(target) :] + [target]
            found = [] if target in state else visit(target)
            if found:
                return found
        state[name] = "done"
        trail.pop()
        return []

    return next((found for name in sorted(arrows) if name not in state and (found := visit(name))), [])


def problems_of(path: Path) -> list:
    code = re.sub(r"//.*", "", path.read_text())
    part = part_of(path)
    problems = []
    for used in uses(code_of(path)) & FLOOR.keys() - {part}:
        if FLOOR[used] >= FLOOR[part]:
            problems.append(f"uses {used}, which is not below {part}")
        if part in ONLY and used not in ONLY[part]:
            problems.append(f"{part} may not use {used}")
    if path.name == "mod.rs" and re.search(r"^\s*(pub )?(fn|struct|enum|impl|const|static)\b", code, re.M):
        problems.append("a folder's face defines nothing")
    clocks = {Path("src/time/clock.rs"), Path("src/host.rs")}
    if re.search(r"\b(Instant|SystemTime)::", code) and path not in clocks:
        problems.append("only time/clock.rs and host.rs read the clock")
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
    for folder in sorted({path.parent for path in Path("src").rglob("*.rs")} - {Path("src")}):
        if cycle := cycle_in(arrows_inside(folder)):
            problems.append(f"{folder}: a cycle of files: {' -> '.join(cycle)}")
    print("\n".join(problems) if problems else f"floors: {len(FLOOR)} parts in order")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
