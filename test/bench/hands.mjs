// What a hand does in an open session, and how long the page takes to answer it: from the input event to the frame that shows the answer.
import { openIn } from "./viewer.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** How long an answer may take before it counts as missed, ms. */
const PATIENCE = 20_000;

/** Runs in the page: what tells that an answer is there, and how to wait for its painting. */
const install = (/** @type {number} */ patience) => {
  const find = (/** @type {string} */ selector) => document.querySelector(selector);
  /** @type {Record<string, (sought: string) => boolean>} */
  const answers = {
    /** The entry is selected, and its body stands in the pane beside. */
    entry: (id) => {
      const pane = find("[role=group][aria-label='The entry']");
      const chosen = find("[role=treeitem][aria-selected=true]")?.getAttribute("data-entry-id");
      return (
        chosen === id && pane?.getAttribute("aria-busy") === "false" && pane.querySelector(".entry-blocks") !== null
      );
    },
    /** The context is that of the entry, and nothing in it waits. */
    context: (id) => {
      const pane = find("[role=region][aria-label=Context]");
      const waits = pane?.querySelector("[aria-busy=true]") !== null;
      return pane?.getAttribute("data-point") === id && !waits && pane.querySelector("[data-source-id]") !== null;
    },
    /** The tree has other rows than before, and all that are in view have their words. */
    tree: (before) => {
      const tree = find("[role=tree]");
      if (tree?.getAttribute("aria-label") === before) return false;
      // No tree at all says that no row is left.
      return tree === null || tree.querySelector("[role=treeitem]:not([data-entry-id], [data-away])") === null;
    },
  };
  /** ms from the next event of that name to the frame that shows the answer, NaN when none comes. */
  const expect = (/** @type {string} */ event, /** @type {string} */ answer, /** @type {string} */ sought) =>
    new Promise((resolve) => {
      let start = -1;
      const check = () => {
        if (start < 0 || answers[answer]?.(sought) !== true) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // Runs when the frame has been drawn.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.now() - start), { once: true });
          port1.start();
          port2.postMessage(0);
        });
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const begin = (/** @type {Event} */ { timeStamp }) => (start = timeStamp);
      addEventListener(event, begin, { capture: true, once: true });
      setTimeout(resolve, patience, Number.NaN);
    });
  Object.assign(globalThis, { expectAnswer: expect });
};

/**
 * ms from an input event to the painted answer.
 * @param {Page} page
 * @param {"click" | "keydown"} event
 * @param {"entry" | "context" | "tree"} answer
 * @param {string} sought
 * @param {() => Promise<unknown>} act
 * @returns {Promise<number>}
 */
async function answered(page, event, answer, sought, act) {
  await page.evaluate(
    ([event, answer, sought]) => {
      const { expectAnswer } = /** @type {{ expectAnswer?: (...words: unknown[]) => Promise<number> }} */ (globalThis);
      Object.assign(globalThis, { answer: expectAnswer?.(event, answer, sought) });
    },
    /** @type {const} */ ([event, answer, sought]),
  );
  await act();
  return Number(await page.evaluate("globalThis.answer"));
}

/**
 * Opens a session to be used by hand.
 * @param {Page} page
 * @param {string} file
 */
export async function openForHands(page, file) {
  const times = await openIn(page, file);
  await page.evaluate(install, PATIENCE);
  return times;
}

/**
 * Scrolls the tree to a share of its height and gives the row in the middle of the view, with its words.
 * @param {Page} page
 * @param {number} share
 */
async function rowAt(page, share) {
  const tree = page.getByRole("tree");
  await tree.evaluate((element, share) => {
    element.scrollTop = share * (element.scrollHeight - element.clientHeight);
  }, share);
  const box = await tree.boundingBox();
  if (box === null) throw new Error("The tree is not to be seen.");
  const place = { x: box.x + Math.min(200, box.width / 2), y: box.y + box.height / 2 };
  const found = await page.waitForFunction(({ x, y }) => {
    const row = document.elementFromPoint(x, y)?.closest("[role=treeitem]");
    return row?.getAttribute("data-entry-id");
  }, place);
  const id = await found.jsonValue();
  // Let the rows around it come to rest: only the hand's wish is measured.
  await page.waitForTimeout(100);
  return { id: String(id), ...place };
}

/**
 * Clicks rows all over the tree: ms until the body is painted, one a click.
 * @param {Page} page
 * @param {number} clicks
 */
export async function clickRows(page, clicks) {
  const times = [];
  for (let click = 0; click < clicks; click++) times.push(await clickRow(page, (click + 0.5) / clicks));
  return times;
}

/**
 * @param {Page} page
 * @param {number} share
 */
async function clickRow(page, share) {
  const { id, x, y } = await rowAt(page, share);
  return answered(page, "click", "entry", id, () => page.mouse.click(x, y));
}

/**
 * The first click after opening: on a row that is in view already.
 * @param {Page} page
 */
export async function firstClick(page) {
  const place = await page.evaluate(() => {
    for (const row of document.querySelectorAll("[role=treeitem][data-entry-id][aria-selected=false]")) {
      const { left, top, height } = row.getBoundingClientRect();
      const [x, y] = [left + 100, top + height / 2];
      if (document.elementFromPoint(x, y)?.closest("[role=treeitem]") === row) {
        return { id: row.getAttribute("data-entry-id") ?? "", x, y };
      }
    }
    throw new Error("No row is in view.");
  });
  return answered(page, "click", "entry", place.id, () => page.mouse.click(place.x, place.y));
}

/** Places of the point, far from one another: each move is a long one. */
const places = [0.9, 0.1, 0.95, 0.3, 0.7, 0.05, 0.99, 0.5, 0.85, 0.2, 0.98];

/**
 * Moves the point by Enter on rows far apart: ms until the context there is painted, one a move.
 * @param {Page} page
 */
export async function movePoint(page) {
  const times = [];
  for (const place of places) {
    await clickRow(page, place);
    await page.waitForTimeout(100);
    const id = await page.locator("[role=treeitem][aria-selected=true]").getAttribute("data-entry-id");
    times.push(await answered(page, "keydown", "context", id ?? "", () => page.keyboard.press("Enter")));
  }
  return times;
}

/** What is typed into the filter: few rows are left, more come back, other ones are left. */
const typed = [
  "7",
  "b",
  "Backspace",
  "Backspace",
  "c",
  "o",
  "o",
  "Backspace",
  "Backspace",
  "Backspace",
  "4",
  "Backspace",
];

/**
 * Types into the filter: ms until the tree is painted with the rows that are left, one a keystroke. Keystrokes that change no row are
 * left out.
 * @param {Page} page
 */
export async function typeFilter(page) {
  const times = [];
  await page.getByRole("searchbox").focus();
  for (const key of typed) {
    const before = (await page.getByRole("tree").getAttribute("aria-label")) ?? "";
    const time = await answered(page, "keydown", "tree", before, () => page.keyboard.press(key));
    if (!Number.isNaN(time)) times.push(time);
    await page.waitForTimeout(300);
  }
  return times;
}
