// Games as SGF: results written, read and dropped, diagrams and passes, fouls, texts without moves, a file that names no rule.

import { check, hands, newGame, saved, stonesAre } from "../hands.mjs";

/** Loads a text in the review view; it has so many stones. */
async function load(page, text, stones) {
  const { action, view, until } = hands(page);
  await view("review");
  await page.fill("#paste-text", text);
  await action("load");
  await until(`${stones} stones of ${text}`, stonesAre, stones);
}

/** Opens a file in the review view. @param {string} name @param {string} text */
async function openFile(page, name, text) {
  await hands(page).view("review");
  await page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

const status = (page, pattern) => hands(page).until(`the status ${pattern}`, (source) => new RegExp(source).test(document.querySelector("#status")?.textContent ?? ""), pattern);

export async function writesResults(page) {
  const { action, tap, until, view } = hands(page);
  await view("play");
  await newGame(page, { color: "black" });
  await tap("h8");
  await until("the engine's move", stonesAre, 2);
  await action("resign");
  await status(page, "White has won. Black resigned");
  await page.reload();
  await status(page, "Black resigned");
  const sgf = await saved(page);
  check(sgf.includes("RE[W+R]"), `the resignation is not written: ${sgf}`);
  await load(page, sgf, 2);
  await status(page, "White has won. Black resigned");
  await load(page, "(;GM[4]SZ[15]RU[renju]RE[B+Time]PB[A];B[hh];W[ii])", 2);
  await status(page, "Black has won. White’s time was up");
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

const DIAGRAM = "AB[gh][ih][hg][hi][hh]AW[aa][oa][ao][oo]"; // black's last would be a double three

/** Stones that were set up are no moves: they are no fouls, and not reviewed. */
export async function keepsDiagrams(page) {
  const { action, until } = hands(page);
  await load(page, `(;GM[4]SZ[15]RU[renju]${DIAGRAM};W[jh]C[keep];B[bb])`, 11);
  for (const when of ["before", "after"]) {
    const sgf = await saved(page);
    check(sgf.includes(DIAGRAM) && /;W\[jh\]C\[keep\]\s*;B\[bb\]\)/.test(sgf), `the diagram is another one ${when} a reload: ${sgf}`);
    if (when === "before") await page.reload();
    await until(`the diagram ${when} a reload`, stonesAre, 11);
  }
  await page.selectOption("#review-time", "100");
  await action("review");
  await until("the review of the diagram", () => /^Mistakes/.test(document.querySelector("#review-about")?.textContent ?? ""));
  check(/, 2 of /.test(await page.getAttribute("#graph", "aria-label") ?? ""), "the set-up is reviewed");
  await load(page, `(;GM[4]SZ[15]RU[renju]${DIAGRAM}PL[B]C[note];B[bb])`, 10);
  check((await saved(page)).includes(`${DIAGRAM}PL[B]C[note]`), "who is to move is lost");
}

export async function endsAtFouls(page) {
  const game = "RE[W+R];B[gh];W[aa];B[ih];W[oa];B[hg];W[ao];B[hi];W[oo]";
  await load(page, `(;GM[4]SZ[15]RU[renju]${game}(;B[hh]C[foul];W[jh])(;B[jj]C[other]))`, 9);
  await status(page, "h8 is forbidden to black: double three. Left out: 10. j8.");
  const sgf = await saved(page);
  check(/\(;B\[hh\]C\[foul\]\)\s*\(;B\[jj\]C\[other\]\)\)/.test(sgf) && sgf.includes("RE[W+F]"), `the foul is not the end: ${sgf}`);
  await page.reload();
  await status(page, "White has won. h8 is forbidden to black");
}

export async function dropsResults(page) {
  const { action, tap, view } = hands(page);
  const fresh = async () => {
    await load(page, "(;GM[4]SZ[15]RU[standard]RE[B+R];B[hh];W[ii](;B[hi])(;B[hj]))", 3);
    check((await saved(page)).includes("RE[B+R]"), "the result of a file is lost");
  };
  const isDropped = async (why) => check(!(await saved(page)).includes("RE["), `there is a result after ${why}`);
  await fresh();
  await page.click('[data-alternative="h6"]');
  await action("main-line");
  await isDropped("another main line");
  await fresh();
  await action("delete-branch");
  await isDropped("the end was deleted");
  await fresh();
  await view("analyse");
  await tap("a1");
  await isDropped("another move");
}

export async function keepsGameOfEmptyTexts(page) {
  for (const text of ["(;;;)(((", "(;)", "(;GM[4])"]) {
    await load(page, "(;GM[4]SZ[15]RU[standard];B[hh]C[mine])", 1);
    await load(page, text, 1);
    await status(page, "has no moves");
    check((await saved(page)).includes("C[mine]"), `${text} took the game's place`);
  }
}

/** The ending of its name tells how a file counts. */
export async function readsEndings(page) {
  for (const [name, text] of [["a.psq", "8,8,0\n9,7,0\n10,6,0\n"], ["a.rec", "7,7,0\n8,6,0\n9,5,0\n"]]) {
    await load(page, "a1", 1);
    await openFile(page, name, `Piskvorky 15x15, 11:11, 0\n${text}`);
    await hands(page).until(`the stones of ${name}`, () => location.hash.endsWith("moves=h8i9j10"));
  }
}

/** Of a text that is not read to its end, the moves before that are shown. */
export async function showsWhatIsCertain(page) {
  for (const text of ["1. h8 i9 2. j10 (2. j9 k9) 3. k11 1-0", "h8i9, j10; or k11", "1.h8 i9 2... j10 j99"]) {
    await load(page, "a1", 1);
    await load(page, text, 3);
    await status(page, "expected");
    check(page.url().endsWith("moves=h8i9j10"), `of ${text} is shown ${page.url()}`);
  }
  await load(page, "Dear friend, h8 i9", 3);
  await status(page, "'Dear' is found");
}

/** What was guessed, left out or put in is told. */
export async function tellsNotes(page) {
  await load(page, "(;GM[4]SZ[15]RU[renju];B[hh];B[ii])(;GM[4]SZ[15];B[aa])", 2);
  await status(page, "2 games; the first is shown.*out of turn: a pass is put before it");
  await load(page, "1. h8 i9 *\n\n[Event \"second\"]\n1. a1 *", 2);
  await status(page, "2 games; the first is shown");
  await load(page, "(;GM[1]SZ[15]C[start];B[hh]C[first];W[ii])", 2);
  await status(page, "is Go: read as Gomoku");
  await load(page, "(;GM[1];B[ss]CR[aa];W[ii])", 2);
  check((await saved(page)).includes(";B[ss]CR[aa]"), "a board that is not named is not Go's");
  await load(page, "(;GM[2]SZ[8];B[hh])", 2);
  await status(page, "another game: GM.2.");
}

/** Files of up to 3 MB are read; of a larger one the page says so. */
export async function readsLongFiles(page) {
  const game = (megabytes) => `(;GM[4]SZ[15]RU[renju]XX[${"long ".repeat(megabytes * 2e5 - 10)}];B[hh];W[ii])`;
  await load(page, "a1", 1);
  await openFile(page, "long.sgf", game(3));
  await hands(page).until("the long file", stonesAre, 2);
  await openFile(page, "longer.sgf", game(3.1));
  await status(page, "longer.sgf is larger than 3 MB");
  await load(page, "a1", 1);
}

export async function saysWhichRule(page) {
  await load(page, "h8 i9 h9", 3);
  await status(page, "No known rule is named: Standard is taken");
  await page.selectOption("#review-rule", "freestyle");
  check(page.url().includes("rule=freestyle"), "the rule of the loaded game was not changed");
  await load(page, "(;GM[4]SZ[15]RU[Gomoku];B[hh])", 1);
  check((await saved(page)).includes("RU[freestyle]"), "the rule that was taken is not written");
  await hands(page).view("play");
}
