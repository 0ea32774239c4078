// What is done with the move that is shown: a note to it; its branch made the main line, deleted, put back.

import { button, byId, onAction } from "./elements.js";
import { isInTree, isOnMainLine } from "./game.js";
import { numberedMove } from "./move_list.js";
import { page } from "./page.js";
import { isOpening } from "./swap2.js";
import { word } from "./words.js";
/** @import { Game, Node } from "./game.js" */

/** @type {Node | null} the move that the field's note is to */
let noted = null;
/** The branch that was deleted last, and where it stood among its siblings. @type {{ game: Game, node: Node, place: number } | null} */
let deleted = null;

const field = /** @type {HTMLTextAreaElement} */ (byId("note"));

function showTools() {
  showNote();
  const { game } = page;
  button("main-line").disabled = isOnMainLine(game.current);
  button("delete-branch").disabled = !game.current.parent || isOpening();
  button("restore-branch").disabled = !canRestore(game);
}

/** Shows the note to the current move. While one is being written, the field stays with its move, even if the engine plays on. */
function showNote() {
  const { game } = page;
  const isWriting = document.activeElement === field && noted !== null && [game.root, ...game.path].includes(noted);
  if (!isWriting || !noted) noted = game.current;
  if (field.value !== noted.note) field.value = noted.note;
  byId("note-to").textContent = noted.parent ? word("note_to", { move: numberedMove(noted) }) : word("note_to_start");
}

/** Whether the place of the deleted branch is still there, and free. @param {Game} game */
function canRestore(game) {
  const parent = deleted?.node.parent;
  if (deleted?.game !== game || !parent || isOpening()) return false;
  for (let at = parent; at.parent; at = at.parent) if (!isInTree(at)) return false;
  return parent.children.every(({ point }) => point !== deleted?.node.point);
}

page.showTools = showTools;
showTools();

field.addEventListener("input", () => {
  if (!noted) return;
  const had = noted.note !== "";
  noted.note = field.value.trim() && field.value;
  if (had !== (noted.note !== "")) page.showTree();
});
field.addEventListener("blur", showNote);
field.addEventListener("keydown", (event) => { if (event.key === "Escape") page.board.focus(); });

onAction("main-line", () => {
  page.game.makeMainLine();
  page.showTree();
  page.say(word("main_line_made"));
});
onAction("delete-branch", () => {
  const { game } = page;
  const node = game.current;
  deleted = { game, node, place: node.parent?.children.indexOf(node) ?? 0 };
  game.takeBack();
  page.changed();
  page.say(word("branch_deleted", { move: numberedMove(node) }));
});
onAction("restore-branch", () => {
  if (!deleted || !canRestore(page.game)) return;
  deleted.node.parent?.children.splice(deleted.place, 0, deleted.node);
  page.goTo(deleted.node);
});
