// The reply after which the book goes on longest: all positions that follow are looked up, once.

import { ask } from "./engine.js";
import { columnOf, nameOf, rowOf } from "./points.js";
/** @import { Position, Rule } from "./types.js" */

const AT_ONCE = 48; // questions
const LAST = 14; // the last row and column; the book is of 15x15

/** The positions, white to move, after the book's answers to the replies to a position. By rule. @type {Map<Rule, Map<string, string[]>>} */
const books = new Map();

/** The eight images of the board. */
const IMAGES = Array.from({ length: 8 }, (_, image) => (/** @type {string} */ point) => {
  const x = image & 1 ? LAST - columnOf(point) : columnOf(point);
  const y = image & 2 ? LAST - rowOf(point) : rowOf(point);
  return image & 4 ? nameOf(y, x) : nameOf(x, y);
});

/** Moves to a position that are the same for all orders and images. @param {string[]} moves */
const canonical = (moves) => IMAGES.map((image) => sorted(moves.map(image))).sort()[0];

/** @param {string[]} moves */
function sorted(moves) {
  const [black, white] = [0, 1].map((color) => moves.filter((_, i) => i % 2 === color).sort());
  return black.flatMap((point, i) => [point, ...white.slice(i, i + 1)]).join(" ");
}

/**
 * @param {Position} position white to move, by its moves
 * @param {{ reply: string, move: string }[]} replies those that the book answers
 * @param {(positions: number) => boolean} goOn is told how many positions were looked up; false ends it
 */
export async function longestReply({ rule, moves = "" }, replies, goOn) {
  const book = books.get(rule) ?? new Map();
  books.set(rule, book);
  const after = replies.map(({ reply, move }) => canonical([...moves.split(" "), reply, move]));
  if (!await lookUp(rule, book, after, goOn)) return null;
  const depths = after.map(depthIn(book));
  return replies[depths.indexOf(Math.max(...depths))];
}

/** Looks up positions and all that follow them. @param {Rule} rule @param {Map<string, string[]>} book @param {string[]} positions @param {(positions: number) => boolean} goOn */
async function lookUp(rule, book, positions, goOn) {
  const seen = new Set(positions);
  let now = [...seen];
  while (now.length) {
    const unknown = now.filter((moves) => !book.has(moves));
    for (let i = 0; i < unknown.length; i += AT_ONCE) {
      if (!goOn(book.size)) return false;
      await Promise.all(unknown.slice(i, i + AT_ONCE).map(async (moves) => {
        const { kind, replies = [] } = await ask({ kind: "book", position: { rule, size: LAST + 1, moves } }).result;
        if (kind === "book") book.set(moves, replies.map(({ reply, move }) => canonical([...moves.split(" "), reply, move])));
      }));
    }
    now = [...new Set(now.flatMap((moves) => book.get(moves) ?? []))].filter((moves) => !seen.has(moves));
    for (const moves of now) seen.add(moves);
  }
  return goOn(book.size) && [...seen].every((moves) => book.has(moves));
}

/** How many more moves of black's the book has. @param {Map<string, string[]>} book */
function depthIn(book) {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @param {string} moves @returns {number} */
  const depth = (moves) => {
    const before = known.get(moves);
    if (before !== undefined) return before;
    const found = Math.max(0, ...(book.get(moves) ?? []).map((next) => 1 + depth(next)));
    known.set(moves, found);
    return found;
  };
  return depth;
}
