// The analysis of a position, and the review of a pasted game.

import { checkAccess } from "../accessibility.mjs";
import { check, hands, stonesAre } from "../hands.mjs";

const GAME = "h8 i9 h9 h7 i10 g8 j11 k12";

export async function analyses(page) {
  const { goto, action, view, until, tap } = hands(page);
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
  const overflow = () => [...document.querySelectorAll("#lines button")].some((line) => line.getBoundingClientRect().right > innerWidth);
  check(!await page.evaluate(overflow), "the lines are wider than the page");
  await checkAccess(page, "an analysis");
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
  await page.locator('[data-action="try-again"]').first().click();
  const count = await stones();
  await tap("a1");
  await until("a grade", () => document.querySelector("[data-grade]") !== null);
  check(await stones() === count + 1, "the try is not on the board");
  check(/^a1: /.test(await text("#status")), "the status line does not tell the grade");
  await checkAccess(page, "a review");
  await page.locator("#graph").click({ position: { x: 4, y: 20 } });
  check(await stones() === 1, "the graph does not lead to the first move");
  await page.locator('[data-action="try-again"]').first().click();
  check(await page.locator('[data-next="a1"]').count() === 0, "the failed try is still a branch");
}
