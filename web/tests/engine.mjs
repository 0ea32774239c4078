// The engine as WebAssembly, without a browser: node web/tests/engine.mjs engine.wasm [DEPTH]
// An answer, an answer that is stopped, text in an encoding of the host's, and the speed of the search.

import { readFileSync } from "node:fs";

const [path, depth = "6"] = process.argv.slice(2);
const HOST = new URL("../js/engine_module.js", import.meta.url);
const { EngineModule } = await import(`data:text/javascript;base64,${readFileSync(HOST, "base64")}`); // as a module, whatever Node takes .js for

/** @param {unknown} holds @param {string} message */
function check(holds, message) {
  if (holds) return;
  console.error(`FAILED: ${message}`);
  process.exit(1);
}

check(path, "the path of engine.wasm is expected as the argument");
let stops = () => false;
/** @type {string[]} */
let lines = [];
const engine = new EngineModule(new WebAssembly.Module(readFileSync(path)), { emit: (line) => lines.push(line), isStopped: () => stops() });

/** The lines of an answer. @param {object} question */
function ask(question) {
  lines = [];
  engine.ask(JSON.stringify({ id: "1", ...question }));
  return lines.map((line) => JSON.parse(line));
}

const position = { rule: "freestyle", size: 20, moves: "j10k12a1l9" };

const answer = ask({ kind: "analyse", position, limits: { nodes: 20000 }, variations: 2 }).at(-1);
check(answer.final && answer.id === "1" && answer.variations.length === 2, `no two variations: ${JSON.stringify(answer)}`);

const won = ask({ kind: "analyse", position: { ...position, moves: "h8 a1 i9 o1 g7 a15" }, limits: { nodes: 1000 } }).at(-1);
check(won.variations[0].certainty === "proven", `no proof of an open three: ${JSON.stringify(won)}`);

const start = performance.now();
stops = () => performance.now() - start > 300;
const stopped = ask({ kind: "analyse", position, limits: { time_ms: 20000 } });
const took = Math.round(performance.now() - start);
check(stopped.at(-1).stopped && stopped.at(-1).variations.length === 1, `not stopped: ${JSON.stringify(stopped.at(-1))}`);
check(took < 1500, `stopped only after ${took} ms`);
check(stopped.length > 1 && stopped.slice(0, -1).every((line) => !line.final), "the analysis was not streamed");
stops = () => false;

const chinese = Buffer.from("(;GM[4]CA[GB2312]SZ[15]C[\xc6\xe5];B[hh])", "latin1").toString("base64");
const converted = ask({ kind: "convert", base64: chinese, format: "sgf", to: "sgf" }).at(-1);
check(converted.text?.includes("棋"), `GB2312 is not read: ${JSON.stringify(converted)}`);

check(ask({ kind: "no such kind" }).at(-1).kind === "error", "nonsense is answered");

lines = [];
engine.bench(Number(depth));
check(/^\d+ nodes \d+ nps$/.test(lines.at(-1) ?? ""), `the bench ends with ${lines.at(-1)}`);
console.log(`engine: stopped in ${took - 300} ms, ${lines.at(-1)} at depth ${depth}`);
