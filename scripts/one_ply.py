#!/usr/bin/env python3
"""A brain that looks one ply ahead and plays one move in five anywhere near the stones: a yardstick for the
lowest level. Freestyle; written without a look at the engine.

Usage: one_ply.py [SEED]
"""
import random
import sys

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))
ANYWHERE = 0.2


class Board:
    def __init__(self, side):
        self.side = side
        self.stones = {}

    def is_empty(self, x, y):
        return 0 <= x < self.side and 0 <= y < self.side and (x, y) not in self.stones

    def run(self, x, y, dx, dy, who):
        """Own stones in a row from a point on, and whether the point behind them is empty."""
        length = 0
        while self.stones.get((x + dx, y + dy)) == who:
            x, y, length = x + dx, y + dy, length + 1
        return length, self.is_empty(x + dx, y + dy)

    def most_in_five(self, x, y, dx, dy, who):
        """The most own stones in a five that holds the point and no stone of the opponent's."""
        most = 0
        for start in range(-4, 1):
            cells = [(x + (start + i) * dx, y + (start + i) * dy) for i in range(5)]
            if all(self.is_empty(*c) or self.stones.get(c) == who for c in cells):
                most = max(most, 1 + sum(self.stones.get(c) == who for c in cells))
        return most

    def line(self, x, y, dx, dy, who):
        """What a stone at an empty point is worth on one line."""
        before, before_open = self.run(x, y, -dx, -dy, who)
        after, after_open = self.run(x, y, dx, dy, who)
        length, ends = 1 + before + after, before_open + after_open
        if length >= 5:
            return 99999
        most = self.most_in_five(x, y, dx, dy, who)
        if length == 4 and ends:
            return 7000 if ends == 2 else 4000
        if most == 4:
            return 2000
        if most == 3 and length == 3:
            return 3000 if ends == 2 else 1500
        if most == 3:
            return 800
        return 200 if most == 2 and ends == 2 else 0

    def worth(self, x, y, who):
        return sum(self.line(x, y, dx, dy, who) for dx, dy in LINES)

    def near(self):
        around = range(-2, 3)
        points = {(x + i, y + j) for x, y in self.stones for i in around for j in around}
        return sorted(p for p in points if self.is_empty(*p))

    def choose(self, dice):
        if not self.stones:
            return self.side // 2, self.side // 2
        points = self.near()
        if dice.random() < ANYWHERE:
            return dice.choice(points)
        return max(points, key=lambda p: (1.1 * self.worth(*p, 1) + self.worth(*p, 2), dice.random()))


def main():
    dice = random.Random(sys.argv[1] if len(sys.argv) > 1 else 1)
    board = Board(15)

    def answer():
        x, y = board.choose(dice)
        board.stones[x, y] = 1
        print(f"{x},{y}", flush=True)

    lines = (line.strip() for line in sys.stdin)
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "START":
            board = Board(int(rest))
            print("OK", flush=True)
        elif word == "BEGIN":
            answer()
        elif word == "TURN":
            x, y = map(int, rest.split(","))
            board.stones[x, y] = 2
            answer()
        elif word == "BOARD":
            board = Board(board.side)
            for stone in iter(lambda: next(lines), "DONE"):
                x, y, who = map(int, stone.split(","))
                board.stones[x, y] = who
            answer()
        elif word == "ABOUT":
            print('name="one ply"', flush=True)
        elif word == "END":
            return


if __name__ == "__main__":
    main()
