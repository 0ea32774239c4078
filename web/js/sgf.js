// SGF as the engine writes it (`convert`): a game's tree from it, and a game's tree for it.

import { Game } from "./game.js";
import { RULES } from "./rules.js";
import { nameOf, columnOf, rowOf } from "./points.js";
/** @import { Rule } from "./types.js" */

const LETTERS = "abcdefghijklmnopqrstuv";

/**
 * The game of an SGF. Moves that cannot be played are left out with all that follows them.
 * @param {string} text @param {Rule} rule where the text tells none
 * @returns {{ game: Game, leftOut: string[] }}
 */
export function gameOfSgf(text, rule) {
  const told = /RU\[([^\]]*)\]/.exec(text)?.[1].trim().toLowerCase();
  const game = new Game(RULES.find((name) => name === told) ?? rule, Number(/SZ\[(\d+)/.exec(text)?.[1] ?? 15));
  const leftOut = [];
  const branches = [];
  let skipping = -1; // the depth of the branch in which a move could not be played
  // Only brackets and moves matter; other properties are passed over, with the brackets in their values.
  for (const [token, color, coordinates] of text.matchAll(/\(|\)|(?<![A-Za-z])([BW])\[([a-v]{2})\]|[A-Za-z]+(?:\s*\[(?:\\.|[^\]\\])*\])+/g)) {
    if (token === "(") branches.push(game.current);
    else if (token === ")") {
      if (skipping >= branches.length) skipping = -1;
      game.current = branches.pop() ?? game.root;
    } else if (color && skipping < 0) {
      const name = nameOf(LETTERS.indexOf(coordinates[0]), game.size - 1 - LETTERS.indexOf(coordinates[1]));
      if ((game.turn === "black") === (color === "B") && game.play(name)) continue;
      leftOut.push(`${game.current.number + 1}. ${name}`);
      skipping = branches.length;
    }
  }
  preferFirst(game);
  return { game, leftOut };
}

/** Makes the first branches the main line. @param {Game} game */
function preferFirst(game) {
  const open = [game.root];
  for (let at = open.pop(); at; at = open.pop()) {
    at.next = at.children[0] ?? null;
    open.push(...at.children);
  }
  game.first();
}

/** @param {Game} game */
export function sgfOf(game) {
  /** @param {import("./game.js").Node} from @returns {string} */
  const write = (from) => {
    let text = "";
    let at = from;
    for (;;) {
      if (at.parent) text += `;${at.number % 2 ? "B" : "W"}[${LETTERS[columnOf(at.point)]}${LETTERS[game.size - 1 - rowOf(at.point)]}]`;
      if (at.children.length !== 1) break;
      at = at.children[0];
    }
    const main = at.next ?? at.children[0];
    const ordered = main ? [main, ...at.children.filter((child) => child !== main)] : [];
    return text + ordered.map((child) => `(${write(child)})`).join("");
  };
  return `(;FF[4]GM[4]SZ[${game.size}]RU[${game.rule}]${write(game.root)})`;
}
