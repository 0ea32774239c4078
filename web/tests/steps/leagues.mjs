// Whole games in every league against level 30 and full strength, and the review of the last one.

import { checkAccess } from "../accessibility.mjs";
import { check, ending, hands, harmlessPoints, newGame, stonesAre, stonesOrEnd } from "../hands.mjs";

const LEAGUES = [["freestyle", "15"], ["freestyle", "20"], ["standard", "15"], ["renju", "15"], ["caro", "15"], ["caro-exact", "15"]];

/** Plays harmless moves until the engine has won. @param {string} size @param {"Black" | "White"} engine */
async function losesTo(page, size, engine) {
  const { tap, until, stones, text } = hands(page);
  if (engine === "Black") await until("the engine's first move", stonesAre, 1);
  for (const point of harmlessPoints(Number(size))) {
    if (await ending(page)) break;
    if (await page.locator(`[data-point="${point}"][data-stone]`).count()) continue;
    const count = await stones();
    await tap(point);
    await until("the engine's move", stonesOrEnd, count + 2);
  }
  check((await text("#status")).includes(`${engine} has won`), `the engine as ${engine} has not won: ${await text("#status")}`);
  check(await page.locator(".five-ring").count() >= 5, "the five is not marked");
}

export async function playsEveryLeague(page) {
  for (const [rule, size] of LEAGUES) {
    for (const [level, color, engine] of [["30", "black", "White"], ["100", "white", "Black"]]) {
      await newGame(page, { rule, size, level, color });
      await losesTo(page, size, engine).catch((error) => { throw new Error(`${rule} ${size}, level ${level}: ${error.message}`); });
    }
  }
  await checkAccess(page, "a finished game");
}

export async function reviewsThePlayedGame(page) {
  const { action, view, until, stones } = hands(page);
  const played = await stones();
  await view("review");
  await page.selectOption("#review-time", "100");
  await action("review");
  await until("the review", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
  check(await page.locator("#mistakes li").count() > 0, "no mistake was found in a game of harmless moves");
  await page.locator("#mistakes .go").first().click();
  check(await stones() < played, "the mistake does not lead to its position");
  await view("play");
}
