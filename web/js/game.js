// A game: the tree of its moves and the place in it that is shown.

import { isOnBoard } from "./points.js";
import { fiveThrough, isDrawn, opponent } from "./rules.js";
/** @import { Property } from "./sgf_text.js" */
/** @import { Color, Position, Rule } from "./types.js" */

/**
 * @typedef {object} Node a move in the tree; the root is the empty board
 * @property {string} point
 * @property {number} number
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {Node | null} next the child that "forward" goes to
 * @property {string} note
 * @property {Property[]} properties what an SGF says of it that only other programs understand
 */

/** @param {string} point @param {Node | null} parent @returns {Node} */
const node = (point, parent) => ({ point, number: parent ? parent.number + 1 : 0, parent, children: [], next: null, note: "", properties: [] });

/** @param {Node} of @returns {Color} */
export const colorOf = (of) => (of.number % 2 ? "black" : "white");

/** The moves up to one. @param {Node} node */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** Whether a move was not taken out of the tree, by itself. @param {Node} move */
export const isInTree = (move) => !move.parent || move.parent.children.includes(move);

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
    this.root = node("", null);
    this.current = this.root;
  }

  /** @param {Rule} rule */
  setRule(rule) {
    this.rule = rule;
    this.root.properties = this.root.properties.filter(({ name }) => name !== "RU"); // as an SGF told it
  }

  /** The moves up to the current one. */
  get path() { return pathTo(this.current); }

  /** The moves up to the current one and on, as "forward" goes. */
  get line() {
    const line = this.path;
    for (let at = this.current.next; at; at = at.next) line.push(at);
    return line;
  }

  get moves() { return this.path.map((at) => at.point); }

  /** @returns {Color} */
  get turn() { return opponent(colorOf(this.current)); }

  /** @returns {Position} */
  get position() { return { moves: this.moves.join(" "), rule: this.rule, size: this.size }; }

  get stones() {
    /** @type {Map<string, Color>} */
    const stones = new Map();
    for (const at of this.path) stones.set(at.point, colorOf(at));
    return stones;
  }

  /** How the game has ended, if it has. @returns {{ winner: Color | null, five: string[] } | null} */
  get ending() {
    if (!this.current.parent) return null;
    const five = fiveThrough(this.stones, this.current.point, this.rule, this.size);
    if (five.length) return { winner: colorOf(this.current), five };
    return isDrawn(this.current.number, this.rule, this.size) ? { winner: null, five: [] } : null;
  }

  /** Plays a move, as a branch if another one is there. @param {string} point @returns {boolean} whether it is legal */
  play(point) {
    if (!isOnBoard(point, this.size) || this.stones.has(point) || this.ending) return false;
    let child = this.current.children.find((at) => at.point === point);
    if (!child) this.current.children.push((child = node(point, this.current)));
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

  /** The main line is that of the first children. */
  get isMainLine() { return this.path.every((at) => at.parent?.children[0] === at); }

  /** Makes the line up to the current move the main line. */
  makeMainLine() {
    for (const at of this.path) {
      if (at.parent) at.parent.children = [at, ...at.parent.children.filter((other) => other !== at)];
    }
  }
}
