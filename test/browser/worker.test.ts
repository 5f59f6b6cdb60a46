import { appendFileSync, createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dist, launch, serveDist, type Site } from "./chromium.ts";
import {
  choose,
  entryLine,
  failWorker,
  openFile,
  opened,
  saidIn,
  visit as visitWith,
  waitForState,
  workerCount,
  writeSession,
} from "./worker-spy.ts";

// A worker that fails, files that change or go away, and readers who change their mind: the page is never dead.

let browser: Browser;
let site: Site;
let context: BrowserContext;
let largeFolder: string;
let large: string;
let folder: string;

beforeAll(async () => {
  browser = await launch();
  site = await serveDist();
  largeFolder = mkdtempSync(join(tmpdir(), "pi-session-viewer-large-"));
  large = await writeLarge(join(largeFolder, "large.jsonl"), 150);
});

afterAll(async () => {
  await browser.close();
  await site.close();
  rmSync(largeFolder, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await browser.newContext();
  folder = mkdtempSync(join(tmpdir(), "pi-session-viewer-worker-"));
});

afterEach(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A session of so many MB that reading it takes a while. */
async function writeLarge(path: string, megabytes: number): Promise<string> {
  writeSession(path, 1);
  const out = createWriteStream(path, { flags: "a" });
  let number = 1;
  for (let size = 0; size < megabytes * 1e6;) {
    const lines: string[] = [];
    for (let i = 0; i < 2_000; i++, number++)
      lines.push(entryLine(number, `${number} some words of a prompt `.repeat(10)));
    const chunk = lines.join("");
    size += chunk.length;
    if (!out.write(chunk)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  return path;
}

function write(name: string, prompts = 30, words?: string): string {
  return writeSession(join(folder, name), prompts, words);
}

function visit(before?: string): Promise<Page> {
  return visitWith(context, site.url, before);
}

/** The page has a worker that answers. */
async function expectAlive(page: Page): Promise<void> {
  expect(await openFile(page, write("alive.jsonl", 7, "alive "))).toMatchObject({ entries: 7 });
}

/** Makes the page read from the file itself: what was shown before is remembered. */
async function readRawLine(page: Page): Promise<void> {
  await page.getByText("Raw", { exact: true }).click();
}

describe("a worker that fails", () => {
  it("while a session is open: the page says so and opens it again", async () => {
    const page = await visit();
    await openFile(page, write("a.jsonl"));
    await failWorker(page, "Uncaught Error: broken");
    const notices = page.getByRole("list", { name: "Notices" });
    await expect.poll(() => notices.textContent()).toContain("broken");
    await notices.getByRole("button", { name: "Open again" }).click();
    expect(await opened(page)).toMatchObject({ entries: 30 });
    expect(await workerCount(page)).toBe(2);
  });

  it("by an error of its own while it opens a file: the page says how far it was, and opens another", async () => {
    const boom =
      "addEventListener('message', ({ data }) => { if (data.params?.name === 'boom.jsonl') throw Error('boom') })";
    const page = await visit(boom);
    await choose(page, write("boom.jsonl"));
    await waitForState(page, "failed");
    expect(await page.locator("body").textContent()).toContain("boom");
    await expectAlive(page);
  });

  it("to start at all", async () => {
    const page = await visit();
    await page.evaluate(() => {
      const { Worker } = window;
      const refuse = function refuse(): never {
        throw new DOMException("Workers are not allowed", "SecurityError");
      };
      Object.assign(window, { Worker: refuse, allow: () => Object.assign(window, { Worker }) });
      // The one that answered the start page is gone.
      for (const worker of (window as unknown as { workers: Worker[] }).workers)
        worker.dispatchEvent(new ErrorEvent("error"));
    });
    await choose(page, write("a.jsonl"));
    await waitForState(page, "failed");
    await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
    await expectAlive(page);
  });

  it("without a word: the page does not wait for ever", async () => {
    const page = await visit("addEventListener = () => {}");
    await choose(page, write("a.jsonl"));
    await waitForState(page, "loading");
    await waitForState(page, "failed");
  });
});

describe("a file", () => {
  it.each([
    ["deleted", (path: string) => rmSync(path)],
    ["appended to", (path: string) => appendFileSync(path, entryLine(5_000, "more"))],
  ])("%s while it is open: the page says so, and what to do", async (_, change) => {
    const page = await visit();
    const path = write("a.jsonl");
    await openFile(page, path);
    await page.waitForTimeout(500);
    change(path);
    await readRawLine(page);
    const notices = page.getByRole("list", { name: "Notices" });
    await expect.poll(() => notices.textContent()).toContain("changed on disk");
    await notices.getByRole("button", { name: "Choose it again" }).waitFor();
    expect((await saidIn(page)).some(({ error }) => error?.code === "changed-on-disk")).toBe(true);
    await expectAlive(page);
  });

  it("gone before it was read is not called empty", async () => {
    const page = await visit();
    const path = write("a.jsonl");
    await page.evaluate(() => {
      // Chosen now, read later: as a file that waited in a dialog.
      const input = document.querySelector("input[type=file]");
      input?.addEventListener("change", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    });
    await choose(page, path);
    rmSync(path);
    await page
      .locator("input[type=file]")
      .evaluate((input) => input.dispatchEvent(new Event("change", { bubbles: true })));
    await waitForState(page, "failed");
    expect((await saidIn(page)).flatMap(({ error }) => error?.code ?? [])).toEqual(["not-readable"]);
    await expectAlive(page);
  });

  it.each([
    ["empty", "", "empty-file"],
    ["of another kind", '{"type":"session_meta","payload":{}}\n{"type":"response_item","payload":{}}\n', "wrong-kind"],
  ])("%s is refused by name", async (_, text, code) => {
    const page = await visit();
    const path = join(folder, "a.jsonl");
    writeFileSync(path, text);
    await choose(page, path);
    await waitForState(page, "failed");
    expect((await saidIn(page)).flatMap(({ error }) => error?.code ?? [])).toEqual([code]);
    await expectAlive(page);
  });
});

describe("reading a large file", () => {
  it("reports on its way, and shows the first rows before the end", async () => {
    const page = await visit();
    await choose(page, large);
    await waitForState(page, "loading");
    await opened(page);
    const types = (await saidIn(page)).map(({ type }) => type);
    expect(types.filter((type) => type === "progress").length).toBeGreaterThan(5);
    expect(types.filter((type) => type === "preview")).toHaveLength(1);
    expect(types.indexOf("preview")).toBeLessThan(types.lastIndexOf("progress"));
  });

  it("ends at once when it is cancelled, and the next file opens without a wait", async () => {
    const page = await visit();
    await choose(page, large);
    await waitForState(page, "loading");
    await page.waitForTimeout(300);
    await page.keyboard.press("Escape");
    await waitForState(page, "empty");
    const start = Date.now();
    await expectAlive(page);
    expect(Date.now() - start).toBeLessThan(3_000);
  });

  it("gives way to another file", async () => {
    const page = await visit();
    const path = write("b.jsonl", 11);
    await choose(page, large);
    await waitForState(page, "loading");
    await page.waitForTimeout(300);
    expect(await openFile(page, path)).toMatchObject({ entries: 11 });
    await page.waitForTimeout(1_000);
    expect(await page.getByRole("treeitem").count()).toBeGreaterThan(0);
    expect((await saidIn(page)).filter(({ value }) => value?.source !== undefined)).toHaveLength(1);
  });
});

describe("opened from a file", () => {
  it("the page has a worker, and stores nothing", async () => {
    const page = await visitWith(context, `${pathToFileURL(dist).href}index.html`);
    expect(await openFile(page, write("a.jsonl"))).toMatchObject({ source: "parsed", entries: 30 });
    await page.waitForTimeout(500);
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
    expect(await openFile(page, write("a.jsonl"))).toMatchObject({ source: "parsed" });
  });
});
