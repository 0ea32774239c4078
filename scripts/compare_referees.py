"""Compares our referee's verdicts with those of the package renju, move by move.

Half of the games are random, near the stones; half are adversarial: black seeks points where lines
meet, so that fouls, fouls within fouls and fives beside them are frequent. Labels of fouls are not
compared: which of two fouls a point is named for is a matter of order.
"""

import random
import subprocess
import sys

from renju import BoardStatus, RenjuBoard, Rule

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LINES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def lines_through(stones: set, x: int, y: int) -> int:
    """How many of the four lines hold another stone of the set within three steps."""
    return sum(
        any((x + i * dx, y + i * dy) in stones for i in (-3, -2, -1, 1, 2, 3)) for dx, dy in LINES
    )


def choose(rng: random.Random, board: RenjuBoard, adversarial: bool) -> tuple:
    taken = {tuple(move) for move in board.moves}
    if not taken:
        return 7, 7
    near = {
        (x + dx, y + dy)
        for x, y in taken
        for dx in range(-2, 3)
        for dy in range(-2, 3)
        if 0 <= x + dx < 15 and 0 <= y + dy < 15
    }
    points = sorted(near - taken)
    if not points:
        points = [(x, y) for x in range(15) for y in range(15) if (x, y) not in taken]
    if adversarial:
        if len(board.moves) % 2 == 0:
            black = {tuple(move) for move in board.moves[::2]}
            sample = rng.sample(points, min(6, len(points)))
            return max(sample, key=lambda p: lines_through(black, *p))
        return rng.choice([(x, y) for x in range(15) for y in range(15) if (x, y) not in taken])
    return rng.choice(points)


def verdict(status: BoardStatus, reason: str) -> str:
    if status == BoardStatus.ONGOING:
        return "."
    if reason in ("overline", "double_four", "double_three"):
        return "f"
    return {BoardStatus.BLACK_WIN: "b", BoardStatus.WHITE_WIN: "w"}.get(status, "=")


def main(tengen: str, positions: int) -> None:
    rng = random.Random(20260)
    games, seen, fouls = [], 0, 0
    while seen < positions:
        rule = rng.choice([Rule.FREESTYLE, Rule.STANDARD, Rule.RENJU, Rule.RENJU, Rule.RENJU])
        board = RenjuBoard(board_size=15, rule=rule)
        adversarial = len(games) % 2 == 1
        verdicts = ""
        while len(board.moves) < 120:
            x, y = choose(rng, board, adversarial)
            status, reason = board.play_move(x, y)
            verdicts += verdict(status, str(reason.value))
            seen += 1
            if status != BoardStatus.ONGOING:
                break
        fouls += verdicts.endswith("f")
        words = [f"{LETTERS[x]}{15 - y}" for x, y in board.moves]
        games.append((f"{int(rule)} 15 {' '.join(words)}", verdicts))
    text = "".join(line + "\n" for line, _ in games)
    done = subprocess.run([tengen, "referee"], input=text, capture_output=True, text=True, check=True)
    answers = done.stdout.splitlines()
    assert len(answers) == len(games), "an answer a game"
    wrong = [(g, theirs, ours) for (g, theirs), ours in zip(games, answers) if theirs != ours]
    for game, theirs, ours in wrong[:5]:
        print(f"differs: {game}\n  renju:  {theirs}\n  tengen: {ours}")
    print(f"referees: {seen} positions of {len(games)} games, {fouls} fouls, {len(wrong)} differ")
    assert fouls > len(games) // 20, "too few fouls to mean anything"
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
