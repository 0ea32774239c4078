// What ends a game, rule by rule (docs/RULES.md). Forbidden points are asked of the engine.

import { columnOf, isOnBoard, nameOf, rowOf } from "./points.js";
/** @import { Color, Rule } from "./types.js" */

/** @type {Rule[]} */
export const RULES = ["freestyle", "standard", "renju", "caro", "caro-exact"];

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** @param {Color} color @returns {Color} */
export const opponent = (color) => (color === "black" ? "white" : "black");

/**
 * The stones of the five that the stone on a point is part of, or an empty list.
 * @param {Map<string, Color>} stones @param {string} point @param {Rule} rule @param {number} size
 * @returns {string[]}
 */
export function fiveThrough(stones, point, rule, size) {
  const color = stones.get(point);
  if (!color) return [];
  for (const [dx, dy] of DIRECTIONS) {
    const [x, y] = [columnOf(point), rowOf(point)];
    /** @param {number} step */
    const at = (step) => nameOf(x + step * dx, y + step * dy);
    let [first, last] = [0, 0];
    while (stones.get(at(first - 1)) === color) first--;
    while (stones.get(at(last + 1)) === color) last++;
    const length = last - first + 1;
    const ends = [at(first - 1), at(last + 1)];
    const enclosed = ends.every((end) => isOnBoard(end, size) && stones.get(end) === opponent(color));
    if (wins(rule, color, length, enclosed)) return Array.from({ length }, (_, i) => at(first + i));
  }
  return [];
}

/** @param {Rule} rule @param {Color} color @param {number} length @param {boolean} enclosed */
function wins(rule, color, length, enclosed) {
  if (length < 5) return false;
  switch (rule) {
    case "freestyle": return true;
    case "standard": return length === 5;
    case "renju": return color === "white" || length === 5;
    case "caro": return length > 5 || !enclosed;
    case "caro-exact": return length === 5 && !enclosed;
  }
}

/** Whether a game without a winner is drawn. @param {number} stones @param {Rule} rule @param {number} size */
export function isDrawn(stones, rule, size) {
  const left = size * size - stones;
  return left === 0 || (rule === "renju" && left <= 25);
}
