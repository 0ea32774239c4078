// The shapes of the engine's answers (docs/ANALYSIS.md) and of what the page's parts share. Types only.

/** @typedef {"black" | "white"} Color */
/** @typedef {"freestyle" | "standard" | "renju" | "caro" | "caro-exact"} Rule */
/** @typedef {{ rule: Rule, size: number, moves?: string, black?: string, white?: string, turn?: Color }} Position by its moves, or by its stones */
/** @typedef {{ kind: string, [field: string]: unknown }} Question */

/**
 * @typedef {object} Outlook what the side to move can expect
 * @property {number} [score]
 * @property {number} [win_in]
 * @property {number} [loss_in]
 * @property {number} win_probability
 * @property {number} draw_probability
 */

/**
 * @typedef {Outlook & { move: string, line: string[], depth: number, seldepth: number, nodes: number,
 *   certainty: "estimate" | "proven", proof?: string }} Variation
 */

/** @typedef {{ what: "wins" | "missed_win" | "loses", proof: string, plies: number, line: string[] }} Fact */

/** @typedef {{ move: string, note?: string, next?: Threat[] }} Threat a move in a tree of threats, and what follows it */

/**
 * @typedef {object} GradedMove
 * @property {number} number
 * @property {Color} color
 * @property {string} move
 * @property {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} grade
 * @property {number} loss
 * @property {Outlook} before
 * @property {Outlook} after
 * @property {string[]} best_line
 * @property {string[]} line
 * @property {Fact[]} [proven]
 */

/**
 * @typedef {object} Answer one line of the engine
 * @property {string | null} [id]
 * @property {string} kind
 * @property {boolean} [final]
 * @property {string} [error]
 * @property {string} [fault] of another engine
 * @property {Variation[]} [variations]
 * @property {GradedMove[]} [moves]
 * @property {string} [move]
 * @property {string} [ends]
 * @property {number} [score]
 * @property {number} [depth]
 * @property {string[]} [names]
 * @property {boolean} [known]
 * @property {Color} [winner]
 * @property {number} [within]
 * @property {{ reply: string, move: string }[]} [replies]
 * @property {string} [why_not]
 * @property {string} [verdict]
 * @property {number} [plies]
 * @property {string[]} [line]
 * @property {Threat[]} [tree]
 * @property {{ point: string, foul: string }[]} [points]
 * @property {boolean} [takes_black]
 * @property {string[]} [stones]
 * @property {string} [text]
 * @property {string[] | string} [notes]
 */

/**
 * @typedef {object} Puzzle a position that the side to move wins
 * @property {string} id in tests/puzzles.txt
 * @property {Rule} rule
 * @property {number} size
 * @property {"vcf" | "vct"} goal
 * @property {number} plies of a shortest win
 * @property {string} moves
 * @property {string} level how hard it is
 */

/**
 * @typedef {object} Mark something drawn on a point
 * @property {string} point
 * @property {"candidate" | "forbidden" | "reply" | "book" | "excluded" | "hint" | "other"} kind
 * @property {string} [text]
 * @property {number} [rank] from 1
 * @property {boolean} [proven]
 * @property {boolean} [losing]
 * @property {number} [hue] which of the reply colors
 * @property {string} [label] what a screen reader says
 */

/**
 * @typedef {object} View one of the page's five views
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {() => void} changed the position is another one
 * @property {() => void} render writes its texts anew
 * @property {(point: string, event: Event) => boolean} [tap] true if it was taken care of
 * @property {(color: Color) => void} [moved] a move was played by hand
 */

export {};
