// Ten lines of the book, the first of each game to its end; why a reply loses; a longest variation.

import { checkAccess } from "../accessibility.mjs";
import { check, ending, hands, harmlessPoints, stonesAre, stonesOrEnd } from "../hands.mjs";

const REPLIES = { freestyle: ["a1", "i9", "h9", "g7", "k8"], standard: ["i9", "a1", "h9", "g7", "k8"] };
const LEAST_PLIES = 5;
const LOST = "#rule=freestyle&size=15&moves=h8a15i9b15i8a1"; // where the book ends
const LONG = { rule: "standard", moves: "h8i9g9i7g10", stones: 33 }; // the longest variations have as many stones
const ROW = '#book-threats [role="treeitem"]';

/** Within how many plies Black wins, by the page. */
async function within(page) {
  await hands(page).until("a proven win", () => /[Bb]lack wins .*\d+ pl/.test(document.querySelector("#book-verdict")?.textContent ?? ""));
  return Number(/(\d+) pl/.exec(await hands(page).text("#book-verdict"))[1]);
}

/** A reply that the book answers by a move of its own, or any. */
async function anyReply(page) {
  const known = page.locator('[data-point][aria-label*="answered by"]');
  if (await known.count()) return known.first().getAttribute("data-point");
  for (const point of harmlessPoints(15)) {
    if (!await page.locator(`[data-point="${point}"][data-stone]`).count()) return point;
  }
}

/** Lets the book answer replies until Black has won, or the line is long enough. */
async function walk(page, rule, reply, toTheEnd) {
  const { action, until, tap, stones, text } = hands(page);
  await action(`book-${rule}`);
  await until("the first winning move", () => document.querySelector('[data-mark="book"]') !== null);
  await action("book-move");
  await until("the replies", () => document.querySelectorAll('[data-mark="reply"]').length > 100);
  let left = await within(page);
  for (let next = reply; !await ending(page); next = await anyReply(page)) {
    const count = await stones();
    if (!toTheEnd && count >= LEAST_PLIES) return;
    await tap(next);
    await until(`the answer to ${next}`, stonesOrEnd, count + 2);
    if (await ending(page)) break;
    const now = await within(page);
    check(now < left, `after ${next} Black wins within ${now} plies, before within ${left}`);
    left = now;
  }
  check(/Black has won/.test(await text("#status")), "the line does not end with Black's win");
}

export async function walksTheBook(page) {
  const { view } = hands(page);
  await view("book");
  for (const [rule, replies] of Object.entries(REPLIES)) {
    for (const [i, reply] of replies.entries()) {
      await walk(page, rule, reply, i === 0).catch((error) => { throw new Error(`${rule}, reply ${reply}: ${error.message}`); });
    }
    await checkAccess(page, `the book, ${rule}`);
  }
}

/** In renju most second moves are proven: one of them is answered, and one of the open ones is not called won. */
export async function walksProvenReplies(page) {
  const { view, action, until, tap, text } = hands(page);
  await view("book");
  await action("book-renju");
  await until("the proven replies", () => document.querySelectorAll('[data-mark="reply"]').length > 200);
  check(/Black has won after these replies/.test(await text("#book-verdict")), "the proven replies are not told");
  await tap("k9");
  await until("the answer to k9", stonesOrEnd, 3);
  check(await within(page) === 58, "the win after k9 and its answer is not within 58 plies");
  await action("book-renju");
  await until("the proven replies", () => document.querySelectorAll('[data-mark="reply"]').length > 200);
  await tap("i9");
  await until("that i9 is open", () => /Not decided/.test(document.querySelector("#book-verdict")?.textContent ?? ""));
}

const rows = (page) => page.locator(ROW).count();

/** The tree of threats, by the keyboard. */
export async function explainsALoss(page) {
  const { goto, view, until, action, stones, text } = hands(page);
  const { keyboard } = page;
  await view("book");
  await goto(LOST);
  const before = (await within(page), await stones());
  await action("why-lost");
  await until("the tree", (row) => document.querySelectorAll(row).length > 2, ROW);
  await page.locator(ROW).first().focus();
  check(await page.locator(".stone.preview").count() === 1, "the attacker's move is not previewed");
  const open = await rows(page);
  await keyboard.press("ArrowLeft");
  check(await rows(page) === 1, "closing the first row leaves others");
  await keyboard.press("ArrowRight");
  await keyboard.press("ArrowRight");
  check(await rows(page) > 1 && await rows(page) < open, "opening a row must show the replies, and no more");
  await keyboard.press("Enter");
  await until("the reply and the next threat", (count) => document.querySelectorAll("[data-stone]").length === count, before + 3);
  await until("that the position is won", () => /Black wins within/.test(document.querySelector("#book-verdict").textContent));
  await checkAccess(page, "a tree of threats");
  const row = () => page.evaluate(() => document.activeElement.textContent.trim());
  for (let here = await row(); !here.endsWith(" five"); here = await row()) {
    await keyboard.press("ArrowRight");
    await keyboard.press("ArrowRight");
    check(await row() !== here, `the tree ends with ${here}`);
  }
  await keyboard.press("Enter");
  check(/Black has won/.test(await text("#status")), "the main line of the tree does not end with five");
  await goto(LOST.slice(0, -2));
  await until("no tree of another position", () => document.querySelector("#book-threats").hidden);
}

/** A longest variation, by one key. */
export async function walksALongestVariation(page) {
  const { goto, view, until, stones, text } = hands(page);
  await view("book");
  await goto(`#rule=${LONG.rule}&size=15&moves=${LONG.moves}`);
  let left = await within(page);
  while (!await ending(page)) {
    const count = await stones();
    await page.keyboard.press("l");
    await until(`the moves after ${count} stones`, stonesOrEnd, count + 2);
    if (await ending(page)) break;
    await until("a shorter win", (before) => Number(/[Bb]lack wins .*?(\d+) pl/.exec(document.querySelector("#book-verdict").textContent)?.[1]) <= before - 2, left);
    left = await within(page);
  }
  check(/Black has won/.test(await text("#status")), "the variation does not end with Black's win");
  check(await stones() === LONG.stones, `the longest variation has ${await stones()} stones`);
}
