// A game's tree from SGF, and SGF of a game's tree, with all that only other programs understand.

import { Game, colorOf } from "./game.js";
import { RULES, opponent } from "./rules.js";
import { columnOf, isSize, nameOf, rowOf } from "./points.js";
import { escaped, parseSgf, plain, valuesOf } from "./sgf_text.js";
/** @import { Node } from "./game.js" */
/** @import { Property, SgfNode } from "./sgf_text.js" */
/** @import { Color, Rule } from "./types.js" */

const LETTERS = "abcdefghijklmnopqrstuv";
const MOVES = ["B", "W"];
const SETUP = ["AB", "AW", "AE", "PL"];
const LARGEST_WITH_TT = 19; // up to there, B[tt] is a pass
const HEAD = ["FF", "GM", "CA", "AP", "SZ", "RU"]; // what the page writes anew

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
  const size = Number.parseInt(valuesOf(root, "SZ")[0] ?? usualSize(root), 10);
  const game = new Game(told ?? rule, isSize(size) ? size : 15);
  const read = { game, leftOut: /** @type {string[]} */ ([]), after: 0, ruleIsTold: told !== undefined, hasSetup: false };
  if (!isSize(size)) return read;
  const mainLine = mainLineOf(root);
  /** @type {[SgfNode, Node][]} nodes that are still to be read, each with the move before it */
  const waiting = [[root, game.root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, before] = next;
    game.current = before;
    read.hasSetup ||= node.properties.some(({ name }) => name === "AB" || name === "AW");
    const failed = playNode(game, node);
    if (failed) {
      read.leftOut.push(failed);
      mainLine.isWhole &&= !mainLine.nodes.has(node);
      read.after += node.children.reduce((sum, child) => sum + countMoves(child), 0);
      continue;
    }
    takeNote(game.current, node);
    takeOver(node === root ? game.root : game.current, node, node === root ? HEAD : []);
    waiting.push(...node.children.map((child) => /** @type {[SgfNode, Node]} */ ([child, game.current])).reverse());
  }
  preferFirst(game);
  takeResult(game, mainLine.isWhole);
  return read;
}

/** The board where none is named: Go's, if the game says it is Go. @param {SgfNode} root */
const usualSize = (root) => (valuesOf(root, "GM")[0]?.trim() === "1" ? "19" : "15");

/** The first variation, of which nothing is left out so far. @param {SgfNode} root */
function mainLineOf(root) {
  const nodes = new Set([root]);
  for (let [at] = root.children; at; [at] = at.children) nodes.add(at);
  return { nodes, isWhole: true };
}

/** Takes the result over, which is that of the main line, where that is whole. @param {Game} game @param {boolean} isWhole */
function takeResult(game, isWhole) {
  const [told = ""] = game.root.properties.find(({ name }) => name === "RE")?.values ?? [];
  const [known, winner, how = ""] = /^(?:([BW])\+(.*)|0|draw)$/is.exec(plain(told).trim()) ?? [];
  if (known || !isWhole) game.root.properties = game.root.properties.filter(({ name }) => name !== "RE");
  if (known && isWhole) game.result = { at: game.mainEnd, winner: winner ? (winner.toUpperCase() === "B" ? "black" : "white") : null, how };
}

/** @param {SgfNode} root */
function ruleOf(root) {
  const name = (valuesOf(root, "RU")[0] ?? "").trim().toLowerCase();
  return RULES.find((rule) => rule === name);
}

/** Plays the moves of a node, and the stones that it sets up. @param {Game} game @param {SgfNode} node @returns {string} what cannot be played, or "" */
function playNode(game, node) {
  if (game.current.parent && valuesOf(node, "AE").length) return `${game.current.number + 1}. AE`;
  const stones = setUp(node, game.size);
  for (const [i, [color, point]] of [...stones, ...movesOf(node, game.size)].entries()) {
    if (point === null || !playAs(game, color, point, i < stones.length)) return `${game.current.number + 1}. ${point || "–"}`;
  }
  const turn = { b: "black", w: "white" }[(valuesOf(node, "PL")[0] ?? "").trim()[0]?.toLowerCase()];
  if (turn && turn !== game.turn) game.play("", true);
  return "";
}

/** Plays a move or sets a stone up, after a pass if the other color is to move. @param {Game} game @param {Color} color @param {string} point @param {boolean} setup */
function playAs(game, color, point, setup) {
  if (!game.canPlay(point, setup)) return false;
  const isAfterStone = game.current.setup && game.current.point !== "";
  if (game.turn !== color) game.play("", setup || isAfterStone);
  return game.play(point, setup);
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
    target.setup = source.setup;
    if (source === from.result?.at) to.result = { ...from.result, at: target };
    for (const child of source.children) {
      const same = target.children.find(({ point }) => point === child.point);
      if (same) open.push([child, same]);
    }
  }
}

/** The game with its branches in their order, the main line first. @param {Game} game @param {Node | null} [except] a move to leave out */
export function sgfOf(game, except = null) {
  const { root, rule, size } = game;
  const diagram = diagramOf(game);
  const last = diagram.at(-1) ?? root;
  const head = `(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[${size}]RU[${rule}]${setupText(diagram, size)}`;
  const result = resultOf(game);
  const others = root.properties.filter(({ name }) => !result.length || name !== "RE");
  return `${head}${noteText(last)}${propertiesText([...result, ...others])}${movesAfter(last, size, except)})\n`;
}

/** The result of the main line, if that has not changed since. @param {Game} game @returns {Property[]} */
function resultOf(game) {
  const { mainEnd, result } = game;
  const told = result?.at === mainEnd ? result : null;
  const ending = told ?? game.endingAt(mainEnd);
  if (!ending) return [];
  const how = told?.how ?? (mainEnd.foul ? "F" : "");
  return [{ name: "RE", values: [ending.winner ? `${letterOf(ending.winner)}+${escaped(how)}` : "0"] }];
}

/** What was set up at the root and can be written there: one note at its end, and stones in the order in which they are read again. @param {Game} game */
function diagramOf({ root }) {
  const stones = [];
  const passed = new Set();
  for (let at = root; !at.note && at.children.length === 1; ) {
    at = at.children[0];
    if (!at.setup || at.properties.length || at.point && passed.has(colorOf(at))) break;
    if (!at.point) passed.add(colorOf(at));
    stones.push(at);
  }
  return stones;
}

/** @param {Node[]} diagram @param {number} size */
function setupText(diagram, size) {
  const last = diagram.at(-1);
  if (!last) return "";
  const [black, white] = ["black", "white"].map((color) => diagram.filter((at) => at.point && colorOf(at) === color).map(({ point }) => lettersOf(point, size)));
  const turn = opponent(colorOf(last));
  const isPlain = turn === (black.length > white.length ? "white" : "black");
  const stones = [["AB", black], ["AW", white]].filter(([, points]) => points.length).map(([name, points]) => ({ name: String(name), values: [...points] }));
  return propertiesText(isPlain ? stones : [...stones, { name: "PL", values: [letterOf(turn)] }]);
}

/** @param {Node} from @param {number} size @param {Node | null} except @returns {string} */
function movesAfter(from, size, except) {
  let text = "";
  for (let at = from; ; ) {
    const children = at.children.filter((child) => child !== except);
    if (children.length !== 1) return text + children.map((child) => `\n(${moveText(child, size)}${movesAfter(child, size, except)})`).join("");
    at = children[0];
    text += `\n${moveText(at, size)}`;
  }
}

/** @param {Node} move @param {number} size */
function moveText(move, size) {
  const { point, setup } = move;
  const color = colorOf(move);
  const played = setup && !point ? `PL[${letterOf(opponent(color))}]` : `${setup ? "A" : ""}${letterOf(color)}[${lettersOf(point, size)}]`;
  return `;${played}${noteText(move)}${propertiesText(move.properties)}`;
}

/** @param {Color} color */
const letterOf = (color) => (color === "black" ? "B" : "W");

/** @param {string} point @param {number} size */
const lettersOf = (point, size) => point && LETTERS[columnOf(point)] + LETTERS[size - 1 - rowOf(point)];

/** @param {Node} move */
const noteText = ({ note }) => note && `C[${escaped(note)}]`;

/** @param {Property[]} properties */
const propertiesText = (properties) => properties.map(({ name, values }) => `${name}[${values.join("][")}]`).join("");
