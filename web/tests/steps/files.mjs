// Games as SGF: results written and read, diagrams and passes, a file that names no rule.

import { readFileSync } from "node:fs";
import { check, hands, newGame, stonesAre } from "../hands.mjs";

/** Loads a text in the review view; it has so many stones. */
async function load(page, text, stones) {
  const { action, view, until } = hands(page);
  await view("review");
  await page.fill("#paste-text", text);
  await action("load");
  await until(`${stones} stones of ${text}`, stonesAre, stones);
}

/** The game as it is saved. */
async function saved(page) {
  await page.click("details.menu summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-action="save-sgf"]')]);
  return readFileSync(await download.path(), "utf8");
}

const status = (page, pattern) => hands(page).until(`the status ${pattern}`, (source) => new RegExp(source).test(document.querySelector("#status")?.textContent ?? ""), pattern);

export async function writesResults(page) {
  const { action, tap, until, view } = hands(page);
  await view("play");
  await newGame(page, { color: "black" });
  await tap("h8");
  await until("the engine's move", stonesAre, 2);
  await action("resign");
  await status(page, "White has won. The opponent resigned");
  await page.reload();
  await status(page, "The opponent resigned");
  const sgf = await saved(page);
  check(sgf.includes("RE[W+R]"), `the resignation is not written: ${sgf}`);
  await load(page, sgf, 2);
  await status(page, "White has won. The opponent resigned");
  await load(page, "(;GM[4]SZ[15]RU[renju]RE[B+Time]PB[A];B[hh];W[ii])", 2);
  await status(page, "Black has won. The opponent’s time was up");
  check((await saved(page)).includes("RE[B+Time]PB[A]"), "the result of a file is lost");
  await load(page, "(;GM[4]SZ[15]RU[renju]RE[Draw];B[hh];W[ii];B[hi])", 3);
  await status(page, "Drawn");
  await view("play");
  await tap("a1");
  check(await hands(page).stones() === 3, "a move was played after the end");
  await action("take-back");
  check(!(await saved(page)).includes("RE["), "a game that goes on has a result");
}

export async function readsDiagrams(page) {
  await load(page, "(;GM[4]SZ[15]RU[standard]AB[hh][ii:ij]AW[aa]PL[B];B[bb])", 5);
  await status(page, "shown as moves");
  check(/moves=h8a15g7--g6--|moves=h8a15/.test(page.url()), `the address has no passes: ${page.url()}`);
  await load(page, "(;GM[4]SZ[15]RU[standard];W[hh];B[ii];W[];B[hi])", 3);
  check(await page.getAttribute('[data-point="h8"]', "data-stone") === "white", "the first stone is not white");
  const sgf = await saved(page);
  check(/;B\[\]\s*;W\[hh\]\s*;B\[ii\]\s*;W\[\]\s*;B\[hi\]/.test(sgf), `the passes are not written: ${sgf}`);
  await page.reload();
  await hands(page).until("the diagram after a reload", stonesAre, 3);
}

export async function saysWhichRule(page) {
  await load(page, "h8 i9 h9", 3);
  await status(page, "No known rule is named: Standard is taken");
  await page.selectOption("#review-rule", "freestyle");
  check(page.url().includes("rule=freestyle"), "the rule of the loaded game was not changed");
  await hands(page).view("play");
}
