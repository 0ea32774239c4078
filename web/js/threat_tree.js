// "Why does this lose?": a win by VCF or VCT as a tree. Each row is a reply that answers the threat, and the attacker's next move.
// Rows are made when the one above is opened: a tree may have thousands.

import { html } from "./elements.js";
import { ask } from "./engine.js";
import { page } from "./page.js";
import { opponent } from "./rules.js";
import { language, word } from "./words.js";
/** @import { Node } from "./game.js" */
/** @import { Color, Threat } from "./types.js" */

const MOST_MOVES = 4000;

/** @typedef {{ from: Node, moves: string[] }} Lost a place in the game, and moves from there on, after which the attacker is to move and wins */
/** @typedef {{ line: string[], level: number, next: Threat[] }} Row the moves from the attacker's first on; what may follow */

export class ThreatTree {
  /** The win whose tree is shown, or would be. @type {Lost | null} */
  #lost = null;
  #isOpen = false;
  /** @type {Threat[]} */
  #threats = [];
  #say = () => "";
  #language = "";
  /** @type {ReturnType<typeof ask> | null} */
  #search = null;
  /** @type {WeakMap<Element, Row>} */
  #rows = new WeakMap();
  #button = html("button", { type: "button", "data-action": "why-lost" });
  #text = html("p", { class: "about", "aria-live": "polite" });
  #tree = html("ul", { role: "tree" });
  #box;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.#box = box;
    box.append(this.#button, this.#text, this.#tree);
    this.#button.addEventListener("click", () => (this.#isOpen ? this.#close() : this.#open()));
    this.#listen();
    this.offer(null);
  }

  /** Offers the tree of a win, unless one is shown that the position on the board belongs to. @param {Lost | null} lost */
  offer(lost) {
    if (!this.#isOpen || !this.#lost || !page.game.path.includes(this.#lost.from)) {
      this.#close();
      this.#lost = lost;
    }
    this.#box.hidden = !this.#lost;
    const move = this.#lost?.moves[0];
    this.#button.textContent = move ? word("why_move_loses", { move }) : word("why_lost");
    if (this.#language !== language) this.#render();
  }

  /** Ends the search for a tree. */
  stop() {
    if (this.#search) this.#close();
  }

  #close() {
    this.#search?.stop();
    this.#search = null;
    if (this.#isOpen) this.#show(false, () => "");
  }

  /** @param {boolean} isOpen @param {() => string} say @param {Threat[]} [threats] */
  #show(isOpen, say, threats = []) {
    this.#isOpen = isOpen;
    this.#say = say;
    this.#threats = threats;
    this.#render();
  }

  #render() {
    this.#language = language;
    this.#button.setAttribute("aria-expanded", String(this.#isOpen));
    this.#text.textContent = this.#say();
    this.#tree.setAttribute("aria-label", word("threats"));
    this.#tree.hidden = !this.#threats.length;
    this.#tree.replaceChildren(...this.#threats.map((threat) => this.#newRow([threat], [], 1)));
    const first = this.#tree.querySelector('[role="treeitem"]');
    first?.setAttribute("tabindex", "0");
    for (let row = first; row; row = this.#expand(row)); // the main line
  }

  async #open() {
    const lost = this.#lost;
    if (!lost) return;
    this.#show(true, () => word("thinking"));
    const search = ask({ kind: "solve", goal: "vct", position: page.game.positionAt(lost.from, lost.moves), tree: MOST_MOVES });
    this.#search = search;
    const { tree, verdict, text, error } = await search.result;
    if (this.#search !== search) return;
    this.#search = null;
    if (tree) this.#show(true, () => word("threats_about"), tree);
    else this.#show(true, () => (verdict === "won" ? word("tree_too_large", { moves: MOST_MOVES }) : error ?? text ?? ""));
  }

  /** @param {Threat[]} threats a reply and the attacker's move, or that alone at the beginning @param {string[]} before @param {number} level */
  #newRow(threats, before, level) {
    const last = threats[threats.length - 1];
    const attacker = this.#attacker();
    const row = html("div", { role: "treeitem", tabindex: -1, "aria-level": level }, [html("span", { class: "toggle" }), ...threats.flatMap(({ move, note = "" }) => {
      const color = move === last.move ? attacker : opponent(attacker);
      return [
        html("span", { class: `point ${color}` }, [html("span", { class: "spoken" }, [`${word(color)} `]), move]), " ",
        html("span", { class: "quiet", lang: "en" }, [note]), " ",
      ];
    })]);
    this.#rows.set(row, { line: [...before, ...threats.map(({ move }) => move)], level, next: last.next ?? [] });
    if (last.next?.length) row.setAttribute("aria-expanded", "false");
    return html("li", { role: "none" }, [row]);
  }

  /** @returns {Color} */
  #attacker() {
    const { from, moves } = /** @type {Lost} */ (this.#lost);
    return (from.number + moves.length) % 2 ? "white" : "black";
  }

  /** Opens a row. @param {Element} row @returns {Element | null} the first row below */
  #expand(row) {
    if (row.getAttribute("aria-expanded") !== "false") return null;
    const { line, level, next } = /** @type {Row} */ (this.#rows.get(row));
    row.setAttribute("aria-expanded", "true");
    const below = html("ul", { role: "group" }, next.map((reply) => this.#newRow([reply, ...(reply.next ?? [])], line, level + 1)));
    row.after(below);
    return below.querySelector('[role="treeitem"]');
  }

  /** @param {Element} row */
  #collapse(row) {
    row.nextElementSibling?.remove();
    row.setAttribute("aria-expanded", "false");
  }

  #listen() {
    /** @param {Event} event */
    const rowOf = (event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[role="treeitem"]'));
    this.#tree.addEventListener("click", (event) => {
      const row = rowOf(event);
      if (!row) return;
      if (!(/** @type {Element} */ (event.target).matches(".toggle"))) return this.#play(row);
      this.#toggle(row);
      this.#focus(row);
    });
    this.#tree.addEventListener("keydown", (event) => {
      const row = rowOf(event);
      if (row && !event.altKey && !event.ctrlKey && !event.metaKey) this.#key(event, row);
    });
    for (const event of ["pointerover", "focusin"]) this.#tree.addEventListener(event, (event) => this.#preview(rowOf(event)));
    for (const event of ["pointerleave", "focusout"]) this.#tree.addEventListener(event, () => page.draw());
  }

  /** @param {Element} row */
  #toggle(row) {
    if (row.getAttribute("aria-expanded") === "true") this.#collapse(row);
    else this.#expand(row);
  }

  /** @param {HTMLElement | null | undefined} row */
  #focus(row) {
    if (!row) return;
    this.#tree.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    row.tabIndex = 0;
    row.focus();
  }

  /** @param {Element | null} row */
  #preview(row) {
    const found = row && this.#rows.get(row);
    if (found && this.#lost) page.preview(this.#lost.from, [...this.#lost.moves, ...found.line]);
  }

  /** @param {HTMLElement} row */
  #play(row) {
    const found = this.#rows.get(row);
    if (!found || !this.#lost) return;
    this.#focus(row);
    page.playLine(this.#lost.from, [...this.#lost.moves, ...found.line]);
  }

  /** As in trees of other programs. @param {KeyboardEvent} event @param {HTMLElement} row */
  #key(event, row) {
    const rows = /** @type {HTMLElement[]} */ ([...this.#tree.querySelectorAll('[role="treeitem"]')]);
    const place = rows.indexOf(row);
    const expanded = row.getAttribute("aria-expanded");
    const above = /** @type {HTMLElement | null | undefined} */ (row.closest('[role="group"]')?.previousElementSibling);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.#focus(rows[place + 1]),
      ArrowUp: () => this.#focus(rows[place - 1]),
      Home: () => this.#focus(rows[0]),
      End: () => this.#focus(rows[rows.length - 1]),
      ArrowRight: () => (expanded === "false" ? this.#expand(row) : expanded && this.#focus(rows[place + 1])),
      ArrowLeft: () => (expanded === "true" ? this.#collapse(row) : this.#focus(above)),
      Enter: () => this.#play(row),
      " ": () => this.#play(row),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}
