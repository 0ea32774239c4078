// The dialog of a new game, and what was chosen in it.

import { byId, inputById, selectById, setChoices } from "./elements.js";
import { RULES } from "./rules.js";
import { word } from "./words.js";
/** @import { Color, Rule } from "./types.js" */

const TIMES_MS = [200, 500, 1000, 2000, 5000, 10000, 30000];

/** @type {{ engine: Color | null, level: number, time: number, rule: Rule, size: number }} */
export const settings = { engine: "white", level: 50, time: 1000, rule: "freestyle", size: 15, ...saved() };

function saved() {
  try {
    return JSON.parse(localStorage.getItem("new-game") ?? "{}");
  } catch {
    return {};
  }
}

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
  setTimes("new-time", TIMES_MS, settings.time);
  const level = inputById("new-level");
  const showLevel = () => { byId("new-level-shown").textContent = level.value; };
  level.value = String(settings.level);
  level.oninput = showLevel;
  showLevel();
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === "start" ? take() : null);
  });
}

function take() {
  const color = selectById("new-color").value;
  settings.rule = /** @type {Rule} */ (selectById("new-rule").value);
  settings.size = Number(selectById("new-size").value);
  settings.engine = color === "both" ? null : color === "black" ? "white" : "black";
  settings.level = Number(inputById("new-level").value);
  settings.time = Number(selectById("new-time").value);
  localStorage.setItem("new-game", JSON.stringify(settings));
  return { rule: settings.rule, size: settings.size };
}
