// `npm test`: Chromium, then types, lint and format, then the build, then every test. It goes on after a failure, to
// show all of them, and its last line is always `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./chromium.mjs";
import { tally } from "./tally.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a script or tool of this project and says whether it succeeded.
 * @param {string} title
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 */
function step(title, command, env = {}) {
  console.log(`\n== ${title}`);
  const [program = "", ...args] = command;
  const shell = process.platform === "win32";
  const { status } = spawnSync(program, args, { cwd: root, stdio: "inherit", shell, env: { ...process.env, ...env } });
  return status === 0;
}

/** @param {string} file */
function readReport(file) {
  try {
    /** @type {unknown} */
    const report = JSON.parse(readFileSync(file, "utf8"));
    return report;
  } catch {
    return undefined;
  }
}

/** @param {string} chromium */
function runTests(chromium) {
  const folder = mkdtempSync(join(tmpdir(), "pi-session-viewer-test-"));
  const file = join(folder, "report.json");
  const vitest = ["npx", "--no-install", "vitest", "run", "--allowOnly=false", "--reporter=default"];
  const clean = step("tests", [...vitest, "--reporter=json", `--outputFile.json=${file}`], { CHROME_PATH: chromium });
  const result = tally(readReport(file), clean);
  rmSync(folder, { recursive: true, force: true });
  return result;
}

function main() {
  let chromium;
  try {
    chromium = ensureChromium();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, notes: [] };
  }
  console.log(`Chromium: ${chromium}`);
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const checked = step("types, lint, format", ["npm", "run", "--silent", "check"]);
  const built = step("build", ["npm", "run", "--silent", "build"]);
  const { passed, failed, notes } = runTests(chromium);
  if (!checked) notes.push("types, lint or format failed");
  if (!built) notes.push("the build failed");
  return { passed, failed: failed + Number(!checked) + Number(!built), notes };
}

const { passed, failed, notes } = main();
for (const note of notes) console.log(note);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
