// The page's beginning: words, theme, views, connection, address.

import { readAddress } from "./address.js";
import { button, byId, onAction, selectById, setChoices } from "./elements.js";
import { onConnection } from "./engine.js";
import { listenToKeys } from "./keys.js";
import { page } from "./page.js";
import { playView, rest } from "./play_view.js";
import { keep, stored, storedText } from "./storage.js";
import { LANGUAGES, language, preferredLanguage, setLanguage, word } from "./words.js";
/** @import { View } from "./types.js" */

/** The views. The page begins with the first; the others are loaded when that is painted. @type {Record<string, () => Promise<View>>} */
const VIEWS = {
  play: async () => playView,
  analyse: async () => (await import("./analyse_view.js")).analyseView,
  review: async () => (await import("./review_view.js")).reviewView,
  book: async () => (await import("./book_view.js")).bookView,
  puzzles: async () => (await import("./puzzle_view.js")).puzzleView,
};

/** Reaches the engine. Questions that were asked before wait for it. */
function connect() {
  let lost = false;
  onConnection((problem) => {
    page.problem = problem;
    if (problem) page.say(word(problem), true);
    else if (lost) page.say(`${word("connected")} ${page.situation()}`);
    lost = Boolean(problem);
    byId("board").dataset.connected = String(!problem);
  }, page.game);
}

/** What finds fouls, where the rule has some. @param {{ rule: string }} game */
const foulsOf = async ({ rule }) => (rule === "renju" ? import("./fouls.js") : null);

/** Loads what can wait. A view that fails is tried again when it is opened; without a connection nothing is kept. */
function loadRest() {
  setChoices("language", Object.entries(LANGUAGES), language); // their scripts' fonts take time
  import("./kept.js").then(({ keepGame }) => {
    window.addEventListener("pagehide", keepGame);
    document.addEventListener("visibilitychange", () => document.hidden && keepGame());
  }).catch(() => {});
  for (const load of [...Object.values(VIEWS), () => import("./tree_tools.js"), () => import("./clock.js")]) load().catch(() => {});
}

/** The view that was asked for last. */
let wanted = "";

/** @param {string} name */
async function openView(name) {
  wanted = name;
  const view = await VIEWS[name]().catch(() => null);
  if (wanted !== name) return;
  if (!view) return page.say(word("no_connection"), true);
  page.view?.leave();
  for (const part of document.querySelectorAll("[data-views]")) part.toggleAttribute("hidden", !part.getAttribute("data-views")?.split(" ").includes(name));
  for (const section of document.querySelectorAll("[data-view]")) section.toggleAttribute("hidden", section.getAttribute("data-view") !== name);
  for (const tab of document.querySelectorAll("[data-view-tab]")) {
    if (tab.getAttribute("data-view-tab") === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  page.view = view;
  page.setMarks([]);
  page.say(page.situation());
  view.render();
  view.enter();
}

/** Shows the position of the address: in the game on the board, if that has it. */
async function loadAddress() {
  const { game, problem } = readAddress(location.hash);
  const here = game.rule === page.game.rule && game.size === page.game.size && !problem ? page.game.find(game.moves) : null;
  rest();
  if (here) return page.goTo(here);
  page.setGame(game);
  if (problem) page.say(problem, true);
  const leftOut = await (await foulsOf(game))?.endAtFoul(game);
  if (page.game !== game || !game.current.foul) return;
  page.changed();
  if (leftOut) page.say(leftOut, true);
}

/** What was kept before a reload, or at this address. A move may have been played when the reload had begun. @returns {import("./kept.js").Kept | null} */
function keptHere() {
  const found = stored("game", null, () => sessionStorage);
  const [{ type }] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return type === "reload" || found?.address === location.hash ? found : null;
}

/** Shows what was kept before a reload, or else the game of the address. */
async function openFirstView() {
  const kept = keptHere();
  if (kept) await (await import("./kept.js")).restore(kept);
  await openView(kept?.view || "play");
  if (!kept) return loadAddress();
  await (await foulsOf(page.game))?.markFoul(page.game);
  if (page.game.current.foul) page.changed();
}

/** @param {string} tag */
async function speak(tag) {
  await setLanguage(tag);
  page.view?.render();
  page.board.svg.setAttribute("aria-label", word("board"));
  page.board.label();
  page.showTree();
  page.say(page.situation());
}

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

/** The menu closes by a click anywhere, and by Escape. The focus that was in it stays at its button. */
function listenToMenu() {
  const menu = /** @type {HTMLDetailsElement} */ (document.querySelector("details.menu"));
  const close = () => {
    const hasFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hasFocus) menu.querySelector("summary")?.focus();
  };
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (menu.open && !target.closest("details.menu summary")) close();
  });
  menu.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
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
  onAction("save-sgf", async () => (await import("./files.js")).saveSgf(page.game));
  onAction("save-svg", async () => (await import("./picture.js")).saveSvg(page.board.svg));
  onAction("save-png", async () => (await import("./picture.js")).savePng(page.board.svg));
  listenToMenu();
  onAction("theme", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    keep("theme", theme);
    setTheme(theme);
  });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const followSystem = () => setTheme(storedText("theme") ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", followSystem);
  followSystem();
  selectById("language").addEventListener("change", (event) => {
    const tag = /** @type {HTMLSelectElement} */ (event.target).value;
    keep("language", tag);
    speak(tag);
  });
  window.addEventListener("hashchange", loadAddress);
  listenToKeys(openView);
}

async function begin() {
  listen();
  await setLanguage(preferredLanguage());
  requestAnimationFrame(() => setTimeout(() => { // when the board is painted
    connect();
    loadRest();
  }));
  await openFirstView();
}

begin();
