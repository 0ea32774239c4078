// The puzzles: which there are, how hard, and which are solved.

/** @import { Puzzle } from "./types.js" */

/** The difficulties, as in tests/make_puzzles.mjs. @type {Record<string, (puzzle: Puzzle) => boolean>} */
export const LEVELS = {
  easy: ({ goal, plies }) => goal === "vcf" && plies <= 5,
  medium: ({ goal, plies }) => goal === "vcf" && plies > 5,
  hard: ({ goal, plies }) => goal === "vct" && plies <= 9,
  harder: ({ goal, plies }) => goal === "vct" && plies > 9,
};

/** @type {Puzzle[]} */
let puzzles = [];

export async function loadPuzzles() {
  if (!puzzles.length) puzzles = await (await fetch("puzzles.json")).json();
}

/** @param {string} board a rule and a size, as "renju 15" @param {string} level */
export function puzzlesOf(board, level) {
  return puzzles.filter((puzzle) => `${puzzle.rule} ${puzzle.size}` === board && LEVELS[level](puzzle));
}

const solved = new Set(saved());

/** @returns {string[]} */
function saved() {
  try {
    return JSON.parse(localStorage.getItem("solved-puzzles") ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Puzzle} puzzle */
export const isSolved = (puzzle) => solved.has(puzzle.id);

/** @param {Puzzle} puzzle */
export function rememberSolved(puzzle) {
  solved.add(puzzle.id);
  localStorage.setItem("solved-puzzles", JSON.stringify([...solved]));
}
