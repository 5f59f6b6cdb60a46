// `npm run bench [-- "10 MB" point …] [--rounds=3]`: opens made-up sessions of all sizes in Chromium, in turn with the yardsticks on the
// same file, and writes RESULTS.md. Names of sessions and of measures (see shapes.mjs; `load` is the page by itself) say what to
// measure; without any it is everything but `export`, which takes minutes. `--page=PATH` takes a page that is built already.
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Figures, PAGE, median } from "./figures.mjs";
import { scriptOfLoading } from "./load.mjs";
import { makeSession } from "./make.mjs";
import { describe, measures } from "./measures.mjs";
import { writeReport } from "./report.mjs";
import { shapes } from "./shapes.mjs";
import { buildPage, launch, serve } from "./viewer.mjs";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const rounds = Number(option("rounds") ?? 5);
const folder = join(tmpdir(), "pi-session-viewer-bench");

const sessions = words.filter((word) => shapes.some(({ name }) => name === word));
const kinds = words.filter((word) => word in measures || word === "load");
const unknown = words.filter((word) => !sessions.includes(word) && !kinds.includes(word));
if (unknown.length > 0 || !(rounds >= 1)) {
  const known = [...shapes.map(({ name }) => JSON.stringify(name)), ...Object.keys(measures), "load", "--rounds=5"];
  throw new Error(`Unknown: ${unknown.join(", ")}. There are ${known.join(", ")}.`);
}

const [busy = 0] = loadavg();
if (busy > 0.5) console.warn(`Something else runs on this machine (load ${busy.toFixed(1)}): times will be too long.`);
const server = await serve(option("page") ?? buildPage(folder));
const browser = await launch();
const figures = new Figures();

/** @param {string} name */
function option(name) {
  const start = `--${name}=`;
  return process.argv.find((word) => word.startsWith(start))?.slice(start.length);
}

/** @param {import("./shapes.mjs").Measure} kind */
function isWanted(kind) {
  return kinds.length === 0 ? kind !== "export" : kinds.includes(kind);
}

/**
 * @param {string} session
 * @param {Record<string, number[]>} values
 */
function note(session, values) {
  figures.put(session, values);
  const said = Object.entries(values).map(([name, all]) => `${name} ${median(all).toFixed(0)}`);
  console.log(`${session}: ${said.join(", ")}`);
}

if (kinds.includes("load") || words.length === 0) {
  const script = [];
  for (let round = 0; round < rounds; round++) script.push(await scriptOfLoading(browser, server.url));
  note(PAGE, { script });
}
for (const shape of shapes.filter(({ name }) => sessions.length === 0 || sessions.includes(name))) {
  const wanted = shape.measures.filter(isWanted);
  if (wanted.length === 0) continue;
  const file = await makeSession(shape, folder);
  note(shape.name, await describe(file));
  const task = { browser, url: server.url, folder, file, rounds };
  for (const kind of wanted) note(shape.name, await measures[kind](task));
}
writeReport(figures, browser.version());
await browser.close();
server.close();
