// Questions for a web worker with the engine (engine_worker.js), one after the other.

/** @import { AskedQuestion, Listener } from "./connection.js" */
/** @import { Answer } from "./types.js" */

const PATIENCE_MS = 2000; // with a question that was stopped

/**
 * @typedef {object} Current the question that is answered
 * @property {string} id
 * @property {string} stopUrl the worker looks whether it is still there
 * @property {number} [giveUp] the timer after a stop
 */

export class WorkerQueue {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {AskedQuestion[]} */
  #waiting = [];
  /** @type {Current | null} */
  #current = null;
  #module;
  #listener;

  /** @param {Promise<WebAssembly.Module>} module @param {Listener} listener */
  constructor(module, listener) {
    this.#module = module;
    this.#listener = listener;
  }

  #start() {
    const worker = new Worker(new URL("engine_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    worker.onerror = () => this.#fail();
    this.#module.then((module) => worker.postMessage(module), () => {}); // before its first question
    this.#worker = worker;
    return worker;
  }

  /** @param {AskedQuestion} question */
  ask(question) {
    this.#waiting.push(question);
    this.#next();
  }

  /** Ends a question; one that has not begun is not asked any more. @param {string} id */
  stop(id) {
    if (this.#current?.id === id) return this.#interrupt(this.#current);
    const place = this.#waiting.findIndex((question) => question.id === id);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    this.#listener.end(id);
  }

  /** @param {Current} current */
  #interrupt(current) {
    URL.revokeObjectURL(current.stopUrl);
    current.giveUp ??= setTimeout(() => {
      this.#drop();
      this.#listener.end(current.id);
      this.#next();
    }, PATIENCE_MS);
  }

  #next() {
    if (this.#current || !this.#waiting.length) return;
    const [question] = this.#waiting.splice(0, 1);
    const stopUrl = URL.createObjectURL(new Blob());
    this.#current = { id: question.id, stopUrl };
    const worker = this.#worker ?? this.#start();
    this.#module.then(() => worker.postMessage({ id: question.id, question: JSON.stringify(question), stopUrl }), () => {});
  }

  /** @param {Answer} line */
  #receive(line) {
    if (line.id !== this.#current?.id) return;
    if (line.final !== false) this.#finish();
    this.#listener.answer(line);
    this.#next();
  }

  #finish() {
    if (!this.#current) return;
    clearTimeout(this.#current.giveUp);
    URL.revokeObjectURL(this.#current.stopUrl);
    this.#current = null;
  }

  /** The worker could not be started. */
  #fail() {
    const id = this.#current?.id;
    this.#drop();
    if (id) this.#listener.answer({ id, kind: "error", error: "the engine could not be started" });
    this.#next();
  }

  /** Ends the worker and all questions. */
  end() {
    this.#waiting = [];
    this.#drop();
  }

  /** Ends the worker and forgets its question; the next one starts another worker. */
  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish();
  }
}
