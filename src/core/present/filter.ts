import { FLAG } from "../session/facts.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { FATES, type Fate } from "../view/fate.ts";
import type { TreeQuery } from "../view/row.ts";
import { fatesAt } from "./minimap.ts";
import { Search } from "./search.ts";

const searches = new WeakMap<SessionIndex, Search>();

/**
 * Which rows a filter, fates and a search show, 1 for each (Pi: TreeList.applyFilter). Unlike Pi's, `all` hides nothing: usage
 * entries and answers that only call tools are shown there. Where fates are chosen, `default` hides nothing either: whoever
 * asks for what makes no message wants to see it.
 */
export function shownRows(session: OpenedSession, passes: Passes, query: TreeQuery): Uint8Array {
  const { index } = session;
  const { fates = [], filter } = query;
  const shown = byMode(index, fates.length > 0 && filter === "default" ? { ...query, filter: "all" } : query);
  if (fates.length > 0) keepFates(shown, fatesAt(session, passes), fates);
  const words = query.query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return shown;
  let search = searches.get(index);
  if (search === undefined) searches.set(index, (search = new Search(index)));
  search.narrow(shown, words);
  return shown;
}

function keepFates(shown: Uint8Array, column: Uint8Array, fates: readonly Fate[]): void {
  const kept = Uint8Array.from(FATES, (fate) => (fates.includes(fate) ? 1 : 0));
  for (let row = 0; row < shown.length; row++) if (kept[column[row]!] === 0) shown[row] = 0;
}

function byMode(index: SessionIndex, { filter, point }: TreeQuery): Uint8Array {
  const shown = new Uint8Array(index.count).fill(1);
  if (filter === "all") return shown;
  const { names } = index.columns;
  const type = index.columns.type.array;
  const role = index.columns.role.array;
  const assistant = names.find("assistant");
  const user = names.find("user");
  const message = names.find("message");
  const { leaf } = index;
  const hidden = Uint8Array.from({ length: names.size }, (_, name) => {
    if (names.text(name) === "usage") return 1;
    return (filter === "default" || filter === "no-tools") && index.kindOfName(name).bookkeeping ? 1 : 0;
  });
  for (let row = 0; row < shown.length; row++) {
    const ofMessage = type[row] === message;
    if (
      hidden[type[row]!] === 1 ||
      (filter === "user-only" && !(ofMessage && role[row] === user)) ||
      (filter === "labeled-only" && index.label(row) === undefined) ||
      (filter === "no-tools" && index.isResult(row)) ||
      (ofMessage &&
        role[row] === assistant &&
        !index.has(row, FLAG.text | FLAG.stopped) &&
        row !== point &&
        row !== leaf)
    )
      shown[row] = 0;
  }
  return shown;
}
