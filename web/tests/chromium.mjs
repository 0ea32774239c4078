// Chromium for the tests, at /usr/bin/chromium or at the path in CHROMIUM; the packages are those that scripts/page_checks.sh installs.

import { createRequire } from "node:module";

export const packages = createRequire(new URL("../../target/page_checks/", import.meta.url));
const { chromium } = packages("playwright-core");

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** The page's address: the program's argument. */
export const address = process.argv[2];

/** Runs a test with a browser of its own; what it throws is told, and the program fails. */
export async function withBrowser(test) {
  if (!address) return fail(new Error("the page's address is expected as the argument"));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS });
  await test(browser).catch(fail);
  await browser.close();
}

/** @param {Error} error */
function fail(error) {
  console.error(`FAILED: ${error.message}`);
  process.exitCode = 1;
}
