// The position in the page's address: #rule=standard&size=15&moves=h8i9

import { ask } from "./engine.js";
import { Game } from "./game.js";
import { isOnBoard, isSize } from "./points.js";
import { RULES } from "./rules.js";
import { word } from "./words.js";
/** @import { Rule } from "./types.js" */

const PASS = "--";

/** The address of the position that is shown. @param {Game} game */
export function writeAddress(game) {
  history.replaceState(null, "", `#rule=${game.rule}&size=${game.size}&moves=${game.moves.map((point) => point || PASS).join("")}`);
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
  const names = text.match(/[a-z]\d{1,2}|--/g) ?? [];
  const problem = playAll(game, names.map((name) => (name === PASS ? "" : name)));
  if (problem) problems.push(problem);
  else if (/[^\s,.]/.test(text.replace(/[a-z]\d{1,2}|--/g, ""))) problems.push(word("bad_moves"));
  return { game, problem: problems.join(" ") };
}

/** Plays moves until one cannot be played. @param {Game} game @param {string[]} names @returns {string} what is wrong with that one */
export function playAll(game, names) {
  for (const [i, name] of names.entries()) {
    if (!game.play(name)) return word(isOnBoard(name, game.size) ? "bad_move" : "off_board", { number: i + 1, move: name });
  }
  return "";
}

/**
 * Lets the engine check the moves up to the current one.
 * @param {Game} game @returns {Promise<{ number: number, text: string } | null>} the first that it does not take, a forbidden one, and what is wrong with it
 */
export async function faultOf(game) {
  if (game.rule !== "renju") return null;
  const { error } = await ask({ kind: "forbidden", position: game.position }).result;
  const fault = /move (\d+)/.exec(error ?? "");
  return error && fault ? { number: Number(fault[1]), text: error.replace(/^position: (moves: )?/, "") } : null;
}

/** Takes back all moves from a faulty one on. @param {Game} game @returns {Promise<string>} what is wrong with it */
export async function cutAtFault(game) {
  const fault = await faultOf(game);
  while (fault && game.current.number >= fault.number) game.takeBack();
  return fault?.text ?? "";
}
