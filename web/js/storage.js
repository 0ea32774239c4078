// What the browser keeps for the page, if it may: where site data is blocked, even asking for it fails.

/** @import { Color, Rule } from "./types.js" */

/** A text as it was kept, or null. @param {string} key @param {() => Storage} [storage] */
export function storedText(key, storage = () => localStorage) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; in the place of one for which there is no room, nothing. @param {string} key @param {string} text @param {() => Storage} [storage] */
export function keep(key, text, storage = () => localStorage) {
  try {
    storage().removeItem(key);
    storage().setItem(key, text);
  } catch {}
}

/**
 * A value as it was kept, or another one where there is none, or none that can be read.
 * @param {string} key @param {any} otherwise @param {() => Storage} [storage]
 */
export function stored(key, otherwise, storage) {
  try {
    return JSON.parse(storedText(key, storage) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * What was chosen for a new game.
 * @typedef {"free" | "engine-puts" | "you-put"} Opening how the game begins; swap2 but for the first
 * @type {{ engine: Color | null, opponent: string, level: number, time: number, rule: Rule, size: number, opening: Opening, timing: "move" | "clock", minutes: number, increment: number }}
 */
export const settings = { engine: "white", opponent: "", level: 50, time: 1000, rule: "freestyle", size: 15, opening: "free", timing: "move", minutes: 5, increment: 3, ...stored("new-game", {}) };

/** Keeps the choices for the next visit. */
export const keepSettings = () => keep("new-game", JSON.stringify(settings));
