// A whole game by the keyboard alone: the dialog, the moves, take back, the way through the game, the other views.

import { check, ending, hands, harmlessPoints, stonesAre, stonesOrEnd } from "../hands.mjs";

const MOST_TABS = 30;
const MOST_CHOICES = 20;

const focused = (page, attribute) => page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);

async function press(page, key, times = 1) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

/** Tabs to the element whose attribute has a value. */
async function tabTo(page, attribute, value) {
  for (let i = 0; i < MOST_TABS; i++) {
    if (await focused(page, attribute) === value) return;
    await press(page, "Tab");
  }
  throw new Error(`Tab does not lead to ${attribute}=${value}`);
}

/** Chooses in the focused list. */
async function choose(page, id, value) {
  await tabTo(page, "id", id);
  await press(page, "Home");
  for (let i = 0; i < MOST_CHOICES; i++) {
    if (await page.inputValue(`#${id}`) === value) return;
    await press(page, "ArrowDown");
  }
  throw new Error(`the keyboard does not choose ${value} in #${id}`);
}

async function startGame(page) {
  await press(page, "n");
  await hands(page).until("the dialog", () => document.querySelector("dialog[open]") !== null);
  await choose(page, "new-rule", "standard");
  await choose(page, "new-size", "15");
  await choose(page, "new-color", "black");
  await tabTo(page, "id", "new-level");
  await press(page, "Home");
  await press(page, "ArrowRight", 6);
  check(await page.inputValue("#new-level") === "30", "the keyboard does not choose the level");
  await choose(page, "new-time", "200");
  await tabTo(page, "data-action", "start-game");
  await press(page, "Enter");
  await hands(page).until("the focus on the board", () => document.activeElement?.matches("[data-point]:focus-visible"));
}

/** Moves the cursor over the board and plays. @param {string} to */
async function playAt(page, to) {
  const at = await focused(page, "data-point");
  const [dx, dy] = [to.charCodeAt(0) - at.charCodeAt(0), Number(to.slice(1)) - Number(at.slice(1))];
  await press(page, dx < 0 ? "ArrowLeft" : "ArrowRight", Math.abs(dx));
  await press(page, dy < 0 ? "ArrowDown" : "ArrowUp", Math.abs(dy));
  check(await focused(page, "data-point") === to, `the arrows do not lead from ${at} to ${to}`);
  await press(page, "Enter");
}

async function playsToTheEnd(page) {
  const { stones, until } = hands(page);
  for (const point of harmlessPoints(15)) {
    if (await ending(page)) break;
    if (await page.locator(`[data-point="${point}"][data-stone]`).count()) continue;
    const count = await stones();
    await playAt(page, point);
    await until("the engine's move", stonesOrEnd, count + 2);
  }
  check(await ending(page), "the game by keyboard has not ended");
}

async function goesThroughTheGame(page, length) {
  const { stones } = hands(page);
  for (const [key, count] of [["Home", 0], ["]", 1], ["End", length], ["[", length - 1], ["End", length]]) {
    await press(page, key);
    check(await stones() === count, `${key} leads to ${await stones()} of ${length} stones, not to ${count}`);
  }
  await press(page, "m");
  check(await page.locator(".stone .number").count() === length, "M shows no numbers");
  await press(page, "m");
}

async function opensTheViews(page) {
  const { until } = hands(page);
  for (const [key, view] of [["2", "analyse"], ["4", "book"], ["5", "puzzles"], ["1", "play"], ["3", "review"]]) {
    await press(page, key);
    await until(`the view ${view} by ${key}`, (name) => document.querySelector(`[data-view="${name}"]:not([hidden])`) !== null, view);
  }
}

async function closesTheMenu(page) {
  await tabTo(page, "data-word", "save");
  await press(page, "Enter");
  await tabTo(page, "data-action", "copy-link");
  await press(page, "Escape");
  check(await page.locator("details.menu[open]").count() === 0, "Escape does not close the menu");
  check(await focused(page, "data-word") === "save", "Escape in the menu loses the focus");
}

async function reviews(page) {
  await choose(page, "review-time", "100");
  await page.keyboard.press("Shift+Tab");
  check(await focused(page, "data-action") === "review", "the button is not before its choices");
  await press(page, "Enter");
  await hands(page).until("the review", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
}

export async function playsByKeyboard(page) {
  const { goto, stones, until } = hands(page);
  await goto("");
  await until("the board", () => document.querySelector("#status")?.textContent);
  await startGame(page);
  await playsToTheEnd(page);
  await goesThroughTheGame(page, await stones());
  await closesTheMenu(page);
  await opensTheViews(page);
  await reviews(page);
  await page.keyboard.press("Shift+Tab");
  const length = await stones();
  await press(page, "1");
  await press(page, "u");
  await until("the position after U", stonesAre, length - (length % 2 ? 1 : 2));
}
