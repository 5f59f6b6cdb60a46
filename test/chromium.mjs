// Where Chromium is, or how to get it. Used by `npm test` (which may install it) and by the browser tests.
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

const places = [
  "/usr/bin",
  "/usr/local/bin",
  "/usr/lib/chromium",
  "/usr/lib/chromium-browser",
  "/opt/google/chrome",
  "/snap/bin",
];

const others = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

export const advice = [
  "The tests use the built page in Chromium, and none was found here.",
  "Install Chromium or Chrome (Debian: apt-get install chromium), or set CHROME_PATH to the program.",
].join("\n");

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * A name is not enough: Ubuntu's `chromium-browser` is a script that only says that a snap is missing.
 * (On Windows `--version` would open a window.)
 * @param {string} path
 */
function answers(path) {
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

/**
 * The path of a Chromium that answers. A `CHROME_PATH` that is set and wrong is an error, not a reason to take another.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  const chosen = env["CHROME_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROME_PATH is ${chosen}, and there is no program there.`);
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [...folders, ...places].flatMap((folder) => names.map((name) => join(folder, name)));
  const unique = [...new Set([...candidates, ...others])];
  return unique.find((path) => isProgram(path) && answers(path));
}

/** @param {string} name */
function onPath(name) {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** Installs Debian's Chromium where that can be done without asking anyone. True if the commands ran through. */
function installChromium() {
  if (process.platform !== "linux" || !onPath("apt-get")) return false;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status !== 0) return false;
  console.log("No Chromium found: installing the Debian package.");
  const env = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  const command = root ? env : ["sudo", "-n", ...env];
  /** @param {string[]} args */
  const run = (...args) => spawnSync("/usr/bin/env", [...command, ...args], { stdio: "inherit" }).status === 0;
  // A failed update (one mirror of many) need not stop the installation.
  run("update");
  return run("install", "-y", "--no-install-recommends", "chromium");
}

/**
 * Finds Chromium, installs it if it can, and otherwise throws an error that says what to do.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium() ?? (installChromium() ? findChromium() : undefined);
  if (found === undefined) throw new Error(advice);
  return found;
}
