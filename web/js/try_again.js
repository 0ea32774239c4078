// "Try again": the position before a mistake, another move, its grade.

import { actionButton, byId, html } from "./elements.js";
import { ask } from "./engine.js";
import { colorOf } from "./game.js";
import { facts } from "./mistakes.js";
import { longOutlook } from "./outlook.js";
import { page } from "./page.js";
import { word } from "./words.js";
/** @import { GradedMove } from "./types.js" */
/** @import { Node } from "./game.js" */

/** @type {{ mistake: Node, graded: GradedMove, limits: object, answer: GradedMove | null, waiting: boolean } | null} */
let trying = null;

export const isTrying = () => trying !== null && trying.answer === null;

export function stopTrying() { trying = null; }

/** @param {Node} mistake @param {GradedMove} graded @param {object} limits */
export function tryAgain(mistake, graded, limits) {
  if (!mistake.parent) return;
  trying = { mistake, graded, limits, answer: null, waiting: false };
  page.goBefore(mistake);
  page.board.host.scrollIntoView({ block: "nearest" });
}

/** A move was played: if it is a try, the engine grades it. @param {() => void} render */
export async function tryingMoved(render) {
  const mine = trying;
  const { current, moves, rule, size } = page.game;
  if (!mine || current.parent !== mine.mistake.parent) return;
  mine.waiting = true;
  render();
  const answer = await ask({ kind: "review", position: { rule, size }, moves: moves.join(" "), from: current.number, limits: mine.limits }).result;
  if (trying !== mine) return;
  mine.waiting = false;
  mine.answer = answer.moves?.find((move) => move.number === current.number) ?? null;
  page.failed(answer);
  render();
}

export function renderTrying() {
  const box = byId("trying");
  box.hidden = !trying;
  if (!trying) return box.replaceChildren();
  const { mistake, graded, limits, answer, waiting } = trying;
  const text = html("p", { "aria-live": "polite" });
  const buttons = html("div", { class: "buttons" });
  if (waiting) text.append(word("grading"));
  else if (!answer) text.append(word("try_how", { color: word(colorOf(mistake)), move: mistake.point }));
  else {
    text.append(html("span", { class: "point" }, [answer.move]), ": ", html("span", { class: `grade ${answer.grade}`, "data-grade": answer.grade }, [word(answer.grade)]), `. ${longOutlook(answer.after)}`, ...facts(answer));
    buttons.append(actionButton("once_more", () => tryAgain(mistake, graded, limits)));
  }
  buttons.append(actionButton("show_best", () => {
    stopTrying();
    page.goBefore(mistake);
    page.board.preview(graded.best_line);
  }));
  box.replaceChildren(text, buttons);
}
