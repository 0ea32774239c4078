// A game's tree from SGF, and SGF of a game's tree, with all that only other programs understand.

import { Game, isOnMainLine } from "./game.js";
import { RULES } from "./rules.js";
import { columnOf, isSize, nameOf, rowOf } from "./points.js";
import { escaped, parseSgf, plain, valuesOf } from "./sgf_text.js";
/** @import { Node } from "./game.js" */
/** @import { Property, SgfNode } from "./sgf_text.js" */
/** @import { Color, Rule } from "./types.js" */

const LETTERS = "abcdefghijklmnopqrstuv";
const MOVES = ["B", "W"];
const SETUP = ["AB", "AW", "AE", "PL"];
const LARGEST_WITH_TT = 19; // up to there, B[tt] is a pass
const HEAD_WITHOUT_RULE = ["FF", "GM", "CA", "AP", "SZ"]; // what the page writes anew
const HEAD = [...HEAD_WITHOUT_RULE, "RU"];

/** @typedef {{ game: Game, leftOut: string[], after: number, ruleIsTold: boolean, hasSetup: boolean }} Read moves that cannot be played, and how many stood after those */

/**
 * The first game of an SGF. Stones that it sets up are read as moves, with passes where the colors do not alternate.
 * Moves that cannot be played are left out with all that follows them.
 * @param {string} text @param {Rule} rule where the text tells none
 * @returns {Read}
 */
export function gameOfSgf(text, rule) {
  const [root = { properties: [], children: [] }] = parseSgf(text);
  const told = ruleOf(root);
  const size = Number.parseInt(valuesOf(root, "SZ")[0] ?? "15", 10);
  const game = new Game(told ?? rule, isSize(size) ? size : 15);
  const read = { game, leftOut: /** @type {string[]} */ ([]), after: 0, ruleIsTold: told !== undefined, hasSetup: false };
  if (!isSize(size)) return read;
  /** @type {[SgfNode, Node][]} nodes that are still to be read, each with the move before it */
  const waiting = [[root, game.root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, before] = next;
    game.current = before;
    read.hasSetup ||= node.properties.some(({ name }) => name === "AB" || name === "AW");
    const failed = playNode(game, node);
    if (failed) {
      read.leftOut.push(failed);
      read.after += node.children.reduce((sum, child) => sum + countMoves(child), 0);
      continue;
    }
    takeNote(game.current, node);
    takeOver(node === root ? game.root : game.current, node, node === root ? told ? HEAD : HEAD_WITHOUT_RULE : []);
    waiting.push(...node.children.map((child) => /** @type {[SgfNode, Node]} */ ([child, game.current])).reverse());
  }
  preferFirst(game);
  if (!read.leftOut.length) takeResult(game);
  return read;
}

/** Takes the result over, which is that of the main line. @param {Game} game */
function takeResult(game) {
  const [told = ""] = game.root.properties.find(({ name }) => name === "RE")?.values ?? [];
  const [known, winner, how = ""] = /^(?:([BW])\+(.*)|0|draw)$/is.exec(plain(told).trim()) ?? [];
  if (known) game.result = { at: game.mainEnd, winner: winner ? (winner.toUpperCase() === "B" ? "black" : "white") : null, how };
}

/** @param {SgfNode} root */
function ruleOf(root) {
  const name = (valuesOf(root, "RU")[0] ?? "").trim().toLowerCase();
  return RULES.find((rule) => rule === name);
}

/** Plays the moves of a node, and the stones that it sets up. @param {Game} game @param {SgfNode} node @returns {string} what cannot be played, or "" */
function playNode(game, node) {
  if (game.current.parent && valuesOf(node, "AE").length) return `${game.current.number + 1}. AE`;
  for (const [color, point] of [...setUp(node, game.size), ...movesOf(node, game.size)]) {
    if (point === null || !playAs(game, color, point)) return `${game.current.number + 1}. ${point || "–"}`;
  }
  const turn = { b: "black", w: "white" }[(valuesOf(node, "PL")[0] ?? "").trim()[0]?.toLowerCase()];
  if (turn && turn !== game.turn) game.play("");
  return "";
}

/** Plays a move, after a pass if the other color is to move. @param {Game} game @param {Color} color @param {string} point */
function playAs(game, color, point) {
  if (!game.canPlay(point)) return false;
  if (game.turn !== color) game.play("");
  return game.play(point);
}

/** @param {SgfNode} node @param {number} size @returns {[Color, string | null][]} */
function movesOf(node, size) {
  const moves = node.properties.filter(({ name }) => MOVES.includes(name));
  return moves.map(({ name, values }) => [name === "B" ? "black" : "white", isPass(values[0], size) ? "" : pointOf(values[0], size)]);
}

/** The stones that a node sets up, in turn as far as that goes. @param {SgfNode} node @param {number} size @returns {[Color, string][]} */
function setUp(node, size) {
  const [black, white, taken] = ["AB", "AW", "AE"].map((name) => valuesOf(node, name).flatMap((value) => pointsOf(value, size)));
  const rounds = Array.from({ length: Math.max(black.length, white.length) }, (_, i) => /** @type {[Color, string][]} */ ([["black", black[i]], ["white", white[i]]]));
  return rounds.flat().filter(([, point]) => point && !taken.includes(point));
}

/** @param {string} value @param {number} size */
const isPass = (value, size) => !value.trim() || size <= LARGEST_WITH_TT && value.trim().toLowerCase() === "tt";

/** The points of a value: one, or the rectangle from its upper left corner to the lower right one. @param {string} value @param {number} size */
function pointsOf(value, size) {
  const [from, to = from] = value.split(":").map((corner) => pointOf(corner, size));
  const points = [];
  if (from && to) {
    for (let x = columnOf(from); x <= columnOf(to); x++) for (let y = rowOf(from); y >= rowOf(to); y--) points.push(nameOf(x, y));
  }
  return points;
}

/** The name of a point, if it is on the board. @param {string} value @param {number} size */
function pointOf(value, size) {
  const [x, y] = [...value.trim().toLowerCase()].map((letter) => LETTERS.indexOf(letter));
  return x >= 0 && x < size && y >= 0 && y < size ? nameOf(x, size - 1 - y) : null;
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

/** Takes over the comment of a node. @param {Node} move @param {SgfNode} node */
function takeNote(move, node) {
  const comments = valuesOf(node, "C").map(plain).filter(Boolean);
  move.note = [move.note, ...comments].filter(Boolean).join("\n");
}

/** Takes over what only other programs understand. @param {Node} move @param {SgfNode} node @param {string[]} known */
function takeOver(move, node, known) {
  for (const { name, values } of node.properties) {
    if (!name || name === "C" || [...MOVES, ...SETUP, ...known].includes(name)) continue;
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
    if (source === from.result?.at) to.result = { ...from.result, at: target };
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
  return `${head}${propertiesOf(game.root, resultOf(game))}${movesAfter(game.root, game.size)})\n`;
}

/** The result of the main line. @param {Game} game @returns {Property[]} */
function resultOf(game) {
  const told = game.result && isOnMainLine(game.result.at) ? game.result : null;
  const ending = told ?? game.endingAt(game.mainEnd);
  if (!ending) return [];
  return [{ name: "RE", values: [ending.winner ? `${ending.winner === "black" ? "B" : "W"}+${escaped(told?.how ?? "")}` : "0"] }];
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
  const point = move.point && LETTERS[columnOf(move.point)] + LETTERS[size - 1 - rowOf(move.point)];
  return `;${move.number % 2 ? "B" : "W"}[${point}]${propertiesOf(move)}`;
}

/** @param {Node} move @param {Property[]} [anew] properties that are written anew */
function propertiesOf(move, anew = []) {
  const others = [...anew, ...move.properties.filter(({ name }) => anew.every((other) => other.name !== name))].map(({ name, values }) => `${name}[${values.join("][")}]`).join("");
  return (move.note ? `C[${escaped(move.note)}]` : "") + others;
}
