// axe-core on what the page shows.

import { readFileSync } from "node:fs";
import { packages } from "./chromium.mjs";
import { check } from "./hands.mjs";

const source = readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8");

const LEAST_PASSES = 10; // rules; with fewer, axe has not seen the page

/** Nothing serious or critical, in light and in dark. @param {string} what is shown */
export async function checkAccess(page, what) {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(source);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    const { passes, faults } = await page.evaluate(async () => {
      const found = await window.axe.run(document, { resultTypes: ["violations"] });
      const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      return { passes: found.passes.length, faults: serious.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`) };
    });
    check(passes >= LEAST_PASSES, `axe-core checked only ${passes} rules on ${what}`);
    check(!faults.length, `axe-core on ${what}, ${colorScheme}: ${faults.join("; ")}`);
  }
}
