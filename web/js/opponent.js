// Another engine as the opponent: which ones the server offers, and what is shown when one has no move.

import { actionButton, byId, html } from "./elements.js";
import { ask } from "./engine.js";
import { word } from "./words.js";

/** @typedef {{ engine: string, error: string, fault: string }} Failure an engine without a move, why in the server's words and in short */

/** What a fault is in the page's words. @type {Record<string, string>} */
const FAULTS = { timeout: "engine_silent", crash: "engine_broken", "illegal-move": "engine_illegal" };

/** The names of the other engines, unless the server cannot be asked. */
export const otherEngines = async () => (await ask({ kind: "engines" }).result).names;

/** The server's words, without the engine's name and the advice for a match. @param {Failure} failure */
const reasonOf = ({ engine, error }) => error.replace(`engine: ${engine}: `, "").replace(/; its last answer .*\)$/, ")");

/** @param {Failure} failure */
export const failureWords = ({ engine, fault }) => word(FAULTS[fault] ?? "engine_no_move", { engine });

/** Draws a failure and the ways on. @param {Failure} failure @param {{ askAgain: () => void, playTengen: () => void }} acts */
export function drawFailure(failure, { askAgain, playTengen }) {
  byId("engine-failure").replaceChildren(
    html("p", {}, [`${failureWords(failure)} ${word("game_stands")}`]),
    html("div", { class: "buttons" }, [actionButton("ask_again", askAgain), actionButton("play_tengen", playTengen)]),
    html("p", { class: "note", lang: "en" }, [reasonOf(failure)]),
  );
}
