// Chooses puzzles of tests/puzzles.txt for the page: node web/tests/make_puzzles.mjs >web/puzzles.json
// For each rule and board and each difficulty, six that are spread over the lengths of the wins; fewer where there are fewer.

import { readFileSync } from "node:fs";

const MOST = 6;
const RULES = { free: "freestyle", std: "standard" };

/** The difficulties. */
const LEVELS = {
  easy: ({ goal, plies }) => goal === "vcf" && plies <= 5,
  medium: ({ goal, plies }) => goal === "vcf" && plies > 5,
  hard: ({ goal, plies }) => goal === "vct" && plies <= 9,
  harder: ({ goal, plies }) => goal === "vct" && plies > 9,
};

/** @param {string} line */
function read(line) {
  const [id, rule, size, , black, white, verdicts] = line.split("|");
  const fours = /win_in=(\d+) plies by fours alone/.exec(verdicts);
  const win = fours ?? /win_in=(\d+) plies by fours\+open threes/.exec(verdicts);
  if (!win) return null;
  const colors = [black.split(" "), white.split(" ")];
  const moves = Array.from({ length: colors[0].length + colors[1].length }, (_, i) => colors[i % 2][i >> 1]);
  return { id, rule: RULES[rule] ?? rule, size: Number(size), goal: fours ? "vcf" : "vct", plies: Number(win[1]), moves: moves.join(" ") };
}

/** Some of a list, evenly. */
const spread = (list) => list.length <= MOST ? list : Array.from({ length: MOST }, (_, i) => list[Math.round(i * (list.length - 1) / (MOST - 1))]);

const text = readFileSync(new URL("../../tests/puzzles.txt", import.meta.url), "utf8");
const all = text.split("\n").filter((line) => line && !line.startsWith("#")).map(read).filter((puzzle) => puzzle !== null);
const boards = [...new Set(all.map(({ rule, size }) => `${rule} ${size}`))];
const chosen = boards.flatMap((board) => Object.entries(LEVELS).flatMap(([level, isOfLevel]) =>
  spread(all.filter((puzzle) => `${puzzle.rule} ${puzzle.size}` === board && isOfLevel(puzzle)).sort((a, b) => a.plies - b.plies))
    .map((puzzle) => ({ ...puzzle, level }))));
console.log(`[\n${chosen.map((puzzle) => JSON.stringify(puzzle)).join(",\n")}\n]`);
