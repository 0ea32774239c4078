// Analysis: the best moves, streamed onto the board and into a list.

import { button, byId, html, onAction, selectById, setChoices } from "./elements.js";
import { ask } from "./engine.js";
import { setTimes } from "./new_game.js";
import { OtherEngine } from "./other_engine.js";
import { longOutlook, shortOutlook, showEvaluation, signed } from "./outlook.js";
import { page } from "./page.js";
import { keep, stored } from "./storage.js";
import { ThreatTree } from "./threat_tree.js";
import { word } from "./words.js";
/** @import { Node } from "./game.js" */
/** @import { Answer, Variation, View } from "./types.js" */

const TIMES_MS = [2000, 5000, 10000, 30000, 120000, 600000];

/** @type {{ time: number, variations: number }} */
const settings = { time: 10000, variations: 3, ...stored("analysis", {}) };

const threats = new ThreatTree(byId("analyse-threats"));
const other = new OtherEngine(() => page.view === analyseView && render());

let running = false; // stays true from position to position until it is stopped, or the view is left
let searching = false;
let leavingOut = false; // a tap leaves a point out instead of playing there
/** @type {{ stop: () => void } | null} */
let search = null;
/** @type {Variation[]} */
let variations = [];
let shownAt = 0; // the page's generation that the variations are of
/** The points left out, position by position. @type {WeakMap<Node, string[]>} */
const leftOut = new WeakMap();

const isSearching = () => searching || other.isSearching;

const excluded = () => leftOut.get(page.game.current) ?? [];

function start() {
  drop();
  if (page.game.ending) return render();
  searching = true;
  const limits = { time_ms: settings.time };
  const { generation } = page;
  const here = ask({
    kind: "analyse", position: page.game.position, variations: settings.variations,
    limits, ...(excluded().length ? { excluded: excluded().join(" ") } : {}),
  }, (line) => {
    if (search !== here || generation !== page.generation) return;
    if (line.kind === "analyse") show(line);
  });
  search = here;
  other.search(limits);
  here.result.then((answer) => {
    if (search !== here) return;
    searching = false;
    if (page.failed(answer)) running = false;
    renderButtons();
  });
  render();
}

/** Ends the search; its results stay. */
function stop() {
  running = false;
  search?.stop();
  other.stop();
  render();
}

/** @param {Answer} line */
function show(line) {
  variations = line.variations ?? [];
  showEvaluation(variations[0] ?? null, page.game.turn);
  render();
}

/** Ends the search, and takes no more lines of it. */
function drop() {
  search?.stop();
  search = null;
  searching = false;
  other.stop();
}

function changed() {
  if (shownAt !== page.generation) {
    variations = [];
    other.forget();
  }
  shownAt = page.generation;
  showEvaluation(variations[0] ?? null, page.game.turn);
  if (running) return start();
  drop();
  render();
}

function renderButtons() {
  const toggle = button("analyse");
  toggle.textContent = word(isSearching() ? "stop" : "start");
  toggle.disabled = Boolean(page.game.ending);
  button("leave-out").setAttribute("aria-pressed", String(leavingOut));
  byId("excluded").textContent = excluded().length ? leftOutText() : leavingOut ? word("leave_out_how") : "";
}

function leftOutText() {
  const text = `${word("left_out_points")}: ${excluded().join(" ")}`;
  return selectById("other-engine").value ? `${text}. ${word("other_engine_free")}` : text;
}

function render() {
  renderButtons();
  renderLines();
  other.render();
  const lost = variations.find(({ proof }) => proof === "vcf" || proof === "vct");
  threats.offer(lost ? { from: page.game.current, moves: [lost.move] } : null);
  page.setMarks([
    ...excluded().map((point) => ({ point, kind: /** @type {const} */ ("excluded"), label: word("left_out_points") })),
    ...variations.map((variation, i) => ({
      point: variation.move, kind: /** @type {const} */ ("candidate"), text: shortOutlook(variation), rank: i + 1,
      proven: variation.certainty === "proven", losing: variation.loss_in !== undefined, label: `${word("variation")} ${i + 1}: ${describe(variation)}`,
    })),
    ...other.marks,
  ]);
}

/** @param {Variation} variation */
function describe(variation) {
  return longOutlook(variation) + (variation.certainty === "proven" ? `, ${word("proven")}` : "");
}

/** Writes the list into the buttons that are there, so that the focus stays while lines come in. */
function renderLines() {
  const list = byId("lines");
  while (list.children.length > variations.length) list.lastElementChild?.remove();
  while (list.children.length < variations.length) list.append(html("li", {}, [newLine(list.children.length)]));
  for (const [i, variation] of variations.entries()) {
    const line = /** @type {HTMLElement} */ (list.children[i].firstElementChild);
    const sure = variation.certainty === "proven";
    const score = variation.score === undefined ? "" : `${signed(variation.score)} · `;
    line.dataset.line = variation.move;
    line.dataset.certainty = variation.certainty;
    line.replaceChildren(
      html("span", { class: "rank-text" }, [`${i + 1}.`]), html("span", { class: "point" }, [variation.move]),
      html("span", { class: sure ? "sure" : "guess" }, [longOutlook(variation), ...(sure ? [` · ${word("proven")} (${word(`proof_${variation.proof}`)})`] : [])]),
      html("span", { class: "figures" }, [`${score}${word("depth")} ${depths(variation)} · ${shortNumber(variation.nodes)}`]),
      html("span", { class: "moves-text" }, [variation.line.join(" ")]),
    );
  }
}

/** @param {number} index */
function newLine(index) {
  const line = html("button", { type: "button" });
  const preview = () => page.board.preview(variations[index]?.line ?? []);
  const clear = () => page.board.preview([]);
  line.addEventListener("pointerenter", preview);
  line.addEventListener("focus", preview);
  line.addEventListener("pointerleave", clear);
  line.addEventListener("blur", clear);
  line.addEventListener("click", () => page.playByHand(variations[index].move));
  return line;
}

/** The depth, and the deepest ply where it is deeper. @param {Variation} variation */
const depths = ({ depth, seldepth }) => (seldepth > depth ? `${depth}–${seldepth}` : String(depth));

/** @param {number} nodes */
const shortNumber = (nodes) => (nodes >= 1e6 ? `${(nodes / 1e6).toFixed(1)}M` : nodes >= 1e4 ? `${Math.round(nodes / 1e3)}k` : String(nodes));

/** @param {string} point */
function leaveOut(point) {
  if (page.game.stones.has(point)) return;
  const before = excluded();
  leftOut.set(page.game.current, before.includes(point) ? before.filter((other) => other !== point) : [...before, point]);
  variations = variations.filter(({ move }) => move !== point);
  if (running) start();
  else render();
}

/** @type {View} */
export const analyseView = {
  enter() {
    setChoices("variations", Array.from({ length: 10 }, (_, i) => [String(i + 1), String(i + 1)]), String(settings.variations));
    other.offer();
    changed();
  },
  leave() {
    running = false;
    drop();
    threats.stop();
  },
  changed,
  render() {
    setTimes("analysis-time", TIMES_MS, settings.time);
    if (page.view === analyseView) render();
  },
  tap(point, event) {
    if (!leavingOut && !(event instanceof MouseEvent && event.shiftKey) && !(event instanceof KeyboardEvent && event.shiftKey)) return false;
    leaveOut(point);
    return true;
  },
};

export function toggleAnalysis() {
  if (isSearching()) return stop();
  running = true;
  start();
}

onAction("analyse", toggleAnalysis);
onAction("leave-out", () => {
  leavingOut = !leavingOut;
  renderButtons();
});
for (const id of ["variations", "analysis-time", "other-engine"]) selectById(id).addEventListener("change", () => {
  settings.time = Number(selectById("analysis-time").value);
  settings.variations = Number(selectById("variations").value);
  keep("analysis", JSON.stringify(settings));
  if (running) start();
  else renderButtons();
});
