#!/usr/bin/env python3
"""Tests of scripts/strategy_tree.py."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../scripts"))
from strategy_tree import MOST_REPLIES, OTHERS, OTHERS_BESIDE_STRATEGY, UNSEARCHED, Tree, key

START = ["h8", "h9"]
# The strategy plays g9 and, after f10, g7; it leaves two replies open at each.
OPEN = [words.split() for words in ("h8 h9 g9 a1", "h8 h9 g9 f10 g7 b1", "h8 h9 g9 f10 g7 c1", "h8 h9 g9 a2")]


class TreeTest(unittest.TestCase):
    def setUp(self):
        self.tree = Tree()
        self.tree.follow(START, OPEN)

    def node(self, words):
        return self.tree.nodes[key(words.split())]

    def win(self, words):
        self.tree.win(self.node(words))

    def only_open(self, words):
        """Everything is won but one of the strategy's open replies."""
        for moves in OPEN:
            if moves != words.split():
                self.win(" ".join(moves))

    def test_open_replies_add_up(self):
        # Two replies below g7 cost less than other moves than g7.
        self.assertLess(2 * UNSEARCHED, OTHERS_BESIDE_STRATEGY)
        self.assertEqual(self.tree.proof_number(), 4 * UNSEARCHED)
        self.win("h8 h9 g9 a1")
        self.assertEqual(self.tree.proof_number(), 3 * UNSEARCHED)
        self.assertFalse(self.tree.is_won())

    def test_all_replies_won_is_a_win_by_the_strategy(self):
        for moves in OPEN:
            self.win(" ".join(moves))
        self.assertTrue(self.tree.is_won())
        self.assertEqual(self.tree.proof_number(), 0)
        self.assertIsNone(self.tree.most_proving())
        self.assertFalse(self.tree.is_busy())
        self.assertEqual(sorted(self.tree.decisions()), [(START, "g9"), ("h8 h9 g9 f10".split(), "g7")])

    def test_a_position_is_the_same_in_any_order_of_its_moves(self):
        self.assertIs(self.tree.node("g9 h9 h8 a1".split()), self.node("h8 h9 g9 a1"))

    def test_jobs_at_once_are_different(self):
        jobs = [self.tree.most_proving() for _ in range(4)]
        self.assertEqual(sorted(node.moves for node, _ in jobs), sorted(OPEN))
        self.assertEqual({candidate.move for _, candidate in jobs}, {OTHERS})
        self.assertTrue(self.tree.is_busy())

    def test_the_likeliest_move_is_played_and_the_next_one_where_it_leaves_much_open(self):
        self.only_open("h8 h9 g9 a1")
        node, others = self.tree.most_proving()
        others.busy = False
        self.tree.name(node, others, [("c3", 0.6), ("d4", 0.9)])
        node, first = self.tree.most_proving()
        self.assertEqual((" ".join(node.moves), first.move), ("h8 h9 g9 a1", "d4"))
        first.busy = False
        self.tree.answer(first, [[*node.moves, "d4", f"e{row}"] for row in range(1, 13)])
        _, second = self.tree.most_proving()
        self.assertEqual(second.move, "c3")

    def test_other_moves_than_the_strategys_are_tried_where_it_leaves_much_open(self):
        more = [f"h8 h9 g9 f10 g7 d{row}".split() for row in range(1, 13)]
        self.tree.follow(START, more)
        self.only_open("")
        node, candidate = self.tree.most_proving()
        self.assertEqual((" ".join(node.moves), candidate.move), ("h8 h9 g9 f10", OTHERS))

    def test_a_move_that_leaves_too_much_open_is_dropped(self):
        self.only_open("h8 h9 g9 a1")
        node, others = self.tree.most_proving()
        self.tree.name(node, others, [("c3", 0.9), ("d4", 0.8)])
        for replies in (None, [[*node.moves, "d4", f"{column}1"] for column in range(MOST_REPLIES + 1)]):
            _, candidate = self.tree.most_proving()
            candidate.busy = False
            self.tree.answer(candidate, replies)
        self.assertTrue(all(candidate.dropped for candidate in node.candidates))
        # What is left are other moves than the strategy's, one decision before.
        node, candidate = self.tree.most_proving()
        self.assertEqual((node.moves, candidate.move), (START, OTHERS))

    def test_a_move_that_leaves_nothing_open_wins(self):
        self.only_open("h8 h9 g9 a1")
        node, others = self.tree.most_proving()
        self.tree.name(node, others, [("c3", 0.9)])
        self.tree.answer(self.tree.most_proving()[1], [])
        self.assertTrue(self.tree.is_won())
        self.assertIn((node.moves, "c3"), self.tree.decisions())

    def test_a_saved_tree_goes_on_without_the_jobs_that_were_being_done(self):
        self.win("h8 h9 g9 a1")
        self.tree.most_proving()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tree.json")
            self.tree.save(path)
            read = Tree(path)
        read.follow(START, [])
        self.assertEqual(read.proof_number(), 3 * UNSEARCHED)
        self.assertFalse(any(candidate.busy for node in read.nodes.values() for candidate in node.candidates))


unittest.main()
