// What reaches the engine: by a socket (socket_connection.js), or in web workers (worker_connection.js).

/** @import { Answer, Position, Question } from "./types.js" */

/** @typedef {Question & { id: string }} AskedQuestion */
/** @typedef {Pick<Position, "rule" | "size">} Board */

/**
 * @typedef {object} Connection
 * @property {(question: AskedQuestion) => boolean} ask false if it cannot be asked now
 * @property {(id: string) => void} stop
 */

/**
 * @typedef {object} Listener what a connection tells
 * @property {(problem: string) => void} connection the key of a word, or "" when questions can be asked
 * @property {(line: Answer) => void} answer
 * @property {(id: string) => void} end a stopped question gets no further line
 */

const LONGEST_WAIT_MS = 8000;

/** How long to wait before another try. @param {number} failures before it */
export const waitMs = (failures) => Math.min(LONGEST_WAIT_MS, 250 * 2 ** failures);
