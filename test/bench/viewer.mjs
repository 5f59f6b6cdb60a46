// Drives the built page and reads its marks.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { ensureChromium } from "../chromium.mjs";
import { yardstickPage } from "./yardsticks.mjs";

const args =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );

/** Serves the built page at `/` and the yardstick page at `/yardsticks`. */
export async function serve() {
  const page = readFileSync(new URL("../../dist/index.html", import.meta.url));
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    if (request.url === "/") response.end(page);
    else if (request.url === "/yardsticks") response.end(yardstickPage);
    else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

export async function launch() {
  const executablePath = ensureChromium();
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}

/**
 * R and P of a file, ms, in a page of their own.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} file
 */
export async function yardsticks(browser, url, file) {
  const page = await browser.newPage();
  await page.goto(`${url}yardsticks`);
  await page.setInputFiles("input", file);
  const read = Number(await page.evaluate("measure(false)"));
  const parse = Number(await page.evaluate("measure(true)"));
  await page.close();
  return { read, parse };
}

const marks = ["session:rows", "session:tree", "session:indexed", "session:context"];

/** Runs in the page: every task of 50 ms and more, and how long scripts ran before the page was usable. */
const observe = () => {
  /** @type {PerformanceEntry[]} */
  const tasks = [];
  Object.assign(globalThis, { longTasks: tasks });
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries());
  }).observe({ type: "longtask", buffered: true });
};

/**
 * Milliseconds from the file being received to each mark, and the longest task of the page.
 * @typedef {{ rows: number, tree: number, indexed: number, context: number, longest: number }} Times
 */

/**
 * Opens a file in a fresh context.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} file
 * @returns {Promise<Times>}
 */
export async function openCold(browser, url, file) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(url);
    await page.setInputFiles("input[type=file]", file);
    return await readTimes(page);
  } finally {
    await context.close();
  }
}

/**
 * Waits for every mark and reads them.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Times>}
 */
export async function readTimes(page) {
  await page.waitForFunction((names) => names.every((name) => performance.getEntriesByName(name).length > 0), marks, {
    timeout: 180_000,
    polling: 20,
  });
  const found = await page.evaluate((names) => {
    const at = (/** @type {string} */ name) => performance.getEntriesByName(name).at(-1)?.startTime ?? 0;
    const open = at("session:open");
    const tasks = /** @type {{ longTasks?: PerformanceEntry[] }} */ (globalThis).longTasks ?? [];
    // What came before is the harness handing the file in.
    const own = tasks.filter(({ startTime }) => startTime >= open);
    return [...names.map((name) => at(name) - open), Math.max(0, ...own.map(({ duration }) => duration))];
  }, marks);
  const [rows = 0, tree = 0, indexed = 0, context = 0, longest = 0] = found;
  return { rows, tree, indexed, context, longest };
}

/**
 * What an open session costs over the idle page, MB, in a browser of its own: measured from outside, page and worker together.
 * @param {() => Promise<import("playwright-core").Browser>} start
 * @param {string} url
 * @param {string} file
 */
export async function openedMemory(start, url, file) {
  const browser = await start();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForTimeout(1000);
    const idle = await rendererMemory(browser);
    await page.setInputFiles("input[type=file]", file);
    await readTimes(page);
    await page.waitForTimeout(5000);
    return (await rendererMemory(browser)) - idle;
  } finally {
    await browser.close();
  }
}

/**
 * Memory of the process that shows a page and runs its workers, MB, as the system counts it (proportional set size).
 * @param {import("playwright-core").Browser} browser
 */
async function rendererMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => proportionalSize(id));
  return Math.max(...sizes);
}

/** @param {number} pid */
function proportionalSize(pid) {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}
