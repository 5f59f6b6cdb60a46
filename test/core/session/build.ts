import fc from "fast-check";
import { CURRENT_VERSION } from "../../../src/core/format/header.ts";
import { IndexBuilder } from "../../../src/core/session/index-builder.ts";
import { SessionIndex } from "../../../src/core/session/session-index.ts";
import { drawLines, type DrawOptions } from "../../make/draw.ts";
import { START } from "../../make/entries.ts";

/** Indexes made without a file: from lines, from a drawing, from bare links. */

const encoder = new TextEncoder();

/** An index of lines as they would stand in a file, one object each. */
export function indexOf(lines: readonly unknown[]): SessionIndex {
  const builder = new IndexBuilder(CURRENT_VERSION);
  for (const line of lines) {
    const bytes = encoder.encode(typeof line === "string" ? line : JSON.stringify(line));
    builder.add({ bytes, length: bytes.length, ...builder.next, terminated: true });
  }
  return new SessionIndex(builder);
}

export function indexOfDrawing(drawing: string, options?: DrawOptions): SessionIndex {
  return indexOf(drawLines(drawing, options));
}

/** One entry's place in a tree, and nothing else. */
export interface Link {
  readonly id: string;
  readonly parentId: string | null;
  /** Entry time as stored. */
  readonly timestamp: string;
}

export function indexOfLinks(links: readonly Link[]): SessionIndex {
  return indexOf(links.map((link) => ({ type: "custom", customType: "demo", ...link })));
}

const SECOND = 1000;

export function timeAt(seconds: number): string {
  return new Date(Date.parse(START) + seconds * SECOND).toISOString();
}

/** Links of every kind: chains and forks mostly; also orphans, self-parents, loops, repeated ids, equal and invalid times. */
export const anyLinks: fc.Arbitrary<Link[]> = fc
  .array(
    fc.record({
      parent: fc.oneof(
        { weight: 6, arbitrary: fc.constant<number | "gone" | "self" | null>(-1) },
        { weight: 6, arbitrary: fc.integer({ min: -6, max: -1 }) },
        { weight: 3, arbitrary: fc.nat(24) },
        { weight: 2, arbitrary: fc.constantFrom<"gone" | "self" | null>("gone", "self", null) },
      ),
      twin: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(24) }),
      seconds: fc.oneof({ weight: 9, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.constant(undefined) }),
    }),
    { minLength: 1, maxLength: 25, size: "max" },
  )
  .map((drawn) => {
    const ids = drawn.map(({ twin }, at) => `e${twin === undefined ? at : twin % drawn.length}`);
    return drawn.map(({ parent, seconds }, at) => ({
      id: ids[at]!,
      parentId: parentOf(parent, at, ids),
      timestamp: seconds === undefined ? "no time" : timeAt(seconds),
    }));
  });

function parentOf(parent: number | "gone" | "self" | null, at: number, ids: readonly string[]): string | null {
  if (parent === null || parent === "gone") return parent;
  if (parent === "self") return ids[at]!;
  // Below zero: so many entries back. Else any entry of the file, later ones too.
  if (parent < 0) return ids[at + parent] ?? null;
  return ids[parent % ids.length]!;
}
