// Points by their names: a letter for the column, the row counted from the bottom ("h8").

const COLUMNS = "abcdefghijklmnopqrstuv";

/** @param {number} x @param {number} y */
export const nameOf = (x, y) => COLUMNS[x] + (y + 1);

/** @param {string} name */
export const columnOf = (name) => COLUMNS.indexOf(name[0]);

/** @param {string} name */
export const rowOf = (name) => Number(name.slice(1)) - 1;

/** @param {number} size */
export const isSize = (size) => Number.isInteger(size) && size >= 5 && size <= 22;

/** @param {string} name @param {number} size */
export function isOnBoard(name, size) {
  return /^[a-v][1-9]\d?$/.test(name) && columnOf(name) < size && rowOf(name) < size;
}

/** The names in a text, written together or apart. @param {string} text @returns {string[]} */
export function namesIn(text) {
  return text.toLowerCase().match(/[a-z]\d{1,2}/g) ?? [];
}

/** @param {number} size @returns {string[]} */
export function starPoints(size) {
  if (size < 9) return size % 2 ? [nameOf((size - 1) / 2, (size - 1) / 2)] : [];
  const near = size < 13 ? 2 : 3;
  const far = size - 1 - near;
  const names = [nameOf(near, near), nameOf(near, far), nameOf(far, near), nameOf(far, far)];
  if (size % 2) names.push(nameOf((size - 1) / 2, (size - 1) / 2));
  return names;
}
