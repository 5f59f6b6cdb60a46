// What can be measured of a session: one function a measure, each gives values by the name of the figure.
import { createReadStream, statSync } from "node:fs";
import { openAgain, openGrown } from "./again.mjs";
import { clickRows, firstClick, movePoint, openForHands, typeFilter } from "./hands.mjs";
import { makeSession } from "./make.mjs";
import { openedMemory } from "./memory.mjs";
import { lookAtExport, openWithPi } from "./pi.mjs";
import { scrollByWheel, scrollThrough } from "./scrolling.mjs";
import { grown } from "./shapes.mjs";
import { amountShown, inFreshPage, launch, openCold, openIn, yardsticks } from "./viewer.mjs";
import { openWithout } from "./without.mjs";

/**
 * @typedef {{
 *   browser: import("playwright-core").Browser,
 *   url: string,
 *   folder: string,
 *   file: string,
 *   rounds: number,
 * }} Task
 * @typedef {Record<string, number[]>} Values
 */

/**
 * Runs something so many times, one after the other on purpose, and collects its figures.
 * @param {number} rounds
 * @param {() => Promise<Record<string, number>>} run
 */
async function repeat(rounds, run) {
  /** @type {Values} */
  const values = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, value] of Object.entries(await run())) (values[name] ??= []).push(value);
  }
  return values;
}

/** @type {Record<import("./shapes.mjs").Measure, (task: Task) => Promise<Values>>} */
export const measures = {
  open: ({ browser, url, file, rounds }) =>
    repeat(rounds, async () => {
      const plain = await yardsticks(browser, url, file);
      const times = await openCold(browser, url, file);
      return { ...plain, ...times, afterTree: Math.max(0, times.context - times.tree) };
    }),

  memory: async ({ url, file, rounds }) => {
    const values = await repeat(Math.min(rounds, 3), () => openedMemory(launch, url, file));
    return { memory: values["memory"] ?? [], memoryHighest: values["highest"] ?? [] };
  },

  again: async ({ browser, url, file, rounds }) => {
    const values = await repeat(rounds, () => openAgain(browser, url, file));
    return { again: values["again"] ?? [], againCold: values["cold"] ?? [] };
  },

  grown: async ({ browser, url, folder, file, rounds }) => {
    const longer = await makeSession(grown, folder);
    const values = await repeat(rounds, () => openGrown(browser, url, file, longer));
    return { grown: values["again"] ?? [], grownCold: values["cold"] ?? [] };
  },

  without: async ({ browser, url, file, rounds }) => {
    const shown = await inFreshPage(browser, url, async (page) => {
      await openIn(page, file);
      return amountShown(page);
    });
    return repeat(rounds, async () => {
      const { parse } = await yardsticks(browser, url, file);
      const byob = await openWithout(browser, url, file, "byob");
      const wasm = await openWithout(browser, url, file, "wasm");
      if (byob.shown !== shown || wasm.shown !== shown) throw new Error("The tree is not the same without it.");
      return {
        withoutParse: parse,
        treeWithoutByob: byob.tree,
        indexedWithoutByob: byob.indexed,
        treeWithoutWasm: wasm.tree,
        indexedWithoutWasm: wasm.indexed,
      };
    });
  },

  pi: async ({ file, rounds }) => {
    const often = statSync(file).size < 500e6 ? Math.min(rounds, 3) : 1;
    return repeat(often, async () => ({ pi: openWithPi(file) }));
  },

  export: async ({ browser, url, file, rounds }) => {
    const { exported = [] } = await repeat(1, async () => {
      const { write, look } = await lookAtExport(browser, file);
      return { exported: write + look };
    });
    const own = await repeat(rounds, () =>
      inFreshPage(browser, url, async (page) => {
        const { tree } = await openForHands(page, file);
        return { firstClick: tree + (await firstClick(page)) };
      }),
    );
    return { exported, ...own };
  },

  point: ({ browser, url, file }) =>
    inFreshPage(browser, url, async (page) => {
      await openForHands(page, file);
      return { point: await movePoint(page) };
    }),

  filter: ({ browser, url, file }) =>
    inFreshPage(browser, url, async (page) => {
      await openForHands(page, file);
      return { filter: await typeFilter(page) };
    }),

  click: ({ browser, url, file }) =>
    inFreshPage(browser, url, async (page) => {
      await openForHands(page, file);
      return { click: await clickRows(page, 30) };
    }),

  scroll: ({ browser, url, file, rounds }) =>
    repeat(rounds, () =>
      inFreshPage(browser, url, async (page) => {
        await openForHands(page, file);
        // Opening is over: what follows it in the background is measured by itself.
        await page.waitForTimeout(2000);
        const [wheel, sweep] = [await scrollByWheel(page), await scrollThrough(page)];
        return {
          taskWheel: wheel.longest,
          taskSweep: sweep.longest,
          frameWheel: wheel.p95,
          frameSweep: sweep.p95,
          elementsWheel: wheel.elements,
          elementsSweep: sweep.elements,
        };
      }),
    ),
};

/**
 * What a file is like: its size, its entries and its longest line.
 * @param {string} file
 * @returns {Promise<Values>}
 */
export async function describe(file) {
  let [bytes, lines, longestLine, begun] = [0, 0, 0, 0];
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const chunk = /** @type {Buffer} */ (piece);
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
      longestLine = Math.max(longestLine, bytes + at - begun);
      begun = bytes + at + 1;
      lines += 1;
    }
    bytes += chunk.length;
  }
  // The first line is the header.
  return { bytes: [bytes], entries: [lines - 1], longestLine: [longestLine] };
}
