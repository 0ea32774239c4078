// The review of a game: grades from the last move to the first, a graph, the mistakes.

import { button, byId, inputById, onAction, selectById, setChoices } from "./elements.js";
import { ask } from "./engine.js";
import { loadFile, loadText } from "./files.js";
import { markFoul } from "./fouls.js";
import { isInTree, pathTo, pointsOf } from "./game.js";
import { drawGraph, moveAt } from "./graph.js";
import { isMistake, showMistakes } from "./mistakes.js";
import { setTimes } from "./new_game.js";
import { shortOutlook, showEvaluation } from "./outlook.js";
import { page } from "./page.js";
import { rest } from "./play_view.js";
import { playerOf } from "./players.js";
import { RULES } from "./rules.js";
import { tryingMoved, stopTrying, isTrying, leaveTry, tryAgain, triedNumber, renderTrying } from "./try_again.js";
import { word } from "./words.js";
/** @import { Answer, Color, GradedMove, Rule, View } from "./types.js" */
/** @import { Game, Node } from "./game.js" */

const TIMES_MS = [100, 250, 500, 1000, 3000, 10000];

/**
 * @typedef {{ game: Game, nodes: Node[], moves: GradedMove[], time: number }} Review moves as far as they are graded, from the last on
 * @typedef {{ line: string[], moves: GradedMove[], time: number, goesOn: boolean, tried: number | null }} KeptReview what a reload needs of it, and which mistake is tried again
 * @type {Review | null}
 */
let review = null;
/** @type {ReturnType<typeof ask> | null} */
let search = null;
/** Whether the review waits, and goes on by itself. */
let paused = false;

const chosenTime = () => Number(selectById("review-time").value);

/** The moves of the line that is shown that a review can be of: a foul is none. */
const shownMoves = () => page.game.line.filter(({ foul }) => !foul);

/** How many moves a review can grade: those after the last pass or set-up stone. @param {Game} game @param {Node[]} nodes */
const gradable = (game, nodes) => nodes.length - game.reviewOf(nodes).first;

/** The moves that are not graded yet. @param {Review} of */
const left = ({ nodes, moves }) => nodes.slice(0, moves.length ? moves[0].number - 1 : nodes.length);

/** Whether a review of what is shown was stopped. */
function isHalfDone() {
  if (!review || search || review.nodes.at(-1) !== shownMoves().at(-1) || review.time !== chosenTime()) return false;
  return review.moves.length > 0 && gradable(review.game, left(review)) > 0;
}

function startOrStop() {
  if (search) return search.stop();
  stopTrying();
  const { game } = page;
  const nodes = shownMoves();
  if (!gradable(game, nodes)) return page.say(word("no_moves"), true);
  if (!review || !isHalfDone()) review = { game, nodes, moves: [], time: chosenTime() };
  goOn(review);
}

/** Grades the moves that are not graded yet. @param {Review} mine */
function goOn(mine) {
  const { first, question } = mine.game.reviewOf(left(mine));
  search = ask({ ...question, limits: { time_ms: mine.time } }, (line) => {
    if (review === mine) take(line, first);
  });
  const asked = search;
  asked.result.then((answer) => {
    if (search === asked) search = null;
    if (review !== mine || page.view !== reviewView) return;
    page.failed(answer);
    if (answer.notes?.length) page.say([answer.notes].flat().join(" "), true);
    render();
  });
  render();
}

/** Leaves the engine to another view or to a try: a tab has one search at a time. */
function pause() {
  paused ||= search !== null;
  search?.stop();
  search = null;
}

/** Goes on with a review that waited. */
function unpause() {
  if (page.view !== reviewView) return;
  if (review && paused && gradable(review.game, left(review))) goOn(review);
  paused = false;
}

/** @param {Answer} line @param {number} first how many moves stand before its first */
function take(line, first) {
  if (!review || line.kind !== "review") return;
  const known = new Map(review.moves.map((move) => [move.number, move]));
  for (const move of line.moves ?? []) known.set(move.number + first, { ...move, number: move.number + first });
  review.moves = [...known.values()].sort((a, b) => a.number - b.number);
  render();
}

/** @param {Game} game @returns {KeptReview | null} */
export function reviewToKeep(game) {
  if (review?.game !== game || !review.nodes.every(isInTree)) return null;
  const { nodes, moves, time } = review;
  return { line: pointsOf(nodes), moves, time, goesOn: paused || search !== null, tried: triedNumber() };
}

/** Shows a review as it was before a reload; one that was not stopped goes on in its view. @param {Game} game @param {KeptReview} kept */
export function resumeReview(game, { line, moves, time, goesOn, tried }) {
  const end = game.find(line);
  if (!end) return;
  setTimes("review-time", TIMES_MS, time);
  review = { game, nodes: pathTo(end), moves, time };
  paused = goesOn;
  const mistake = moves.find(({ number }) => number === tried);
  if (mistake) again(mistake);
}

function forget() {
  search?.stop();
  search = null;
  paused = false;
  review = null;
  stopTrying();
}

function render() {
  const length = review?.nodes.length ?? page.game.line.length;
  const moves = review?.moves ?? [];
  button("review").textContent = word(search ? "stop" : isHalfDone() ? "review_on" : "review_game");
  const now = review?.nodes.includes(page.game.current) ? page.game.current.number : 0;
  drawGraph(moves, length, now);
  byId("review-about").textContent = review ? progress(review) : word("review_how");
  showMistakes(moves, { goBefore, tryAgain: again, preview });
  renderTrying();
  mark();
}

/** @param {Review} of */
function progress({ game, nodes, moves }) {
  const length = gradable(game, nodes);
  const reviewed = word("reviewed", { known: moves.length, length });
  if (search) return reviewed;
  return moves.length < length ? `${reviewed}. ${summary(game, moves)}` : summary(game, moves);
}

/** @param {Game} game @param {GradedMove[]} moves */
function summary(game, moves) {
  /** @param {Color} color */
  const count = (color) => {
    const bad = moves.filter((move) => move.color === color && isMistake(move));
    const player = playerOf(game, color);
    return `${word(color)}${player && ` (${player})`}: ${bad.length}`;
  };
  return `${word("mistakes")}: ${count("black")}, ${count("white")}`;
}

/** Marks what was played and what was better, where the position before a reviewed move is shown. */
function mark() {
  if (page.view !== reviewView) return;
  if (isTrying()) return page.setMarks([]);
  const { current } = page.game;
  const after = review?.moves.find((move) => review?.nodes[move.number - 1] === current);
  const before = review?.moves.find((move) => review?.nodes[move.number - 1].parent === current);
  if (after) showEvaluation(after.after, after.color);
  if (!before) return page.setMarks([]);
  const best = before.best_line[0];
  const proven = before.proven?.some((fact) => fact.what === "missed_win" || (fact.what === "wins" && before.move === best)) ?? false;
  page.setMarks([
    ...(best && best !== before.move ? [{ point: before.move, kind: /** @type {const} */ ("candidate"), text: shortOutlook(before.after), label: word("played") }] : []),
    ...(best ? [{ point: best, kind: /** @type {const} */ ("hint"), text: shortOutlook(before.before), proven, label: word("best_move") }] : []),
  ]);
}

/** @param {GradedMove} move */
function again(move) {
  if (review) tryAgain(review.nodes[move.number - 1], move, { time_ms: chosenTime() });
}

/** @param {GradedMove} move */
function goBefore(move) {
  const node = review?.nodes[move.number - 1];
  if (!node) return;
  leaveTry();
  page.goBefore(node);
  page.board.host.scrollIntoView({ block: "nearest" });
}

/** Previews the better line where the position before the move is shown. @param {GradedMove | null} move */
function preview(move) {
  const here = move && !isTrying() && review?.nodes[move.number - 1].parent === page.game.current;
  page.board.preview(here ? move.best_line : []);
}

/** @param {Promise<import("./files.js").Loaded>} loading */
async function load(loading) {
  const { game, problem, note } = await loading;
  if (game) {
    rest();
    page.setGame(game);
  }
  if (problem || note) page.say(`${problem} ${note}`.trim(), problem !== "");
}

/** @type {View} */
export const reviewView = {
  enter() {
    this.changed();
    unpause();
  },
  leave() {
    pause();
    stopTrying();
  },
  changed() {
    if (review && (review.game !== page.game || !review.nodes.every(isInTree))) forget();
    selectById("review-rule").value = page.game.rule;
    render();
  },
  render() {
    setTimes("review-time", TIMES_MS, Number(selectById("review-time").value || 500));
    setChoices("review-rule", RULES.map((rule) => [rule, word(`rule_${rule}`)]), page.game.rule);
    if (page.view === reviewView) render();
  },
  async moved() {
    if (isTrying()) pause();
    await tryingMoved(render);
    unpause();
  },
};

onAction("review", startOrStop);
selectById("review-time").addEventListener("change", render);
inputById("file").addEventListener("change", () => {
  const input = inputById("file");
  if (input.files?.[0]) load(loadFile(input.files[0], page.game));
  input.value = "";
});
selectById("review-rule").addEventListener("change", async () => {
  const { game } = page;
  game.rule = /** @type {Rule} */ (selectById("review-rule").value);
  forget();
  page.setGame(game);
  const { generation } = page;
  const foul = await markFoul(game);
  if (!foul || generation !== page.generation) return;
  if (game.current.foul) page.changed();
  else page.say(foul, true);
});
byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = inputById("paste-text").value.trim();
  if (text) load(loadText(text, page.game));
});
byId("paste-text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  /** @type {HTMLFormElement} */ (byId("paste")).requestSubmit();
});
byId("graph").addEventListener("click", (event) => {
  const nodes = review?.nodes ?? page.game.line;
  if (!nodes.length) return;
  leaveTry();
  page.goTo(nodes[moveAt(event, nodes.length) - 1]);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) load(loadFile(file, page.game));
});
