// "Try again": the position before a mistake, another move, its grade.

import { actionButton, byId, html } from "./elements.js";
import { ask } from "./engine.js";
import { colorOf, remove } from "./game.js";
import { facts, isMistake } from "./mistakes.js";
import { longOutlook } from "./outlook.js";
import { page } from "./page.js";
import { word } from "./words.js";
/** @import { GradedMove } from "./types.js" */
/** @import { Node } from "./game.js" */

/**
 * @typedef {object} Trying
 * @property {Node} mistake
 * @property {GradedMove} graded
 * @property {object} limits
 * @property {Node[]} before the moves that were in the tree here
 * @property {Node | null} move the last try
 * @property {GradedMove | null} answer
 * @property {boolean} waiting
 */

/** @type {Trying | null} */
let trying = null;

/** Whether a move is tried, and none was good yet. */
export const isTrying = () => trying !== null && (!trying.answer || isMistake(trying.answer));

/** Ends the try. */
export function stopTrying() {
  dropTry();
  trying = null;
  hideAnswers();
}

/** Hides what would give the answer away, until a good move is found or the try ends. */
function hideAnswers() {
  document.body.classList.toggle("trying-again", isTrying());
}

/** Ends the try where another position is shown next. */
export function leaveTry() {
  if (trying?.move === page.game.current) page.game.back();
  stopTrying();
}

/** The last try, if it is not a good one, was not there before, and nothing hangs on it. */
export function failedTry() {
  if (!trying?.move || !isTrying()) return null;
  const { move, before } = trying;
  return before.includes(move) || move.note || move.children.length ? null : move;
}

/** The number of the mistake, while its answers are hidden. */
export const triedNumber = () => (trying && isTrying() ? trying.graded.number : null);

/** Takes a failed try out of the tree, if it is not shown. */
function dropTry() {
  const move = failedTry();
  if (!move || move === page.game.current) return;
  remove(move);
  page.showTree();
}

/** Tells what the box says in the status line too: on a phone, the box lies below the screen. */
function tell() {
  page.say(byId("trying").innerText.split("\n")[0]);
}

/** @param {Node} mistake @param {GradedMove} graded @param {object} limits */
export function tryAgain(mistake, graded, limits) {
  if (!mistake.parent) return;
  leaveTry();
  trying = { mistake, graded, limits, before: [...mistake.parent.children], move: null, answer: null, waiting: false };
  page.goBefore(mistake);
  tell();
  page.board.host.scrollIntoView({ block: "nearest" });
}

/** A move was played: if it is a try, the engine grades it. @param {() => void} render */
export async function tryingMoved(render) {
  const mine = trying;
  const { current, path } = page.game;
  if (!mine || current.parent !== mine.mistake.parent) return;
  if (mine.move !== current) dropTry();
  Object.assign(mine, { move: current, answer: null, waiting: true });
  render();
  tell();
  const { first, question } = page.game.reviewOf(path);
  const answer = await ask({ ...question, from: current.number - first, limits: mine.limits }).result;
  if (trying !== mine || mine.move !== current) return;
  mine.waiting = false;
  mine.answer = answer.moves?.find(({ number }) => number === current.number - first) ?? null;
  render();
  if (!page.failed(answer) && page.game.current === current) tell();
}

export function renderTrying() {
  const box = byId("trying");
  box.hidden = !trying;
  hideAnswers();
  if (!trying) return box.replaceChildren();
  const { mistake, graded, limits, answer, waiting } = trying;
  const text = html("p");
  const buttons = html("div", { class: "buttons" });
  if (waiting) text.append(word("grading"));
  else if (!answer) text.append(word("try_how", { color: word(colorOf(mistake)), move: mistake.point }));
  else {
    text.append(html("span", { class: "point" }, [answer.move]), ": ", html("span", { class: `grade ${answer.grade}`, "data-grade": answer.grade }, [word(answer.grade)]), `. ${longOutlook(answer.after)}`, ...facts(answer));
    buttons.append(actionButton("once_more", () => tryAgain(mistake, graded, limits)));
  }
  buttons.append(actionButton("show_best", () => {
    leaveTry();
    page.goBefore(mistake);
    page.board.preview(graded.best_line);
  }));
  box.replaceChildren(text, buttons);
}
