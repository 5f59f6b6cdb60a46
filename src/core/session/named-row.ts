import type { Growing } from "../../lib/growing.ts";
import { field } from "../../lib/json.ts";

/** The row a v1 compaction's `firstKeptEntryIndex` names, earlier or later; -1 when it names the header or nothing. */
export function namedRowV1(entry: unknown, parsed: Growing<Int32Array<ArrayBuffer>>): number {
  const index = field(entry, "firstKeptEntryIndex");
  const names = typeof index === "number" && Number.isInteger(index) && index >= 0 && index < parsed.length;
  return names ? parsed.at(index) : -1;
}
