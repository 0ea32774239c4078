// The engine as WebAssembly (src/worker.rs): calls, and what it calls.

/**
 * @typedef {object} Host what the engine calls
 * @property {(line: string) => void} emit takes a line of an answer
 * @property {() => boolean} isStopped
 */

/** @typedef {{ memory: WebAssembly.Memory, tengen_buffer(length: number): number, tengen_ask(): void, tengen_bench(depth: number): void }} Exports */

export class EngineModule {
  /** @type {Exports} */
  #exports;

  /** @param {WebAssembly.Module} module @param {Host} host */
  constructor(module, host) {
    const imports = { tengen: importsOf(host, () => this.#exports.memory) };
    this.#exports = /** @type {any} */ (new WebAssembly.Instance(module, imports).exports);
  }

  /** Answers a question, until the last line of its answer. @param {string} question */
  ask(question) {
    const bytes = new TextEncoder().encode(question);
    const place = this.#exports.tengen_buffer(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    this.#exports.tengen_ask();
  }

  /** Measures the speed of the search. @param {number} depth */
  bench(depth) {
    this.#exports.tengen_bench(depth);
  }
}

/** @param {Host} host @param {() => WebAssembly.Memory} memory */
function importsOf(host, memory) {
  const utf8 = new TextDecoder();
  const bytesAt = (/** @type {number} */ place, /** @type {number} */ length) => new Uint8Array(memory().buffer, place, length);
  let decoded = new Uint8Array();
  return {
    emit: (/** @type {number} */ place, /** @type {number} */ length) => host.emit(utf8.decode(bytesAt(place, length))),
    now_ms: () => performance.timeOrigin + performance.now(),
    is_stopped: () => Number(host.isStopped()),
    decode: (/** @type {number} */ label, /** @type {number} */ labelLength, /** @type {number} */ place, /** @type {number} */ length, /** @type {number} */ isStrict) => {
      try {
        const decoder = new TextDecoder(utf8.decode(bytesAt(label, labelLength)), { fatal: Boolean(isStrict) });
        decoded = new TextEncoder().encode(decoder.decode(bytesAt(place, length)));
        return decoded.length;
      } catch {
        return -1;
      }
    },
    decoded: (/** @type {number} */ place) => bytesAt(place, decoded.length).set(decoded),
  };
}
