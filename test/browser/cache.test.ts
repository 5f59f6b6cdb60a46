import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launch, serveDist, type Site } from "./chromium.ts";
import { entryLine, openFile, opened, saidIn, visit as visitWith, writeSession } from "./worker-spy.ts";

// What the page remembers of files, and what it does when it cannot. The tests listen to what the worker says, since the
// page itself looks the same either way: that is the point of a cache.

let browser: Browser;
let site: Site;
let context: BrowserContext;
let folder: string;

beforeAll(async () => {
  browser = await launch();
  site = await serveDist();
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

beforeEach(async () => {
  context = await browser.newContext();
  folder = mkdtempSync(join(tmpdir(), "pi-session-viewer-cache-"));
});

afterEach(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, prompts: number, words?: string): string {
  return writeSession(join(folder, name), prompts, words);
}

function visit(before?: string): Promise<Page> {
  return visitWith(context, site.url, before);
}

async function typesIn(page: Page): Promise<string[]> {
  return (await saidIn(page)).map(({ type }) => type);
}

/** The keys of what is stored. */
function stored(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "pi-session-viewer")) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("pi-session-viewer");
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(new Error("not opened")));
    });
    const request = db.transaction("sessions").objectStore("sessions").getAllKeys();
    await new Promise((resolve) => request.addEventListener("success", resolve));
    db.close();
    return request.result.map(String);
  });
}

/** Waits until so many records are stored: the directory, and columns and a copy of each session. */
async function waitForRecords(page: Page, count: number): Promise<void> {
  await expect.poll(() => stored(page).then((keys) => keys.length), { timeout: 10_000 }).toBe(count);
}

describe("a file opened before", () => {
  it("comes from the cache, in another tab and under another name too", async () => {
    const page = await visit();
    expect(await openFile(page, write("a.jsonl", 300))).toMatchObject({ source: "parsed", entries: 300 });
    await waitForRecords(page, 3);
    expect(await openFile(page, write("b.jsonl", 300))).toMatchObject({ source: "cached", entries: 300 });
    const other = await visit();
    expect(await openFile(other, write("c.jsonl", 300))).toMatchObject({ source: "cached", entries: 300 });
    expect(await typesIn(other)).not.toContain("replaced");
  });

  it("and grown since is read from where it ended", async () => {
    const path = write("a.jsonl", 300);
    const page = await visit();
    await openFile(page, path);
    await waitForRecords(page, 3);
    // Half a line, as Pi is writing it; then the rest.
    const added = entryLine(300, "one more");
    appendFileSync(path, added.slice(0, 20));
    expect((await openFile(page, path)).source).toBe("grown");
    await waitForRecords(page, 3);
    appendFileSync(path, added.slice(20));
    expect(await openFile(page, path)).toMatchObject({ source: "grown", entries: 301 });
  });

  it("and changed in the middle, with the same size, is noticed", async () => {
    // Long enough that the samples of the fingerprint miss the middle.
    const path = write("a.jsonl", 2_000, "x".repeat(500));
    const page = await visit();
    await openFile(page, path);
    await waitForRecords(page, 3);
    const file = openSync(path, "r+");
    writeSync(file, "changed", 512_345);
    closeSync(file);
    expect(await openFile(page, path)).toMatchObject({ source: "cached" });
    await expect
      .poll(async () => (await saidIn(page)).find(({ type }) => type === "replaced")?.info, { timeout: 10_000 })
      .toMatchObject({ source: "parsed", entries: 2_000 });
    await waitForRecords(page, 3);
    const again = await visit();
    expect(await openFile(again, path)).toMatchObject({ source: "cached" });
    await again.waitForTimeout(500);
    expect(await typesIn(again)).not.toContain("replaced");
  });

  it("is listed, and opens from its copy when the file itself is gone", async () => {
    const path = write("a.jsonl", 30);
    const first = await visit();
    await openFile(first, path);
    await waitForRecords(first, 3);
    rmSync(path);
    const page = await visit();
    const item = page.getByRole("listitem").filter({ hasText: "0: The quick brown fox" });
    await item.getByRole("button").first().click();
    expect(await opened(page)).toMatchObject({ source: "cached", entries: 30 });
  });

  it("is forgotten when told so, without a trace", async () => {
    const first = await visit();
    await openFile(first, write("a.jsonl", 30));
    await waitForRecords(first, 3);
    await openFile(first, write("b.jsonl", 30, "Another session. "));
    await waitForRecords(first, 5);
    const page = await visit();
    await page.getByRole("button", { name: /^Forget 0: The quick/ }).click();
    await waitForRecords(page, 3);
    await page.getByRole("button", { name: "Forget all" }).click();
    await waitForRecords(page, 0);
  });

  it("is forgotten by the browser, and by a page that wants the database gone, without harm", async () => {
    const path = write("a.jsonl", 30);
    const page = await visit();
    await openFile(page, path);
    await waitForRecords(page, 3);
    const other = await visit();
    // Blocked for ever, if the first tab did not let go of it.
    const deleted = await other.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.deleteDatabase("pi-session-viewer");
          request.addEventListener("success", () => resolve("deleted"));
          request.addEventListener("error", () => resolve("error"));
          setTimeout(resolve, 5_000, "blocked");
        }),
    );
    expect(deleted).toBe("deleted");
    expect((await openFile(page, path)).source).toBe("parsed");
    await waitForRecords(page, 3);
    expect((await openFile(page, path)).source).toBe("cached");
  });
});

describe("two tabs", () => {
  it("remember together", async () => {
    const one = await visit();
    const two = await visit();
    await Promise.all([openFile(one, write("a.jsonl", 30)), openFile(two, write("b.jsonl", 30, "Another session. "))]);
    await waitForRecords(one, 5);
    expect((await openFile(one, write("c.jsonl", 30, "Another session. "))).source).toBe("cached");
    expect((await openFile(two, write("d.jsonl", 30))).source).toBe("cached");
  });
});

describe("storage that fails", () => {
  it.each([
    ["is absent", "Object.defineProperty(self, 'indexedDB', { value: undefined })"],
    ["throws", "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError') }"],
    ["never answers", "IDBFactory.prototype.open = () => ({})"],
    [
      "answers with an error",
      "IDBFactory.prototype.open = () => { const r = {}; setTimeout(() => r.onerror()); return r }",
    ],
    ["never answers a read", "IDBObjectStore.prototype.get = () => ({ addEventListener() {} })"],
    ["is full", "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"],
  ])("and %s: the session opens all the same", async (_, code) => {
    const complaints: string[] = [];
    const page = await visit(code);
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    const start = Date.now();
    const path = write("a.jsonl", 30);
    expect(await openFile(page, path)).toMatchObject({ source: "parsed", entries: 30 });
    expect(await openFile(page, path)).toMatchObject({ source: "parsed", entries: 30 });
    expect(Date.now() - start).toBeLessThan(5_000);
    expect(complaints).toEqual([]);
    expect(await page.locator("html").getAttribute("data-state")).toBe("ready");
  });

  it("because a newer page has changed the database: no cache, and no wait", async () => {
    const page = await visit();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open("pi-session-viewer", 7);
          request.addEventListener("upgradeneeded", () => {
            for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
          });
          request.addEventListener("success", () => resolve(request.result.close()));
        }),
    );
    const path = write("a.jsonl", 30);
    expect((await openFile(page, path)).source).toBe("parsed");
    expect((await openFile(page, path)).source).toBe("parsed");
  });

  it("is not touched at all when remembering is off", async () => {
    const page = await visit("IDBFactory.prototype.open = () => { postMessage({ type: 'touched' }) }");
    await page.getByRole("checkbox", { name: /Keep recent/ }).uncheck();
    await page.waitForTimeout(300);
    await openFile(page, write("a.jsonl", 30));
    await page.waitForTimeout(300);
    expect(await typesIn(page)).not.toContain("touched");
  });
});
