// The players' names, as an SGF has them.

import { escaped, plain } from "./sgf_text.js";
/** @import { Game } from "./game.js" */
/** @import { Color } from "./types.js" */

export const TENGEN = "Tengen";

const SEPARATOR = ", ";
const PROPERTY = { black: "PB", white: "PW" };

/** @param {Game} game @param {Color} color */
const propertyOf = ({ root }, color) => root.properties.find(({ name }) => name === PROPERTY[color]);

/** Who plays a color, or "". @param {Game} game @param {Color} color */
export const playerOf = (game, color) => plain(propertyOf(game, color)?.values[0] ?? "").trim();

/** Names an engine that plays a color, after whoever played it before. @param {Game} game @param {Color} color @param {string} engine */
export function namePlayer(game, color, engine) {
  const players = playerOf(game, color).split(SEPARATOR).filter(Boolean);
  if (players.includes(engine)) return;
  const { root } = game;
  root.properties = root.properties.filter(({ name }) => name !== PROPERTY[color]);
  root.properties.push({ name: PROPERTY[color], values: [escaped([...players, engine].join(SEPARATOR))] });
}
