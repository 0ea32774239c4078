// What the steps of the browser's test do with the page, and wait for.

import { readFileSync } from "node:fs";
import { address } from "./chromium.mjs";

export const PATIENCE_MS = 30_000;

/** @param {unknown} holds @param {string} message */
export function check(holds, message) {
  if (!holds) throw new Error(message);
}

export const hands = (page) => ({
  goto: (hash) => page.goto(address + hash),
  action: (name) => page.click(`[data-action="${name}"]:visible`),
  view: async (name) => {
    await page.click(`[data-view-tab="${name}"]`);
    await page.waitForSelector(`[data-view="${name}"]`);
  },
  tap: (point, options) => page.click(`[data-point="${point}"]`, options),
  stones: () => page.locator("[data-stone]").count(),
  text: (selector) => page.locator(selector).first().innerText(),
  until: (what, expression, argument) => page.waitForFunction(expression, argument, { timeout: PATIENCE_MS }).catch(() => { throw new Error(`waited in vain: ${what}`); }),
});

export const stonesAre = (count) => document.querySelectorAll("[data-stone]").length === count;
export const stonesOrEnd = (count) => document.querySelectorAll("[data-stone]").length >= count || /has won|Drawn/.test(document.querySelector("#status").textContent);

/** How the game has ended, by the status line. */
export const ending = async (page) => /has won|Drawn/.test(await hands(page).text("#status"));

/** Opens the dialog of a new game. */
export async function openDialog(page) {
  await hands(page).action("new-game");
  await hands(page).until("the dialog", () => document.querySelector("#new-game[open]") !== null);
}

/** A new game by the dialog, against a quick engine. The opponent "" is Tengen. */
export async function newGame(page, { level = "20", ...choices }) {
  await openDialog(page);
  for (const [id, value] of Object.entries({ opponent: "", rule: "freestyle", size: "15", opening: "free", timing: "move", time: "200", ...choices })) {
    if (await page.isEnabled(`#new-${id}`) && await page.isVisible(`#new-${id}`)) await page.selectOption(`#new-${id}`, value);
  }
  if (await page.isEnabled("#new-level")) await page.fill("#new-level", level);
  await hands(page).action("start-game");
  await hands(page).until("the new game", () => document.activeElement?.matches("[data-point]"));
}

/** The game as it is saved. */
export async function saved(page) {
  await page.click("details.menu summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-action="save-sgf"]')]);
  return readFileSync(await download.path(), "utf8");
}

/** Points at the rim that threaten nothing together: whoever plays them loses soon. @param {number} size */
export function harmlessPoints(size) {
  const far = String.fromCharCode(96 + size);
  const points = [];
  for (let i = 0; i < size - 2; i += 3) {
    const letter = String.fromCharCode(97 + i);
    points.push(`${letter}1`, `${far}${i + 1}`, `${letter}${size}`, `a${i + 2}`);
  }
  return [...new Set(points)];
}
