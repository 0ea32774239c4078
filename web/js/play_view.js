// Playing against the engine, or both colors by hand.

import { button, byId, onAction } from "./elements.js";
import { ask } from "./engine.js";
import { Game } from "./game.js";
import { askForNewGame, settings } from "./new_game.js";
import { longOutlook, shortOutlook } from "./outlook.js";
import { page } from "./page.js";
import { opponent } from "./rules.js";
import { word } from "./words.js";
/** @import { View } from "./types.js" */

const HINT_MS = 1000;

/** The game goes on: the engine moves when it is its turn. False for a position that was only loaded. */
let live = false;
/** @type {{ stop: () => void } | null} the engine's search for its move */
let thinking = null;
/** @type {{ stop: () => void } | null} */
let hinting = null;
let asked = 0;

const engineTurn = () => settings.engine === page.game.turn;

function think() {
  stopThinking();
  const { game } = page;
  const number = ++asked;
  page.say(`${page.situation()} ${word("thinking")}`);
  const limits = { time_ms: settings.time };
  const { result, stop } = ask({ kind: "play", position: game.position, level: settings.level, limits });
  thinking = { stop };
  result.then((answer) => {
    if (number !== asked) return;
    thinking = null;
    render();
    if (!page.failed(answer) && answer.move) page.play(answer.move);
  });
  render();
}

function stopThinking() {
  asked++;
  thinking?.stop();
  thinking = null;
  hinting?.stop();
  hinting = null;
}

function changed() {
  stopThinking();
  byId("play-answer").textContent = "";
  if (live && engineTurn() && !page.ending && !page.game.current.next) think();
  else render();
}

function render() {
  const { game } = page;
  const about = [word(`rule_${game.rule}`), `${game.size}×${game.size}`];
  if (settings.engine) about.push(`${word("you")}: ${word(opponent(settings.engine))}`, `${word("level")} ${settings.level}`);
  else about.push(word("by_hand"));
  byId("play-about").textContent = about.join(" · ");
  button("take-back").disabled = takenBack() === 0;
  button("hint").disabled = Boolean(page.ending) || thinking !== null;
  button("resign").disabled = Boolean(page.ending) || !live || !settings.engine;
  button("swap").disabled = !settings.engine;
}

/** How many moves a "take back" takes: up to the user's own turn. */
function takenBack() {
  const { number } = page.game.current;
  if (!settings.engine) return Math.min(1, number);
  return Math.max(0, engineTurn() ? Math.min(1, number) : number > 1 ? 2 : 0);
}

export function takeBack() {
  const moves = takenBack();
  if (!moves) return;
  stopThinking();
  page.resigned = null;
  for (let i = 0; i < moves; i++) page.game.takeBack();
  page.changed();
}

export function hint() {
  if (page.ending || thinking) return;
  hinting?.stop();
  const { game, generation } = page;
  byId("play-answer").textContent = word("thinking");
  const { result, stop } = ask({ kind: "analyse", position: game.position, limits: { time_ms: HINT_MS } });
  hinting = { stop };
  result.then((answer) => {
    if (generation !== page.generation) return;
    byId("play-answer").textContent = "";
    const best = answer.variations?.[0];
    if (page.failed(answer) || !best) return;
    const text = word("hint_is", { move: best.move, outlook: longOutlook(best) });
    byId("play-answer").textContent = text;
    page.setMarks([{ point: best.move, kind: "hint", text: shortOutlook(best), proven: best.certainty === "proven", label: text }]);
  });
}

function resign() {
  if (!settings.engine || page.ending) return;
  stopThinking();
  live = false;
  page.resigned = { at: page.game.current, winner: settings.engine };
  page.changed();
}

/** @param {Game} game */
function start(game) {
  stopThinking();
  live = true;
  page.setGame(game);
}

export async function newGame() {
  const chosen = await askForNewGame();
  if (chosen) start(new Game(chosen.rule, chosen.size));
}

/** A game was loaded: nobody moves before the user does. */
export function rest() {
  stopThinking();
  live = false;
}

/** @type {View} */
export const playView = {
  enter: changed,
  leave: stopThinking,
  changed,
  render,
  tap() {
    if (thinking) {
      page.say(word("engine_thinks"));
      return true;
    }
    if (page.ending) return false;
    if (!live && settings.engine) settings.engine = opponent(page.game.turn); // who plays on a loaded board plays that color
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
  start(new Game(page.game.rule, page.game.size));
});
