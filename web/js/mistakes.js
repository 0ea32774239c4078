// The list of a reviewed game's mistakes and blunders, with what is proven of them.

import { byId, html } from "./elements.js";
import { longOutlook } from "./outlook.js";
import { word } from "./words.js";
/** @import { Fact, GradedMove } from "./types.js" */

/**
 * @param {GradedMove[]} moves
 * @param {{ goBefore: (move: GradedMove) => void, tryAgain: (move: GradedMove) => void, preview: (move: GradedMove | null) => void }} acts
 */
export function showMistakes(moves, acts) {
  const list = byId("mistakes");
  const key = moves.filter(isMistake);
  const shown = [...list.children].map((item) => item.getAttribute("data-mistake")).join();
  const wanted = key.map((move) => String(move.number)).join();
  if (shown === wanted && list.lang === document.documentElement.lang) return; // what has the focus keeps it
  list.lang = document.documentElement.lang;
  list.replaceChildren(...key.map((move) => {
    const go = html("button", { type: "button", class: "go" }, [
      `${move.number}. ${word(move.color)} `, html("span", { class: "point" }, [move.move]), " ",
      html("span", { class: `grade ${move.grade}` }, [word(move.grade)]), ` −${Math.round(100 * move.loss)} %. `,
      html("span", { class: "better" }, [`${word("better")}: `, html("span", { class: "point" }, [move.best_line[0] ?? "?"]), ` (${longOutlook(move.before)})`, ...facts(move)]),
    ]);
    go.addEventListener("click", () => acts.goBefore(move));
    for (const name of ["pointerenter", "focus"]) go.addEventListener(name, () => acts.preview(move));
    for (const name of ["pointerleave", "blur"]) go.addEventListener(name, () => acts.preview(null));
    const again = html("button", { type: "button", "data-action": "try-again" }, [word("try_again")]);
    again.addEventListener("click", () => acts.tryAgain(move));
    return html("li", { "data-mistake": move.number }, [go, again]);
  }));
}

/** @param {GradedMove} move */
export function isMistake({ grade, proven = [] }) {
  return grade === "mistake" || grade === "blunder" || proven.some(({ what }) => what === "missed_win" || (what === "loses" && grade !== "best"));
}

/** What is proven, in words. @param {GradedMove} move */
export function facts(move) {
  return (move.proven ?? []).map((fact) => html("span", { class: `fact sure${fact.what === "missed_win" ? " better" : ""}` }, [factWords(fact)]));
}

/** @param {Fact} fact */
function factWords({ what, plies, line, proof }) {
  return `${word(what, { move: line[0], plies })} (${word(`proof_${proof}`)})`;
}
