// The analysis of a position, and the review of a pasted game.

import { checkAccess } from "../accessibility.mjs";
import { check, hands, stonesAre } from "../hands.mjs";

const GAME = "h8 i9 h9 h7 i10 g8 j11 k12";

export async function analyses(page) {
  const { goto, action, view, until, tap, text } = hands(page);
  await goto("#rule=freestyle&size=15&moves=h8i9");
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
  const isLeftOut = () => page.locator('[data-mark="excluded"]').count();
  await action("back");
  check(await isLeftOut() === 0, "a point is left out of another position");
  await action("forward");
  check(await isLeftOut() === 1, "the point is not left out any more");
  await action("analyse");
  await until("another analysis", () => document.querySelectorAll("#lines li").length === 3);
  await view("review");
  await view("analyse");
  check(await text('[data-action="analyse"]') === "Analyse", "the analysis began by itself");
  check(await page.locator("#lines li").count() === 3, "leaving the view lost the results");
  await page.keyboard.press("e");
  await page.keyboard.press("Escape");
  check(await page.evaluate(() => document.activeElement?.matches("[data-point]")), "Escape does not lead from the note to the board");
  const overflow = () => [...document.querySelectorAll("#lines button")].some((line) => line.getBoundingClientRect().right > innerWidth);
  check(!await page.evaluate(overflow), "the lines are wider than the page");
  await checkAccess(page, "an analysis");
}

/** Where the server has a second engine: scripts/page_checks.sh gives it a mock brain. */
export async function comparesEngines(page) {
  const { goto, action, view, until, text } = hands(page);
  await goto("#rule=freestyle&size=15&moves=h8i9");
  await view("analyse");
  const isStatic = await page.locator('meta[name="engine"][content="worker"]').count() > 0;
  if (isStatic) return check(await page.locator("#other-engine-choice").isHidden(), "a page without a server offers a second engine");
  await page.selectOption("#other-engine", "mock");
  await page.selectOption("#analysis-time", "2000");
  await action("analyse");
  await until("the move of the second engine", () => document.querySelectorAll('[data-mark="other"]').length === 1);
  check(/^mock: [a-o]\d+$/.test(await text("#other-engine-answer")), "the second engine's move is not told");
  await action("analyse");
  check(await page.locator('[data-mark="other"]').count() === 1, "stopping lost the second engine's move");
  await action("back");
  check(await page.locator('[data-mark="other"]').count() === 0, "the second engine's move stays in another position");
  await stopsBothEngines(page);
  await page.selectOption("#other-engine", "");
}

/** Where the server has a slow engine: that can be stopped when this one has ended its search. */
async function stopsBothEngines(page) {
  const { goto, action, until, text } = hands(page);
  if (!await page.locator('#other-engine option[value="slow"]').count()) return;
  await goto("#rule=freestyle&size=15&moves=h8a1h9a2h10a3h11a4");
  await page.selectOption("#other-engine", "slow");
  await page.selectOption("#analysis-time", "10000");
  await action("analyse");
  await until("the end of the first search", () => document.querySelector('[data-certainty="proven"]') !== null);
  check(await text("#other-engine-answer") === "slow: searches …", "the second engine does not search any more");
  check(await text('[data-action="analyse"]') === "Stop", "the second engine cannot be stopped");
  await action("analyse");
  await until("the end of both searches", () => document.querySelector('[data-action="analyse"]')?.textContent === "Analyse" && !document.querySelector("#other-engine-answer")?.textContent);
}

export async function reviews(page) {
  const { action, view, until, tap, stones, text } = hands(page);
  await view("review");
  await page.selectOption("#review-time", "100");
  await page.fill("#paste-text", GAME);
  await action("load");
  await until("the game", stonesAre, 8);
  await action("review");
  await until("the review", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
  check(await page.locator("#mistakes li").count() > 0, "no mistake was found");
  const mistakes = await page.locator("#mistakes").innerText();
  await page.reload();
  await until("the review after a reload", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
  check(await page.locator("#mistakes").innerText() === mistakes, "a reload changed the mistakes");
  await page.locator('[data-action="try-again"]').first().click();
  const isToldBetter = async () => (await page.locator("#mistakes").innerText()).includes("Better");
  check(!await isToldBetter(), "the answer is shown before the try");
  const count = await stones();
  await tap("a1");
  await until("a grade", () => document.querySelector("[data-grade]") !== null);
  check(await stones() === count + 1, "the try is not on the board");
  check(/^a1: /.test(await text("#status")), "the status line does not tell the grade");
  check(!await isToldBetter(), "a bad try shows the answer");
  await checkAccess(page, "a review");
  await page.reload();
  await until("the try after a reload", () => document.querySelector("#trying")?.textContent?.includes("Find a better move"));
  check(await stones() === count && !await page.locator('[data-next="a1"]').count(), "a reload keeps the failed try");
  check(!await isToldBetter(), "a reload shows the answer");
  await tap("a1");
  await until("the grade after a reload", () => document.querySelector("[data-grade]") !== null);
  await page.locator("#graph").click({ position: { x: 4, y: 20 } });
  check(await stones() === 1, "the graph does not lead to the first move");
  check(await isToldBetter(), "the answer stays hidden after the try");
  await page.locator('[data-action="try-again"]').first().click();
  check(await page.locator('[data-next="a1"]').count() === 0, "the failed try is still a branch");
  await goesOnReviewing(page);
}

/** A reload amid a review does not end it, nor lose what is graded. */
async function goesOnReviewing(page) {
  const { action, until, text } = hands(page);
  await page.selectOption("#review-time", "500");
  await action("review");
  await until("some grades", () => /^[34] of 8/.test(document.querySelector("#review-about")?.textContent ?? ""));
  await page.reload();
  await until("the review to go on", () => /^[3-7] of 8/.test(document.querySelector("#review-about")?.textContent ?? ""));
  await action("review");
  await until("a stopped review", () => document.querySelector('[data-action="review"]')?.textContent === "Go on reviewing");
  await action("review");
  await until("the whole review", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
  check(!/ of /.test(await text("#review-about")), "moves are left out of the review");
  await waitsForOtherViews(page);
}

/** A review waits while another view is shown, which has the engine for itself; it goes on afterwards, after a reload, too. */
async function waitsForOtherViews(page) {
  const { action, view, until } = hands(page);
  await page.selectOption("#review-time", "10000");
  await action("review");
  await until("the long review", () => /^0 of 8/.test(document.querySelector("#review-about")?.textContent ?? ""));
  for (const when of ["before", "after"]) {
    await view("play");
    const start = performance.now();
    await action("hint");
    await until(`a hint ${when} a reload`, () => document.querySelector('[data-mark="hint"]') !== null);
    check(performance.now() - start < 8000, "the hint waits for the review");
    if (when === "before") await page.reload();
  }
  await view("review");
  await until("the long review to go on", () => document.querySelector('[data-action="review"]')?.textContent === "Stop");
  await action("review");
  await until("a stopped review", () => document.querySelector('[data-action="review"]')?.textContent !== "Stop");
}
