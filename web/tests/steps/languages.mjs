// The languages, in every view.

import { check, hands } from "../hands.mjs";

const PLAY = { cs: "Hra", zh: "对局", ru: "Игра", ja: "対局", en: "Play" };
const VIEWS = ["analyse", "review", "book", "puzzles", "play"];
const NARROWEST = 280;

export async function switchesLanguages(page) {
  const { text, view } = hands(page);
  for (const [tag, play] of Object.entries(PLAY)) {
    await page.selectOption("#language", tag);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, tag);
    check(await text('[data-view-tab="play"]') === play, `the page does not speak ${tag}`);
    for (const name of VIEWS) {
      await view(name);
      await fitsAcross(page, `the view ${name} in ${tag}`);
    }
  }
}

/** Nothing has to be scrolled sideways, on the narrowest screen either. @param {string} what */
async function fitsAcross(page, what) {
  const before = page.viewportSize();
  for (const width of [before.width, NARROWEST]) {
    await page.setViewportSize({ ...before, width });
    const across = await page.evaluate(() => document.documentElement.scrollWidth);
    check(across <= width, `${what} is ${across} wide on ${width}`);
  }
  await page.setViewportSize(before);
}
