// What all views share: the game, the board, the status line; and how a move gets onto the board.

import { writeAddress } from "./address.js";
import { Board } from "./board.js";
import { byId } from "./elements.js";
import { ask } from "./engine.js";
import { Game, colorOf, pathTo, pointsOf } from "./game.js";
import { moveWord, showMoves } from "./move_list.js";
import { endingWords, forbiddenWords, foulWord, isOnTime, showEvaluation } from "./outlook.js";
import { word } from "./words.js";
/** @import { Answer, Mark, View } from "./types.js" */

class Page {
  constructor() {
    this.game = new Game("freestyle", 15);
    this.numbers = false;
    /** The game that a puzzle, or a walk through the solved game, took the place of. @type {{ puzzle: Game, game: Game } | null} */
    this.aside = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Promise<Map<string, string>>} the forbidden points here, with their fouls */
    this.forbidden = Promise.resolve(new Map());
    /** @type {Mark[]} */
    this.forbiddenMarks = [];
    this.generation = 0;
    this.taps = 0;
    /** Why the engine cannot be asked, as the key of a word. */
    this.problem = "";
    /** Shows what can be done with the current move (tree_tools.js). */
    this.showTools = () => {};
    this.board = new Board(byId("board"), (point, event) => this.tap(point, event));
  }

  /** Whether the game has ended here. After a loss on time it can be played on. */
  get isOver() {
    const { ending, resultHere } = this.game;
    return ending !== null || resultHere !== null && !isOnTime(resultHere);
  }

  /** Shows the position after it has changed. */
  changed() {
    this.generation++;
    this.marks = [];
    const { game } = this;
    showEvaluation(null, "black");
    this.askForbidden();
    this.draw();
    writeAddress(game);
    this.showTree();
    this.say(this.situation());
    this.view?.changed();
  }

  showTree() {
    showMoves(this);
    this.showTools();
  }

  draw() {
    const { game } = this;
    this.board.show({ size: game.size, moves: game.moves, five: game.ending?.five ?? [], ghost: this.isOver ? null : game.turn, numbers: this.numbers });
    this.board.mark([...this.forbiddenMarks, ...this.marks]);
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.marks = marks;
    this.board.mark([...this.forbiddenMarks, ...marks]);
  }

  /** The last move and whose turn it is, or how the game ended. */
  situation() {
    const { game } = this;
    const { current } = game;
    const ending = game.ending ?? game.resultHere;
    const last = current.parent ? `${word(colorOf(current))}: ${moveWord(current)}. ` : "";
    return last + (ending ? endingWords(ending) : word(`${game.turn}_to_move`)) + (this.problem && ` ${word(this.problem)}`);
  }

  /** @param {string} text @param {boolean} [isError] */
  say(text, isError = false) {
    const status = byId("status");
    status.textContent = text;
    status.title = text;
    status.classList.toggle("error", isError);
  }

  /** Shows an answer that is an error. @param {Answer} answer @returns {boolean} whether it is one */
  failed(answer) {
    if (answer.kind !== "error") return false;
    this.say(answer.error ?? "", true);
    return true;
  }

  askForbidden() {
    this.forbiddenMarks = [];
    const { game } = this;
    if (game.rule !== "renju" || game.turn !== "black" || game.ending) {
      this.forbidden = Promise.resolve(new Map());
      return;
    }
    const asked = this.generation;
    this.forbidden = ask({ kind: "forbidden", position: game.position }).result.then((answer) => {
      if (asked === this.generation && !this.failed(answer)) {
        this.forbiddenMarks = (answer.points ?? []).map(({ point, foul }) => ({ point, kind: "forbidden", label: `${word("forbidden")}: ${foulWord(foul)}` }));
        this.setMarks(this.marks);
      }
      return new Map(answer.points?.map(({ point, foul }) => [point, foul]));
    });
  }

  /** Before there is a view, nothing is played. @param {string} point @param {Event} event */
  tap(point, event) {
    if (this.view && !this.view.tap?.(point, event)) this.playByHand(point);
  }

  /** @param {string} point */
  async playByHand(point) {
    const [asked, tapped] = [this.generation, ++this.taps];
    if (this.game.ending) return this.say(this.situation());
    if (this.game.stones.has(point)) return this.say(word("taken", { point }));
    const foul = (await this.forbidden).get(point);
    if (asked !== this.generation || tapped !== this.taps) return;
    if (foul) return this.say(forbiddenWords({ point, foul }), true);
    const color = this.game.turn;
    this.play(point);
    this.view?.moved?.(color);
  }

  /** @param {string} point */
  play(point) {
    if (this.game.play(point)) this.changed();
  }

  /** Plays a line of moves from a place in the game on. @param {import("./game.js").Node} from @param {string[]} line */
  playLine(from, line) {
    this.game.goTo(from);
    for (const point of line) this.game.play(point);
    this.changed();
  }

  /** Shows a line of moves from a place in the game on, until `draw`. @param {import("./game.js").Node} from @param {string[]} line */
  preview(from, line) {
    if (from !== this.game.current) this.board.show({ ...this.board.shown, moves: pointsOf(pathTo(from)), five: [] });
    this.board.preview(line);
  }

  /** @param {Game} game */
  setGame(game) {
    this.game = game;
    this.changed();
  }

  /** Shows a puzzle, or a walk through the solved game, in the place of the game. @param {Game} puzzle */
  setPuzzle(puzzle) {
    const { game } = this.aside?.puzzle === this.game ? this.aside : this;
    this.aside = { puzzle, game };
    this.setGame(puzzle);
  }

  /** Puts the game back that a puzzle took the place of. @returns {boolean} whether a puzzle was there */
  leavePuzzle() {
    if (this.aside?.puzzle !== this.game) return false;
    this.setGame(this.aside.game);
    return true;
  }

  /** @param {"first" | "back" | "forward" | "last"} where */
  go(where) {
    const before = this.game.current;
    this.game[where]();
    if (this.game.current !== before) this.changed();
  }

  /** @param {import("./game.js").Node} node */
  goTo(node) {
    this.game.goTo(node);
    this.changed();
  }

  /** Goes to the position before a move, which "forward" leads to then. @param {import("./game.js").Node} node */
  goBefore(node) {
    if (!node.parent) return;
    this.game.goTo(node);
    this.goTo(node.parent);
  }
}

export const page = new Page();
