// `npm run bench [-- "10 MB" "100 MB" …]`: opens made-up sessions of all sizes in Chromium, in turn with the yardsticks on the
// same file, and writes the table of RESULTS.md. Figures are ratios within one run: absolute times drift from machine to machine.
import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeSession, shapes } from "./make.mjs";
import { launch, openCold, openedMemory, serve, yardsticks } from "./viewer.mjs";

const rounds = 5;
const folder = join(tmpdir(), "pi-session-viewer-bench");
const wanted = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Pi in a process of its own: `SessionManager.open` and `buildSessionContext`, ms; NaN where it does not survive. */
function openWithPi(/** @type {string} */ file) {
  const manager = new URL(
    "../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js",
    import.meta.url,
  );
  const script = `
    const { SessionManager } = await import(${JSON.stringify(manager.href)});
    const start = performance.now();
    SessionManager.open(${JSON.stringify(file)}).buildSessionContext();
    console.log(performance.now() - start);`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return status === 0 ? Number(stdout.trim()) : Number.NaN;
}

/**
 * One shape, measured.
 * @param {import("./make.mjs").Shape} shape
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 */
async function measure(shape, browser, url) {
  const file = await makeSession(shape, folder);
  /** @type {{ read: number, parse: number, rows: number, tree: number, indexed: number, context: number, longest: number }[]} */
  const all = [];
  for (let round = 0; round < rounds; round++) {
    // One after the other on purpose: they are compared with each other.
    const plain = await yardsticks(browser, url, file);
    all.push({ ...plain, ...(await openCold(browser, url, file)) });
  }
  const of = (/** @type {keyof (typeof all)[number]} */ name) => median(all.map((round) => round[name]));
  const parse = of("parse");
  const ratio = (/** @type {number} */ ms) => (ms / parse).toFixed(2);
  const memory = await openedMemory(launch, url, file);
  const pi = shape.bytes <= 100e6 ? openWithPi(file) : Number.NaN;
  return [
    shape.name,
    `${(statSync(file).size / 1e6).toFixed(0)} MB`,
    `${parse.toFixed(0)} ms`,
    ratio(of("read")),
    `${of("rows").toFixed(0)} ms`,
    ratio(of("tree")),
    ratio(of("indexed")),
    ratio(of("context") - of("tree")),
    `${of("longest").toFixed(0)} ms`,
    `${memory.toFixed(0)} MB`,
    Number.isNaN(pi) ? "–" : `${(pi / of("context")).toFixed(1)} x`,
  ];
}

const heads = [
  "session",
  "file",
  "P",
  "R / P",
  "first rows",
  "tree / P",
  "indexed / P",
  "context after / P",
  "longest task",
  "memory over idle",
  "Pi in Node / context",
];

spawnSync("npx", ["vite", "build"], { cwd: root, stdio: "inherit" });
const server = await serve();
const browser = await launch();
const table = [heads, heads.map(() => "---")];
console.log(heads.join(" | "));
for (const shape of shapes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const row = await measure(shape, browser, server.url);
  console.log(row.join(" | "));
  table.push(row);
}
const version = browser.version();
await browser.close();
server.close();

writeFileSync(
  new URL("RESULTS.md", import.meta.url),
  `# Results

Made by \`npm run bench${wanted.map((name) => ` "${name}"`).join("")}\` on ${new Date().toISOString().slice(0, 10)}: Chromium ${version}, ${cpus().length} cores. Medians of ${rounds}, a fresh browser
context each time, yardsticks and viewer in turn on the same file. P: reading by BYOB, decoding and JSON-parsing each line in a
worker, nothing kept. R: reading and counting lines. Times of the viewer run from the file being received.

${table.map((row) => `| ${row.join(" | ")} |`).join("\n")}
`,
);
