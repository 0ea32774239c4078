// A game: the tree of its moves and the place in it that is shown.

import { isOnBoard } from "./points.js";
import { fiveThrough, isDrawn, opponent } from "./rules.js";
/** @import { Property } from "./sgf_text.js" */
/** @import { Color, Position, Rule } from "./types.js" */

/**
 * @typedef {object} Node a move in the tree; the root is the empty board
 * @property {string} point empty for a pass, which only files have
 * @property {number} number
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Node | null} next the child that "forward" goes to
 * @property {string} note
 * @property {boolean} setup whether it is a stone that was set up, or a pass among those
 * @property {string} foul which one it is, in a game of renju that it ended
 * @property {Property[]} properties what an SGF says of it that only other programs understand
 */

/**
 * @typedef {object} Result how a game ended otherwise than by its moves
 * @property {Node} at
 * @property {Color | null} winner
 * @property {string} how as an SGF says it: "R" or "Resign", "T" or "Time"
 */

/** @typedef {{ winner: Color | null, five: string[], foul?: { point: string, foul: string } }} Ending how moves have ended a game */

/** @param {string} point @param {Node | null} parent @param {boolean} setup @returns {Node} */
const node = (point, parent, setup) => ({ point, number: parent ? parent.number + 1 : 0, parent, children: [], next: null, note: "", setup, foul: "", properties: [] });

/** @param {Node} of @returns {Color} */
export const colorOf = (of) => (of.number % 2 ? "black" : "white");

/** The moves up to one. @param {Node} node */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** @param {Node[]} nodes */
export const pointsOf = (nodes) => nodes.map(({ point }) => point);

/** The stones up to a move. @param {Node} node @returns {Map<string, Color>} */
const stonesAt = (node) => new Map(pathTo(node).filter(({ point }) => point).map((at) => [at.point, colorOf(at)]));

/** Whether it is neither a pass nor set up. @param {Node} node */
const isMove = ({ point, setup }) => point !== "" && !setup;

/** Whether a move was not taken out of the tree, by itself. @param {Node} move */
export const isInTree = (move) => !move.parent || move.parent.children.includes(move);

/** The main line is that of the first children. @param {Node} move */
export const isOnMainLine = (move) => pathTo(move).every((at) => at.parent?.children[0] === at);

/** Takes a move that is not shown out of the tree, and all that follow it. @param {Node} move */
export function remove(move) {
  const { parent } = move;
  if (!parent) return;
  parent.children = parent.children.filter((at) => at !== move);
  if (parent.next === move) parent.next = parent.children[0] ?? null;
}

/** Whether a move has nothing that taking it back would lose: no note, and no move after it or beside it. @param {Node} move */
export const isBareEnd = ({ note, children, parent }) => !note && !children.length && parent?.children.length === 1;

/** Whether there is a note to a move or to any that follow it. @param {Node} from */
export function hasNotes(from) {
  const open = [from];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.note) return true;
    open.push(...at.children);
  }
  return false;
}

export class Game {
  /** @param {Rule} rule @param {number} size */
  constructor(rule, size) {
    this.rule = rule;
    this.size = size;
    this.root = node("", null, false);
    this.current = this.root;
    /** @type {Result | null} */
    this.result = null;
  }

  /** The result, where the move at which it was reached is shown. */
  get resultHere() { return this.result?.at === this.current ? this.result : null; }

  /** The moves up to the current one. */
  get path() { return pathTo(this.current); }

  /** The moves up to the current one and on, as "forward" goes. */
  get line() {
    const line = this.path;
    for (let at = this.current.next; at; at = at.next) line.push(at);
    return line;
  }

  get moves() { return pointsOf(this.path); }

  /** @returns {Color} */
  get turn() { return opponent(colorOf(this.current)); }

  get position() { return this.positionAt(this.current); }

  /** The position after moves, told by its stones where a color passed or stones were set up. @param {Node} node @param {string[]} [more] moves after it @returns {Position} */
  positionAt(node, more = []) {
    const { rule, size } = this;
    const path = pathTo(node);
    const points = [...pointsOf(path), ...more];
    if (path.every(isMove)) return { moves: points.join(" "), rule, size };
    const [black, white] = [0, 1].map((color) => points.filter((point, i) => point && i % 2 === color).join(" "));
    return { black, white, turn: points.length % 2 ? "white" : "black", rule, size };
  }

  get stones() { return stonesAt(this.current); }

  /** How the moves have ended the game, if they have. */
  get ending() { return this.endingAt(this.current); }

  /** @param {Node} node @returns {Ending | null} */
  endingAt(node) {
    const { point, setup, foul } = node;
    if (!point && !setup) return null;
    if (foul && this.rule === "renju") return { winner: "white", five: [], foul: { point, foul } };
    const stones = stonesAt(node);
    const five = (setup ? [...stones.keys()] : [point]).map((at) => fiveThrough(stones, at, this.rule, this.size)).find(({ length }) => length);
    if (five) return { winner: stones.get(five[0]) ?? null, five };
    return isDrawn(stones.size, this.rule, this.size) ? { winner: null, five: [] } : null;
  }

  /** What a review is asked for moves from the start on: those after the last pass and the last stone that was set up. @param {Node[]} moves */
  reviewOf(moves) {
    const first = moves.map(isMove).lastIndexOf(false) + 1;
    return { first, question: { kind: "review", position: this.positionAt(moves[first - 1] ?? this.root), moves: pointsOf(moves.slice(first)).join(" ") } };
  }

  /** The last move of the main line. */
  get mainEnd() {
    let at = this.root;
    while (at.children.length) at = at.children[0];
    return at;
  }

  /** The last of moves from the start, if the tree has them all. @param {string[]} points */
  find(points) {
    /** @type {Node | undefined} */
    let at = this.root;
    for (const point of points) at = at?.children.find((child) => child.point === point);
    return at;
  }

  /** @param {string} point empty for a pass @param {boolean} [setup] */
  canPlay(point, setup = false) {
    return (!point || isOnBoard(point, this.size) && !this.stones.has(point)) && (setup || !this.ending);
  }

  /** Plays a move, or sets a stone up, as a branch if another one is there. @param {string} point empty for a pass @param {boolean} [setup] @returns {boolean} whether it is legal */
  play(point, setup = false) {
    if (!this.canPlay(point, setup)) return false;
    let child = this.current.children.find((at) => at.point === point);
    if (!child) this.current.children.push((child = node(point, this.current, setup)));
    this.current.next = child;
    this.current = child;
    return true;
  }

  /** @param {Node} to */
  goTo(to) {
    this.current = to;
    for (let at = to; at.parent; at = at.parent) at.parent.next = at;
  }

  back() { if (this.current.parent) this.current = this.current.parent; }
  forward() { if (this.current.next) this.current = this.current.next; }
  first() { this.current = this.root; }
  last() { while (this.current.next) this.current = this.current.next; }

  /** Takes the current move out of the tree, and all that follow it. */
  takeBack() {
    const { current } = this;
    this.back();
    remove(current);
  }

  /** Makes the line up to the current move the main line. */
  makeMainLine() {
    for (const at of this.path) {
      if (at.parent) at.parent.children = [at, ...at.parent.children.filter((other) => other !== at)];
    }
  }
}
