// What can be done with the branch of the current move: make it the main line, delete it, put it back.

import { button, onAction } from "./elements.js";
import { isInTree, isOnMainLine } from "./game.js";
import { numberedMove, showMoves } from "./move_list.js";
import { word } from "./words.js";
/** @import { Game, Node } from "./game.js" */

/** @typedef {{ game: Game, goTo: (node: Node) => void, changed: () => void, say: (text: string) => void }} Page */

/** The branch that was deleted last, and where it stood among its siblings. @type {{ game: Game, node: Node, place: number } | null} */
let deleted = null;
let isFixed = () => false;

/** @param {{ game: Game }} page */
export function showBranch({ game }) {
  button("main-line").disabled = isOnMainLine(game.current);
  button("delete-branch").disabled = !game.current.parent || isFixed();
  button("restore-branch").disabled = !canRestore(game);
}

/** Whether the place of the deleted branch is still there, and free. @param {Game} game */
function canRestore(game) {
  const parent = deleted?.node.parent;
  if (deleted?.game !== game || !parent || isFixed()) return false;
  for (let at = parent; at.parent; at = at.parent) if (!isInTree(at)) return false;
  return parent.children.every(({ point }) => point !== deleted?.node.point);
}

/** @param {Page} page */
function deleteBranch(page) {
  const { game } = page;
  const node = game.current;
  deleted = { game, node, place: node.parent?.children.indexOf(node) ?? 0 };
  game.takeBack();
  page.changed();
  page.say(word("branch_deleted", { move: numberedMove(node) }));
}

/** @param {Page} page */
function restoreBranch(page) {
  if (!deleted || !canRestore(page.game)) return;
  deleted.node.parent?.children.splice(deleted.place, 0, deleted.node);
  page.goTo(deleted.node);
}

/** @param {Page} page @param {() => boolean} fixed whether no move may be deleted now */
export function listenToBranch(page, fixed) {
  isFixed = fixed;
  onAction("main-line", () => {
    page.game.makeMainLine();
    showMoves(page);
    showBranch(page);
    page.say(word("main_line_made"));
  });
  onAction("delete-branch", () => deleteBranch(page));
  onAction("restore-branch", () => restoreBranch(page));
}
