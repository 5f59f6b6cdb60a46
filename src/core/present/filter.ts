import { FLAG } from "../session/facts.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { TreeQuery } from "../view/row.ts";
import { Search } from "./search.ts";

const searches = new WeakMap<SessionIndex, Search>();

/**
 * Which rows a filter and a search show, 1 for each (Pi: TreeList.applyFilter). Unlike Pi's, `all` hides nothing: usage
 * entries and answers that only call tools are shown there.
 */
export function shownRows(index: SessionIndex, query: TreeQuery): Uint8Array {
  const shown = byMode(index, query);
  const words = query.query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return shown;
  let search = searches.get(index);
  if (search === undefined) searches.set(index, (search = new Search(index)));
  search.narrow(shown, words);
  return shown;
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
