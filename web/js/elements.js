// Short ways to find and make elements.

import { word } from "./words.js";

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @param {string} id */
export const selectById = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** @param {string} id */
export const inputById = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} action @returns {HTMLButtonElement} */
export function button(action) {
  return /** @type {HTMLButtonElement} */ (document.querySelector(`[data-action="${action}"]`));
}

/** @param {string} action @param {() => void} act */
export const onAction = (action, act) => button(action).addEventListener("click", act);

/** A button that is named for what it does, in the page's words as well. @param {string} name @param {() => void} act */
export function actionButton(name, act) {
  const made = html("button", { type: "button", "data-action": name.replace("_", "-") }, [word(name)]);
  made.addEventListener("click", act);
  return made;
}

/**
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} [content]
 * @returns {HTMLElement}
 */
export const html = (tag, attributes, content) => filled(document.createElement(tag), attributes, content);

/**
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} [content]
 * @returns {SVGElement}
 */
export const svg = (tag, attributes, content) =>
  filled(/** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag)), attributes, content);

/** @template {Element} T @param {T} element @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} [content] */
function filled(element, attributes = {}, content = []) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...content);
  return element;
}

/** @param {string} id @param {[string, string][]} choices value and text @param {string} [chosen] */
export function setChoices(id, choices, chosen) {
  const select = selectById(id);
  const value = chosen ?? select.value;
  select.replaceChildren(...choices.map(([key, text]) => html("option", { value: key }, [text])));
  if (choices.some(([key]) => key === value)) select.value = value;
}
