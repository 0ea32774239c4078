"""The tree of a job-level proof-number search: positions in which black moves, and the moves that may win there."""

import json
import math
import os
from dataclasses import asdict, dataclass, field
from typing import Optional

# The move of a candidate that stands for all moves that were not named yet.
OTHERS = ""
# Proof numbers: of a position that was not searched, of a move by its win probability, and of the other moves where the strategy has one.
UNSEARCHED = 3.0
OTHERS_BESIDE_STRATEGY = 10.0
MOST_REPLIES = 40  # a move that leaves more replies open is dropped


def proof_number_of(probability):
    """Of a move at which nothing was searched, with a win probability of 0 to 1."""
    bounded = min(max(probability, 0.02), 0.98)
    return max(1.0, 20 * (1 - bounded) / bounded)


@dataclass
class Candidate:
    move: str
    probability: float = 1.0
    replies: Optional[list] = None  # keys of the positions after the open replies; None as long as they are not known
    dropped: bool = False
    busy: bool = False


@dataclass
class Node:
    moves: list  # from the empty board, black to move
    candidates: list = field(default_factory=lambda: [Candidate(OTHERS)])
    won: bool = False
    by: str = ""  # the candidate that wins; none if a search found the win
    scale: float = 1.0  # of the proof numbers of moves beside the strategy's: its subtree says how large others are

    def is_unsearched(self):
        return len(self.candidates) == 1 and self.candidates[0].move == OTHERS


def key(moves):
    """The same for all orders of the moves."""
    return " ".join(sorted(moves[0::2])) + " / " + " ".join(sorted(moves[1::2]))


class Tree:
    def __init__(self, path=None):
        """Reads what `save` wrote, or begins."""
        self.nodes = {}
        self.root = None
        if path:
            with open(path) as file:
                for name, values in json.load(file).items():
                    candidates = [Candidate(**{**candidate, "busy": False}) for candidate in values.pop("candidates")]
                    self.nodes[name] = Node(candidates=candidates, **values)

    def save(self, path):
        with open(f"{path}.new", "w") as file:
            json.dump({name: asdict(node) for name, node in self.nodes.items()}, file)
        os.replace(f"{path}.new", path)

    def node(self, moves):
        return self.nodes.setdefault(key(moves), Node(list(moves)))

    def follow(self, start, replies):
        """Takes in the replies that the strategy leaves open: the moves up to each, from the strategy's start on."""
        self.root = self.node(start)
        for moves in replies:
            for length in range(len(start), len(moves), 2):
                node, move = self.node(moves[:length]), moves[length]
                candidate = next((c for c in node.candidates if c.move == move), None)
                if candidate is None:
                    candidate = Candidate(move)
                    node.candidates.insert(0, candidate)
                next_key = key(moves[: length + 2])
                candidate.replies = candidate.replies or []
                if next_key not in candidate.replies:
                    candidate.replies.append(next_key)
                node.scale = max(node.scale, 2.0 ** ((len(moves) - length) / 2))
            self.node(moves)
        self.propagate()

    def propagate(self):
        """Marks what is won by what follows."""
        changed = True
        while changed:
            changed = False
            for node in self.nodes.values():
                if node.won:
                    continue
                for candidate in node.candidates:
                    if candidate.replies is not None and all(self.nodes[name].won for name in candidate.replies):
                        node.won, node.by, changed = True, candidate.move, True
                        break

    def is_won(self):
        return self.root.won

    def is_busy(self):
        """Whether a job is being done."""
        return any(candidate.busy for node in self.nodes.values() for candidate in node.candidates)

    def decisions(self):
        """The moves up to each position that is won by a candidate, and the candidate."""
        return [(node.moves, node.by) for node in self.nodes.values() if node.by]

    def win(self, node):
        """A search has found a win."""
        node.won = True
        self.propagate()

    def name(self, node, others, moves):
        """Moves with win probabilities stand in place of the other moves."""
        node.candidates.remove(others)
        known = {candidate.move for candidate in node.candidates}
        node.candidates += [Candidate(move, probability) for move, probability in moves if move not in known]

    def answer(self, candidate, replies):
        """The replies to a candidate that are open, as the moves up to each; None if they could not be told."""
        if replies is None or len(replies) > MOST_REPLIES:
            candidate.dropped = True
            return
        candidate.replies = [key(moves) for moves in replies]
        for moves in replies:
            self.node(moves)
        self.propagate()

    def proof_number(self):
        return ProofNumbers(self.nodes).of_node(self.root)

    def most_proving(self):
        """The node and the candidate of the next job, marked as busy; None if all is busy, won or dropped."""
        job = None if self.root.won else self.most_proving_below(self.root, ProofNumbers(self.nodes))
        if job:
            job[1].busy = True
        return job

    def most_proving_below(self, node, numbers):
        for candidate in sorted(node.candidates, key=lambda candidate: numbers.of_candidate(node, candidate)):
            if candidate.busy or candidate.dropped:
                continue
            if candidate.replies is None:
                return node, candidate
            replies = [reply for reply in map(self.nodes.get, candidate.replies) if not reply.won]
            for reply in sorted(replies, key=lambda reply: (not reply.is_unsearched(), -numbers.of_node(reply))):
                job = self.most_proving_below(reply, numbers)
                if job:
                    return job
        return None


class ProofNumbers:
    """The proof numbers of a tree as it is. A job that is being done counts as won."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.known = {}  # by the nodes' ids

    def of_node(self, node):
        if id(node) not in self.known:
            numbers = (self.of_candidate(node, candidate) for candidate in node.candidates)
            self.known[id(node)] = 0.0 if node.won else min(numbers, default=math.inf)
        return self.known[id(node)]

    def of_candidate(self, node, candidate):
        if candidate.busy:
            return 0.0
        if candidate.dropped:
            return math.inf
        if candidate.replies is not None:
            return sum(self.of_node(self.nodes[name]) for name in candidate.replies)
        if candidate.move != OTHERS:
            return proof_number_of(candidate.probability) * node.scale
        return UNSEARCHED if node.is_unsearched() else OTHERS_BESIDE_STRATEGY * node.scale
