// The sessions the benchmark opens, and what it measures on each.

/**
 * What can be measured of a session, besides its file. `open`: the yardsticks and a cold opening in turn; `memory`; `again`: reopening from the
 * cache; `grown`: reopening with 1 MB more; `without`: opening without BYOB and without WebAssembly; `pi`: Pi in Node; `export`:
 * Pi's HTML export; `point`: moving the point; `filter`: keystrokes in the filter; `click`: bodies of clicked rows; `scroll`.
 * @typedef {"open" | "memory" | "again" | "grown" | "without" | "pi" | "export" | "point" | "filter" | "click" | "scroll"} Measure
 */

/**
 * A kind of session. It ends at so many bytes, entries or model requests. `output`: most characters of a tool's output;
 * `compactions`: how likely one is after a prompt; `imagesAtLeaf`: bytes of images that are left in the context at the leaf.
 * @typedef {{
 *   name: string,
 *   kind: "text" | "small" | "images" | "cjk",
 *   bytes?: number,
 *   entries?: number,
 *   requests?: number,
 *   output?: number,
 *   compactions?: number,
 *   imagesAtLeaf?: number,
 *   measures: readonly Measure[],
 * }} Shape
 * @type {readonly Shape[]}
 */
export const shapes = [
  { name: "1 MB", bytes: 1e6, kind: "text", measures: ["open", "memory"] },
  { name: "10 MB", bytes: 10e6, kind: "text", measures: ["open", "memory", "export"] },
  {
    name: "100 MB",
    bytes: 100e6,
    kind: "text",
    measures: ["open", "memory", "again", "grown", "without", "pi", "export"],
  },
  { name: "1 GB", bytes: 1e9, kind: "text", measures: ["open", "memory", "again", "pi"] },
  { name: "200,000 small entries", entries: 200_000, kind: "small", measures: ["open", "memory"] },
  { name: "images 200 MB", bytes: 200e6, kind: "images", imagesAtLeaf: 21e6, measures: ["open", "memory"] },
  { name: "CJK 100 MB", bytes: 100e6, kind: "cjk", measures: ["open", "memory"] },
  { name: "20,000 requests", requests: 20_000, kind: "small", compactions: 0, measures: ["point"] },
  { name: "20,000 requests with compactions", requests: 20_000, kind: "small", measures: ["point"] },
  { name: "350,000 small entries", entries: 350_000, kind: "small", measures: ["filter", "scroll"] },
  { name: "long lines", bytes: 30e6, kind: "text", output: 95_000, measures: ["click"] },
];

/** Not opened by itself: 100 MB and what is appended to it. */
export const grown = /** @type {const} */ ({ name: "101 MB", bytes: 101e6, kind: "text", measures: [] });
