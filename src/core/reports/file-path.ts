import { asString, field } from "../../lib/json.ts";
import type { OpenedSession } from "../session/session.ts";

/** Most UTF-16 units of a path that are told apart. */
const PATH_UNITS = 1000;

/**
 * A path as files are told apart by it: as written, but relative to the folder of the session where it lies in it, without `./`,
 * doubled slashes and Pi's leading `@`, and with each `..` taken back (as Pi's resolveToCwd does, by the text alone). Where the folder
 * is one of Windows, `\` separates too. Nothing is looked up: links and `~` stay as they are.
 */
export function filePath(written: string, cwd: string): string {
  const windows = /^[A-Za-z]:[\\/]/.test(cwd);
  const slashes = (path: string): string => (windows ? path.replaceAll("\\", "/") : path);
  const folder = plain(slashes(cwd));
  let path = plain(slashes(written.slice(0, PATH_UNITS)).replace(/^@/, ""));
  if (/^\.\.(?:\/|$)/.test(path) && isRooted(folder)) path = plain(`${folder}/${path}`);
  const inside = windows ? path.toLowerCase().startsWith(`${folder.toLowerCase()}/`) : path.startsWith(`${folder}/`);
  return folder !== "" && inside ? path.slice(folder.length + 1) : path;
}

/** A path without `.`, doubled slashes and one at its end; `..` takes back the part before it where that is one. */
function plain(path: string): string {
  if (path === "") return "";
  const parts: string[] = [];
  for (const [at, part] of path.split("/").entries()) {
    if (part === "." || (part === "" && at > 0)) continue;
    const last = parts.at(-1);
    if (part !== ".." || last === undefined || last === ".." || last.startsWith("~")) parts.push(part);
    // Above the root is the root.
    else if (parts.length > 1 || (last !== "" && !isDrive(last))) parts.pop();
  }
  if (parts.length === 1 && parts[0] === "") return "/";
  return parts.length === 0 ? "." : parts.join("/");
}

function isDrive(part: string): boolean {
  return /^[A-Za-z]:$/.test(part);
}

function isRooted(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:(?:\/|$)/.test(path);
}

/** The session's folder; empty when the file has none. */
export function cwdOf({ header }: OpenedSession): string {
  return asString(field(header, "cwd")) ?? "";
}
