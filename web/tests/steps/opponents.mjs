// Another engine as the opponent, where the server has the engines mock and slow of scripts/page_checks.sh.

import { checkAccess } from "../accessibility.mjs";
import { check, ending, hands, harmlessPoints, newGame, openDialog, saved, stonesAre, stonesOrEnd } from "../hands.mjs";

const about = (page, pattern) => hands(page).until(`${pattern} about the game`, (source) => new RegExp(source).test(document.querySelector("#play-about")?.textContent ?? ""), pattern);
const failure = (page) => hands(page).until("the engine's failure", () => /slow has not moved in time\. The game stands/.test(document.querySelector("#engine-failure")?.textContent ?? ""));

/** Opens the dialog until the choice of an opponent is there. */
async function looksForOpponents(page) {
  const { action, until } = hands(page);
  await openDialog(page);
  await until("the choice of an opponent", () => document.querySelector('#new-opponent-choice:not([hidden]) option[value="mock"]') !== null);
  check(!await page.isDisabled("#new-level"), "Tengen has no level");
  await page.selectOption("#new-opponent", "mock");
  check(await page.isDisabled("#new-level") && await page.isDisabled("#new-opening"), "another engine can be given a level, or swap2");
  check(/no swap2/.test(await page.innerText("#new-opponent-note")), "it is not told why");
  await checkAccess(page, "the dialog with another engine");
  await page.selectOption("#new-color", "both");
  check(await page.isDisabled("#new-opponent") && !await page.innerText("#new-opponent-note"), "a game by hand has an opponent");
  await page.selectOption("#new-color", "black");
  await action("cancel");
}

export async function playsAnotherEngine(page) {
  const { action, view, tap, until, stones, text } = hands(page);
  await view("play");
  if (await page.locator('meta[name="engine"][content="worker"]').count()) return hasNoOpponents(page);
  await looksForOpponents(page);
  await newGame(page, { opponent: "mock", color: "black" });
  await about(page, "Opponent: mock$");
  for (const point of harmlessPoints(15)) {
    if (await ending(page)) break;
    if (await page.locator(`[data-point="${point}"][data-stone]`).count()) continue;
    const count = await stones();
    await tap(point);
    await until("the other engine's move", stonesOrEnd, count + 2);
    if (count === 2) await takesBackAndReloads(page);
  }
  check(/White has won/.test(await text("#status")), `mock has not won: ${await text("#status")}`);
  check((await saved(page)).includes("PW[mock]"), "the file does not name the engine");
  await reviewNamesIt(page);
  await action("swap");
  await until("the other engine's first move", stonesAre, 1);
  await action("resign");
  await until("the resignation", () => /Black has won/.test(document.querySelector("#status")?.textContent ?? ""));
  check((await saved(page)).includes("PB[mock]"), "the file does not name the engine that plays black");
  await newGame(page, { opponent: "mock", color: "black", timing: "clock", minutes: "1" });
  await tap("h8");
  await until("the other engine's move by the clock", stonesAre, 2);
  await newGame(page, {});
  await about(page, "Level 20$");
}

/** The page without a server. */
async function hasNoOpponents(page) {
  const { action } = hands(page);
  await openDialog(page);
  check(await page.locator("#new-opponent-choice").isHidden(), "a page without a server offers other engines");
  check(!await page.isDisabled("#new-level"), "the level cannot be chosen");
  await action("cancel");
}

async function takesBackAndReloads(page) {
  const { action, tap, until } = hands(page);
  const points = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("moves").match(/[a-z]\d+/g));
  await action("take-back");
  await until("the position before", stonesAre, 2);
  await page.reload();
  await until("the game after a reload", stonesAre, 2);
  await about(page, "Opponent: mock$");
  await tap(points[2]);
  await until("the other engine's move again", stonesAre, 4);
}

async function reviewNamesIt(page) {
  const { action, view, until } = hands(page);
  await view("review");
  await page.selectOption("#review-time", "100");
  await action("review");
  await until("the engine's name in the review", () => /^Mistakes: Black: \d+, White \(mock\): \d+$/.test(document.querySelector("#review-about")?.textContent ?? ""));
  await view("play");
}

/** An engine that does not move in time: stopped, asked again, replaced by Tengen. */
export async function outlivesAFailure(page) {
  const { action, tap, text, until } = hands(page);
  if (!await page.locator('#new-opponent option[value="slow"]').count()) return;
  await newGame(page, { opponent: "slow", color: "black" });
  await tap("h8");
  check(/slow thinks/.test(await text("#status")), "the status line does not name the engine");
  await action("take-back");
  await until("the position before", stonesAre, 0);
  await tap("h8");
  await failure(page);
  check(/slow has not moved in time/.test(await text("#status")), "the status line does not tell the failure");
  await checkAccess(page, "the failure of another engine");
  await tap("a1");
  await until("the failure still told", stonesAre, 1);
  await action("ask-again");
  await until("another try", () => /slow thinks/.test(document.querySelector("#status")?.textContent ?? "") && document.querySelector("#engine-failure")?.hasAttribute("hidden"));
  await page.reload();
  await failure(page);
  await action("play-tengen");
  await until("Tengen's move", stonesAre, 2);
  await about(page, "Level \\d+$");
  check((await saved(page)).includes("PW[Tengen]"), "the file does not name Tengen");
  await newGame(page, {});
}
