// The note to the position that is shown.

import { byId } from "./elements.js";
import { numberedMove, showMoves } from "./move_list.js";
import { word } from "./words.js";
/** @import { Game, Node } from "./game.js" */

/** @type {Node | null} the move that the field's note is to */
let noted = null;

const field = () => /** @type {HTMLTextAreaElement} */ (byId("note"));

/** Shows the note to the current move. While one is being written, the field stays with its move, even if the engine plays on. @param {{ game: Game }} page */
export function showNote({ game }) {
  const isWriting = document.activeElement === field() && noted !== null && [game.root, ...game.path].includes(noted);
  if (!isWriting || !noted) noted = game.current;
  if (field().value !== noted.note) field().value = noted.note;
  byId("note-to").textContent = noted.parent ? word("note_to", { move: numberedMove(noted) }) : word("note_to_start");
}

/** @param {{ game: Game, board: { focus: () => void }, goTo: (node: Node) => void }} page */
export function listenToNote(page) {
  field().addEventListener("input", () => {
    if (!noted) return;
    const had = noted.note !== "";
    noted.note = field().value.trim() && field().value;
    if (had !== (noted.note !== "")) showMoves(page);
  });
  field().addEventListener("blur", () => showNote(page));
  field().addEventListener("keydown", (event) => { if (event.key === "Escape") page.board.focus(); });
}
