// The engine in web workers, on a page without a server: node web/tests/workers.mjs http://127.0.0.1:PORT/

import { address, withBrowser } from "./chromium.mjs";
import { check } from "./hands.mjs";

const POSITION = { rule: "freestyle", size: 20, moves: "j10k12a1l9" };
const LOST = "This browser cannot run the engine";

/** Takes the engine's place: panics, or cannot be stopped. */
const UNRULY_ENGINE = `export class EngineModule {
  constructor(module, host) { this.emit = host.emit; }
  ask(question) {
    const { id, kind, ms } = JSON.parse(question);
    if (kind === "play") throw new WebAssembly.RuntimeError("unreachable");
    this.emit(JSON.stringify({ id, kind, final: false }));
    for (const start = performance.now(); performance.now() - start < (ms ?? 0););
    this.emit(JSON.stringify({ id, kind, final: true }));
  }
}`;

/** A page of its own, where the engine can be asked. @param {(page: any) => Promise<unknown>} [prepare] */
async function withPage(browser, use, prepare) {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(address);
  await use(page);
  await context.close();
}

async function stopsAndLooksUp(page) {
  const seen = await page.evaluate(async (position) => {
    const { ask } = await import("./js/engine.js");
    const begun = Promise.withResolvers();
    const search = ask({ kind: "analyse", position, limits: { time_ms: 20000 } }, begun.resolve);
    const [waiting, next] = [ask({ kind: "analyse", position }), ask({ kind: "play", position, limits: { time_ms: 100 } })];
    await begun.promise;
    const book = await ask({ kind: "book", position }).result;
    waiting.stop();
    const notAsked = await waiting.result;
    const start = performance.now();
    search.stop();
    const stopped = await search.result;
    return { book, notAsked, stopped, ms: performance.now() - start, next: await next.result };
  }, POSITION);
  check(seen.book.kind === "book", "a look-up must not wait for a search");
  check(seen.notAsked.kind === "stopped", "a waiting question was not stopped");
  check(seen.stopped.stopped && seen.stopped.variations.length === 1 && seen.ms < 1900, `the search was not stopped well: ${JSON.stringify(seen.stopped)}`);
  check(seen.next.move, "the next question was not answered");
}

async function survives(page) {
  const seen = await page.evaluate(async () => {
    const { ask } = await import("./js/engine.js");
    const panic = await ask({ kind: "play" }).result;
    const begun = Promise.withResolvers();
    const endless = ask({ kind: "analyse", ms: 60_000 }, begun.resolve);
    await begun.promise;
    endless.stop();
    return { panic, endless: await endless.result, next: await ask({ kind: "analyse" }).result };
  });
  check(seen.panic.kind === "error", "a panic was not told");
  check(seen.endless.final === false, "a search that cannot be stopped was not given up");
  check(seen.next.final === true, "no engine was started after one that was given up");
}

/** @param {(page: any) => Promise<unknown>} lack */
const tellsTheLack = (browser, lack) => withPage(browser, async (page) => {
  const status = page.locator("#status", { hasText: LOST });
  await status.waitFor();
  await page.click('[data-view-tab="analyse"]');
  await page.click('[data-action="analyse"]');
  await status.waitFor();
}, (page) => page.addInitScript(lack));

await withBrowser(async (browser) => {
  await withPage(browser, stopsAndLooksUp);
  await withPage(browser, survives, (page) => page.context().route("**/engine_module.js", (route) => route.fulfill({ contentType: "text/javascript", body: UNRULY_ENGINE })));
  await tellsTheLack(browser, () => { delete globalThis.WebAssembly; });
  await tellsTheLack(browser, () => { globalThis.Worker = class extends Worker { constructor(url) { super(url); } }; });
  console.log("workers: ok");
});
