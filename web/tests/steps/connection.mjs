// A server that has no place for another tab.

import { address } from "../chromium.mjs";
import { hands } from "../hands.mjs";

const TRY_AGAIN_LATER = 1013;

export async function saysThatTheServerIsFull(tour) {
  if (await tour.locator('meta[name="engine"][content="worker"]').count()) return;
  const page = await tour.context().newPage();
  await page.routeWebSocket("**/socket", (socket) => socket.close({ code: TRY_AGAIN_LATER }));
  await page.goto(address);
  await hands(page).until("why there is no connection", () => document.querySelector("#status")?.textContent?.includes("no place for another tab"));
  await page.close();
}
