// The engine: takes questions (docs/ANALYSIS.md), gives answers. Nothing else knows how it is reached.

import { word } from "./words.js";
/** @import { AskedQuestion, Board, Connection } from "./connection.js" */
/** @import { Answer, Question } from "./types.js" */

/**
 * @typedef {object} Open a question without its last answer
 * @property {AskedQuestion} question
 * @property {(line: Answer) => void} onLine
 * @property {(line: Answer) => void} settle
 * @property {Answer | null} latest
 * @property {number} sent how many times
 */

const RETRY_MS = 2000;
const MOST_SENDS = 3; // a question that makes the server close the socket must not do so for ever

/** @type {Map<string, Open>} */
const open = new Map();
/** @type {Connection | null} */
let connection = null;
let asked = 0;

/** The connection that the page names. */
async function loadConnection() {
  const isWorker = document.querySelector('meta[name="engine"][content="worker"]');
  return isWorker ? (await import("./worker_connection.js")).WorkerConnection : (await import("./socket_connection.js")).SocketConnection;
}

/**
 * @param {(problem: string) => void} listener takes the key of a word, or "" when the engine can be asked
 * @param {Board} board what it will be asked about first, as far as is known
 */
export async function onConnection(listener, board) {
  const Kind = await loadConnection().catch(() => null);
  if (!Kind) {
    listener("no_connection");
    setTimeout(() => onConnection(listener, board), RETRY_MS);
    return;
  }
  connection = new Kind({
    connection: (problem) => {
      listener(problem);
      if (problem) giveUpSome(problem);
      for (const id of open.keys()) send(id);
    },
    answer: receive,
    end: (id) => {
      const entry = open.get(id);
      entry?.settle(entry.latest ?? { kind: "stopped" });
    },
  }, board);
}

/**
 * Asks a question. Each line of the answer goes to `onLine`; the last one is the result, an error too.
 * @param {Question} question @param {(line: Answer) => void} [onLine]
 * @returns {{ result: Promise<Answer>, stop: () => void }}
 */
export function ask(question, onLine = () => {}) {
  const id = `q${++asked}`;
  /** @type {Promise<Answer>} */
  const result = new Promise((resolve) => {
    open.set(id, { question: { ...question, id }, onLine, latest: null, sent: 0, settle: (line) => { open.delete(id); resolve(line); } });
  });
  send(id);
  return { result, stop: () => stop(id) };
}

/** @param {string} id */
function send(id) {
  const entry = open.get(id);
  if (entry && connection?.ask(entry.question)) entry.sent++;
}

/** @param {string} id */
function stop(id) {
  const entry = open.get(id);
  if (!entry) return;
  if (connection) connection.stop(id);
  else entry.settle({ kind: "stopped" });
}

/** Answers the questions that were lost too often. @param {string} problem the key of a word */
function giveUpSome(problem) {
  for (const { sent, settle } of [...open.values()]) {
    if (sent >= MOST_SENDS) settle({ kind: "error", error: word(problem) });
  }
}

/** @param {Answer} line */
function receive(line) {
  const entry = open.get(line.id ?? "");
  if (!entry) return;
  entry.latest = line;
  entry.onLine(line);
  if (line.final !== false) entry.settle(line);
}
