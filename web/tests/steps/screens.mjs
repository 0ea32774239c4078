// The page on screens of other sizes: the whole board on one screen, nothing to be scrolled sideways.

import { check } from "../hands.mjs";

const SIZES = [[568, 320], [844, 390], [900, 412], [768, 1024], [390, 844], [1280, 600]];

export async function fitsScreens(page) {
  const before = page.viewportSize();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const [side, across] = await page.evaluate(() => [document.querySelector("#board").getBoundingClientRect().height, document.documentElement.scrollWidth]);
    check(side <= height && across <= width, `${width}x${height}: the board is ${side} high, the page ${across} wide`);
  }
  await page.setViewportSize(before);
}
