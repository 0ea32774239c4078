// The play view: a game with hints, how games end, what is forbidden, a reload.

import { checkAccess } from "../accessibility.mjs";
import { check, ending, hands, newGame, openDialog, stonesAre, stonesOrEnd } from "../hands.mjs";

export async function plays(page) {
  const { action, tap, until, stones, text } = hands(page);
  await openDialog(page);
  await checkAccess(page, "the dialog of a new game");
  await action("cancel");
  await newGame(page, { color: "black" });
  await tap("h8");
  await until("the engine's first move", stonesAre, 2);
  for (let count = 4; count <= 8; count += 2) {
    await action("hint");
    await until("a hint", () => document.querySelector('[data-mark="hint"]') !== null);
    if (count === 4) await checkAccess(page, "a game with a hint");
    const move = (await text("#play-answer")).match(/[a-o]\d+/)?.[0];
    check(move, "the hint names no move");
    await tap(move);
    await until("the engine's move", stonesOrEnd, count);
    if (await ending(page)) break;
  }
  const before = await stones();
  await action("take-back");
  const after = await stones();
  check(after < before && after >= before - 2, `take back left ${after} of ${before} stones`);
}

export async function ends(page) {
  const { goto, tap, text, stones, until } = hands(page);
  await goto("#rule=freestyle&size=15&moves=h8a1h9a2h10a3h11a4");
  await until("the game", stonesAre, 8);
  await tap("h12");
  check(/Black has won/.test(await text("#status")), "five in a row did not win");
  await tap("h13");
  check(await stones() === 9, "a move was played after the end");
}

export async function showsForbiddenPoints(page) {
  const { goto, tap, text, stones, until } = hands(page);
  await goto("#rule=renju&size=15&moves=h8a1h9a3i10a5j10a7");
  await until("the forbidden point", () => document.querySelector('[data-mark="forbidden"]') !== null);
  await tap("h10");
  await until("the reason", () => /double three/.test(document.querySelector("#status")?.textContent ?? ""));
  check(await stones() === 8, `the forbidden move was played: ${await text("#status")}`);
  await newGame(page, { color: "both" });
  check(await page.locator('[data-mark="forbidden"]').count() === 0, "the forbidden point of another game is still marked");
}

export async function goesOnAfterReload(page) {
  const { tap, until } = hands(page);
  await newGame(page, { color: "black", time: "1000" });
  await tap("d4");
  await page.reload();
  await until("the engine's move after a reload", stonesAre, 2);
}
