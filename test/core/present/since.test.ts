import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sinceRequest } from "../../../src/core/present/since.ts";
import { fateOf } from "../../../src/core/session/fates.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { oddSession } from "../../oracle/arbitrary.ts";
import { idsOf, openDrawing } from "./open-drawing.ts";

const numRuns = Number(process.env["RUNS"] ?? 60);

function since(session: OpenedSession, point: string): { by: string; came: string; went: string } | null {
  const found = sinceRequest(session, session.passes(session.rowOf(point)));
  if (found === null) return null;
  return {
    by: found.request.id,
    came: idsOf(session, found.added).join(" "),
    went: found.left.map(({ entry, fate }) => `${entry.id}: ${fate}`).join(", "),
  };
}

const DRAWING = `
  u1 user "one"
  a1 assistant "first"
  u2 user "two"
  a2 assistant "second"
  e1 omit u1
  e2 replace u2 "other"
  u3 user "three"
  a3 assistant "third"
  c1 compaction "so far" keep=u3
  a4 assistant "fourth"
`;

describe("what has changed since the last request", () => {
  it("is what came after the context it was made with, its answer included", async () => {
    const session = await openDrawing(DRAWING);
    expect(since(session, "u1")).toBeNull();
    expect(since(session, "a1")).toBeNull();
    expect(since(session, "u2")).toEqual({ by: "a1", came: "a1 u2", went: "" });
    expect(since(session, "a2")).toEqual({ by: "a1", came: "a1 u2 a2", went: "" });
  });

  it("counts what an edit has changed as new, and what it omits as gone", async () => {
    const session = await openDrawing(DRAWING);
    expect(since(session, "a3")).toEqual({ by: "a2", came: "u2 a2 u3 a3", went: "u1: omitted" });
  });

  it("counts what a compaction takes as gone, with its fate", async () => {
    const session = await openDrawing(DRAWING);
    expect(since(session, "a4")).toEqual({
      by: "a3",
      came: "a3 c1 a4",
      went: "a1: summarised, u2: summarised, a2: summarised",
    });
  });

  it("weighs both by the entries' estimates", async () => {
    const session = await openDrawing(
      `u1 user "12345678"\na1 assistant "1234"\ne omit u1\nu2 user "123456789"\na2 assistant "1"`,
    );
    const found = sinceRequest(session, session.passes(session.rowOf("u2")));
    expect(found).toMatchObject({ addedTokens: 1 + 3, leftTokens: 2, leftCount: 1 });
  });

  it("is the difference of the two projections, in any session", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(oddSession, async (text) => {
        const session = await openSession(new Blob([text]));
        const { index } = session;
        for (let point = 0; point < index.count; point++) {
          const passes = session.passes(point);
          const found = sinceRequest(session, passes);
          if (found === null) continue;
          const then = await session.buildSessionProjection(parentId(session, found.request.row));
          const now = await session.buildSessionProjection(index.id(point));
          const messages = (entries: typeof now.entries): Map<string, string> =>
            new Map(
              entries
                .filter((entry) => entry.messages.length > 0)
                .map((entry) => [entry.sourceId, JSON.stringify(entry.messages)]),
            );
          const [before, after] = [messages(then.entries), messages(now.entries)];
          const came = new Set(idsOf(session, found.added));
          // A replacement may be what the entry says anyway: new by its edit, and nothing else tells.
          for (const [id, said] of after) if (before.get(id) !== said) expect([...came]).toContain(id);
          expect(found.left.map(({ entry }) => entry.id)).toEqual(
            [...before.keys()].filter((id) => !after.has(id)).slice(0, found.left.length),
          );
          for (const { entry, fate } of found.left) expect(fate).toBe(fateOf(index, passes, entry.row));
        }
      }),
      { numRuns },
    );
  });
});

function parentId(session: OpenedSession, row: number): string | null {
  const parent = session.index.parent(row);
  return parent === -1 ? null : session.index.id(parent);
}
