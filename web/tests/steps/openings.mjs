// The swap2 opening and the game clock.

import { checkAccess } from "../accessibility.mjs";
import { check, hands, newGame, stonesAre } from "../hands.mjs";

export async function opensBySwap2(page) {
  const { action, until, tap } = hands(page);
  const chosen = () => document.querySelector("#opening-step")?.hasAttribute("hidden");
  await newGame(page, { color: "black", opening: "engine-puts" });
  await until("three stones", stonesAre, 3);
  await checkAccess(page, "the choice of swap2");
  await action("put-two");
  for (const point of ["a1", "o15"]) await tap(point);
  await until("the engine's choice", chosen);
  await newGame(page, { opening: "engine-puts" });
  await until("three stones again", stonesAre, 3);
  await action("take-black");
  await until("white's first move", stonesAre, 4);
  check(await page.isDisabled('[data-action="take-back"]'), "take back reaches into the opening");
  await newGame(page, { opening: "you-put" });
  for (const point of ["h8", "h9", "j10"]) await tap(point);
  await until("the engine's answer", () => document.querySelector("#opening-step")?.hasAttribute("hidden") || document.querySelector('[data-action="take-white"]'));
  if (!await page.evaluate(chosen)) await action("take-white");
  await until("the end of the opening", chosen);
  await newGame(page, {});
}

export async function playsByTheClock(page) {
  const { action, until, tap, text } = hands(page);
  await newGame(page, { color: "black", timing: "clock", minutes: "1", increment: "2" });
  check(await text('[data-clock="white"] .left') === "1:00", "the clock does not begin with a minute");
  await tap("h8");
  await until("the engine's move by the clock", stonesAre, 2);
  await until("black's clock to run", () => document.querySelector('[data-clock="black"].runs') !== null);
  await checkAccess(page, "a game by the clock");
  await tap("a1");
  await until("the engine's second move", stonesAre, 4);
  await action("take-back");
  check(/^1:0[0-2]$/.test(await text('[data-clock="black"] .left')), "take back did not restore the clock");
  await newGame(page, {});
  check(!await page.isVisible("#clock"), "the clock is still there");
}
