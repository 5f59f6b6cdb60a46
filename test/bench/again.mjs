// Opening a file again that the page remembers: as it was, and grown.
import { appendFileSync, closeSync, copyFileSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { openIn, visit } from "./viewer.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContext} BrowserContext */

/**
 * Opens a file in a fresh context, waits until it is remembered, and opens it again in a new page of that context. Both times to the
 * whole tree, ms.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} file
 * @param {() => void} [between] what happens to the file meanwhile
 */
export async function openAgain(browser, url, file, between) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await visit(page, url);
    const first = await openIn(page, file);
    await waitUntilKept(context, url);
    await page.close();
    between?.();
    const other = await context.newPage();
    await visit(other, url);
    const second = await openIn(other, file);
    return { cold: first.tree, again: second.tree };
  } finally {
    await context.close();
  }
}

/**
 * As {@link openAgain}, of a copy of `file` that grows meanwhile by what `longer` has more.
 * @param {Browser} browser
 * @param {string} url
 * @param {string} file
 * @param {string} longer
 */
export async function openGrown(browser, url, file, longer) {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  try {
    return await openAgain(browser, url, copy, () => appendFileSync(copy, restOf(longer, statSync(file).size)));
  } finally {
    rmSync(copy);
  }
}

/**
 * @param {string} path
 * @param {number} from
 */
function restOf(path, from) {
  const rest = Buffer.alloc(statSync(path).size - from);
  const file = openSync(path, "r");
  readSync(file, rest, 0, rest.length, from);
  closeSync(file);
  return rest;
}

/**
 * A session is remembered as soon as the start page lists it: the list and the columns are stored together.
 * @param {BrowserContext} context
 * @param {string} url
 */
async function waitUntilKept(context, url) {
  for (let tries = 0; tries < 60; tries++) {
    const page = await context.newPage();
    await page.goto(url);
    const list = page.getByRole("heading", { name: "Recent sessions" });
    const found = await list.waitFor({ timeout: 1500 }).then(
      () => true,
      () => false,
    );
    // What follows the list, the copy of a small file, is not to run into what is measured next.
    if (found) await page.waitForTimeout(1000);
    await page.close();
    if (found) return;
  }
  throw new Error("The page does not remember the session.");
}
