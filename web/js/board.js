// The board: an SVG grid of points with stones, marks and a keyboard cursor.

import { svg } from "./elements.js";
import { columnOf, isOnBoard, nameOf, rowOf, starPoints } from "./points.js";
import { drawMark, drawPreview, drawStone } from "./board_parts.js";
import { opponent } from "./rules.js";
import { word } from "./words.js";
/** @import { Color, Mark } from "./types.js" */

export const CELL = 40;
const EDGE = 42; // from the outermost lines to the edge: room for half a stone and the coordinates

/**
 * @typedef {object} Shown what stands on the board
 * @property {number} size
 * @property {string[]} moves empty ones are passes
 * @property {string[]} five
 * @property {Color | null} ghost the color of the stone under the pointer
 * @property {boolean} numbers
 */

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

export class Board {
  /** @param {HTMLElement} host @param {(point: string, event: Event) => void} onTap */
  constructor(host, onTap) {
    this.host = host;
    this.onTap = onTap;
    /** @type {Shown} */
    this.shown = { size: 0, moves: [], five: [], ghost: null, numbers: false };
    /** @type {Mark[]} */
    this.marks = [];
    this.cursor = "";
    this.svg = svg("svg");
    this.layers = { stones: svg("g"), marks: svg("g"), preview: svg("g"), ghost: svg("g") };
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
  }

  /** @param {string} name @returns {[number, number]} */
  at(name) {
    return [EDGE + columnOf(name) * CELL, EDGE + (this.shown.size - 1 - rowOf(name)) * CELL];
  }

  /** @param {Shown} shown */
  show(shown) {
    const resized = shown.size !== this.shown.size;
    this.shown = shown;
    if (resized) this.build();
    const { moves, numbers, five } = shown;
    this.layers.stones.replaceChildren(...moves.flatMap((point, i) => {
      const last = i === moves.length - 1;
      return point ? [drawStone(this.at(point), i % 2 ? "white" : "black", { number: numbers ? i + 1 : 0, last, five: five.includes(point) })] : [];
    }));
    this.layers.ghost.replaceChildren();
    this.preview([]);
    this.label();
  }

  /** @param {Mark[]} marks */
  mark(marks) {
    this.marks = marks;
    const taken = new Set(this.shown.moves);
    this.layers.marks.replaceChildren(...marks.filter((mark) => !taken.has(mark.point)).map((mark) => drawMark(this.at(mark.point), mark)));
    this.label();
  }

  /** Shows a line of moves from here as numbered ghost stones. @param {string[]} line */
  preview(line) {
    const { length } = this.shown.moves;
    const first = length % 2 ? "white" : "black";
    const start = this.shown.numbers ? length : 0;
    this.svg.classList.toggle("previewing", line.length > 0);
    this.layers.preview.replaceChildren(...line.map((point, i) => drawPreview(this.at(point), i % 2 ? opponent(first) : first, start + i + 1)));
  }

  /** Names each point for a screen reader. */
  label() {
    const { moves } = this.shown;
    const marks = new Map(this.marks.map((mark) => [mark.point, mark]));
    const numbers = new Map(moves.map((point, i) => [point, i + 1]));
    const empty = word("empty");
    for (const [point, cell] of this.cells) {
      const number = numbers.get(point);
      const said = number ? `${word(number % 2 ? "black_stone" : "white_stone")}, ${word("move_number", { number })}` : marks.get(point)?.label ?? empty;
      const label = `${point}, ${said}`;
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      if (number) cell.setAttribute("data-stone", number % 2 ? "black" : "white");
      else cell.removeAttribute("data-stone");
    }
  }

  build() {
    const { size } = this.shown;
    const width = (size - 1) * CELL + 2 * EDGE;
    const end = EDGE + (size - 1) * CELL;
    const lines = Array.from({ length: size }, (_, i) => EDGE + i * CELL).map((at) => `M${EDGE} ${at}H${end}M${at} ${EDGE}V${end}`).join("");
    this.svg = svg("svg", { class: "board", viewBox: `0 0 ${width} ${width}`, role: "grid", "aria-label": word("board"), "aria-rowcount": size, "aria-colcount": size });
    this.svg.append(
      gradients(),
      svg("rect", { class: "wood", width, height: width, rx: width / 65 }),
      svg("path", { class: "lines", d: lines }),
      svg("rect", { class: "rim", x: EDGE, y: EDGE, width: end - EDGE, height: end - EDGE }),
      ...starPoints(size).map((name) => svg("circle", { class: "star", cx: this.at(name)[0], cy: this.at(name)[1], r: 4 })),
      ...this.coordinates(width),
      this.layers.stones, this.layers.marks, this.layers.preview, this.layers.ghost,
      this.buildCells(),
    );
    this.host.replaceChildren(this.svg);
    this.listen();
  }

  /** @param {number} width */
  coordinates(width) {
    return Array.from({ length: this.shown.size }, (_, i) => {
      const name = nameOf(i, i);
      const [x, y] = this.at(name);
      return [
        svg("text", { class: "coordinate", x, y: width - 8 }, [name[0]]),
        svg("text", { class: "coordinate", x: 12, y: y + 5 }, [name.slice(1)]),
      ];
    }).flat();
  }

  /** The points. They are many: the browser reads a text faster than it takes attributes one by one. */
  buildCells() {
    const { size } = this.shown;
    const rows = svg("g", { role: "presentation" });
    const columns = Array.from({ length: size }, (_, x) => x);
    rows.innerHTML = columns.map((x) => size - 1 - x).map((y) => `<g role="row">${columns.map((x) => this.cell(nameOf(x, y))).join("")}</g>`).join("");
    this.cells = new Map([...rows.querySelectorAll("rect")].map((cell) => [cell.dataset.point ?? "", cell]));
    if (!isOnBoard(this.cursor, size)) this.cursor = nameOf(size >> 1, size >> 1);
    this.cells.get(this.cursor)?.setAttribute("tabindex", "0");
    return rows;
  }

  /** @param {string} name */
  cell(name) {
    const [x, y] = this.at(name);
    return `<rect class="cell" role="gridcell" data-point="${name}" tabindex="-1" x="${x - CELL / 2}" y="${y - CELL / 2}" width="${CELL}" height="${CELL}" rx="6"/>`;
  }

  listen() {
    /** @param {Event} event */
    const pointOf = (event) => /** @type {Element} */ (event.target).getAttribute?.("data-point") ?? null;
    this.svg.addEventListener("click", (event) => {
      const point = pointOf(event);
      if (point) this.onTap(point, event);
    });
    this.svg.addEventListener("pointerover", (event) => this.point(event.pointerType === "touch" ? null : pointOf(event)));
    this.svg.addEventListener("pointerleave", () => this.point(null));
    this.svg.addEventListener("focusin", (event) => this.moveCursor(pointOf(event) ?? this.cursor));
    this.svg.addEventListener("focusout", () => this.point(null));
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a ghost stone. @param {string | null} point the point under the pointer or cursor */
  point(point) {
    const { ghost, moves } = this.shown;
    const empty = point && !moves.includes(point);
    this.layers.ghost.replaceChildren(...(empty && ghost ? [drawStone(this.at(point), ghost, { ghost: true })] : []));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    if (step && !event.altKey && !event.ctrlKey) {
      const to = nameOf(columnOf(this.cursor) + step[0], rowOf(this.cursor) + step[1]);
      if (this.cells.has(to)) this.moveCursor(to, true);
    } else if (event.key === "Enter" || event.key === " ") this.onTap(this.cursor, event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Puts the keyboard's focus on the board. */
  focus() { this.cells.get(this.cursor)?.focus(); }

  /** @param {string} to @param {boolean} [focus] */
  moveCursor(to, focus = false) {
    this.cells.get(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = to;
    const cell = this.cells.get(to);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus();
    if (cell?.matches(":focus-visible")) this.point(to);
  }
}

function gradients() {
  /** @param {string} id @param {string[]} stops classes of the stops */
  const radial = (id, stops) => svg("radialGradient", { id, cx: "36%", cy: "30%", r: "75%" },
    stops.map((name, i) => svg("stop", { class: name, offset: i / (stops.length - 1) })));
  const shadow = svg("radialGradient", { id: "shadow" }, [
    svg("stop", { offset: 0.6, "stop-color": "#000", "stop-opacity": 0.42 }),
    svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0 }),
  ]);
  const wood = svg("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0.35, y2: 1 }, [svg("stop", { class: "wood-1", offset: 0 }), svg("stop", { class: "wood-2", offset: 1 })]);
  return svg("defs", {}, [radial("black-stone", ["black-1", "black-2", "black-3"]), radial("white-stone", ["white-1", "white-2", "white-3"]), shadow, wood]);
}
