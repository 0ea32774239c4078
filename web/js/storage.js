// What the browser keeps for the page.

/**
 * A value as it was kept, or another one where there is none, or none that can be read.
 * @param {string} key @param {any} otherwise @param {() => Storage} [storage]
 */
export function stored(key, otherwise, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
