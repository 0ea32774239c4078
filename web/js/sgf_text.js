// SGF as a tree of nodes with their properties, all of them kept, whatever they mean.

/**
 * @typedef {object} SgfNode
 * @property {Property[]} properties
 * @property {SgfNode[]} children
 *
 * @typedef {{ name: string, values: string[] }} Property values as they are written, with their backslashes
 */

/** Whether a text has the beginning of an SGF tree. @param {string} text */
export const looksLikeSgf = (text) => /\(\s*;/.test(text);

/** The games of a text, each as its first node. Text around them is passed over. @param {string} text @returns {SgfNode[]} */
export function parseSgf(text) {
  /** @type {SgfNode[]} */
  const games = [];
  /** @type {(SgfNode | null)[]} where the variations that are open began */
  const branches = [];
  /** @type {SgfNode | null} */
  let at = null;
  const add = () => {
    const node = { properties: [], children: [] };
    (at ? at.children : games).push(node);
    return node;
  };
  const start = Math.max(0, text.search(/\(\s*;/));
  for (const [token, name, values] of text.slice(start).matchAll(/[();]|([A-Za-z][A-Za-z0-9]*)((?:\s*\[[^\]\\]*(?:\\.[^\]\\]*)*\])+)/gs)) {
    if (token === "(") branches.push(at);
    else if (token === ")") at = branches.pop() ?? null;
    else if (token === ";") at = add();
    else (at ??= add()).properties.push({ name: name.replace(/[a-z]/g, ""), values: valuesIn(values) });
  }
  return games;
}

/** @param {string} text "[a][b]" */
const valuesIn = (text) => [...text.matchAll(/\[([^\]\\]*(?:\\.[^\]\\]*)*)\]/gs)].map(([, value]) => value);

/** The values of a node's properties of a name. @param {SgfNode} node @param {string} name */
export const valuesOf = (node, name) => node.properties.filter((property) => property.name === name).flatMap(({ values }) => values);

/** A value's text: a backslash keeps the next character and joins lines. @param {string} value */
export const plain = (value) => value.replace(/\r\n?/g, "\n").replace(/\\(.)/gs, (_, kept) => (kept === "\n" ? "" : kept));

/** A text as a value. @param {string} text */
export const escaped = (text) => text.replace(/[\\\]]/g, "\\$&");
