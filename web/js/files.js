// Games from files and pasted text, which the engine reads, and games saved as SGF.

import { playAll } from "./address.js";
import { html } from "./elements.js";
import { ask } from "./engine.js";
import { endAtFoul } from "./fouls.js";
import { Game } from "./game.js";
import { leftOutWords } from "./move_list.js";
import { isOnBoard, namesIn } from "./points.js";
import { gameOfSgf, sgfOf, takeProperties } from "./sgf.js";
import { looksLikeSgf, parseSgf, plain, valuesOf } from "./sgf_text.js";
import { word } from "./words.js";
/** @import { SgfNode } from "./sgf_text.js" */
/** @import { Answer, Rule } from "./types.js" */

const MOST_MEGABYTES = 3; // in base64 within the 4 MiB of a question
const BOARDS = [15, 20, 22];

/** @typedef {{ game: Game | null, problem: string, note: string }} Loaded as much as can be loaded, what cannot, and what had to be guessed */

/** @param {File} file @param {Game} now @returns {Promise<Loaded>} */
export async function loadFile(file, now) {
  if (file.size > MOST_MEGABYTES * 1e6) return { game: null, problem: word("too_long", { name: file.name, megabytes: MOST_MEGABYTES }), note: "" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return load({ base64: btoa(binary), name: file.name }, (codePage) => decode(bytes, codePage), now);
}

/** @param {string} text @param {Game} now @returns {Promise<Loaded>} */
export const loadText = (text, now) => load({ text }, () => text, now);

/** @param {Uint8Array} bytes @param {string} codePage */
function decode(bytes, codePage) {
  try {
    return new TextDecoder(codePage, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** @typedef {{ text: string } | { base64: string, name: string }} Source */

/**
 * @param {Source} source @param {(codePage: string) => string} textIn the source's text
 * @param {Game} now gives rule and size where the source tells none
 * @returns {Promise<Loaded>}
 */
async function load(source, textIn, now) {
  const text = textIn("utf-8");
  const games = looksLikeSgf(text) ? parseSgf(text) : [];
  const other = otherGame(games[0]);
  if (other) return { game: null, problem: word("other_game", { game: other }), note: "" };

  const { answer, size } = await convert(source, text, now.size);
  const problems = [];
  const count = gamesOf(answer) ?? games.length;
  if (count > 1) problems.push(word("first_of_games", { games: count }));
  if (size !== now.size) problems.push(word("larger_board", { size, before: now.size }));
  const original = games.length ? textIn(codePageOf(answer, games[0])) : text;
  const { game, leftOut, after, ruleIsTold, hasSetup } = answer.text === undefined ? salvage(original, now.rule, size) : gameOfSgf(answer.text, now.rule);
  if (answer.text !== undefined && games.length) takeProperties(gameOfSgf(original, game.rule).game, game);
  if (answer.text === undefined && !hasSetup) problems.push(answer.error ?? "");
  game.last();
  if (leftOut.length) problems.push(leftOutWords(leftOut, after));
  if (!game.root.children.length && !game.root.note) return { game: null, problem: inOne(problems) || word("without_moves"), note: "" };
  problems.push(await endAtFoul(game));
  const notes = [hasSetup ? word("set_up") : "", ruleIsTold ? "" : word("rule_taken", { rule: word(`rule_${game.rule}`) }), ...otherNotes(answer)];
  return { game, problem: inOne(problems), note: inOne(notes) };
}

/** Sentences in one text; the engine's have no full stop. @param {string[]} sentences */
const inOne = (sentences) => sentences.filter(Boolean).map((text) => (/[\p{L}\p{N}"')\]]$/u.test(text) ? `${text}.` : text)).join(" ");

/** Which game an SGF says it is, if it is no Gomoku. Many programs write GM[1], Go. @param {SgfNode | undefined} root */
function otherGame(root) {
  const told = root && valuesOf(root, "GM")[0]?.trim();
  if (!told || /^[14]$|gomoku|renju|gobang|five/i.test(told)) return "";
  return `GM[${told}]`;
}

/** As SGF; on a larger board if only that has the points that the text names. SGF without SZ is read as the page reads it, on 15x15. @param {Source} source @param {string} text @param {number} size */
async function convert(source, text, size) {
  /** @param {number} side */
  const on = (side) => ask({ kind: "convert", ...source, ...(looksLikeSgf(text) ? {} : { size: side }), to: "sgf" }).result;
  const answer = await on(size);
  const larger = answer.text === undefined && !looksLikeSgf(text) && BOARDS.find((side) => side > size && namesIn(text).every((name) => isOnBoard(name, side)));
  if (!larger) return { answer, size };
  const second = await on(larger);
  return second.text === undefined ? { answer, size } : { answer: second, size: larger };
}

/** Notes that the page says in the reader's language. */
const GAMES = /^(\d+) games, game 1 is taken$/;
const NO_RULE = /names no rule that is known$/;

/** @param {Answer} answer */
const notesOf = ({ notes }) => [notes ?? []].flat();

/** How many games the engine found, if there are several. @param {Answer} answer */
const gamesOf = (answer) => notesOf(answer).map((note) => Number(GAMES.exec(note)?.[1])).find(Boolean);

/** What the engine noted otherwise. @param {Answer} answer */
const otherNotes = (answer) => notesOf(answer).filter((note) => !GAMES.test(note) && !NO_RULE.test(note));

/** The code page in which the engine read a file, or which the file names. @param {Answer} answer @param {SgfNode} root */
function codePageOf(answer, root) {
  const guessed = /code page.* read as (\S+)$/m.exec(notesOf(answer).join("\n"))?.[1];
  return guessed ?? plain(valuesOf(root, "CA")[0] ?? "utf-8");
}

const MOVE = /\s*(?:\d+\.+\s*)?([a-z]\d{1,2})[\s,;-]*/giy;

/** The moves of a text up to the first word that is none. @param {string} text */
const movesAtStart = (text) => [...text.matchAll(MOVE)].map(([, name]) => name.toLowerCase());

/** What is certain of a broken text. @param {string} text @param {Rule} rule @param {number} size */
function salvage(text, rule, size) {
  if (looksLikeSgf(text) || /[BW]\[[a-v]{2}\]/.test(text)) return gameOfSgf(text, rule);
  const game = new Game(rule, size);
  playAll(game, movesAtStart(text));
  return { game, leftOut: [], after: 0, ruleIsTold: false, hasSetup: false };
}

/** @param {Game} game */
export function saveSgf(game) {
  download(new Blob([sgfOf(game)], { type: "application/x-go-sgf" }), "game.sgf");
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (html("a", { href: URL.createObjectURL(blob), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
