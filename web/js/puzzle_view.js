// Puzzles: positions that the side to move wins. Moves are judged by the solver, right ones answered, wrong ones taken back.

import { button, byId, onAction, selectById, setChoices } from "./elements.js";
import { ask } from "./engine.js";
import { Game } from "./game.js";
import { page } from "./page.js";
import { LEVELS, isSolved, loadPuzzles, puzzlesOf, rememberSolved } from "./puzzle_list.js";
import { opponent, RULES } from "./rules.js";
import { word } from "./words.js";
/** @import { Color, Puzzle, View } from "./types.js" */
/** @import { Node } from "./game.js" */

const JUDGE_NODES = 1_000_000;

/**
 * @typedef {object} Tried the puzzle on the board
 * @property {Puzzle} puzzle
 * @property {Game} game
 * @property {Color} attacker
 * @property {Node} tip the last move that stands
 * @property {{ stop: () => void } | null} asking
 * @property {string[]} solution what is left of the solution that is shown
 * @property {boolean} helped the solution was shown, at least in part
 * @property {string} text
 */

/** @type {Tried | null} */
let tried = null;

/** The puzzle, if it is on the board. */
const shown = () => (tried?.game === page.game ? tried : null);

const chosen = () => puzzlesOf(selectById("puzzle-board").value, selectById("puzzle-level").value);

/** @param {Puzzle | undefined} puzzle */
function start(puzzle) {
  if (!puzzle) return;
  stopAsking();
  const game = new Game(puzzle.rule, puzzle.size);
  for (const point of puzzle.moves.split(" ")) game.play(point);
  tried = { puzzle, game, attacker: game.turn, tip: game.current, asking: null, solution: [], helped: false, text: "" };
  page.setPuzzle(game);
}

/** The next puzzle that is not solved, or else the next one. */
function next() {
  const puzzles = chosen();
  const before = shown()?.puzzle;
  const now = before ? puzzles.indexOf(before) : -1;
  const following = [...puzzles.slice(now + 1), ...puzzles.slice(0, now + 1)];
  start(following.find((puzzle) => !isSolved(puzzle) && puzzle !== before) ?? following[0]);
}

/** Ends a question; a move that is not judged yet is taken back. @returns {boolean} whether there was one */
function stopAsking() {
  if (!tried?.asking) return false;
  tried.asking.stop();
  tried.asking = null;
  tried.text = "";
  if (tried.game.current.parent !== tried.tip) return false;
  tried.game.takeBack();
  return true;
}

/** @param {Tried} mine @param {string} text */
function tell(mine, text) {
  mine.text = text;
  if (shown() === mine) render();
}

/** Asks the solver. Null if the answer is of no use any more. @param {Tried} mine */
async function solve(mine) {
  const { puzzle, attacker, game } = mine;
  const asking = ask({ kind: "solve", goal: puzzle.goal, attacker, position: game.position, nodes: JUDGE_NODES });
  mine.asking = asking;
  render();
  const answer = await asking.result;
  if (mine.asking !== asking) return null;
  mine.asking = null;
  return shown() === mine ? answer : null;
}

/** Judges the attacker's move that was just played. @param {Tried} mine */
async function judge(mine) {
  const move = mine.game.current;
  if (page.game.ending?.winner === mine.attacker) return finish(mine);
  mine.text = word("judging", { move: move.point });
  const answer = await solve(mine);
  if (!answer) return;
  if (mine.game.current !== move) mine.game.goTo(move);
  const reply = answer.line?.[0];
  if (answer.verdict === "won" && reply) {
    mine.game.play(reply);
    mine.tip = mine.game.current;
    if (mine.solution[0] !== move.point || mine.solution[1] !== reply) mine.solution = [];
    else mine.solution = mine.solution.slice(2);
    mine.text = word("right_move", { move: move.point, reply, plies: (answer.plies ?? 1) - 1 });
    return page.changed();
  }
  mine.game.takeBack();
  page.changed();
  if (page.failed(answer)) return tell(mine, answer.error ?? "");
  const refutation = /plays ([a-v]\d+)/.exec(answer.text ?? "")?.[1];
  tell(mine, refutedWords(mine, move.point, answer.verdict === "not_won", refutation));
  if (refutation) page.board.preview([move.point, refutation]);
}

/** @param {Tried} mine @param {string} move @param {boolean} sure @param {string} [reply] */
function refutedWords({ puzzle, attacker }, move, sure, reply) {
  if (!reply) return word("wrong_move", { move });
  return word(sure ? "refuted" : "not_seen", { move, reply, defender: word(opponent(attacker)).toLowerCase(), kind: puzzle.goal.toUpperCase() });
}

/** Five stands. @param {Tried} mine */
function finish(mine) {
  mine.tip = mine.game.current;
  mine.solution = [];
  if (!mine.helped) rememberSolved(mine.puzzle);
  const moves = mine.game.moves.length - mine.puzzle.moves.split(" ").length;
  tell(mine, word(mine.helped ? "solution_ends" : "puzzle_solved", { moves: (moves + 1) / 2 }));
}

/** Plays the next move of the solution. */
async function showSolution() {
  const mine = shown();
  if (!mine || mine.asking) return;
  if (mine.game.current !== mine.tip) page.goTo(mine.tip);
  if (!mine.solution.length) {
    mine.text = word("thinking");
    const answer = await solve(mine);
    if (!answer) return;
    if (page.failed(answer) || !answer.line?.length) return tell(mine, answer.text ?? answer.error ?? "");
    if (mine.game.current !== mine.tip) mine.game.goTo(mine.tip);
    mine.solution = answer.line;
  }
  mine.helped = true;
  const move = mine.solution[0];
  mine.solution = mine.solution.slice(1);
  mine.game.play(move);
  mine.tip = mine.game.current;
  mine.text = word("solution_step", { move, plies: mine.solution.length });
  page.changed();
  if (page.game.ending) finish(mine);
}

function render() {
  const mine = shown();
  const puzzles = chosen();
  byId("puzzle-about").textContent = word("puzzles_solved", { solved: puzzles.filter(isSolved).length, count: puzzles.length });
  byId("puzzle-task").textContent = mine ? taskWords(mine, puzzles) : word("puzzle_how");
  byId("puzzle-answer").textContent = mine?.text ?? "";
  byId("puzzle-answer").classList.toggle("sure", Boolean(mine && page.game.ending && !mine.helped));
  const solution = button("solution");
  solution.textContent = word(mine?.helped && !page.game.ending ? "next_move" : "show_solution");
  solution.disabled = !mine || mine.asking !== null || Boolean(page.game.ending);
  button("puzzle-again").disabled = !mine || mine.game.moves.length === mine.puzzle.moves.split(" ").length && mine.tip === mine.game.current;
  button("puzzle-next").classList.toggle("primary", !mine || Boolean(page.game.ending));
}

/** @param {Tried} mine @param {Puzzle[]} puzzles */
function taskWords({ puzzle, attacker }, puzzles) {
  const number = puzzles.indexOf(puzzle) + 1;
  const task = word(puzzle.goal === "vcf" ? "task_vcf" : "task_vct", { color: word(attacker), plies: puzzle.plies, moves: (puzzle.plies + 1) / 2 });
  return (number ? `${word("puzzle_number", { number, count: puzzles.length })} ` : "") + task;
}

/** @type {View} */
export const puzzleView = {
  enter() {
    loadPuzzles().then(() => {
      if (page.view !== puzzleView) return;
      if (shown()) render();
      else next();
    }, () => page.say(word("no_puzzles"), true));
  },
  leave() {
    if (stopAsking() && shown()) page.changed();
  },
  changed: render,
  render() {
    const boards = [...RULES.map((rule) => `${rule} 15`), "freestyle 20"];
    setChoices("puzzle-board", boards.map((board) => [board, `${word(`rule_${board.split(" ")[0]}`)} ${board.endsWith("20") ? "20×20" : "15×15"}`]));
    setChoices("puzzle-level", LEVELS.map((level) => [level, word(`puzzles_${level}`)]));
    if (page.view === puzzleView) render();
  },
  tap() {
    const mine = shown();
    if (!mine || page.game.ending) return false;
    if (mine.asking) return true;
    if (page.game.current !== mine.tip) page.goTo(mine.tip); // the reader looked at other moves
    else if (page.game.turn === mine.attacker) return false;
    return true;
  },
  moved() {
    const mine = shown();
    if (mine) judge(mine);
  },
};

for (const id of ["puzzle-board", "puzzle-level"]) selectById(id).addEventListener("change", next);
onAction("puzzle-next", next);
onAction("puzzle-again", () => start(shown()?.puzzle));
onAction("solution", showSolution);
