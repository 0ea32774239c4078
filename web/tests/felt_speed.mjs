// How fast the page feels, as a Markdown table: node web/tests/felt_speed.mjs http://127.0.0.1:PORT/

import { address, withBrowser } from "./chromium.mjs";

const LOADS = 10;
const SEARCHES = 10;
const STREAM_MS = 5000;
const POSITION = "#rule=freestyle&size=20&moves=j10k12a1l9"; // the book does not know it, and its search is long

/** In the page, before its own scripts: logs when the board has been painted and takes moves, in ms since the navigation began. */
function watchReady() {
  const isReady = () => document.querySelector("[data-point]") && document.querySelector("#status")?.textContent;
  const look = () => {
    if (isReady()) setTimeout(() => console.debug("ready", performance.now())); // after the frame is painted
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** In the page: ms from a click on "Analyse" until the first variation is painted. */
function firstVariation() {
  const lines = document.querySelector("#lines");
  return new Promise((resolve) => {
    const start = performance.now();
    new MutationObserver((_, observer) => {
      if (!lines.childElementCount) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    }).observe(lines, { childList: true, subtree: true });
    document.querySelector('[data-action="analyse"]').click();
  });
}

/** In the page: updates of the variations, frames, and the longest time between two frames. @param {number} duration in ms */
function countWhileSearching(duration) {
  const seen = { updates: 0, frames: 0, longest: 0, duration: 0 };
  const observer = new MutationObserver(() => seen.updates++);
  observer.observe(document.querySelector("#lines"), { childList: true, subtree: true });
  return new Promise((resolve) => {
    requestAnimationFrame((start) => {
      let last = start;
      const frame = (now) => {
        seen.frames++;
        seen.longest = Math.max(seen.longest, now - last);
        last = now;
        seen.duration = now - start;
        if (seen.duration < duration) return requestAnimationFrame(frame);
        observer.disconnect();
        resolve(seen);
      };
      requestAnimationFrame(frame);
    });
  });
}

/**
 * Uses a page without anything from before, when it is ready; `use` gets the ms that this took.
 * Until then nothing is asked of the page: the scripts that Playwright puts into it for a question take it some 70 ms.
 */
async function withPage(browser, hash, use) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  const page = await context.newPage();
  await page.addInitScript(watchReady);
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("ready "));
  await page.goto(address + hash, { waitUntil: "commit" });
  const ready = Number((await logged).text().split(" ")[1]);
  const result = await use(page, ready);
  await context.close();
  return result;
}

/** @param {number[]} values */
function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return `${Math.round(sorted[sorted.length >> 1])} ms (worst ${Math.round(sorted[sorted.length - 1])})`;
}

async function times(count, measure) {
  const values = [];
  for (let i = 0; i < count; i++) values.push(await measure());
  return values;
}

async function analysing(page) {
  await page.waitForSelector('[data-connected="true"]');
  await page.click('[data-view-tab="analyse"]');
  await page.selectOption("#analysis-time", "30000");
}

await withBrowser(async (browser) => {
  const loads = await times(LOADS, () => withPage(browser, "", (_, ready) => ready));
  const firsts = await times(SEARCHES, () => withPage(browser, POSITION, async (page) => {
    await analysing(page);
    return page.evaluate(firstVariation);
  }));
  const stream = await withPage(browser, POSITION, async (page) => {
    await analysing(page);
    await page.evaluate(firstVariation);
    return page.evaluate(countWhileSearching, STREAM_MS);
  });
  const perSecond = (count) => ((1000 * count) / stream.duration).toFixed(1);
  console.log(`| measure | bar | measured |
|---|---|---|
| page ready after the navigation begins, ${LOADS} cold loads | 300 ms | ${spread(loads)} |
| first variation after the click on Analyse, ${SEARCHES} times | 200 ms | ${spread(firsts)} |
| updates of the variations a second | 5 | ${perSecond(stream.updates)} |
| frames a second meanwhile | 60 | ${perSecond(stream.frames)} (longest wait for one ${Math.round(stream.longest)} ms) |`);
});
