// Fouls in games that were loaded: a forbidden move of black's ends a game of renju.

import { ask } from "./engine.js";
import { colorOf } from "./game.js";
import { leftOutWords, numberedMove } from "./move_list.js";
import { forbiddenWords } from "./outlook.js";
/** @import { Game, Node } from "./game.js" */

/** The first foul in the line that is shown. Stones that were set up are none. @param {Game} game @returns {Promise<{ move: Node, foul: string } | null>} */
async function foulIn(game) {
  if (game.rule !== "renju") return null;
  const moves = game.line.filter((move) => move.point && !move.setup && colorOf(move) === "black");
  const fouls = await Promise.all(moves.map((move) => foulOf(game, move)));
  const first = fouls.findIndex(Boolean);
  return first < 0 ? null : { move: moves[first], foul: fouls[first] };
}

/** @param {Game} game @param {Node} move */
async function foulOf(game, { point, parent }) {
  const { points = [] } = await ask({ kind: "forbidden", position: game.positionAt(parent ?? game.root) }).result;
  return points.find((forbidden) => forbidden.point === point)?.foul ?? "";
}

/** Ends the game at a foul that is the last move of the line. @param {Game} game @returns {Promise<string>} what is wrong with a foul, in words */
export async function markFoul(game) {
  const found = await foulIn(game);
  if (!found) return "";
  if (!found.move.children.length) found.move.foul = found.foul;
  return forbiddenWords({ point: found.move.point, foul: found.foul });
}

/** Ends the game at the first foul of the line that is shown. @param {Game} game @returns {Promise<string>} what is left out after it, in words */
export async function endAtFoul(game) {
  const found = await foulIn(game);
  if (!found) return "";
  const { move, foul } = found;
  const after = move.children;
  Object.assign(move, { foul, children: [], next: null });
  if (game.current.number > move.number) game.current = move;
  return after.length ? `${forbiddenWords({ point: move.point, foul })} ${leftOutWords(after.map(numberedMove), count(after) - after.length)}` : "";
}

/** How many moves there are, with all that follow them. @param {Node[]} moves @returns {number} */
const count = (moves) => moves.reduce((sum, { children }) => sum + 1 + count(children), 0);
