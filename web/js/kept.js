// What a reload must not lose: the view, the game's tree with its notes, how the game goes on, and its review.

import { pathTo, pointsOf } from "./game.js";
import { page } from "./page.js";
import { howItGoesOn, rest, resume } from "./play_view.js";
import { resumeReview, reviewToKeep } from "./review_view.js";
import { gameOfSgf, sgfOf } from "./sgf.js";
import { keep } from "./storage.js";
import { failedTry } from "./try_again.js";
/** @import { Game, Result } from "./game.js" */
/** @import { GoesOn } from "./play_view.js" */
/** @import { KeptReview } from "./review_view.js" */
/** @import { Rule } from "./types.js" */

/**
 * @typedef {object} Kept
 * @property {string} address
 * @property {string} view
 * @property {Rule} rule
 * @property {string} tree as SGF
 * @property {string[]} line
 * @property {number} number of the current move
 * @property {Omit<Result, "at"> & { line: string[] } | null} result how the game ended otherwise than by its moves, and after which
 * @property {GoesOn | null} goesOn
 * @property {KeptReview | null} review
 */

/** @param {Result | null} result @returns {Kept["result"]} */
const resultToKeep = (result) => result && { winner: result.winner, how: result.how, line: pointsOf(pathTo(result.at)) };

/** Keeps the game as it stands now. */
export function keepGame() {
  const game = page.aside?.puzzle === page.game ? page.aside.game : page.game;
  const failed = failedTry();
  const line = failed?.parent && game.line.includes(failed) ? pathTo(failed.parent) : game.line;
  /** @type {Kept} */
  const kept = {
    address: location.hash, view: document.querySelector("[data-view-tab][aria-current]")?.getAttribute("data-view-tab") ?? "",
    rule: game.rule, tree: sgfOf(game, failed), line: pointsOf(line), number: game.current.number,
    result: resultToKeep(game.result), goesOn: howItGoesOn(game), review: reviewToKeep(game),
  };
  keep("game", JSON.stringify(kept), () => sessionStorage);
}

/** Shows what was kept. @param {Kept} kept */
export async function restore(kept) {
  const game = gameOf(kept);
  rest();
  if (kept.goesOn) await resume(game, kept.goesOn);
  page.setGame(game);
  if (kept.review) resumeReview(game, kept.review);
}

/** @param {Kept} kept @returns {Game} */
function gameOf({ rule, tree, line, number, result }) {
  const { game } = gameOfSgf(tree, rule);
  game.goTo(game.find(line) ?? game.root);
  while (game.current.number > number) game.back();
  const at = result && game.find(result.line);
  game.result = at ? { winner: result.winner, how: result.how, at } : null;
  return game;
}
