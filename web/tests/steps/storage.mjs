// A browser that blocks the page's storage, as Chromium does with all site data.

import { address } from "../chromium.mjs";
import { check, hands, newGame, stonesAre } from "../hands.mjs";

export async function worksWithoutStorage(tour) {
  const blocked = await tour.context().browser().newContext({ locale: "en-US" });
  const page = await blocked.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
  });
  await page.goto(address);
  const { action, tap, until, view } = hands(page);
  await until("the page's words", () => document.querySelector('[data-view-tab="play"]')?.textContent === "Play");
  await newGame(page, { color: "black" });
  await tap("h8");
  await until("the engine's move", stonesAre, 2);
  await action("theme");
  await page.selectOption("#language", "cs");
  await until("another language", () => document.documentElement.lang === "cs");
  await view("analyse");
  await page.selectOption("#variations", "2");
  await page.reload();
  await until("the game of the address", stonesAre, 2);
  check(!complaints.length, `without storage: ${complaints.join("; ")}`);
  await blocked.close();
}
