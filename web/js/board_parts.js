// The pieces drawn on the board: stones, marks, previews of lines.

import { svg } from "./elements.js";
/** @import { Color, Mark } from "./types.js" */

const RADIUS = 18.4;

/**
 * @param {[number, number]} at @param {Color} color
 * @param {{ number?: number, last?: boolean, five?: boolean, ghost?: boolean }} looks
 */
export function drawStone([x, y], color, { number = 0, last = false, five = false, ghost = false }) {
  const stone = svg("g", { class: `stone ${color}${ghost ? " ghost" : ""}${five ? " five" : ""}` });
  if (!ghost) stone.append(svg("circle", { cx: x + 1.5, cy: y + 3, r: RADIUS + 3, fill: "url(#shadow)" }));
  stone.append(svg("circle", { class: "body", cx: x, cy: y, r: RADIUS, fill: `url(#${color}-stone)` }));
  if (five) stone.append(svg("circle", { class: "five-ring", cx: x, cy: y, r: RADIUS - 1 }));
  if (number) stone.append(svg("text", { class: `number${last ? " last" : ""}`, x, y: y + 5.5 }, [String(number)]));
  else if (last) stone.append(svg("circle", { class: "last-move", cx: x, cy: y, r: 5.5 }));
  return stone;
}

/** @param {[number, number]} at @param {Color} color @param {number} number */
export function drawPreview([x, y], color, number) {
  return svg("g", { class: `stone preview ${color}` }, [
    svg("circle", { class: "body", cx: x, cy: y, r: RADIUS - 1, fill: `url(#${color}-stone)` }),
    svg("text", { class: "number", x, y: y + 5.5 }, [String(number)]),
  ]);
}

/** @param {[number, number]} at @param {Mark} mark */
export function drawMark([x, y], mark) {
  const group = svg("g", { class: `mark ${mark.kind}${mark.losing ? " losing" : mark.rank === 1 ? " best" : ""}`, "data-mark": mark.kind });
  switch (mark.kind) {
    case "forbidden":
    case "excluded":
      group.append(svg("path", { d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14` }));
      break;
    case "other":
      group.append(svg("circle", { cx: x, cy: y, r: RADIUS + 2 }));
      break;
    case "reply":
      group.classList.add(`hue-${mark.hue ?? 0}`);
      group.append(svg("circle", { cx: x, cy: y, r: 8 }));
      break;
    case "candidate":
    case "hint":
    case "book":
      group.append(svg("circle", { class: "disc", cx: x, cy: y, r: RADIUS - 0.5 }), svg("text", { class: "value", x, y: y + 5 }, [mark.text ?? ""]));
      if (mark.proven) group.append(check(x + 15, y - 14.5));
      else if (mark.rank) group.append(svg("circle", { class: "rank-disc", cx: x + 15, cy: y - 14.5, r: 8 }), svg("text", { class: mark.rank > 9 ? "rank wide" : "rank", x: x + 15, y: y - 10.5 }, [String(mark.rank)]));
  }
  return group;
}

/** The badge of what is proven. @param {number} x @param {number} y */
function check(x, y) {
  return svg("g", { class: "check" }, [svg("circle", { cx: x, cy: y, r: 9 }), svg("path", { d: `M${x - 4.2} ${y + 0.4}l3 3.2 5.4 -6.6` })]);
}
