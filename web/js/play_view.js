// Playing against the engine, or both colors by hand.

import { button, byId, onAction } from "./elements.js";
import { ask } from "./engine.js";
import { Game, isBareEnd } from "./game.js";
import { longOutlook, shortOutlook } from "./outlook.js";
import { page } from "./page.js";
import { opponent } from "./rules.js";
import { keepSettings, settings } from "./storage.js";
import { word } from "./words.js";
/** @import { GameClock } from "./clock.js" */
/** @import { Node } from "./game.js" */
/** @import { Failure } from "./opponent.js" */
/** @import { KeptOpening } from "./swap2.js" */
/** @import { Answer, Color, View } from "./types.js" */

const HINT_MS = 1000;
const OPENING_MS = 1000;
const LEAST_LEFT_MS = 100;

/** The game goes on: the engine moves when it is its turn. False for a position that was only loaded. */
let live = false;
/** The moves of a loaded game that the user plays on. @type {Node[]} */
let loaded = [];
/** @type {Node | null} the last move of the game when this view was last shown */
let playedTo = null;
/** @type {{ stop: () => void } | null} the engine's search for its move */
let thinking = null;
/** Why another engine has no move here. @type {Failure | null} */
let failure = null;
/** @type {{ stop: () => void } | null} */
let hinting = null;
let asked = 0;
/** @type {GameClock | null} */
let clock = null;
/** Loaded with the first new game. @type {typeof import("./new_game.js") | null} */
let dialog = null;
/** Loaded with the first opening. @type {typeof import("./swap2.js") | null} */
let swap2 = null;

const isOpening = () => swap2 !== null && swap2.isOpening();

/** @param {Game} game */
const stonesOfOpening = (game) => swap2?.stonesOfOpening(game) ?? 0;

const engineTurn = () => !isOpening() && settings.engine === page.game.turn;

/** The limits of the engine's search for its move. */
function limits() {
  if (clock) return { left_ms: Math.max(LEAST_LEFT_MS, Math.round(clock.leftOf(page.game.turn))) };
  return { time_ms: settings.time };
}

function think() {
  stopThinking();
  const { game } = page;
  const number = ++asked;
  const engine = settings.opponent;
  page.say(`${page.situation()} ${engine ? word("other_thinks", { engine }) : word("thinking")}`);
  const { result, stop } = ask({ kind: "play", position: game.position, limits: limits(), ...(engine ? { engine } : { level: settings.level }) });
  thinking = { stop };
  result.then((answer) => {
    if (number !== asked) return;
    thinking = null;
    if (engine) return takeMoveOf(engine, answer);
    render();
    if (!page.failed(answer) && answer.move) page.play(answer.move);
  });
  render();
}

/** Plays another engine's move. Without one the game waits. @param {string} engine @param {Answer} answer */
function takeMoveOf(engine, answer) {
  if (answer.move) {
    nameEngine(engine);
    return page.play(answer.move);
  }
  failure = { engine, error: answer.error ?? "", fault: answer.fault ?? "" };
  clock?.pause();
  render();
  sayFailure();
}

async function sayFailure() {
  const { failureWords } = await import("./opponent.js");
  if (failure) page.say(failureWords(failure), true);
}

/** Shows the failure and the ways on. */
async function showFailure() {
  byId("engine-failure").hidden = !failure;
  if (!failure) return;
  const { drawFailure } = await import("./opponent.js");
  if (failure) drawFailure(failure, waysOn);
}

/** Names an engine that plays in this game. @param {string} engine "" for Tengen */
async function nameEngine(engine) {
  const { game } = page;
  const { engine: color } = settings;
  const { TENGEN, namePlayer } = await import("./players.js");
  if (color) namePlayer(game, color, engine || TENGEN);
}

/** The ways on from a failure. */
const waysOn = {
  askAgain() {
    page.changed();
    page.board.focus();
  },
  playTengen() {
    settings.opponent = "";
    keepSettings();
    nameEngine("");
    waysOn.askAgain();
  },
};

/** Forgets an opponent of an earlier visit that the server does not offer any more. */
async function forgetMissingOpponent() {
  if (live || !settings.opponent) return;
  const names = await (await import("./opponent.js")).otherEngines();
  if (live || !names || names.includes(settings.opponent)) return;
  settings.opponent = "";
  render();
}

function stopThinking() {
  asked++;
  thinking?.stop();
  thinking = null;
  hinting?.stop();
  hinting = null;
  failure = null;
  swap2?.stopOpening();
}

function changed() {
  stopThinking();
  byId("play-answer").textContent = "";
  if (clock?.game !== page.game) setClock(null);
  clock?.follow(live && !isOpening() && !page.isOver && !page.game.current.next);
  if (isOpening()) swap2?.goOn();
  playedTo = page.game.current;
  if (live && engineTurn() && !page.isOver && !page.game.current.next) think();
  else render();
}

function render() {
  const { game } = page;
  const about = [word(`rule_${game.rule}`), `${game.size}×${game.size}`];
  if (isOpening()) about.push(word("swap2"));
  else if (settings.engine) about.push(`${word("you")}: ${word(opponent(settings.engine))}`, settings.opponent ? `${word("opponent")}: ${settings.opponent}` : `${word("level")} ${settings.level}`);
  else about.push(word("by_hand"));
  byId("play-about").textContent = about.join(" · ");
  swap2?.renderOpening();
  showFailure();
  clock?.show();
  button("take-back").disabled = takenBack() === 0 && !isGivenUp();
  button("hint").disabled = page.isOver || thinking !== null || isOpening();
  button("resign").disabled = page.isOver || !live || !settings.engine || isOpening();
  button("swap").disabled = !settings.engine;
}

/** How many moves a "take back" takes: up to the user's own turn, and none of an opening that has ended. */
function takenBack() {
  const { number } = page.game.current;
  if (isOpening()) return swap2?.putsStones() && page.game.current.parent?.number !== 2 && number > 0 ? 1 : 0;
  const moves = !settings.engine || engineTurn() ? 1 : 2;
  return number - moves < stonesOfOpening(page.game) ? 0 : moves;
}

/** Takes the last move back. One that was loaded, or that notes or other moves hang on, stays in the tree. */
function takeOneBack() {
  const { game } = page;
  if (live && !loaded.includes(game.current) && isBareEnd(game.current)) game.takeBack();
  else game.back();
}

/** Whether the game has ended here, though moves are left. */
const isGivenUp = () => page.isOver && !page.game.ending;

/** Takes the last moves back, or the end of a game that was given up. */
export function takeBack() {
  const { game } = page;
  const givenUp = isGivenUp();
  const moves = givenUp ? 0 : takenBack();
  if (!moves && !givenUp) return;
  stopThinking();
  if (givenUp) live = true;
  for (let i = 0; i < moves; i++) takeOneBack();
  if (givenUp || live && game.result && !game.path.includes(game.result.at)) game.result = null;
  page.changed();
}

export function hint() {
  if (page.isOver || thinking) return;
  hinting?.stop();
  const { game, generation } = page;
  byId("play-answer").textContent = word("thinking");
  const { result, stop } = ask({ kind: "analyse", position: game.position, limits: { time_ms: HINT_MS } });
  const mine = { stop };
  hinting = mine;
  result.then((answer) => {
    if (generation !== page.generation || hinting !== mine) return;
    byId("play-answer").textContent = "";
    const best = answer.variations?.[0];
    if (page.failed(answer) || !best) return;
    const text = word("hint_is", { move: best.move, outlook: longOutlook(best) });
    byId("play-answer").textContent = text;
    page.setMarks([{ point: best.move, kind: "hint", text: shortOutlook(best), proven: best.certainty === "proven", label: text }]);
  });
}

function resign() {
  if (!settings.engine || page.isOver) return;
  stopThinking();
  live = false;
  conclude(settings.engine, "R");
  page.changed();
}

/** Ends the game. A result is that of the main line, which the user's own game becomes. @param {Color} winner @param {string} how */
function conclude(winner, how) {
  const { game } = page;
  game.result = { at: game.current, winner, how };
  if (!game.path.some((move) => loaded.includes(move))) game.makeMainLine();
}

/** @param {GameClock | null} set */
function setClock(set) {
  clock?.pause();
  clock = set;
  byId("clock").hidden = !clock;
}

/** @param {Color} color */
function flagFalls(color) {
  byId("play-answer").textContent = word("flag_falls", { color: word(color) });
  if (page.game.result) return;
  conclude(opponent(color), "T");
  page.say(page.situation());
}

/** @param {Color} color */
const takeEngine = (color) => { settings.engine = color; };

/** @param {Game} game */
async function start(game) {
  const { timing, minutes, increment, opening, time } = settings;
  const { GameClock } = await import("./clock.js");
  if (opening !== "free") swap2 = await import("./swap2.js");
  stopThinking();
  live = true;
  setClock(timing === "clock" ? new GameClock(game, minutes, increment, flagFalls) : null);
  if (opening !== "free") {
    swap2?.beginSwap2(game, { engineFirst: opening === "engine-puts", time: timing === "clock" ? OPENING_MS : time, two: false, told: "" }, takeEngine);
  }
  page.setGame(game);
}

export async function newGame() {
  dialog ??= await import("./new_game.js").catch(() => null);
  if (!dialog) return page.say(word("no_connection"), true);
  const chosen = await dialog.askForNewGame();
  if (!chosen) return;
  await start(new Game(chosen.rule, chosen.size));
  page.board.focus();
}

/** A game was loaded: nobody moves before the user does. */
export function rest() {
  stopThinking();
  live = false;
}

/** @typedef {{ engine: Color | null, opponent: string, clock: GameClock["kept"] | null, opening: KeptOpening | null, opened: number }} GoesOn what a reload needs to go on with a game */

/** @param {Game} game @returns {GoesOn | null} null for a position that was only loaded */
export function howItGoesOn(game) {
  if (!live || game.current !== playedTo) return null;
  return { engine: settings.engine, opponent: settings.opponent, clock: clock?.game === game ? clock.kept : null, opening: swap2?.openingToKeep(game) ?? null, opened: stonesOfOpening(game) };
}

/** Goes on with a game after a reload, once the page shows it. @param {Game} game @param {GoesOn} how */
export async function resume(game, how) {
  const { GameClock } = await import("./clock.js");
  if (how.opening || how.opened) swap2 = await import("./swap2.js");
  live = true;
  settings.engine = how.engine;
  settings.opponent = how.opponent ?? "";
  setClock(how.clock && GameClock.of(game, how.clock, flagFalls));
  if (how.opened) swap2?.setStonesOfOpening(game, how.opened);
  if (how.opening) swap2?.beginSwap2(game, how.opening, takeEngine);
}

/** @type {View} */
export const playView = {
  enter() {
    forgetMissingOpponent();
    if (!page.leavePuzzle()) changed();
  },
  leave() {
    stopThinking();
    clock?.pause();
  },
  changed,
  render,
  tap() {
    if (thinking) {
      page.say(word("engine_thinks"));
      return true;
    }
    if (page.isOver) {
      page.say(page.situation());
      return true;
    }
    if (isOpening()) return !swap2?.putsStones();
    if (live && engineTurn()) {
      if (failure) sayFailure();
      else page.say(word("not_your_turn"));
      return true;
    }
    if (!live && settings.engine) settings.engine = opponent(page.game.turn); // who plays on a loaded board plays that color
    if (!live) loaded = page.game.path;
    live = true;
    return false;
  },
};

onAction("new-game", newGame);
onAction("take-back", takeBack);
onAction("hint", hint);
onAction("resign", resign);
onAction("swap", () => {
  if (!settings.engine) return;
  settings.engine = opponent(settings.engine);
  if (settings.opening !== "free") settings.opening = settings.opening === "you-put" ? "engine-puts" : "you-put";
  start(new Game(page.game.rule, page.game.size));
});
