// The dialog of a new game.

import { byId, inputById, selectById, setChoices } from "./elements.js";
import { otherEngines } from "./opponent.js";
import { TENGEN } from "./players.js";
import { RULES } from "./rules.js";
import { keepSettings, settings } from "./storage.js";
import { word } from "./words.js";
/** @import { Opening } from "./storage.js" */
/** @import { Rule } from "./types.js" */

const TIMES_MS = [200, 500, 1000, 2000, 5000, 10000, 30000];

const LEAST_SWAP2_SIZE = 15;
const MINUTES = [1, 2, 3, 5, 10, 15, 30, 60];
const INCREMENTS = [0, 1, 2, 3, 5, 10, 20, 30];

/** The other engines, as far as is known what the server offers. */
let offered = settings.opponent ? [settings.opponent] : [];

/** A choice of times for a search. @param {string} id @param {number[]} times in ms @param {number} chosen */
export function setTimes(id, times, chosen) {
  setChoices(id, times.map((ms) => [String(ms), word("seconds", { seconds: ms / 1000 })]), String(chosen));
}

/** Shows the dialog. @returns {Promise<{ rule: Rule, size: number } | null>} null if it was cancelled */
export function askForNewGame() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
  setChoices("new-rule", RULES.map((rule) => [rule, word(`rule_${rule}`)]), settings.rule);
  setChoices("new-size", Array.from({ length: 18 }, (_, i) => [String(i + 5), `${i + 5}×${i + 5}`]), String(settings.size));
  setChoices("new-color", [["black", word("black")], ["white", word("white")], ["both", word("by_hand")]], settings.engine === null ? "both" : settings.engine === "white" ? "black" : "white");
  showOpponents(settings.opponent);
  offerOpponents();
  setTimes("new-time", TIMES_MS, settings.time);
  const level = inputById("new-level");
  const showLevel = () => { byId("new-level-shown").textContent = level.value; };
  level.value = String(settings.level);
  level.oninput = showLevel;
  showLevel();
  setChoices("new-opening", [["free", word("opening_free")], ["engine-puts", word("swap2_engine_puts")], ["you-put", word("swap2_you_put")]], settings.opening);
  setChoices("new-timing", [["move", word("time_per_move")], ["clock", word("game_clock")]], settings.timing);
  setChoices("new-minutes", MINUTES.map((minutes) => [String(minutes), word("minutes", { minutes })]), String(settings.minutes));
  setChoices("new-increment", INCREMENTS.map((seconds) => [String(seconds), word("seconds", { seconds })]), String(settings.increment));
  dialog.onchange = showWhatFits;
  showWhatFits();
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "start" ? take() : null);
  });
}

/** Offers the engines that the server has now. */
async function offerOpponents() {
  const names = await otherEngines();
  if (!names || names.join() === offered.join()) return;
  offered = names;
  showOpponents(selectById("new-opponent").value);
  showWhatFits();
}

/** Tengen and the other engines. Without those there is no choice. @param {string} chosen */
function showOpponents(chosen) {
  setChoices("new-opponent", ["", ...offered].map((name) => [name, name || TENGEN]), chosen);
  byId("new-opponent-choice").hidden = !offered.length;
}

/** Swap2 decides the colors; it needs Tengen and room. Other engines have no levels. Renju is drawn with 25 points left. */
function showWhatFits() {
  const size = selectById("new-size");
  size.options[0].disabled = selectById("new-rule").value === "renju";
  if (size.selectedOptions[0].disabled) size.value = "15";
  const [opening, color, opponent] = [selectById("new-opening"), selectById("new-color"), selectById("new-opponent")];
  const isOther = color.value !== "both" && opponent.value !== "";
  opponent.disabled = color.value === "both";
  inputById("new-level").disabled = isOther;
  byId("new-opponent-note").textContent = isOther ? word("opponent_note") : "";
  opening.disabled = isOther || Number(size.value) < LEAST_SWAP2_SIZE || (color.value === "both" && opening.value === "free");
  if (opening.disabled) opening.value = "free";
  color.disabled = opening.value !== "free";
  for (const label of document.querySelectorAll("[data-timing]")) label.toggleAttribute("hidden", label.getAttribute("data-timing") !== selectById("new-timing").value);
}

function take() {
  const color = selectById("new-color").value;
  settings.rule = /** @type {Rule} */ (selectById("new-rule").value);
  settings.size = Number(selectById("new-size").value);
  settings.engine = color === "both" ? null : color === "black" ? "white" : "black";
  settings.opponent = selectById("new-opponent").value;
  settings.level = Number(inputById("new-level").value);
  settings.time = Number(selectById("new-time").value);
  settings.opening = /** @type {Opening} */ (selectById("new-opening").value);
  settings.timing = /** @type {"move" | "clock"} */ (selectById("new-timing").value);
  settings.minutes = Number(selectById("new-minutes").value);
  settings.increment = Number(selectById("new-increment").value);
  keepSettings();
  return { rule: settings.rule, size: settings.size };
}
