"""Plays whole games between two brains through the client library pygomo, under three rules."""

import sys

from pygomo import EngineClient
from renju import BoardStatus, RenjuBoard, Rule

RULES = {"freestyle": Rule.FREESTYLE, "standard": Rule.STANDARD, "renju": Rule.RENJU}


def play(brain: str, name: str) -> None:
    board = RenjuBoard(board_size=15, rule=RULES[name])
    depths = []
    with EngineClient(brain) as black, EngineClient(brain) as white:
        for client in (black, white):
            assert client.start(board_size=15), "START is answered by OK"
            # The client hands messages on only while it waits, in steps of 100 ms.
            client.configure(timeout_turn=150)
            client.set_rule(int(RULES[name]))

        def listen(info) -> None:
            if info.depth:
                depths.append(info.depth)

        move = black.begin(on_info=listen).move
        turn = white
        while True:
            status, reason = board.play_move(move.col, move.row)
            if status != BoardStatus.ONGOING:
                break
            move = turn.turn(move, on_info=listen).move
            turn = black if turn is white else white
    assert str(reason.value) in ("five_in_a_row", "draw"), reason
    assert depths, "the client reads the search's messages"
    print(f"client: {name}: {status.name} after {len(board)} moves, depth up to {max(depths)}")


if __name__ == "__main__":
    for rule_name in RULES:
        play(sys.argv[1], rule_name)
