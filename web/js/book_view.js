// The solved game: what the book knows of a position, its winning moves and replies.

import { button, byId, html, inputById, onAction } from "./elements.js";
import { ask } from "./engine.js";
import { Game } from "./game.js";
import { longestReply } from "./longest_line.js";
import { page } from "./page.js";
import { rest } from "./play_view.js";
import { ThreatTree } from "./threat_tree.js";
import { word } from "./words.js";
/** @import { Answer, Rule, View } from "./types.js" */

const SOLVED_WHOLE = ["freestyle", "standard"]; // whatever White replies
const HUES = 8;
const PATIENCE_MS = 700; // after that, the status line says what is awaited

const threats = new ThreatTree(byId("book-threats"));

/** What the book says of this position. @type {Answer | null} */
let known = null;
let lookedUp = Promise.resolve();
/**
 * @typedef {{ plies: number, line: string[], proof: string }} Win one that the solver found where the book ends
 * @typedef {{ reply?: string, move: string, win?: Win }} Step white's reply, black's answer, and the solver's win between them
 * @type {WeakMap<object, Win>}
 */
const wins = new WeakMap();
/** @type {Win | null} */
let found = null;
/** @type {ReturnType<typeof ask> | null} the solver's search for such a win */
let solving = null;
let stepping = false; // a step of the longest variation is looked for
let goesOn = false; // the move on the board is that win's
/** The game that was last begun here. @type {Game | null} */
let walked = null;
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
  if (page.game.ending) return render();
  const { generation } = page;
  lookedUp = ask({ kind: "book", position: page.game.position }).result.then((answer) => {
    if (generation !== page.generation || page.view !== bookView) return;
    known = answer;
    page.failed(answer);
    render();
    if (answer.kind === "book" && !answer.move && !found && mayWin(answer)) findWin(generation, answersIt);
    else answerIf(answersIt);
  });
  render();
}

function stopSolving() {
  solving?.stop();
  solving = null;
}

/** Whether the solver should look for a win. @param {Answer} answer the book's */
function mayWin({ known }) {
  const { game } = page;
  if (game.size !== 15 || !game.current.parent) return false;
  const goesOnFromWin = game.path.some((node) => wins.has(node));
  return game.turn === "black" ? known || goesOnFromWin || SOLVED_WHOLE.includes(game.rule) : !known && goesOnFromWin;
}

/** Where the book ends, replies lose to a VCT that it does not hold: the solver finds it. @param {number} generation @param {boolean} answersIt */
async function findWin(generation, answersIt) {
  const win = await solve();
  if (!win || generation !== page.generation || page.view !== bookView) return;
  const { turn, current } = page.game;
  goesOn = turn === "white";
  found = goesOn ? { ...win, plies: win.plies + 1, line: [current.point, ...win.line] } : win;
  wins.set(goesOn && current.parent ? current.parent : current, found);
  render();
  answerIf(answersIt);
}

/** Black's win from here, by the solver. @returns {Promise<Win | null>} */
async function solve() {
  solving = ask({ kind: "solve", goal: "vct", attacker: "black", position: page.game.position });
  const { verdict, plies = 0, line, text = "" } = await solving.result;
  return verdict === "won" && line?.length ? { plies, line, proof: /by (VC[FT])/.exec(text)?.[1] ?? "VCT" } : null;
}

const winningMove = () => known?.move ?? (found && !goesOn ? found.line[0] : undefined);

/** @param {boolean} wanted */
function answerIf(wanted) {
  const move = winningMove();
  if (wanted && move && inputById("book-auto").checked) page.play(move);
}

/** Plays the next step of a longest variation. */
async function stepLongest() {
  if (stepping || page.game.ending) return;
  const { generation } = page;
  const isHere = () => generation === page.generation && page.view === bookView;
  stepping = true;
  await lookedUp;
  const step = isHere() ? await longestStep(isHere) : null;
  stepping = false;
  if (!isHere()) return;
  if (!step) return page.say(page.situation());
  if (step.reply) page.game.play(step.reply);
  if (step.win) wins.set(page.game.current, step.win);
  page.game.play(step.move);
  page.changed();
}

/**
 * Black's move, if it is black's turn; or else white's reply and black's move, as the solver's win goes on, as the book tells, or, where
 * it ends, by the solver.
 * @param {() => boolean} isHere the position is still shown
 * @returns {Promise<Step | null>}
 */
async function longestStep(isHere) {
  const move = winningMove();
  if (page.game.turn === "black") return move ? { move } : null;
  if (goesOn && found && found.line.length > 2) return stepOf(found.line.slice(1), found.plies - 2, found.proof);
  if (!known?.known) return null;
  const start = performance.now();
  const { position } = page.game;
  if (known.replies?.length && position.moves) {
    return longestReply(position, known.replies, (positions) => {
      if (isHere() && performance.now() - start > PATIENCE_MS) page.say(word("looked_up", { positions }));
      return isHere();
    });
  }
  page.say(word("solver_compares"));
  const win = await solve();
  return win && stepOf(win.line, win.plies - 1, win.proof);
}

/** @param {string[]} line white's reply first @param {number} plies after it @param {string} proof */
const stepOf = ([reply, ...line], plies, proof) => /** @type {Step} */ ({ reply, move: line[0], win: { plies, line, proof } });

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
  const lost = goesOn ? page.game.current.parent : page.game.current;
  threats.offer(found && lost && !page.game.ending ? { from: lost, moves: [] } : null);
  if (known) button("book-longest").disabled = Boolean(page.game.ending) || !known.known && !found;
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
  if (page.game.ending) return [page.situation()];
  if (!known) return [word("looking_up")];
  if (known.kind === "error") return [known.error ?? ""];
  if (goesOn && found) return [sure(word("black_wins_within", { plies: found.plies - 1 })), " ", word("click_reply")];
  if (found) return [sure(word("solver_found", { proof: found.proof, plies: found.plies })), " ", found.line.join(" ")];
  const replies = known.replies?.length ?? 0;
  if (!known.known && replies) return [sure(word("proven_after", { replies }))];
  if (!known.known) return [`${word("not_decided")} ${known.why_not ?? ""}`];
  const next = page.game.turn === known.winner && !known.move ? "" : known.move ? word("winning_move_is", { move: known.move }) : replies ? word("replies_here", { replies }) : word("no_replies_here");
  return [sure(word(`${known.winner}_wins_within`, { plies: known.within ?? 0 })), " ", next];
}

/** @param {string} text */
const sure = (text) => html("span", { class: "sure" }, [text]);

/** @type {View} */
export const bookView = {
  enter: changed,
  leave() {
    stopSolving();
    threats.stop();
  },
  changed,
  render() { if (page.view === bookView) render(); },
  tap() {
    replied = true;
    return false;
  },
};

/** Whether the user's own game has moves, on the board or put aside. */
const hasOwnGame = () => page.aside?.puzzle === page.game || page.game !== walked && page.game.root.children.length > 0;

/** @param {Rule} rule @param {string} [first] the move after which replies are proven */
function start(rule, first) {
  const game = new Game(rule, 15);
  if (first) game.play(first);
  if (hasOwnGame()) page.setPuzzle(game);
  else {
    rest();
    page.setGame(game);
  }
  walked = game;
}

onAction("book-freestyle", () => start("freestyle"));
onAction("book-standard", () => start("standard"));
onAction("book-renju", () => start("renju", "h8"));
onAction("book-longest", stepLongest);
onAction("book-move", () => {
  const move = winningMove();
  if (move) page.play(move);
});
