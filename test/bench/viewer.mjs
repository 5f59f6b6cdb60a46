// Builds and serves the page, opens sessions in it and reads its marks.
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { ensureChromium } from "../chromium.mjs";
import { yardstickPage } from "./yardsticks.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const args =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );

/**
 * Builds the page into a folder of the benchmark's own. Returns the path of the page.
 * @param {string} folder
 */
export function buildPage(folder) {
  const out = join(folder, "page");
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const built = spawnSync("npx", ["vite", "build", "--outDir", out, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
  });
  if (built.status !== 0) throw new Error("The page could not be built.");
  return join(out, "index.html");
}

/**
 * Serves a built page at `/`, and the yardstick page at `/yardsticks`.
 * @param {string} path
 */
export async function serve(path) {
  const page = readFileSync(path);
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

/**
 * ms a page has before the file comes: less than any hand needs to bring one, enough for a page and its process to have started. Both
 * the yardsticks and the viewer get them, or what is measured first pays for the start of the browser's processes.
 */
const SETTLE_MS = 2000;

/**
 * Shows a page and lets it come to rest.
 * @param {Page} page
 * @param {string} url
 */
export async function visit(page, url) {
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
}

/** A Chromium of its own. The caller closes it. */
export async function launch() {
  const executablePath = ensureChromium();
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}

/**
 * R and P of a file, ms, in a page of their own.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} file
 */
export async function yardsticks(browser, url, file) {
  const page = await browser.newPage();
  await visit(page, `${url}yardsticks`);
  await page.setInputFiles("input", file);
  const read = Number(await page.evaluate("measure(false)"));
  const parse = Number(await page.evaluate("measure(true)"));
  await page.close();
  return { read, parse };
}

/** Runs in the page: every task of 50 ms and more. */
const observe = () => {
  /** @type {PerformanceEntry[]} */
  const tasks = [];
  Object.assign(globalThis, { longTasks: tasks });
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries());
  }).observe({ type: "longtask", buffered: true });
};

/**
 * A page of a fresh context, closed with it. `prepare` may set the context up.
 * @template T
 * @param {Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<T>} use
 * @param {(page: Page) => Promise<unknown>} [prepare]
 */
export async function inFreshPage(browser, url, use, prepare) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await prepare?.(page);
    await page.addInitScript(observe);
    await visit(page, url);
    return await use(page);
  } finally {
    await context.close();
  }
}

/**
 * Opens a file in a page and reads its marks.
 * @param {Page} page
 * @param {string} file
 */
export async function openIn(page, file) {
  await page.setInputFiles("input[type=file]", file);
  return readTimes(page);
}

/**
 * Opens a file in a fresh context.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} file
 */
export function openCold(browser, url, file) {
  return inFreshPage(browser, url, (page) => openIn(page, file));
}

const marks = ["session:rows", "session:tree", "session:indexed", "session:context"];

/**
 * Milliseconds from the file being received to each mark, and the longest task of the page until the whole tree; 0 when none took
 * 50 ms.
 * @typedef {{ rows: number, tree: number, indexed: number, context: number, longest: number }} Times
 */

/**
 * Waits for every mark and reads them.
 * @param {Page} page
 * @returns {Promise<Times>}
 */
async function readTimes(page) {
  await page.waitForFunction((names) => names.every((name) => performance.getEntriesByName(name).length > 0), marks, {
    timeout: 180_000,
    polling: 20,
  });
  // The browser reports tasks when it has time to.
  await page.waitForTimeout(200);
  const found = await page.evaluate((names) => {
    const at = (/** @type {string} */ name) => performance.getEntriesByName(name).at(-1)?.startTime ?? 0;
    const open = at("session:open");
    const tree = at("session:tree");
    const tasks = /** @type {{ longTasks?: PerformanceEntry[] }} */ (globalThis).longTasks ?? [];
    // What came before is the harness handing the file in.
    const own = tasks.filter(({ startTime }) => startTime >= open && startTime <= tree);
    return [...names.map((name) => at(name) - open), Math.max(0, ...own.map(({ duration }) => duration))];
  }, marks);
  const [rows = 0, tree = 0, indexed = 0, context = 0, longest = 0] = found;
  return { rows, tree, indexed, context, longest };
}

/**
 * How many entries the tree shows and has, in its own words: two openings of one file must agree.
 * @param {Page} page
 */
export async function amountShown(page) {
  return (await page.getByRole("tree").getAttribute("aria-label")) ?? "";
}
