// The page with an ear at its worker, and session files to open in it.
import { writeFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";

/** A message of the worker, as far as the tests look into it. */
export interface Said {
  readonly type: string;
  readonly value?: { readonly source?: string; readonly entries?: number };
  readonly info?: { readonly source: string; readonly entries: number };
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Opened {
  readonly source: string;
  readonly entries: number;
}

/** What {@link visit} leaves in the page. */
interface SpyWindow {
  said: Said[];
  workers: Worker[];
}

export function entryLine(number: number, words: string): string {
  const idOf = (n: number): string => n.toString(16).padStart(8, "0");
  const parentId = number === 0 ? null : idOf(number - 1);
  const timestamp = new Date(1.7e12 + number * 1000).toISOString();
  const message = { role: "user", content: words, timestamp: 1 };
  return `${JSON.stringify({ type: "message", id: idOf(number), parentId, timestamp, message })}\n`;
}

/** Writes a session of so many prompts. */
export function writeSession(
  path: string,
  prompts: number,
  words = "The quick brown fox jumps over the lazy dog. ",
): string {
  const header = { type: "session", version: 3, id: "0-0", timestamp: "2024-01-01T00:00:00.000Z", cwd: "/home/me" };
  const entries = Array.from({ length: prompts }, (_, number) => entryLine(number, `${number}: ${words}`));
  writeFileSync(path, `${JSON.stringify(header)}\n${entries.join("")}`);
  return path;
}

/** Opens the page in a new tab. `before` is code that runs in the worker before its own. */
export async function visit(context: BrowserContext, url: string, before = ""): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((code) => {
    const said: unknown[] = [];
    const workers: Worker[] = [];
    Object.assign(window, { said, workers });
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
        this.addEventListener("message", ({ data }) => said.push(data));
      }
    };
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        super(options.type?.startsWith("text/javascript") === true ? [code, ";", ...parts] : parts, options);
      }
    };
  }, before);
  await page.goto(url);
  return page;
}

/** Everything the worker has said since the last file was chosen. */
export function saidIn(page: Page): Promise<Said[]> {
  return page.evaluate(() => (window as unknown as SpyWindow).said);
}

export function choose(page: Page, path: string): Promise<void> {
  return page
    .evaluate(() => void ((window as unknown as SpyWindow).said.length = 0))
    .then(() => page.locator("input[type=file]").setInputFiles(path));
}

/** Opens a file and gives what the worker said of the session. */
export async function openFile(page: Page, path: string): Promise<Opened> {
  await choose(page, path);
  return opened(page);
}

/** Waits for a session to be open. */
export async function opened(page: Page): Promise<Opened> {
  const info = await page.waitForFunction(
    () =>
      (window as unknown as SpyWindow).said.find(({ type, value }) => type === "result" && value?.source !== undefined)
        ?.value,
  );
  await waitForState(page, "ready");
  return (await info.jsonValue()) as Opened;
}

export async function waitForState(page: Page, state: "empty" | "loading" | "ready" | "failed"): Promise<void> {
  await page.locator(`html[data-state=${state}]`).waitFor({ state: "attached", timeout: 30_000 });
}

/** Makes the last worker fail as one does that throws. */
export function failWorker(page: Page, message: string): Promise<void> {
  return page.evaluate((message) => {
    (window as unknown as SpyWindow).workers.at(-1)?.dispatchEvent(new ErrorEvent("error", { message }));
  }, message);
}

export function workerCount(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as SpyWindow).workers.length);
}
