// The swap2 opening: three stones, a choice, perhaps two more stones, a choice. Ends with the color that the engine plays.

import { actionButton, byId, html } from "./elements.js";
import { ask } from "./engine.js";
import { page } from "./page.js";
import { opponent } from "./rules.js";
import { word } from "./words.js";
/** @import { Color } from "./types.js" */
/** @import { Game } from "./game.js" */

/**
 * @typedef {object} Opening
 * @property {Game} game
 * @property {boolean} engineFirst the engine puts the first three stones
 * @property {boolean} two the user chose to put two more
 * @property {string} told what the engine has done, as the words' key
 * @property {number} time of a search, in ms
 * @property {(engine: Color) => void} onEnd
 *
 * @typedef {Pick<Opening, "engineFirst" | "two" | "told" | "time">} KeptOpening
 */

const MOST_STONES = 5;

/** @type {Opening | null} */
let opening = null;
/** @type {{ stop: () => void } | null} */
let asking = null;
/** How many stones an opening that has ended put. @type {WeakMap<Game, number>} */
const openings = new WeakMap();

/** @param {Game} game */
export const stonesOfOpening = (game) => openings.get(game) ?? 0;

/** @param {Game} game @param {number} stones */
export const setStonesOfOpening = (game, stones) => openings.set(game, stones);

/** Begins an opening, or goes on with one that was kept. @param {Game} game @param {KeptOpening} from @param {(engine: Color) => void} onEnd */
export function beginSwap2(game, from, onEnd) {
  opening = { game, ...from, onEnd };
}

/** The opening that a game is still in. @param {Game} game */
const openingOf = (game) => (opening?.game === game && game.current.number <= MOST_STONES ? opening : null);

/** What a reload needs of it. @param {Game} game @returns {KeptOpening | null} */
export function openingToKeep(game) {
  const now = openingOf(game);
  return now && { engineFirst: now.engineFirst, time: now.time, two: now.two, told: now.told };
}

export function isOpening() {
  return openingOf(page.game) !== null;
}

export function stopOpening() {
  asking?.stop();
  asking = null;
}

/** Whose step it is with so many stones. @param {Opening} now @param {number} stones @returns {"engine" | "put" | "choose"} */
function step({ engineFirst, two }, stones) {
  if (engineFirst) return stones === 3 && !two ? "choose" : stones >= 3 && stones < 5 ? "put" : "engine";
  return stones < 3 ? "put" : stones < 5 ? "engine" : "choose";
}

/** Whether the user puts a stone now. */
export const putsStones = () => opening !== null && !asking && step(opening, opening.game.current.number) === "put";

/** Goes on with the opening after the position has changed. */
export function goOn() {
  const now = opening;
  if (!now) return;
  const { number, next } = now.game.current;
  if (step(now, number) === "engine" && !next && [0, 3, 5].includes(number)) askEngine(now);
  renderOpening();
}

/** @param {Opening} now */
async function askEngine(now) {
  const question = ask({ kind: "swap2", position: now.game.position, limits: { time_ms: now.time } });
  asking = question;
  const answer = await question.result;
  if (asking !== question) return;
  asking = null;
  if (opening !== now || !isOpening()) return;
  if (page.failed(answer)) return renderOpening();
  const stones = answer.stones ?? [];
  const before = now.game.current.number;
  for (const point of stones) now.game.play(point);
  if (answer.takes_black) end(now, "black", "engine_takes_black");
  else if (stones.length === 1) end(now, "white", "engine_takes_white", before);
  else {
    now.told = stones.length === 3 ? "engine_put_three" : "engine_put_two";
    page.changed();
  }
}

/** @param {Opening} now @param {Color} engine @param {string} [said] @param {number} [stones] of the opening */
function end(now, engine, said, stones = now.game.current.number) {
  opening = null;
  setStonesOfOpening(now.game, stones);
  now.onEnd(engine);
  page.changed();
  if (said) byId("play-answer").textContent = word(said);
}

export function renderOpening() {
  const box = byId("opening-step");
  const now = openingOf(page.game);
  box.hidden = !now;
  if (!now) return box.replaceChildren();
  const { number } = now.game.current;
  const what = step(now, number);
  const text = what === "engine" ? (asking ? word("thinking") : "") : what === "choose" ? `${now.told && word(now.told)} ${word(number === 3 ? "choose_of_three" : "choose_of_five")}` : putWords(now, number);
  const choices = html("div", { class: "buttons" });
  if (what === "choose") {
    for (const color of /** @type {Color[]} */ (["black", "white"])) choices.append(actionButton(`take_${color}`, () => end(now, opponent(color))));
    if (number === 3) choices.append(actionButton("put_two", () => { now.two = true; page.changed(); }));
  }
  box.replaceChildren(html("p", { "aria-live": "polite" }, [text]), choices);
}

/** @param {Opening} now @param {number} number of stones */
function putWords(now, number) {
  const color = word(now.game.turn).toLowerCase();
  return word(now.engineFirst ? "put_two_more" : "put_three", { number: number + 1 - (now.engineFirst ? 3 : 0), color });
}
