// Three puzzles, won by VCF and by VCT: a wrong move is refuted, the solution shown, its moves played.

import { checkAccess } from "../accessibility.mjs";
import { check, hands, stonesAre } from "../hands.mjs";

const PUZZLES = [["freestyle 15", "easy"], ["renju 15", "medium"], ["freestyle 15", "hard"]];
const MOST_MOVES = 20;

const position = () => document.location.hash;
const answer = (page) => hands(page).text("#puzzle-answer");

/** A wrong move is refuted and taken back. */
async function refutes(page) {
  const { tap, until, stones } = hands(page);
  const before = await stones();
  await tap(await page.locator("[data-point]:not([data-stone])").first().getAttribute("data-point"));
  await until("the refutation", () => /does not win/.test(document.querySelector("#puzzle-answer")?.textContent ?? ""));
  check(await stones() === before, "the wrong move was not taken back");
  await checkAccess(page, "a refuted move in a puzzle");
}

/** Lets the page show the solution from here. @param {Map<string, string>} known gets the winning move of each position */
async function look(page, known) {
  const { action, until, stones, text } = hands(page);
  for (let i = 0; !/^Five/.test(await answer(page)); i++) {
    check(i < MOST_MOVES, "the solution does not end");
    const [count, here] = [await stones(), await page.evaluate(position)];
    await action("solution");
    await until("a move of the solution", stonesAre, count + 1);
    if (i % 2 === 0) known.set(here, /([a-t]\d+)$/.exec(await page.evaluate(position))[1]);
  }
  check(/Solved here: 0/.test(await text("#puzzle-about")), "a puzzle that was shown counts as solved");
}

/** Plays the moves that are known, from the start. @returns {Promise<boolean>} whether they solve the puzzle; not where another defence is as long */
async function playKnown(page, known, start) {
  const { action, tap, until } = hands(page);
  await action("puzzle-again");
  await until("the puzzle's start", (hash) => document.location.hash === hash, start);
  for (let here = start; !/^Solved/.test(await answer(page)); here = await page.evaluate(position)) {
    if (!known.has(here)) return false;
    await tap(known.get(here));
    await until("the defence, or the end", () => /^Solved|is right/.test(document.querySelector("#puzzle-answer")?.textContent ?? ""));
  }
  return true;
}

/** Solves the puzzle by the moves that the page shows. */
async function solve(page) {
  const known = new Map();
  const start = await page.evaluate(position);
  do await look(page, known); while (!await playKnown(page, known, start));
}

export async function solvesPuzzles(page) {
  const { goto, view, until, text } = hands(page);
  await goto("#rule=freestyle&size=15&moves=h8i9");
  await until("the game", stonesAre, 2);
  await view("puzzles");
  await until("a puzzle", () => document.querySelectorAll("[data-stone]").length > 2);
  await refutes(page);
  for (const [board, level] of PUZZLES) {
    await page.selectOption("#puzzle-board", board);
    await page.selectOption("#puzzle-level", level);
    await solve(page);
    check(/Solved here: 1/.test(await text("#puzzle-about")), "the solved puzzle is not remembered");
  }
  await checkAccess(page, "a solved puzzle");
  await view("play");
  await until("the game that was there before", stonesAre, 2);
}
