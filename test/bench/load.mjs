// What the page costs before any file: milliseconds of script on its main thread.
import { inFreshPage } from "./viewer.mjs";

/** Events of a trace in which scripts are compiled or run. They nest, so their union counts. */
const scripts = new Set([
  "EvaluateScript",
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
  "v8.run",
  "v8.callFunction",
  "FunctionCall",
  "RunMicrotasks",
]);

/**
 * ms of script from the beginning of loading the page until a second after, in a fresh context: compiling, running and whatever is
 * called from it.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 */
export async function scriptOfLoading(browser, url) {
  let trace = "";
  await inFreshPage(browser, "about:blank", async (page) => {
    await browser.startTracing(page, { categories: ["devtools.timeline", "v8", "disabled-by-default-v8.compile"] });
    await page.goto(url);
    await page.waitForTimeout(1000);
    trace = (await browser.stopTracing()).toString("utf8");
  });
  return scriptTime(/** @type {Trace} */ (JSON.parse(trace)), url);
}

/**
 * What is looked at of a trace. Times are microseconds.
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, args?: { data?: { url?: string } } }} TraceEvent
 * @typedef {{ traceEvents: TraceEvent[] }} Trace
 */

/**
 * @param {Trace} trace
 * @param {string} url
 */
function scriptTime({ traceEvents }, url) {
  // The page has one script, in its text: the thread that compiled it is the one to look at.
  const main = traceEvents.find(({ name, args }) => name === "v8.compileModule" && args?.data?.url === url);
  if (main === undefined) throw new Error("The trace shows no script of the page.");
  const spans = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === "X" && pid === main.pid && tid === main.tid && scripts.has(name),
  );
  let total = 0;
  let reached = 0;
  for (const { ts, dur = 0 } of spans.toSorted((a, b) => a.ts - b.ts)) {
    total += Math.max(0, ts + dur - Math.max(ts, reached));
    reached = Math.max(reached, ts + dur);
  }
  return total / 1000;
}
