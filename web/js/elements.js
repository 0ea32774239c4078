// Short ways to find and make elements.

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

/**
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} [content]
 * @returns {HTMLElement}
 */
export function html(tag, attributes = {}, content = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...content);
  return element;
}

/**
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} [content]
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, content = []) {
  const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
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
