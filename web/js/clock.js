// The game clock: what each color has left, and what it had after each move.

import { byId, html } from "./elements.js";
import { colorOf } from "./game.js";
import { opponent } from "./rules.js";
import { word } from "./words.js";
/** @import { Color } from "./types.js" */
/** @import { Game, Node } from "./game.js" */

const SHOWN_EVERY_MS = 200;

export class GameClock {
  /** @param {Game} game @param {number} minutes @param {number} increment in seconds @param {(fallen: Color) => void} onFall */
  constructor(game, minutes, increment, onFall) {
    this.game = game;
    this.increment = increment * 1000;
    this.onFall = onFall;
    this.start = minutes * 60_000;
    /** @type {Map<Node, Record<Color, number>>} what was left at each move */
    this.left = new Map([[game.current, { black: this.start, white: this.start }]]);
    this.at = game.current;
    this.since = 0;
    this.timer = 0;
    /** @type {Set<Color>} */
    this.fallen = new Set();
  }

  /** What a reload needs: what was left at each move up to the current one, if that is known. */
  get kept() {
    const left = [this.game.root, ...this.game.path].map((at) => (at === this.at ? { black: this.leftOf("black"), white: this.leftOf("white") } : this.left.get(at) ?? null));
    return { start: this.start, increment: this.increment, left };
  }

  /** A clock as it was kept. @param {Game} game @param {GameClock["kept"]} kept @param {(fallen: Color) => void} onFall */
  static of(game, { start, increment, left }, onFall) {
    const clock = new GameClock(game, start / 60_000, increment / 1000, onFall);
    clock.left.clear();
    for (const [i, at] of [game.root, ...game.path].entries()) {
      const there = left[i];
      if (there) clock.left.set(at, there);
    }
    for (const color of /** @type {const} */ (["black", "white"])) if (clock.leftOf(color) === 0) clock.fallen.add(color);
    return clock;
  }

  get turn() { return opponent(colorOf(this.at)); }

  /** @param {Color} color in ms */
  leftOf(color) {
    const left = this.left.get(this.at)?.[color] ?? this.start;
    return Math.max(0, this.timer && color === this.turn ? left - (performance.now() - this.since) : left);
  }

  /** Goes to the game's current move; runs there if it is asked to. @param {boolean} runs */
  follow(runs) {
    const { current } = this.game;
    const ran = this.timer !== 0;
    this.pause();
    if (current !== this.at) {
      const left = { black: this.leftOf("black"), white: this.leftOf("white") };
      const played = current.parent === this.at && !this.left.has(current);
      if (played && ran) left[this.turn] += this.increment;
      if (!this.left.has(current)) this.left.set(current, left);
      this.at = current;
      if (!played) this.fallen = new Set([...this.fallen].filter((color) => this.leftOf(color) === 0));
    }
    if (runs) {
      this.since = performance.now();
      this.timer = window.setInterval(() => this.tick(), SHOWN_EVERY_MS);
    }
    this.show();
  }

  pause() {
    if (!this.timer) return;
    const left = { black: this.leftOf("black"), white: this.leftOf("white") };
    window.clearInterval(this.timer);
    this.timer = 0;
    this.left.set(this.at, left);
    this.show();
  }

  tick() {
    const { turn } = this;
    if (!this.fallen.has(turn) && this.leftOf(turn) === 0) {
      this.fallen.add(turn);
      this.onFall(turn);
    }
    this.show();
  }

  show() {
    byId("clock").replaceChildren(.../** @type {const} */ (["black", "white"]).map((color) => {
      const ms = this.leftOf(color);
      const state = `${this.timer && color === this.turn ? " runs" : ""}${this.fallen.has(color) ? " fallen" : ""}`;
      return html("span", { class: `side ${color}${state}`, role: "timer", "data-clock": color }, [html("span", {}, [word(color)]), html("span", { class: "left" }, [clockText(ms)])]);
    }));
  }
}

/** @param {number} ms as "4:05"; the last ten seconds as "9.3" */
function clockText(ms) {
  if (ms > 0 && ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
