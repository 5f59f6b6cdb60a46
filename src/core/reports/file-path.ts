import { asString, field } from "../../lib/json.ts";
import type { OpenedSession } from "../session/session.ts";

/** Most UTF-16 units of a path that are told apart. */
const PATH_UNITS = 1000;

/**
 * A path as files are told apart by it: as written, but relative to the folder of the session where it lies in it, without
 * `./`, doubled slashes and Pi's leading `@`. Where the folder is one of Windows, `\` separates too. Nothing is looked up: `..`,
 * links and `~` stay as they are.
 */
export function filePath(written: string, cwd: string): string {
  const windows = /^[A-Za-z]:[\\/]/.test(cwd);
  const slashes = (path: string): string => (windows ? path.replaceAll("\\", "/") : path);
  let path = slashes(written.slice(0, PATH_UNITS)).replace(/^@/, "");
  path = path.replaceAll(/\/{2,}/g, "/").replaceAll(/\/(?:\.\/)+/g, "/");
  while (path.startsWith("./")) path = path.slice(2);
  const folder = slashes(cwd).replace(/\/+$/, "");
  const inside = windows ? path.toLowerCase().startsWith(`${folder.toLowerCase()}/`) : path.startsWith(`${folder}/`);
  if (folder !== "" && inside) path = path.slice(folder.length + 1);
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** The session's folder; empty when the file has none. */
export function cwdOf({ header }: OpenedSession): string {
  return asString(field(header, "cwd")) ?? "";
}
