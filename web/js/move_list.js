// The list of moves, and the other moves that were played at this place.

import { byId, html } from "./elements.js";
import { colorOf, hasNotes } from "./game.js";
import { word } from "./words.js";
/** @import { Game, Node } from "./game.js" */

/** @param {Node} node */
export const moveWord = ({ point }) => point || word("pass");

/** @param {Node} node */
export const numberedMove = (node) => `${node.number}. ${moveWord(node)}`;

/** @param {string[]} moves numbered ones @param {number} after how many stood after those */
export function leftOutWords(moves, after) {
  const shown = moves.slice(0, 3);
  const more = moves.length - shown.length + after;
  return word(more ? "left_out_more" : "left_out", { moves: shown.join(", "), more });
}

/** @param {{ game: Game, goTo: (node: Node) => void }} page */
export function showMoves(page) {
  const { game } = page;
  const list = byId("moves");
  list.replaceChildren(...[game.root, ...game.line].map((node) => {
    const item = moveButton(page, node, { "data-move": node.number }, node.parent ? [html("span", { class: "quiet" }, [`${node.number}.`]), ` ${moveWord(node)}`] : [word("start_position")]);
    if (node === game.current) item.setAttribute("aria-current", "step");
    if (node.number > game.current.number) item.classList.add("later");
    const says = node.parent ? [numberedMove(node), word(colorOf(node))] : [word("start_position")];
    if (node.note) mark(item, "noted", says, word("noted"));
    if (node.parent && node.parent.children.length > 1) mark(item, "branches", says, word("branches", { others: node.parent.children.length - 1 }));
    item.setAttribute("aria-label", says.join(", "));
    return html("li", {}, [item]);
  }));
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  requestAnimationFrame(() => { // where the page is laid out anyhow
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + 13;
  });

  const others = game.current.parent?.children.filter((node) => node !== game.current) ?? [];
  const nexts = game.current.children.length > 1 ? game.current.children : [];
  byId("alternatives").replaceChildren(...branchButtons(page, others, "alternative", "instead"), ...branchButtons(page, nexts, "next", "next_moves"));
}

/** Marks a move, and lets a screen reader and a tooltip say what that means. @param {HTMLElement} item @param {string} kind @param {string[]} says @param {string} meaning */
function mark(item, kind, says, meaning) {
  item.classList.add(kind);
  says.push(meaning);
  item.title = [item.title, meaning].filter(Boolean).join(", ");
}

/** @param {{ goTo: (node: Node) => void }} page @param {Node[]} nodes @param {string} data @param {string} label */
function branchButtons(page, nodes, data, label) {
  if (!nodes.length) return [];
  return [html("span", { class: "quiet" }, [word(label)]), ...nodes.map((node) => {
    const button = moveButton(page, node, { [`data-${data}`]: node.point }, [moveWord(node)]);
    const says = [moveWord(node)];
    if (hasNotes(node)) mark(button, "noted", says, word("noted"));
    button.setAttribute("aria-label", says.join(", "));
    return button;
  })];
}

/** @param {{ goTo: (node: Node) => void }} page @param {Node} node @param {Record<string, string | number>} attributes @param {(globalThis.Node | string)[]} content */
function moveButton(page, node, attributes, content) {
  const button = html("button", { type: "button", ...attributes }, content);
  button.addEventListener("click", () => page.goTo(node));
  return button;
}
