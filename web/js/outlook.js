// What the side to move can expect, in words and on the evaluation bar.

import { byId } from "./elements.js";
import { opponent } from "./rules.js";
import { word } from "./words.js";
/** @import { Color, Outlook } from "./types.js" */

/** The expected result: a draw is half a win. @param {Outlook} outlook */
const expected = ({ win_probability: win, draw_probability: drawn }) => percent(win + drawn / 2);

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/** For a mark on the board: "76", or "+31" for a win in 31 plies. @param {Outlook} outlook */
export function shortOutlook(outlook) {
  if (outlook.win_in !== undefined) return `+${outlook.win_in}`;
  if (outlook.loss_in !== undefined) return `−${outlook.loss_in}`;
  return String(expected(outlook));
}

/** A score with its sign. @param {number} score */
export const signed = (score) => `${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score)}`;

/** For a line of text. @param {Outlook} outlook */
export function longOutlook(outlook) {
  if (outlook.win_in !== undefined) return word("wins_in", { plies: outlook.win_in });
  if (outlook.loss_in !== undefined) return word("loses_in", { plies: outlook.loss_in });
  return `${expected(outlook)} %`;
}

/** The shares of black's wins and of draws. @param {Outlook} outlook @param {Color} color whose outlook it is */
export function sharesOf(outlook, color) {
  const { win_probability: win, draw_probability: drawn } = outlook;
  return { black: color === "black" ? win : Math.max(0, 1 - win - drawn), drawn };
}

/** @param {Outlook | null} outlook @param {Color} color whose outlook it is */
export function showEvaluation(outlook, color) {
  const bar = byId("evaluation");
  const { black, drawn } = outlook ? sharesOf(outlook, color) : { black: 0.5, drawn: 0 };
  bar.classList.toggle("known", outlook !== null);
  bar.querySelector(".black")?.setAttribute("width", String(1000 * black));
  bar.querySelector(".drawn")?.setAttribute("width", String(1000 * (black + drawn)));
  bar.setAttribute("aria-label", outlook ? word("evaluation", { black: percent(black), drawn: percent(drawn), white: percent(Math.max(0, 1 - black - drawn)) }) : word("no_evaluation"));
}

/** @param {{ how?: string }} result */
export const isOnTime = ({ how }) => how?.[0]?.toUpperCase() === "T";

/** @param {string} foul */
export const foulWord = (foul) => word(foul.replaceAll(" ", "_"));

/** @param {{ point: string, foul: string }} forbidden */
export const forbiddenWords = ({ point, foul }) => word("forbidden_here", { point, foul: foulWord(foul) });

/** How a game ended. @param {{ winner: Color | null, how?: string, foul?: { point: string, foul: string } }} ending */
export function endingWords(ending) {
  if (!ending.winner) return word("drawn");
  if (ending.foul) return `${word(`${ending.winner}_won`)} ${forbiddenWords(ending.foul)}`;
  const color = word(opponent(ending.winner));
  const why = isOnTime(ending) ? word("on_time", { color }) : /^r/i.test(ending.how ?? "") ? word("resigned", { color }) : "";
  return `${word(`${ending.winner}_won`)} ${why}`.trim();
}

