// The page in browsers that lack what it would like to have. Its worker is part of its text and cannot be reached from outside, but for the
// moment when that text becomes a Blob: there a line is put before it. The page itself is the built one, unchanged.
import { amountShown, inFreshPage, openIn } from "./viewer.mjs";

/** What runs in the worker before its own code. */
const lacking = {
  byob: `{
    const { getReader } = ReadableStream.prototype;
    ReadableStream.prototype.getReader = function (options) {
      if (options?.mode === "byob") throw new TypeError("no byte readers here");
      return getReader.call(this, options);
    };
    delete self.ReadableStreamBYOBReader;
  }`,
  wasm: "delete self.WebAssembly;",
};

/**
 * Opens a file in a fresh context where something is missing.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} file
 * @param {keyof typeof lacking} lack
 */
export function openWithout(browser, url, file, lack) {
  return inFreshPage(
    browser,
    url,
    async (page) => {
      const times = await openIn(page, file);
      const workers = Number(await page.evaluate("globalThis.workersPrepared"));
      if (!(workers > 0)) throw new Error("The worker of the page could not be prepared.");
      return { ...times, shown: await amountShown(page) };
    },
    (page) => page.addInitScript(prepareWorkers, lacking[lack]),
  );
}

/** Runs in the page. */
const prepareWorkers = (/** @type {string} */ code) => {
  const counts = { workersPrepared: 0 };
  Object.defineProperty(globalThis, "workersPrepared", { get: () => counts.workersPrepared });
  const Plain = Blob;
  globalThis.Blob = class extends Plain {
    /**
     * @param {BlobPart[]} [parts]
     * @param {BlobPropertyBag} [options]
     */
    constructor(parts = [], options = {}) {
      const isScript = options.type?.startsWith("text/javascript") === true;
      super(isScript ? [code, ";", ...parts] : parts, options);
      if (isScript) counts.workersPrepared += 1;
    }
  };
};
