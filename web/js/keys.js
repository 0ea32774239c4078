// The keyboard, outside the board's own cursor keys.

import { button, byId } from "./elements.js";
import { page } from "./page.js";
import { hint, newGame, takeBack } from "./play_view.js";

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => page.go("back"), ArrowRight: () => page.go("forward"), Home: () => page.go("first"), End: () => page.go("last"),
  "[": () => page.go("back"), "]": () => page.go("forward"),
  u: () => undo(), Backspace: () => undo(),
  n: () => open("play").then(newGame),
  h: () => open("play").then(hint),
  a: () => open("analyse").then(() => button("analyse").click()),
  l: () => open("book").then(() => button("book-longest").click()),
  m: () => button("numbers").click(),
  e: () => byId("note").focus(),
  1: () => open("play"), 2: () => open("analyse"), 3: () => open("review"), 4: () => open("book"), 5: () => open("puzzles"),
};

/** @type {(view: string) => Promise<void>} */
let open = async () => {};

function undo() {
  if (document.querySelector('[data-view="play"]:not([hidden])')) takeBack();
  else page.go("back");
}

/** @param {(view: string) => Promise<void>} openView */
export function listenToKeys(openView) {
  open = async (view) => { if (document.querySelector(`[data-view="${view}"][hidden]`)) await openView(view); };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    const act = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
