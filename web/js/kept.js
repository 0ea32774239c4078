// What a reload must not lose: the game's tree with its notes, and how the game goes on.

import { page } from "./page.js";
import { howItGoesOn } from "./play_view.js";
import { gameOfSgf, sgfOf } from "./sgf.js";
/** @import { Game } from "./game.js" */
/** @import { GoesOn } from "./play_view.js" */
/** @import { Rule } from "./types.js" */

/**
 * @typedef {object} Kept
 * @property {string} address
 * @property {Rule} rule
 * @property {string} tree as SGF
 * @property {string[]} line
 * @property {number} number of the current move
 * @property {GoesOn | null} goesOn
 */

/** Keeps the game as it stands now. */
export function keepGame() {
  const game = page.aside?.puzzle === page.game ? page.aside.game : page.game;
  /** @type {Kept} */
  const kept = {
    address: location.hash, rule: game.rule, tree: sgfOf(game), line: game.line.map(({ point }) => point), number: game.current.number, goesOn: howItGoesOn(game),
  };
  try {
    sessionStorage.setItem("game", JSON.stringify(kept));
  } catch {
    sessionStorage.removeItem("game"); // a tree that is too large
  }
}

/** @param {Kept} kept @returns {Game} */
export function gameOf({ rule, tree, line, number }) {
  const { game } = gameOfSgf(tree, rule);
  for (const point of line) game.play(point);
  while (game.current.number > number) game.back();
  return game;
}
