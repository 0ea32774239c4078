// The modules that index.html preloads are those that the page begins with: node web/tests/preloads.mjs [FOLDER]
// They are what main.js imports. All else, the connection to the engine too, is loaded when the board is painted.

import { readFileSync } from "node:fs";

const folder = process.argv[2] ?? new URL("..", import.meta.url).pathname;
const read = (path) => readFileSync(`${folder}/${path}`, "utf8");

const PRELOADED = /<link rel="modulepreload" href="([^"]*)">/g;
const IMPORTED = /(?<![@\w])(?:import|export)\b[^"'()]*"\.\/([^"]*)"/g; // of scripts that are minified, too
const FIRST = "js/main.js";

/** @param {string} text @param {RegExp} pattern @returns {string[]} what the pattern's group is, each time */
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

/** A module and those that it imports, and so on. @param {string} path @param {Set<string>} [found] */
function closure(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const name of all(read(path), IMPORTED)) closure(`js/${name}`, found);
  return found;
}

const preloaded = all(read("index.html"), PRELOADED).sort();
const needed = [...closure(FIRST)].filter((path) => path !== FIRST).sort();
if (needed.join() !== preloaded.join()) {
  console.error(`FAILED: index.html preloads\n  ${preloaded.join(" ")}\nand should preload\n  ${needed.join(" ")}`);
  process.exit(1);
}
console.log(`preloads: ${needed.length} modules`);
