import { FLAG } from "../session/facts.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { TreeQuery } from "../view/row.ts";
import { rowWording } from "./rows.ts";

/**
 * Which rows a filter and a search show (Pi: TreeList.applyFilter). Unlike Pi's, `all` hides nothing: usage entries and
 * answers that only call tools are shown there.
 */
export function rowFilter(index: SessionIndex, query: TreeQuery): (row: number) => boolean {
  const shown = byMode(index, query);
  const words = query.query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return shown;
  return (row) => shown(row) && hasWords(searchText(index, row), words);
}

function byMode(index: SessionIndex, query: TreeQuery): (row: number) => boolean {
  if (query.filter === "all") return () => true;
  const usage = index.columns.names.find("usage");
  const assistant = index.columns.names.find("assistant");
  const user = index.columns.names.find("user");
  const message = index.columns.names.find("message");
  const { type, role } = index.columns;
  const passes = (row: number): boolean => {
    switch (query.filter) {
      case "user-only":
        return type.at(row) === message && role.at(row) === user;
      case "labeled-only":
        return index.label(row) !== undefined;
      case "no-tools":
        return !index.kind(row).bookkeeping && !index.isResult(row);
      default:
        return !index.kind(row).bookkeeping;
    }
  };
  const silent = (row: number): boolean =>
    type.at(row) === message &&
    role.at(row) === assistant &&
    !index.has(row, FLAG.text | FLAG.stopped) &&
    row !== query.point &&
    row !== index.leaf;
  return (row) => type.at(row) !== usage && !silent(row) && passes(row);
}

/** What a search looks at: label, type and role, the row's own words (the call a result answers), a result's first output. */
function searchText(index: SessionIndex, row: number): string {
  const words = index.type(row) === "message" ? index.role(row) : index.type(row).replaceAll("_", " ");
  const { text } = rowWording(index, row);
  const output = index.isResult(row) ? index.columns.previews.text(row) : "";
  return `${index.label(row) ?? ""} ${words} ${text} ${output}`.toLowerCase();
}

function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
