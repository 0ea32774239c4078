// The position in the page's address: #rule=standard&size=15&moves=h8i9; with setup=2, the first two are stones that were set up.

import { Game } from "./game.js";
import { isOnBoard, isSize } from "./points.js";
import { RULES } from "./rules.js";
import { word } from "./words.js";
/** @import { Rule } from "./types.js" */

const PASS = "--";
const MOVES = /[a-z]\d{1,2}|--/g;

/** The address of the position that is shown. @param {Game} game */
export function writeAddress(game) {
  const setup = game.path.map((at) => at.setup).lastIndexOf(true) + 1;
  history.replaceState(null, "", `#rule=${game.rule}&size=${game.size}${setup ? `&setup=${setup}` : ""}&moves=${game.moves.map((point) => point || PASS).join("")}`);
}

/** @param {string} hash @returns {{ game: Game, problem: string }} as much as can be loaded, and what cannot */
export function readAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const problems = [];
  const rule = fields.get("rule") ?? "freestyle";
  const size = Number(fields.get("size") ?? 15);
  const ruleIsKnown = RULES.includes(/** @type {Rule} */ (rule));
  const sizeIsKnown = isSize(size);
  if (!ruleIsKnown) problems.push(word("bad_rule", { rule }));
  if (!sizeIsKnown) problems.push(word("bad_size", { size: fields.get("size") ?? "" }));
  const game = new Game(ruleIsKnown ? /** @type {Rule} */ (rule) : "freestyle", sizeIsKnown ? size : 15);
  const text = (fields.get("moves") ?? "").toLowerCase();
  const names = text.match(MOVES) ?? [];
  const problem = playAll(game, names.map((name) => (name === PASS ? "" : name)), Number(fields.get("setup") ?? 0));
  if (problem) problems.push(problem);
  else if (/[^\s,.]/.test(text.replace(MOVES, ""))) problems.push(word("bad_moves"));
  return { game, problem: problems.join(" ") };
}

/** Plays moves until one cannot be played. @param {Game} game @param {string[]} names @param {number} [setup] how many of them were set up @returns {string} what is wrong with that one */
export function playAll(game, names, setup = 0) {
  for (const [i, name] of names.entries()) {
    if (!game.play(name, i < setup)) return word(isOnBoard(name, game.size) ? "bad_move" : "off_board", { number: i + 1, move: name });
  }
  return "";
}
