// The engine of `tengen serve`: a question or a line of an answer a message.

import { waitMs } from "./connection.js";
/** @import { AskedQuestion, Connection, Listener } from "./connection.js" */

const TRY_AGAIN_LATER = 1013; // the server closes so when it has no place for another tab

/** @implements {Connection} */
export class SocketConnection {
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #listener;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    this.#connect();
  }

  /** @param {AskedQuestion} question */
  ask(question) {
    return this.#send(question);
  }

  /** @param {string} id */
  stop(id) {
    if (!this.#send({ id: `stop-${id}`, kind: "stop", question: id })) this.#listener.end(id);
  }

  /** @param {AskedQuestion} question */
  #send(question) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(question));
    return true;
  }

  #connect() {
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/socket");
    this.#socket = socket;
    socket.onopen = () => this.#listener.connection("");
    socket.onmessage = (message) => {
      this.#failures = 0;
      this.#listener.answer(JSON.parse(message.data));
    };
    socket.onclose = ({ code }) => {
      this.#listener.connection(code === TRY_AGAIN_LATER ? "server_full" : "no_connection");
      setTimeout(() => this.#connect(), waitMs(this.#failures++));
    };
  }
}
