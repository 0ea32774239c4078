// The languages, in every view.

import { check, hands } from "../hands.mjs";

const PLAY = { cs: "Hra", zh: "对局", ru: "Игра", ja: "対局", en: "Play" };
const VIEWS = ["analyse", "review", "book", "puzzles", "play"];

export async function switchesLanguages(page) {
  const { text, view } = hands(page);
  for (const [tag, play] of Object.entries(PLAY)) {
    await page.selectOption("#language", tag);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, tag);
    check(await text('[data-view-tab="play"]') === play, `the page does not speak ${tag}`);
    for (const name of VIEWS) {
      await view(name);
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `the view ${name} is too wide in ${tag}`);
    }
  }
}
