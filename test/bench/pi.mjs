// What people use today: Pi itself in Node, and the page that Pi exports.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";

const manager = modulePath("core/session-manager.js");
const exporter = modulePath("core/export-html/index.js");

/** @param {string} path */
function modulePath(path) {
  return new URL(`../../node_modules/@earendil-works/pi-coding-agent/dist/${path}`, import.meta.url).href;
}

/**
 * Milliseconds of an expression in a Node of its own, without its start; NaN where it does not survive.
 * @param {string} imports
 * @param {string} expression
 */
function timeInNode(imports, expression) {
  const script = `${imports}
    const start = performance.now();
    await (${expression});
    console.log(performance.now() - start);`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return status === 0 ? Number(stdout.trim().split("\n").at(-1)) : Number.NaN;
}

/**
 * `SessionManager.open` and `buildSessionContext`, ms.
 * @param {string} file
 */
export function openWithPi(file) {
  return timeInNode(
    `const { SessionManager } = await import(${JSON.stringify(manager)});`,
    `SessionManager.open(${JSON.stringify(file)}).buildSessionContext()`,
  );
}

/** Runs in the exported page: when the first click on a row was answered and painted. */
const noteClick = () => {
  addEventListener(
    "click",
    () => {
      // The page answers in its own listener; what it does is painted when this runs.
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { clickAnswered: true })));
    },
    { capture: true, once: true },
  );
};

/**
 * Pi's HTML export, and its page in Chromium to the first answered click, ms: writing and looking.
 * @param {import("playwright-core").Browser} browser
 * @param {string} file
 */
export async function lookAtExport(browser, file) {
  const html = `${file}.html`;
  const write = timeInNode(
    `const { exportFromFile } = await import(${JSON.stringify(exporter)});`,
    `exportFromFile(${JSON.stringify(file)}, ${JSON.stringify(html)})`,
  );
  const context = await browser.newContext();
  context.setDefaultTimeout(600_000);
  try {
    const page = await context.newPage();
    await page.addInitScript(noteClick);
    const start = performance.now();
    await page.goto(pathToFileURL(html).href, { waitUntil: "commit" });
    await page.waitForFunction(() => {
      const row = document.querySelector(".tree-node:not(.active)");
      return row !== null && row.getBoundingClientRect().height > 0;
    });
    const shown = performance.now() - start;
    await page.locator(".tree-node:not(.active)").first().click({ force: true, noWaitAfter: true });
    await page.waitForFunction("globalThis.clickAnswered === true");
    return { write, shown, look: performance.now() - start };
  } finally {
    await context.close();
    rmSync(html, { force: true });
  }
}
