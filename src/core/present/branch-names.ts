import { asString } from "../../lib/json.ts";
import { toText } from "../../lib/text.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { timeOfRow } from "./times.ts";

/** An entry to be written after a branch. */
type Added = Readonly<Record<string, unknown>>;

/**
 * The label and name entries to add behind a branch so that its entries keep the labels, and the session its name, that other
 * branches have set or cleared. They make no message and invalidate no usage, so context and estimate stay. None where the
 * branch ends in an entry without a text id: what follows it could not be its child.
 */
export function addedEntries(session: OpenedSession, passes: Passes): Added[] {
  const { index } = session;
  const leaf = passes.path.at(-1);
  if (leaf === undefined || textId(index, leaf) === undefined) return [];
  const added: Added[] = [];
  const used = new Set<string>();
  let parentId = textId(index, leaf);
  const add = (type: string, time: number, fields: Added): void => {
    const id = freshId(index, used);
    added.push({ type, id, parentId, timestamp: new Date(time).toISOString(), ...fields });
    parentId = id;
  };
  for (const { targetId, label, time } of lostLabels(index, passes)) add("label", time, { targetId, label });
  if (session.name !== nameOn(index, passes)) add("session_info", Date.now(), { name: session.name ?? "" });
  return added;
}

/** The id of an entry where it is a text that can be referred to. */
function textId(index: SessionIndex, row: number): string | undefined {
  const key = index.columns.ids.text(index.columns.id.at(row));
  return key === "" || key.startsWith("\0") ? undefined : key;
}

interface LostLabel {
  readonly targetId: string;
  readonly label: string | undefined;
  readonly time: number;
}

/** Labels of the path's entries that the path itself does not set so. */
function lostLabels(index: SessionIndex, passes: Passes): LostLabel[] {
  const own = new Map<number, string>();
  for (const row of passes.path) {
    if (index.type(row) !== "label") continue;
    const text = index.builder.texts.get(row);
    const target = index.columns.target.at(row);
    if (text) own.set(target, asString(text) ?? toText(text));
    else own.delete(target);
  }
  const times = labelTimes(index);
  return Array.from(passes.path).flatMap((row): LostLabel[] => {
    const key = index.columns.id.at(row);
    const targetId = textId(index, row);
    const label = index.label(row);
    if (targetId === undefined || label === own.get(key)) return [];
    return [{ targetId, label, time: times.get(key) ?? Date.now() }];
  });
}

/** When each label was last set, by the number of its target's id. */
function labelTimes(index: SessionIndex): Map<number, number> {
  const times = new Map<number, number>();
  for (const row of index.builder.texts.keys()) {
    if (index.type(row) === "label") times.set(index.columns.target.at(row), timeOfRow(index, row) ?? Date.now());
  }
  return times;
}

/** The session's name as the path alone sets it; see SessionIndex.name. */
function nameOn(index: SessionIndex, passes: Passes): string | undefined {
  for (let at = passes.path.length - 1; at >= 0; at--) {
    const row = passes.path[at]!;
    if (index.type(row) !== "session_info") continue;
    const text = index.builder.texts.get(row) ?? "";
    if (typeof text === "string") return text.trim() || undefined;
  }
  return undefined;
}

/** Eight hexadecimal digits, as Pi's ids (Pi: generateId), that no entry of the file has. */
function freshId(index: SessionIndex, used: Set<string>): string {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const id = number.toString(16).padStart(8, "0");
    if (used.has(id) || index.rowOf(id) !== -1) continue;
    used.add(id);
    return id;
  }
}
