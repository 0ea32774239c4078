// The puzzles: which there are, how hard, and which are solved.

import { keep, stored } from "./storage.js";
/** @import { Puzzle } from "./types.js" */

/** The difficulties, as tests/make_puzzles.mjs tells them apart. */
export const LEVELS = ["easy", "medium", "hard", "harder"];

/** @type {Puzzle[]} */
let puzzles = [];

export async function loadPuzzles() {
  if (!puzzles.length) puzzles = await (await fetch("puzzles.json")).json();
}

/** @param {string} board a rule and a size, as "renju 15" @param {string} level */
export function puzzlesOf(board, level) {
  return puzzles.filter((puzzle) => `${puzzle.rule} ${puzzle.size}` === board && puzzle.level === level);
}

/** @type {Set<string>} */
const solved = new Set(stored("solved-puzzles", []));

/** @param {Puzzle} puzzle */
export const isSolved = (puzzle) => solved.has(puzzle.id);

/** @param {Puzzle} puzzle */
export function rememberSolved(puzzle) {
  solved.add(puzzle.id);
  keep("solved-puzzles", JSON.stringify([...solved]));
}
