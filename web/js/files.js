// Games from files and pasted text, and games saved as SGF: the engine reads and writes the formats.

import { playAll } from "./address.js";
import { html } from "./elements.js";
import { ask } from "./engine.js";
import { Game } from "./game.js";
import { namesIn } from "./points.js";
import { gameOfSgf, sgfOf } from "./sgf.js";
import { word } from "./words.js";
/** @import { Rule } from "./types.js" */

const MOST_BYTES = 700_000; // in base64 within a megabyte, which a server may take for the longest message

/** @typedef {{ game: Game | null, problem: string }} Loaded as much as can be loaded, and what cannot */

/** @param {File} file @param {Game} now @returns {Promise<Loaded>} */
export async function loadFile(file, now) {
  if (file.size > MOST_BYTES) return { game: null, problem: word("too_long", { name: file.name }) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return load({ base64: btoa(binary) }, new TextDecoder().decode(bytes), now);
}

/** @param {string} text @param {Game} now @returns {Promise<Loaded>} */
export const loadText = (text, now) => load({ text }, text, now);

/** @param {{ text: string } | { base64: string }} source @param {string} text @param {Game} now gives rule and size where the source tells none */
async function load(source, text, now) {
  const answer = await ask({ kind: "convert", ...source, size: now.size, to: "sgf" }).result;
  if (answer.text === undefined) {
    const rest = salvage(text, now);
    return { game: rest, problem: answer.error ?? "" };
  }
  const { game, leftOut } = gameOfSgf(answer.text, now.rule);
  game.last();
  const problem = leftOut.length ? word("left_out", { moves: leftOut.slice(0, 3).join(", ") }) : "";
  return { game, problem: [problem, await cutAtFault(game)].filter(Boolean).join(" ") };
}

/** What still looks like moves in a broken text. @param {string} text @param {Game} now */
function salvage(text, now) {
  if (/[BW]\[[a-v]{2}\]/.test(text)) {
    const { game } = gameOfSgf(text, now.rule);
    game.last();
    return game.current.parent ? game : null;
  }
  const game = new Game(/** @type {Rule} */ (now.rule), now.size);
  playAll(game, namesIn(text));
  return game.current.parent ? game : null;
}

/**
 * Lets the engine check the moves up to the current one; goes back before the first that it does not take, a forbidden one.
 * @param {Game} game @returns {Promise<string>} what is wrong with it
 */
export async function cutAtFault(game) {
  if (game.rule !== "renju") return "";
  const { error } = await ask({ kind: "forbidden", position: game.position }).result;
  const fault = /move (\d+)/.exec(error ?? "");
  if (!error || !fault) return "";
  while (game.current.number >= Number(fault[1])) game.takeBack();
  return error.replace(/^position: (moves: )?/, "");
}

/** @param {Game} game @returns {Promise<string>} what is wrong, if anything */
export async function saveSgf(game) {
  const answer = await ask({ kind: "convert", text: sgfOf(game), format: "sgf", to: "sgf" }).result;
  if (answer.text === undefined) return answer.error ?? "";
  download(new Blob([answer.text], { type: "application/x-go-sgf" }), "game.sgf");
  return "";
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (html("a", { href: URL.createObjectURL(blob), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
