// Writes the results: what the page is held to, the raw figures of each session, and how time grows with size.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { bars } from "./bars.mjs";
import { growthChart } from "./growth.mjs";
import { shapes } from "./shapes.mjs";

/** @typedef {import("./figures.mjs").Figures} Figures */

/**
 * @param {Figures} figures
 * @param {string} version of Chromium
 */
export function writeReport(figures, version) {
  const path = (/** @type {string} */ name) => new URL(name, import.meta.url);
  const rows = bars(figures);
  const known = rows.filter(({ value }) => !Number.isNaN(value));
  writeFileSync(path("growth.svg"), growthChart(figures));
  writeFileSync(
    path("RESULTS.md"),
    `# Results

Made by \`npm run bench\`: Chromium ${version}, ${cpus().length} cores. Medians, of as many values as the table says, a fresh browser context each round, yardsticks
and viewer in turn on the same file; ratios are taken within a round. P: reading by BYOB, decoding and JSON-parsing each line in a worker,
nothing kept. R: reading and counting lines. Viewer and yardsticks get the file two seconds after their page was loaded, which is when
it has come to rest. Times of the viewer run from the file being received; those of a hand from the input
event to the frame that shows the answer. A run of some sessions replaces only their figures: the day says
which run each is of.

${known.filter(isMet).length} of ${rows.length} bars are met${known.length < rows.length ? `, ${rows.length - known.length} were not measured` : ""}.

${table(
  ["figure", "bar", "measured", "met", "values", "day"],
  rows.map((bar) => barRow(bar, figures)),
)}

## Each session

${table(
  heads,
  shapes.flatMap(({ name }) => sessionRow(figures, name)),
)}

Task: the longest from the file being received to the whole tree, where one took 50 ms or more. Memory: of the renderer process, page
and worker, over the idle page, as the system counts it (proportional set size).

## Growth

![Time to the whole tree against the size of the file](growth.svg)
`,
  );
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
function table(heads, rows) {
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** @param {import("./bars.mjs").Bar} bar */
function isMet({ bar, value, least = false }) {
  return least ? value >= bar : value <= bar;
}

/**
 * @param {import("./bars.mjs").Bar} bar
 * @param {Figures} figures
 */
function barRow(bar, figures) {
  const { figure, value, unit, least = false, note = "", from } = bar;
  const wanted = Number.isNaN(bar.bar) ? "–" : `${least ? "≥" : "≤"} ${amount(bar.bar, unit)}`;
  if (Number.isNaN(value)) return [figure, wanted, "not measured", "–", "", ""];
  const measured = note === "" ? amount(value, unit) : `${amount(value, unit)} (${note})`;
  const count = String(figures.values(...from).length);
  return [figure, wanted, measured, isMet(bar) ? "yes" : "**no**", count, figures.day(...from)];
}

/**
 * @param {number} value
 * @param {import("./bars.mjs").Bar["unit"]} unit
 */
function amount(value, unit) {
  const digits = value >= 20 || Number.isInteger(value) ? 0 : 2;
  return `${value.toFixed(digits)} ${unit}`.trim();
}

const heads = [
  "session",
  "file",
  "entries",
  "P",
  "R / P",
  "first rows",
  "tree",
  "tree / P",
  "known / P",
  "context after tree",
  "task",
  "memory at rest",
  "highest",
];

/**
 * @param {Figures} figures
 * @param {string} session
 * @returns {string[][]} none where it was not opened
 */
function sessionRow(figures, session) {
  const of = (/** @type {string} */ name, unit = "ms") => {
    const value = figures.median(session, name);
    return Number.isNaN(value) ? "–" : `${value.toFixed(0)} ${unit}`;
  };
  const ratio = (/** @type {string} */ name) => figures.ratio(session, name, "parse").toFixed(2);
  if (figures.values(session, "tree").length === 0) return [];
  const longest = figures.median(session, "longest");
  return [
    [
      session,
      `${(figures.median(session, "bytes") / 1e6).toFixed(0)} MB`,
      figures.median(session, "entries").toLocaleString("en"),
      of("parse"),
      ratio("read"),
      of("rows"),
      of("tree"),
      ratio("tree"),
      ratio("indexed"),
      of("afterTree"),
      longest > 0 ? `${longest.toFixed(0)} ms` : "–",
      of("memory", "MB"),
      of("memoryHighest", "MB"),
    ],
  ];
}
