// The solved game: what the book knows of a position, its winning moves and replies.

import { button, byId, html, inputById, onAction } from "./elements.js";
import { ask } from "./engine.js";
import { Game } from "./game.js";
import { page } from "./page.js";
import { rest } from "./play_view.js";
import { word } from "./words.js";
/** @import { Answer, Rule, View } from "./types.js" */

const HUES = 8;

/** What the book says of this position. @type {Answer | null} */
let known = null;
/**
 * @typedef {{ plies: number, line: string[], proof: string }} Win one that the solver found where the book ends
 * @type {WeakMap<object, Win>}
 */
const wins = new WeakMap();
/** @type {Win | null} */
let found = null;
/** @type {ReturnType<typeof ask> | null} the solver's search for such a win */
let solving = null;
let goesOn = false; // the move on the board is that win's
let replied = false; // the move on the board is one that the user made, so the book may answer it

function changed() {
  stopSolving();
  const { current } = page.game;
  const before = current.parent && wins.get(current.parent);
  goesOn = before?.line[0] === current.point;
  found = (goesOn ? before : wins.get(current)) ?? null;
  known = null;
  const answersIt = replied;
  replied = false;
  if (page.ending) return render();
  const { generation } = page;
  ask({ kind: "book", position: page.game.position }).result.then((answer) => {
    if (generation !== page.generation || page.view !== bookView) return;
    known = answer;
    page.failed(answer);
    render();
    if (answer.kind === "book" && !answer.move && !found && page.game.turn === "black") findWin(generation, answersIt);
    else answerIf(answersIt);
  });
  render();
}

function stopSolving() {
  solving?.stop();
  solving = null;
}

/** Where the book ends, replies lose to a VCT that it does not hold: the solver finds it. @param {number} generation @param {boolean} answersIt */
async function findWin(generation, answersIt) {
  const { game } = page;
  if (game.size !== 15 || !(game.rule === "freestyle" || game.rule === "standard") || !game.current.parent) return;
  solving = ask({ kind: "solve", goal: "vct", position: game.position });
  const answer = await solving.result;
  if (generation !== page.generation || page.view !== bookView || answer.verdict !== "won" || !answer.line?.length) return;
  found = { plies: answer.plies ?? 0, line: answer.line, proof: /VC[FT]/.exec(answer.text ?? "")?.[0] ?? "" };
  wins.set(game.current, found);
  render();
  answerIf(answersIt);
}

const winningMove = () => known?.move ?? (found && !goesOn ? found.line[0] : undefined);

/** @param {boolean} wanted */
function answerIf(wanted) {
  const move = winningMove();
  if (wanted && move && inputById("book-auto").checked) page.play(move);
}

/** The replies by the book's answer to them, the most frequent first. */
function groups() {
  /** @type {Map<string, string[]>} */
  const byAnswer = new Map();
  for (const { reply, move } of known?.replies ?? []) byAnswer.set(move, [...(byAnswer.get(move) ?? []), reply]);
  return [...byAnswer].sort((a, b) => b[1].length - a[1].length);
}

function render() {
  byId("book-verdict").replaceChildren(...verdict());
  button("book-move").disabled = !winningMove();
  const answers = groups();
  byId("book-answers").replaceChildren(...answers.map(([move, replies], i) => html("li", { "data-answer": move }, [
    html("span", { class: `swatch hue-${i % HUES}` }), html("span", {}, [word("answered_by", { move, replies: replies.length })]),
  ])));
  const move = winningMove();
  page.setMarks([
    ...answers.flatMap(([move, replies], i) => replies.map((point) => ({ point, kind: /** @type {const} */ ("reply"), hue: i % HUES, label: word("reply_label", { move }) }))),
    ...(move ? [{ point: move, kind: /** @type {const} */ ("book"), text: String(known?.within ?? found?.plies ?? ""), proven: true, label: word("winning_move") }] : []),
  ]);
}

/** @returns {(Node | string)[]} */
function verdict() {
  if (page.ending) return [page.situation()];
  if (!known) return [word("looking_up")];
  if (known.kind === "error") return [known.error ?? ""];
  if (goesOn && found) return [sure(word("black_wins_within", { plies: found.plies - 1 })), " ", word("click_reply")];
  if (found) return [sure(word("solver_found", { proof: found.proof, plies: found.plies })), " ", found.line.join(" ")];
  if (!known.known) return [`${word("not_decided")} ${known.why_not ?? ""}`];
  const replies = known.replies?.length ?? 0;
  const next = page.game.turn === known.winner && !known.move ? "" : known.move ? word("winning_move_is", { move: known.move }) : replies ? word("replies_here", { replies }) : word("no_replies_here");
  return [sure(word(`${known.winner}_wins_within`, { plies: known.within ?? 0 })), " ", next];
}

/** @param {string} text */
const sure = (text) => html("span", { class: "sure" }, [text]);

/** @type {View} */
export const bookView = {
  enter: changed,
  leave: stopSolving,
  changed,
  render() { if (page.view === bookView) render(); },
  tap() {
    replied = true;
    return false;
  },
};

/** @param {Rule} rule */
function start(rule) {
  rest();
  page.setGame(new Game(rule, 15));
}

onAction("book-freestyle", () => start("freestyle"));
onAction("book-standard", () => start("standard"));
onAction("book-move", () => {
  const move = winningMove();
  if (move) page.play(move);
});
