// The page's beginning: words, theme, views, connection, address.

import { readAddress } from "./address.js";
import { analyseView } from "./analyse_view.js";
import { bookView } from "./book_view.js";
import { button, byId, onAction, selectById, setChoices } from "./elements.js";
import { onConnection } from "./engine.js";
import { cutAtFault, saveSgf } from "./files.js";
import { listenToKeys } from "./keys.js";
import { showMoves } from "./move_list.js";
import { page } from "./page.js";
import { savePng, saveSvg } from "./picture.js";
import { playView, resumeOrRest } from "./play_view.js";
import { puzzleView } from "./puzzle_view.js";
import { reviewView } from "./review_view.js";
import { LANGUAGES, language, preferredLanguage, setLanguage, word } from "./words.js";
/** @import { View } from "./types.js" */

/** @type {Record<string, View>} */
const VIEWS = { play: playView, analyse: analyseView, review: reviewView, book: bookView, puzzles: puzzleView };

/** @param {string} name */
function openView(name) {
  page.view?.leave();
  for (const section of document.querySelectorAll("[data-view]")) section.toggleAttribute("hidden", section.getAttribute("data-view") !== name);
  for (const tab of document.querySelectorAll("[data-view-tab]")) {
    if (tab.getAttribute("data-view-tab") === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  page.view = VIEWS[name];
  page.setMarks([]);
  page.say(page.situation());
  page.view.enter();
}

async function loadAddress() {
  const { game, problem } = readAddress(location.hash);
  resumeOrRest(location.hash);
  page.setGame(game);
  if (problem) page.say(problem, true);
  const { current } = game;
  const fault = await cutAtFault(game);
  if (page.game !== game || game.current === current) return;
  page.changed();
  page.say(fault, true);
}

/** @param {string} tag */
async function speak(tag) {
  await setLanguage(tag);
  for (const view of Object.values(VIEWS)) view.render();
  page.board.svg.setAttribute("aria-label", word("board"));
  page.board.label();
  showMoves(page);
  page.say(page.situation());
}

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

function listen() {
  for (const tab of document.querySelectorAll("[data-view-tab]")) tab.addEventListener("click", () => openView(tab.getAttribute("data-view-tab") ?? "play"));
  for (const where of /** @type {const} */ (["first", "back", "forward", "last"])) onAction(where, () => page.go(where));
  onAction("numbers", () => {
    page.numbers = !page.numbers;
    button("numbers").setAttribute("aria-pressed", String(page.numbers));
    page.draw();
  });
  onAction("copy-link", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      page.say(word("copied"));
    } catch {
      page.say(location.href); // no clipboard without https
    }
  });
  onAction("save-sgf", async () => {
    const problem = await saveSgf(page.game);
    if (problem) page.say(problem, true);
  });
  onAction("save-svg", () => saveSvg(page.board.svg));
  onAction("save-png", () => savePng(page.board.svg));
  const menu = document.querySelector("details.menu");
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("details.menu summary")) menu?.removeAttribute("open");
  });
  menu?.addEventListener("keydown", (event) => {
    if (/** @type {KeyboardEvent} */ (event).key === "Escape") menu.removeAttribute("open");
  });
  onAction("theme", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", theme);
    setTheme(theme);
  });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const followSystem = () => setTheme(localStorage.getItem("theme") ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", followSystem);
  followSystem();
  selectById("language").addEventListener("change", (event) => {
    const tag = /** @type {HTMLSelectElement} */ (event.target).value;
    localStorage.setItem("language", tag);
    speak(tag);
  });
  window.addEventListener("hashchange", loadAddress);
  listenToKeys(openView);
}

async function begin() {
  listen();
  await setLanguage(preferredLanguage());
  setChoices("language", Object.entries(LANGUAGES), language);
  for (const view of Object.values(VIEWS)) view.render();
  let lost = false;
  onConnection((connected) => {
    page.connected = connected;
    if (!connected) page.say(word("no_connection"), true);
    else if (lost) page.say(`${word("connected")} ${page.situation()}`);
    lost = !connected;
    byId("board").dataset.connected = String(connected);
  });
  openView("play");
  await loadAddress();
}

begin();
