// The engine: takes questions (docs/ANALYSIS.md), gives answers. Nothing else knows how it is reached.

/** @import { Answer, Question } from "./types.js" */

/**
 * @typedef {object} Open a question without its last answer
 * @property {Question} question
 * @property {(line: Answer) => void} onLine
 * @property {(line: Answer) => void} settle
 * @property {Answer | null} latest
 * @property {number} sent how many times
 */

const MOST_SENDS = 3; // a question that makes the server close the socket must not do so for ever
const LONGEST_WAIT_MS = 8000;

/** @type {Map<string, Open>} */
const open = new Map();
/** @type {WebSocket | null} */
let socket = null;
let failures = 0;
let asked = 0;
/** @type {(connected: boolean) => void} */
let tellConnection = () => {};

/** @param {(connected: boolean) => void} listener */
export function onConnection(listener) {
  tellConnection = listener;
  connect();
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
  if (!entry || socket?.readyState !== WebSocket.OPEN) return;
  entry.sent++;
  socket.send(JSON.stringify(entry.question));
}

/** @param {string} id */
function stop(id) {
  const entry = open.get(id);
  if (!entry) return;
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: `stop-${id}`, kind: "stop", question: id }));
  else entry.settle(entry.latest ?? { kind: "stopped" });
}

function connect() {
  socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/socket");
  socket.onopen = () => {
    tellConnection(true);
    for (const id of open.keys()) send(id);
  };
  socket.onmessage = (message) => {
    failures = 0;
    receive(JSON.parse(message.data));
  };
  socket.onclose = () => {
    tellConnection(false);
    for (const entry of [...open.values()]) {
      if (entry.sent >= MOST_SENDS) entry.settle({ kind: "error", error: "the connection was lost" });
    }
    setTimeout(connect, Math.min(LONGEST_WAIT_MS, 250 * 2 ** failures++));
  };
}

/** @param {Answer} line */
function receive(line) {
  const entry = open.get(line.id ?? "");
  if (!entry) return;
  entry.latest = line;
  entry.onLine(line);
  if (line.final !== false) entry.settle(line);
}
