// What an open session costs in memory, measured from outside the browser.
import { readFileSync } from "node:fs";
import { openIn } from "./viewer.mjs";

/**
 * What a session costs over the idle page, MB, in a browser of its own, page and worker together: once everything has come to rest, and at
 * the highest of all moments that were looked at.
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
    const renderers = await rendererIds(browser);
    const idle = memoryOf(renderers);
    let highest = 0;
    const timer = setInterval(() => (highest = Math.max(highest, memoryOf(renderers))), 50);
    await openIn(page, file);
    await page.waitForTimeout(5000);
    clearInterval(timer);
    return { memory: memoryOf(renderers) - idle, highest: highest - idle };
  } finally {
    await browser.close();
  }
}

/** @param {import("playwright-core").Browser} browser */
async function rendererIds(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/**
 * Memory of the process that shows a page and runs its workers, MB, as the system counts it (proportional set size). A browser
 * may keep another renderer ready, which is smaller.
 * @param {readonly number[]} renderers
 */
function memoryOf(renderers) {
  return Math.max(...renderers.map(proportionalSize));
}

/** @param {number} pid */
function proportionalSize(pid) {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return (Number(kilobytes ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
