// The graph of a reviewed game: the shares of black's wins, draws and white's wins after each move.

import { byId, svg } from "./elements.js";
import { sharesOf } from "./outlook.js";
import { word } from "./words.js";
/** @import { GradedMove } from "./types.js" */

const WIDTH = 1000;
const HEIGHT = 240;

/**
 * @param {GradedMove[]} moves as far as they are known @param {number} length of the game @param {number} now the move on the board
 */
export function drawGraph(moves, length, now) {
  const graph = byId("graph");
  const step = WIDTH / Math.max(1, length);
  /** @param {(share: { black: number, drawn: number }) => number} height */
  const area = (height) => moves.map((move) => {
    const y = (HEIGHT * (1 - height(sharesOf(move.after, move.color)))).toFixed(1);
    return `M${((move.number - 1) * step).toFixed(1)} ${HEIGHT}V${y}h${(step + 0.3).toFixed(1)}V${HEIGHT}z`;
  }).join("");
  const from = moves.length ? (moves[0].number - 1) * step : WIDTH;
  const bad = moves.filter((move) => move.grade === "mistake" || move.grade === "blunder");
  graph.replaceChildren(
    svg("rect", { class: "chart-white", x: from, width: WIDTH - from, height: HEIGHT }),
    svg("path", { class: "chart-drawn", d: area(({ black, drawn }) => black + drawn) }),
    svg("path", { class: "chart-black", d: area(({ black }) => black) }),
    svg("path", { class: "chart-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    ...bad.map((move) => svg("path", { class: `chart-bad ${move.grade}`, d: `M${(move.number - 0.5) * step} ${move.color === "black" ? HEIGHT - 10 : 10}h0.01` })),
    ...(now > 0 ? [svg("path", { class: "chart-now", d: `M${(now - 0.5) * step} 0V${HEIGHT}` })] : []),
  );
  graph.setAttribute("aria-label", word("graph_label", { known: moves.length, length }));
}

/** The number of the move at a click. @param {MouseEvent} event @param {number} length */
export function moveAt(event, length) {
  const { left, width } = byId("graph").getBoundingClientRect();
  return Math.min(length, Math.max(1, Math.ceil(((event.clientX - left) / width) * length)));
}
