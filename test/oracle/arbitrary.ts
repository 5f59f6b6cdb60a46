import fc from "fast-check";
import { header } from "../make/entries.ts";
import type { Fields } from "../make/messages.ts";
import { junk, mostly } from "./arbitrary-content.ts";
import { type Link, type Step, step } from "./arbitrary-entries.ts";

/** Random session files. */

export interface SessionPlan {
  readonly header: { readonly version: unknown; readonly more: Fields };
  readonly steps: readonly Step[];
  /** Version 1: how a compaction's index counts, and whether entries carry ids although they should not. */
  readonly old: { readonly ids: boolean; readonly index: number | { readonly value: unknown } };
  readonly ending: { readonly line: "\n" | "\r\n"; readonly last: boolean; readonly torn: number };
}

const START = Date.parse("2026-03-12T09:00:00.000Z");

function idOf(plan: Step, index: number): unknown {
  if (plan.id === "own") return `e${index}`;
  return "like" in plan.id ? `e${plan.id.like}` : plan.id.value;
}

/** The position a link names, where it names one. */
function position(link: Link, index: number, count: number): number | undefined {
  if (link.to === "back") return index - 1 - link.steps;
  if (link.to === "any") return link.index % count;
  return link.to === "self" ? index : undefined;
}

function place({ header, steps, old }: SessionPlan): Fields[] {
  const ids = steps.map(idOf);
  let time = START;
  const named = (link: Link, index: number): unknown => {
    if (link.to === "value") return link.value;
    const at = position(link, index, steps.length) ?? 0;
    return at < 0 ? (ids[0] ?? null) : ids[at];
  };
  return steps.map(({ entry, parent, timestamp }, index) => {
    if ("after" in timestamp) time += timestamp.after;
    const links = Object.entries(entry.links).map(([field, link]) => [field, named(link, index)] as const);
    const made: Fields = {
      type: entry.type,
      id: ids[index],
      // The first entry has no parent unless its link is an odd one.
      parentId: index === 0 && parent.to === "back" ? null : named(parent, index),
      timestamp: "after" in timestamp ? new Date(time).toISOString() : timestamp.value,
      ...entry.fields,
      ...Object.fromEntries(links),
    };
    return Number(header.version ?? 1) < 2
      ? older(made, entry.links["firstKeptEntryId"], index, steps.length, old)
      : made;
  });
}

/** The same entry as version 1 wrote it: no ids, and compactions point by index. */
function older(entry: Fields, kept: Link | undefined, index: number, count: number, old: SessionPlan["old"]): Fields {
  const made: Fields = { ...entry };
  if (!old.ids) {
    delete made["id"];
    delete made["parentId"];
  }
  if (kept && typeof old.index === "number") {
    delete made["firstKeptEntryId"];
    const at = position(kept, index, count);
    made["firstKeptEntryIndex"] = at === undefined ? undefined : Math.max(0, at + 1 + old.index);
  } else if (kept && typeof old.index === "object") made["firstKeptEntryIndex"] = old.index.value;
  return made;
}

/** The text of the planned file. */
export function render(plan: SessionPlan): string {
  const { line, last, torn } = plan.ending;
  const head = header({ version: plan.header.version, ...plan.header.more });
  const lines = [JSON.stringify(head)];
  const entries = place(plan);
  for (const [index, { before }] of plan.steps.entries()) lines.push(...before, JSON.stringify(entries[index]));
  const text = lines.join(line) + (last ? line : "");
  // A torn tail loses part of the last line; the header stays whole.
  return torn === 0 || lines.length < 2 ? text : text.slice(0, -Math.min(torn, (lines.at(-1)?.length ?? 1) - 1));
}

function plans(oddness: number, versions: fc.Arbitrary<unknown>, maxLength: number): fc.Arbitrary<SessionPlan> {
  const parts = fc.constantFrom<Fields>(
    {},
    {},
    {},
    { parentSession: "/srv/other.jsonl" },
    { cwd: undefined, extra: { a: 1 } },
  );
  return fc.record({
    header: fc.record({ version: versions, more: parts }),
    steps: fc.array(step(oddness), { maxLength, size: "max" }),
    old: fc.record({
      ids: mostly(2, fc.constant(false), fc.constant(true)),
      index: mostly<SessionPlan["old"]["index"]>(
        oddness,
        fc.constantFrom(0, 0, 0, 1, -1),
        junk.map((value) => ({ value })),
      ),
    }),
    ending: fc.record({
      line: fc.constantFrom("\n", "\n", "\n", "\r\n"),
      last: fc.constantFrom(true, true, true, false),
      torn: oddness > 2 ? fc.constantFrom(0, 0, 0, 5, 40) : fc.constant(0),
    }),
  });
}

const known = fc.constantFrom<unknown>(3, 3, 3, 3, 2, 1);
const any = fc.constantFrom<unknown>(
  3,
  3,
  3,
  3,
  2,
  2,
  1,
  undefined,
  null,
  4,
  99,
  "3",
  "2",
  "three",
  0,
  2.5,
  -1,
  true,
  [],
  {},
);

/** Sessions that Pi itself could have written: forks, compactions anywhere, edits of everything. */
export const plainSession: fc.Arbitrary<string> = plans(0, known, 22).map(render);

/** The same with odd contents, odd links and broken lines here and there. */
export const oddSession: fc.Arbitrary<string> = plans(1, known, 18).map(render);

/** Anything goes: duplicate and missing ids, orphans, circles, values that are no entries, any version. */
export const wildSession: fc.Arbitrary<string> = plans(3, any, 16).map(render);
