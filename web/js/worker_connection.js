// The engine as WebAssembly: one web worker searches, another one answers meanwhile what takes no search.

import { waitMs } from "./connection.js";
import { WorkerQueue } from "./worker_queue.js";
import { word } from "./words.js";
/** @import { AskedQuestion, Board, Connection, Listener } from "./connection.js" */

const WITHOUT_SEARCH = ["book", "forbidden", "convert"];
/**
 * The first search on a board is slow: the browser compiles what it uses, and the engine makes its tables. Nobody takes this one's answer.
 * Its moves are on every board, and the book does not know them. @param {Board} board
 */
const warmUp = ({ rule, size }) => ({ id: "warm-up", kind: "analyse", position: { rule, size, moves: "c3 d4 b2" }, limits: { nodes: 100 } });

/** @implements {Connection} */
export class WorkerConnection {
  /** @type {WorkerQueue | null} */
  #searches = null;
  /** @type {WorkerQueue | null} */
  #lookups = null;
  #failures = 0;
  #isPossible = true;
  #listener;
  #board;

  /** @param {Listener} listener @param {Board} board */
  constructor(listener, board) {
    this.#listener = listener;
    this.#board = board;
    this.#load();
  }

  /** @param {AskedQuestion} question */
  ask(question) {
    const queue = WITHOUT_SEARCH.includes(question.kind) ? this.#lookups : this.#searches;
    if (queue) queue.ask(question);
    else if (!this.#isPossible) queueMicrotask(() => this.#listener.answer({ id: question.id, kind: "error", error: word("no_webassembly") }));
    else return false;
    return true;
  }

  /** @param {string} id */
  stop(id) {
    if (this.#searches) this.#searches.stop(id);
    else this.#listener.end(id);
  }

  async #load() {
    if (!isSupported()) return this.#fail(new Unsupported());
    const module = loadModule();
    const searches = new WorkerQueue(module, this.#listener);
    searches.ask(warmUp(this.#board)); // its worker starts while the module comes
    try {
      await module;
    } catch (error) {
      searches.end();
      return this.#fail(error);
    }
    this.#searches = searches;
    this.#lookups = new WorkerQueue(module, this.#listener);
    this.#listener.connection("");
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#isPossible = !(error instanceof Unsupported);
    this.#listener.connection(this.#isPossible ? "no_connection" : "no_webassembly");
    if (this.#isPossible) setTimeout(() => this.#load(), waitMs(this.#failures++));
  }
}

/** The browser lacks what the engine needs. */
class Unsupported extends Error {}

const isSupported = () => "WebAssembly" in globalThis && hasModuleWorkers();

/** @returns {Promise<WebAssembly.Module>} */
async function loadModule() {
  const response = await fetch("engine.wasm");
  if (!response.ok) throw new Error(response.statusText);
  const isTyped = response.headers.get("content-type") === "application/wasm"; // a host may not know it
  const compiling = isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  return compiling.catch((error) => { throw error instanceof WebAssembly.CompileError ? new Unsupported() : error; });
}

/** Whether a worker's script may be a module: the browser asks then for its type. The address is none, so no worker starts. */
function hasModuleWorkers() {
  let asked = false;
  const options = { get type() { asked = true; return /** @type {const} */ ("module"); } };
  try {
    new Worker("http://", options);
  } catch {}
  return asked;
}
