// Drives the page in Chromium: node web/tests/browser.mjs http://127.0.0.1:PORT/
// playwright-core is found by NODE_PATH, or at the path in PLAYWRIGHT_CORE; Chromium at /usr/bin/chromium, or at the path in CHROMIUM.

import { createRequire } from "node:module";

const address = process.argv[2];
if (!address) fail("the page's address is expected as the argument");
const { chromium } = createRequire(import.meta.url)(process.env.PLAYWRIGHT_CORE ?? "playwright-core");

const SCREENS = [
  { name: "wide, light", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "360 pixels, dark", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
];
const GAME = "h8 i9 h9 h7 i10 g8 j11 k12";
const PATIENCE_MS = 15_000;

/** @param {string} message */
function fail(message) {
  console.error(`FAILED: ${message}`);
  process.exit(1);
}

/** @param {unknown} holds @param {string} message */
function check(holds, message) {
  if (!holds) throw new Error(message);
}

/** What the steps of a test do with the page. */
const hands = (page) => ({
  action: (name) => page.click(`[data-action="${name}"]:visible`),
  view: (name) => page.click(`[data-view-tab="${name}"]`),
  tap: (point, options) => page.click(`[data-point="${point}"]`, options),
  stones: () => page.locator("[data-stone]").count(),
  text: (selector) => page.locator(selector).first().innerText(),
  until: (what, expression, argument) => page.waitForFunction(expression, argument, { timeout: PATIENCE_MS }).catch(() => { throw new Error(`waited in vain: ${what}`); }),
});

const stonesAre = (count) => document.querySelectorAll("[data-stone]").length === count;
const stonesOrEnd = (count) => document.querySelectorAll("[data-stone]").length >= count || /won|Drawn/.test(document.querySelector("#status")?.textContent ?? "");

async function plays(page) {
  const { action, tap, until, stones, text } = hands(page);
  await action("new-game");
  await page.selectOption("#new-rule", "freestyle");
  await page.selectOption("#new-size", "15");
  await page.selectOption("#new-color", "black");
  await page.fill("#new-level", "20");
  await page.selectOption("#new-time", "200");
  await action("start-game");
  await tap("h8");
  await until("the engine's first move", stonesAre, 2);
  for (let count = 4; count <= 8; count += 2) {
    await action("hint");
    await until("a hint", () => document.querySelector('[data-mark="hint"]') !== null);
    const move = (await text("#play-answer")).match(/[a-o]\d+/)?.[0];
    check(move, "the hint names no move");
    await tap(move);
    await until("the engine's move", stonesOrEnd, count);
    if (/won/.test(await text("#status"))) break;
  }
  const before = await stones();
  await action("take-back");
  const after = await stones();
  check(after < before && after >= before - 2, `take back left ${after} of ${before} stones`);
}

async function ends(page) {
  const { tap, text, stones } = hands(page);
  await page.goto(`${address}#rule=freestyle&size=15&moves=h8a1h9a2h10a3h11a4`);
  await page.waitForFunction(stonesAre, 8, { timeout: PATIENCE_MS });
  await tap("h12");
  check(/Black has won/.test(await text("#status")), "five in a row did not win");
  await tap("h13");
  check(await stones() === 9, "a move was played after the end");
}

async function showsForbiddenPoints(page) {
  const { tap, text, stones, until } = hands(page);
  await page.goto(`${address}#rule=renju&size=15&moves=h8a1h9a3i10a5j10a7`);
  await until("the forbidden point", () => document.querySelector('[data-mark="forbidden"]') !== null);
  await tap("h10");
  await until("the reason", () => /double three/.test(document.querySelector("#status")?.textContent ?? ""));
  check(await stones() === 8, `the forbidden move was played: ${await text("#status")}`);
  await newGame(page, { color: "both" });
  check(await page.locator('[data-mark="forbidden"]').count() === 0, "the forbidden point of another game is still marked");
}

async function goesOnAfterReload(page) {
  const { tap, until } = hands(page);
  await newGame(page, { color: "black", time: "1000" });
  await tap("d4");
  await page.reload();
  await until("the engine's move after a reload", stonesAre, 2);
}

async function analyses(page) {
  const { action, view, until, tap } = hands(page);
  await page.goto(`${address}#rule=freestyle&size=15&moves=h8i9`);
  await view("analyse");
  await page.selectOption("#variations", "3");
  await page.selectOption("#analysis-time", "2000");
  await action("analyse");
  await until("three variations", () => document.querySelectorAll("#lines li").length === 3 && document.querySelectorAll('[data-mark="candidate"]').length === 3);
  await until("a proof by the book", () => document.querySelector('[data-line="g9"][data-certainty="proven"]') !== null);
  await page.focus("#lines li:nth-child(2) button");
  check(await page.locator(".stone.preview").count() > 0, "the line is not previewed");
  await tap("g9", { modifiers: ["Shift"] });
  await until("an analysis without g9", () => !document.querySelector('[data-line="g9"]') && document.querySelectorAll("#lines li").length === 3);
  await action("analyse");
  await until("the end of the search", () => document.querySelector('[data-action="analyse"]')?.textContent === "Analyse");
  check(await page.locator("#lines li").count() === 3, "stopping lost the results");
  const overflow = () => [...document.querySelectorAll("#lines button")].some((line) => line.getBoundingClientRect().right > innerWidth);
  check(!await page.evaluate(overflow), "the lines are wider than the page");
}

async function reviews(page) {
  const { action, view, until, tap, stones } = hands(page);
  await view("review");
  await page.selectOption("#review-time", "100");
  await page.fill("#paste-text", GAME);
  await action("load");
  await until("the game", stonesAre, 8);
  await action("review");
  await until("the review", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
  check(await page.locator("#mistakes li").count() > 0, "no mistake was found");
  await page.locator('[data-action="try-again"]').first().click();
  const count = await stones();
  await tap("a1");
  await until("a grade", () => document.querySelector("[data-grade]") !== null);
  check(await stones() === count + 1, "the try is not on the board");
  await page.locator("#graph").click({ position: { x: 4, y: 20 } });
  check(await stones() === 1, "the graph does not lead to the first move");
}

async function walksTheBook(page) {
  const { action, view, until, tap, text } = hands(page);
  await view("book");
  for (const [rule, reply] of [["freestyle", "a1"], ["standard", "i9"]]) {
    await action(`book-${rule}`);
    await until("the first winning move", () => document.querySelector('[data-mark="book"]') !== null);
    await action("book-move");
    await until("the replies", () => document.querySelectorAll('[data-mark="reply"]').length > 100);
    await tap(reply);
    await until("the book's answer", stonesAre, 3);
    await until("the verdict", () => /Black wins within 3\d plies/.test(document.querySelector("#book-verdict")?.textContent ?? ""));
  }
  check(!/Not decided/.test(await text("#book-verdict")), "the book lost its way");
}

async function solvesPuzzles(page) {
  const { action, view, until, tap, text } = hands(page);
  const answer = "#puzzle-answer";
  await page.goto(`${address}#rule=freestyle&size=15&moves=h8i9`);
  await until("the game", stonesAre, 2);
  await view("puzzles");
  await until("a puzzle", (least) => document.querySelectorAll("[data-stone]").length > least, 9);
  const free = await page.locator("[data-point]:not([data-stone])").first().getAttribute("data-point");
  const before = await hands(page).stones();
  await tap(free);
  await until("the refutation", () => /does not win/.test(document.querySelector("#puzzle-answer")?.textContent ?? ""));
  check(await hands(page).stones() === before, "the wrong move was not taken back");
  const steps = [];
  while (!/^Five/.test(await text(answer))) {
    const stones = await hands(page).stones();
    await action("solution");
    await until("a move of the solution", stonesAre, stones + 1);
    steps.push(await page.evaluate(() => /moves=.*?([a-t]\d+)$/.exec(location.hash)?.[1]));
    check(steps.length < 20, "the solution does not end");
  }
  check(/Solved here: 0/.test(await text("#puzzle-about")), "a puzzle that was shown counts as solved");
  await action("puzzle-again");
  await until("the puzzle's start", stonesAre, before);
  for (const [i, move] of steps.entries()) {
    if (i % 2) continue;
    await tap(move);
    await until("the defence", ([count, last]) => document.querySelectorAll("[data-stone]").length === count || last, [before + i + 2, i === steps.length - 1]);
    if (!new RegExp(`defence is ${steps[i + 1]};`).test(await text(answer))) break; // another defence is as long
  }
  if (!/^Solved/.test(await text(answer))) throw new Error(`not solved by the shown moves: ${await text(answer)}`);
  check(/Solved here: 1/.test(await text("#puzzle-about")), "the solved puzzle is not remembered");
  await view("play");
  await until("the game that was there before", stonesAre, 2);
}

/** A new game by the dialog, against a quick engine. */
async function newGame(page, choices) {
  await hands(page).action("new-game");
  for (const [id, value] of Object.entries({ rule: "freestyle", size: "15", timing: "move", time: "200", ...choices })) {
    if (await page.isEnabled(`#new-${id}`) && await page.isVisible(`#new-${id}`)) await page.selectOption(`#new-${id}`, value);
  }
  await hands(page).action("start-game");
}

async function opensBySwap2(page) {
  const { action, until, tap } = hands(page);
  const chosen = () => document.querySelector("#opening-step")?.hasAttribute("hidden");
  await newGame(page, { color: "black", opening: "engine-puts" });
  await until("three stones", stonesAre, 3);
  await action("put-two");
  for (const point of ["a1", "o15"]) await tap(point);
  await until("the engine's choice", chosen);
  await newGame(page, { opening: "engine-puts" });
  await until("three stones again", stonesAre, 3);
  await action("take-black");
  await until("white's first move", stonesAre, 4);
  await newGame(page, { opening: "you-put" });
  for (const point of ["h8", "h9", "j10"]) await tap(point);
  await until("the engine's answer", () => document.querySelector("#opening-step")?.hasAttribute("hidden") || document.querySelector('[data-action="take-white"]'));
  if (!await page.evaluate(chosen)) await action("take-white");
  await until("the end of the opening", chosen);
  await newGame(page, { opening: "free" });
}

async function playsByTheClock(page) {
  const { action, until, tap, text } = hands(page);
  await newGame(page, { color: "black", opening: "free", timing: "clock", minutes: "1", increment: "2" });
  check(await text('[data-clock="white"] .left') === "1:00", "the clock does not begin with a minute");
  await tap("h8");
  await until("the engine's move by the clock", stonesAre, 2);
  await until("black's clock to run", () => document.querySelector('[data-clock="black"].runs') !== null);
  await tap("a1");
  await until("the engine's second move", stonesAre, 4);
  await action("take-back");
  check(/^1:0[0-2]$/.test(await text('[data-clock="black"] .left')), "take back did not restore the clock");
  await newGame(page, { timing: "move" });
  check(!await page.isVisible("#clock"), "the clock is still there");
}

async function switchesLanguages(page) {
  const { text } = hands(page);
  for (const [tag, play] of [["cs", "Hra"], ["zh", "对局"], ["ru", "Игра"], ["ja", "対局"], ["en", "Play"]]) {
    await page.selectOption("#language", tag);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, tag);
    check(await text('[data-view-tab="play"]') === play, `the page does not speak ${tag}`);
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `the page is too wide in ${tag}`);
  }
}

const STEPS = { plays, ends, showsForbiddenPoints, goesOnAfterReload, analyses, reviews, walksTheBook, solvesPuzzles, opensBySwap2, playsByTheClock, switchesLanguages };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const { name, ...looks } of SCREENS) {
    const context = await browser.newContext({ ...looks, locale: "en-US" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = [];
    page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(address);
    await page.waitForSelector('[data-point="h8"]');
    for (const [step, run] of Object.entries(STEPS)) {
      await run(page).catch((error) => { throw new Error(`${name}: ${step}: ${error.message}`); });
      check(!complaints.length, `${name}: ${step}: the console says: ${complaints.join("; ")}`);
    }
    await context.close();
    console.log(`${name}: ${Object.keys(STEPS).join(", ")}`);
  }
  await browser.close();
} catch (error) {
  await browser.close();
  fail(error instanceof Error ? error.message : String(error));
}
