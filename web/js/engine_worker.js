// A web worker with an engine. The first message is the compiled module; each further one is a question. A line of an answer a message.

import { EngineModule } from "./engine_module.js";

/** @typedef {{ id: string, question: string, stopUrl: string }} Asked */

/** Whether such requests work here. If not, the page ends the worker. */
const canAsk = isThere(URL.createObjectURL(new Blob()));
let stopUrl = "";

/** @param {WebAssembly.Module} module */
const fresh = (module) => new EngineModule(module, { emit: (line) => postMessage(line), isStopped });

/** The page revokes the URL to stop: while the engine works, no message comes in, but a synchronous request can be made. */
const isStopped = () => canAsk && !isThere(stopUrl);

/** @param {string} url */
function isThere(url) {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", url, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** @param {MessageEvent<WebAssembly.Module>} message */
function begin({ data: module }) {
  let engine = fresh(module);
  onmessage = (/** @type {MessageEvent<Asked>} */ { data: { id, question, stopUrl: url } }) => {
    stopUrl = url;
    try {
      engine.ask(question);
    } catch {
      engine = fresh(module); // after a panic, nothing works in it
      postMessage(JSON.stringify({ id, kind: "error", error: "the engine has failed; it was started anew" }));
    }
  };
}

onmessage = begin;
