// A second engine beside the analysis: the move that it would play.

import { byId, selectById, setChoices } from "./elements.js";
import { ask } from "./engine.js";
import { otherEngines } from "./opponent.js";
import { signed } from "./outlook.js";
import { page } from "./page.js";
import { word } from "./words.js";
/** @import { Answer, Mark } from "./types.js" */

const choice = selectById("other-engine");

export class OtherEngine {
  /** @type {{ stop: () => void } | null} */
  #search = null;
  /** @type {Answer | null} */
  #answer = null;
  #engine = ""; // which searches or has answered

  /** @param {() => void} answered */
  constructor(answered) {
    this.answered = answered;
  }

  get isSearching() { return this.#search !== null; }

  /** Offers the engines that the server has. */
  async offer() {
    const names = await otherEngines();
    if (!names?.length) return;
    setChoices(choice.id, ["", ...names].map((name) => [name, name || "–"]));
    byId("other-engine-choice").hidden = false;
  }

  /** Asks the chosen engine, if there is one, about the position on the board. No search goes on. @param {{ time_ms: number }} limits */
  search(limits) {
    this.forget();
    this.#engine = choice.value;
    if (!this.#engine) return;
    const search = ask({ kind: "play", engine: this.#engine, position: page.game.position, limits });
    this.#search = search;
    search.result.then((answer) => {
      if (this.#search !== search) return;
      this.#search = null;
      this.#answer = answer;
      this.answered();
    });
  }

  /** Ends the search. An answer stays. */
  stop() {
    this.#search?.stop();
    this.#search = null;
  }

  forget() {
    this.#answer = null;
  }

  /** @returns {Mark[]} */
  get marks() {
    const move = this.#answer?.move;
    return move ? [{ point: move, kind: "other", label: `${this.#engine}: ${move}` }] : [];
  }

  render() {
    const text = this.#search ? word("engine_searches") : this.#answer ? describe(this.#answer) : "";
    byId("other-engine-answer").textContent = this.#answer?.error ?? (text && `${this.#engine}: ${text}`);
  }
}

/** @param {Answer} answer */
function describe({ move, score, depth }) {
  const parts = [move, score === undefined ? "" : signed(score), depth === undefined ? "" : `${word("depth")} ${depth}`];
  return parts.filter(Boolean).join(" · ");
}
