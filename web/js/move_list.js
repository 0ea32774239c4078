// The list of moves, and the other moves that were played at this place.

import { byId, html } from "./elements.js";
import { colorOf } from "./game.js";
import { word } from "./words.js";
/** @import { Game, Node } from "./game.js" */

/** @param {{ game: Game, goTo: (node: Node) => void }} page */
export function showMoves(page) {
  const { game } = page;
  const list = byId("moves");
  list.replaceChildren(...game.line.map((node) => {
    const attributes = { "data-move": node.number, "aria-label": `${node.number}. ${node.point}, ${word(colorOf(node))}` };
    const item = moveButton(page, node, attributes, [html("span", { class: "quiet" }, [`${node.number}.`]), ` ${node.point}`]);
    if (node === game.current) item.setAttribute("aria-current", "step");
    if (node.number > game.current.number) item.classList.add("later");
    return html("li", {}, [item]);
  }));
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + 13;

  const others = game.current.parent?.children.filter((node) => node !== game.current) ?? [];
  const nexts = game.current.children.length > 1 ? game.current.children : [];
  byId("alternatives").replaceChildren(
    ...others.length ? [html("span", { class: "quiet" }, [word("instead")])] : [], ...others.map((node) => moveButton(page, node, { "data-alternative": node.point }, [node.point])),
    ...nexts.length ? [html("span", { class: "quiet" }, [word("next_moves")])] : [], ...nexts.map((node) => moveButton(page, node, { "data-next": node.point }, [node.point])),
  );
}

/** @param {{ goTo: (node: Node) => void }} page @param {Node} node @param {Record<string, string | number>} attributes @param {(globalThis.Node | string)[]} content */
function moveButton(page, node, attributes, content) {
  const button = html("button", { type: "button", ...attributes }, content);
  button.addEventListener("click", () => page.goTo(node));
  return button;
}
