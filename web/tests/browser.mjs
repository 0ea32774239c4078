// Drives the page in Chromium, at two widths side by side: node web/tests/browser.mjs http://127.0.0.1:PORT/
// The page may be that of `tengen serve`, or a static copy with the engine in a worker.

import { address, withBrowser } from "./chromium.mjs";
import { PATIENCE_MS, check } from "./hands.mjs";
import { analyses, comparesEngines, reviews } from "./steps/analysis.mjs";
import { explainsALoss, walksALongestVariation, walksProvenReplies, walksTheBook } from "./steps/book.mjs";
import { saysThatTheServerIsFull } from "./steps/connection.mjs";
import { dropsResults, endsAtFouls, keepsDiagrams, keepsGameOfEmptyTexts, readsDiagrams, readsEndings, readsLongFiles, saysWhichRule, showsWhatIsCertain, tellsNotes, writesResults } from "./steps/files.mjs";
import { playsByKeyboard } from "./steps/keyboard.mjs";
import { switchesLanguages } from "./steps/languages.mjs";
import { playsEveryLeague, reviewsThePlayedGame } from "./steps/leagues.mjs";
import { opensBySwap2, playsByTheClock } from "./steps/openings.mjs";
import { outlivesAFailure, playsAnotherEngine } from "./steps/opponents.mjs";
import { ends, goesOnAfterReload, plays, showsForbiddenPoints } from "./steps/play.mjs";
import { solvesPuzzles } from "./steps/puzzles.mjs";
import { fitsScreens } from "./steps/screens.mjs";
import { worksWithoutStorage } from "./steps/storage.mjs";

const SCREENS = [
  { name: "1280 pixels", viewport: { width: 1280, height: 800 } },
  { name: "360 pixels", viewport: { width: 360, height: 740 } },
];
const STEPS = {
  plays, ends, showsForbiddenPoints, goesOnAfterReload, playsAnotherEngine, outlivesAFailure, playsEveryLeague, reviewsThePlayedGame, playsByKeyboard, analyses, comparesEngines, reviews, writesResults,
  readsDiagrams, keepsDiagrams, endsAtFouls, dropsResults, keepsGameOfEmptyTexts, saysWhichRule, readsEndings, readsLongFiles, showsWhatIsCertain, tellsNotes, walksTheBook, walksProvenReplies, explainsALoss, walksALongestVariation, solvesPuzzles, opensBySwap2, playsByTheClock, switchesLanguages, fitsScreens, worksWithoutStorage, saysThatTheServerIsFull,
};

/** All steps at one width, in a context of its own. */
async function tour(browser, { name, viewport }) {
  const context = await browser.newContext({ viewport, locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(error.message));
  const seconds = [];
  await page.goto(address);
  await page.waitForSelector('[data-point="h8"]');
  for (const [step, run] of Object.entries(STEPS)) {
    const start = performance.now();
    await run(page).catch((error) => { throw new Error(`${name}: ${step}: ${error.message}`); });
    check(!complaints.length, `${name}: ${step}: the console says: ${complaints.join("; ")}`);
    seconds.push(`${step} ${((performance.now() - start) / 1000).toFixed(1)}`);
  }
  await context.close();
  console.log(`${name}, ${(performance.now() / 1000).toFixed(0)} s: ${seconds.join(", ")}`);
}

await withBrowser((browser) => Promise.all(SCREENS.map((screen) => tour(browser, screen))));
