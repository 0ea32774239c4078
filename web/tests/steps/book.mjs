// Ten lines of the book, the first of each game to its end.

import { checkAccess } from "../accessibility.mjs";
import { check, ending, hands, harmlessPoints, stonesAre, stonesOrEnd } from "../hands.mjs";

const REPLIES = { freestyle: ["a1", "i9", "h9", "g7", "k8"], standard: ["i9", "a1", "h9", "g7", "k8"] };
const LEAST_PLIES = 5;

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
