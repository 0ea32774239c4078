// A game's tree from SGF, and SGF of a game's tree, with all that only other programs understand.

import { Game } from "./game.js";
import { RULES } from "./rules.js";
import { columnOf, isSize, nameOf, rowOf } from "./points.js";
import { escaped, parseSgf, plain, valuesOf } from "./sgf_text.js";
/** @import { Node } from "./game.js" */
/** @import { SgfNode } from "./sgf_text.js" */
/** @import { Rule } from "./types.js" */

const LETTERS = "abcdefghijklmnopqrstuv";
const MOVES = ["B", "W"];
const HEAD_WITHOUT_RULE = ["FF", "GM", "CA", "AP", "SZ"]; // what the page writes anew
const HEAD = [...HEAD_WITHOUT_RULE, "RU"];

/** @typedef {{ game: Game, leftOut: string[], after: number }} Read moves that cannot be played, and how many stood after those */

/**
 * The first game of an SGF. Moves that cannot be played are left out with all that follows them.
 * @param {string} text @param {Rule} rule where the text tells none
 * @returns {Read}
 */
export function gameOfSgf(text, rule) {
  const [root = { properties: [], children: [] }] = parseSgf(text);
  const told = ruleOf(root);
  const size = Number.parseInt(valuesOf(root, "SZ")[0] ?? "15", 10);
  if (!isSize(size)) return { game: new Game(rule, 15), leftOut: [], after: 0 };
  const game = new Game(told ?? rule, size);
  const read = { game, leftOut: /** @type {string[]} */ ([]), after: 0 };
  /** @type {[SgfNode, Node][]} nodes that are still to be read, each with the move before it */
  const waiting = [[root, game.root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, before] = next;
    game.current = before;
    const failed = playNode(game, node);
    if (failed) {
      read.leftOut.push(failed);
      read.after += node.children.reduce((sum, child) => sum + countMoves(child), 0);
      continue;
    }
    takeOver(game.current, node, node === root ? told ? HEAD : HEAD_WITHOUT_RULE : []);
    waiting.push(...node.children.map((child) => /** @type {[SgfNode, Node]} */ ([child, game.current])).reverse());
  }
  preferFirst(game);
  return read;
}

/** @param {SgfNode} root */
function ruleOf(root) {
  const name = (valuesOf(root, "RU")[0] ?? "").trim().toLowerCase();
  return RULES.find((rule) => rule === name);
}

/** Plays the moves of a node. @param {Game} game @param {SgfNode} node @returns {string} the move that cannot be played, or "" */
function playNode(game, node) {
  for (const { name, values } of node.properties) {
    if (!MOVES.includes(name)) continue;
    const point = pointOf(values[0], game.size);
    if ((game.turn === "black") !== (name === "B") || !game.play(point)) return `${game.current.number + 1}. ${point || "–"}`;
  }
  return "";
}

/** The name of a point, or "" for a pass. @param {string} value @param {number} size */
function pointOf(value, size) {
  const [x, y] = [...value.trim().toLowerCase()].map((letter) => LETTERS.indexOf(letter));
  return x >= 0 && x < size && y >= 0 && y < size ? nameOf(x, size - 1 - y) : "";
}

/** The moves from a node on. @param {SgfNode} from */
function countMoves(from) {
  let count = 0;
  const open = [from];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.properties.some(({ name }) => MOVES.includes(name))) count++;
    open.push(...node.children);
  }
  return count;
}

/** Takes over the comment of a node, and what only other programs understand. @param {Node} move @param {SgfNode} node @param {string[]} known */
function takeOver(move, node, known) {
  const comments = valuesOf(node, "C").map(plain).filter(Boolean);
  move.note = [move.note, ...comments].filter(Boolean).join("\n");
  for (const { name, values } of node.properties) {
    if (!name || name === "C" || MOVES.includes(name) || known.includes(name)) continue;
    const there = move.properties.find((property) => property.name === name);
    if (there) there.values.push(...values.filter((value) => !there.values.includes(value)));
    else if (move.parent || values.some(Boolean)) move.properties.push({ name, values: [...values] });
  }
}

/** Makes the first branches those that "forward" goes to. @param {Game} game */
function preferFirst(game) {
  const open = [game.root];
  for (let at = open.pop(); at; at = open.pop()) {
    at.next = at.children[0] ?? null;
    open.push(...at.children);
  }
  game.first();
}

/** Takes over what only other programs understand from the same moves of another game. @param {Game} from @param {Game} to */
export function takeProperties(from, to) {
  /** @type {[Node, Node][]} */
  const open = [[from.root, to.root]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [source, target] = pair;
    target.properties = source.properties;
    for (const child of source.children) {
      const same = target.children.find(({ point }) => point === child.point);
      if (same) open.push([child, same]);
    }
  }
}

/** The game with its branches in their order, the main line first. @param {Game} game */
export function sgfOf(game) {
  const told = game.root.properties.some(({ name }) => name === "RU");
  const head = `(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[${game.size}]${told ? "" : `RU[${game.rule}]`}`;
  return `${head}${propertiesOf(game.root)}${movesAfter(game.root, game.size)})\n`;
}

/** @param {Node} from @param {number} size @returns {string} */
function movesAfter(from, size) {
  let text = "";
  let at = from;
  while (at.children.length === 1) {
    at = at.children[0];
    text += `\n${moveText(at, size)}`;
  }
  return text + at.children.map((child) => `\n(${moveText(child, size)}${movesAfter(child, size)})`).join("");
}

/** @param {Node} move @param {number} size */
function moveText(move, size) {
  const point = LETTERS[columnOf(move.point)] + LETTERS[size - 1 - rowOf(move.point)];
  return `;${move.number % 2 ? "B" : "W"}[${point}]${propertiesOf(move)}`;
}

/** @param {Node} move */
function propertiesOf(move) {
  const others = move.properties.map(({ name, values }) => `${name}[${values.join("][")}]`).join("");
  return (move.note ? `C[${escaped(move.note)}]` : "") + others;
}
