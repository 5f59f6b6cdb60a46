import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resultOfCall } from "../../../src/core/session/pairing.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { anyLinks, indexOf, indexOfDrawing, type Link } from "./build.ts";
import { SlowTree } from "./slow.ts";

/** For every result, `row of the answer . place of the call among its calls`; undefined where it answers none. */
function pairsOf(index: SessionIndex): (string | undefined)[] {
  const { callOfResult, callStart } = index.pairing;
  return Array.from(callOfResult, (call) => {
    if (call === -1) return undefined;
    const row = index.columns.callRow.at(call);
    return `${row}.${call - callStart[row]!}`;
  });
}

/** The pairs of a drawing, by the ids of its entries: `result -> answer.place`. */
function drawnPairs(drawing: string): string[] {
  const index = indexOfDrawing(drawing);
  return pairsOf(index).flatMap((pair, row) => {
    if (!index.isResult(row)) return [];
    const [answer, place] = pair?.split(".") ?? [];
    return [
      answer === undefined ? `${index.id(row)} -> none` : `${index.id(row)} -> ${index.id(Number(answer))}.${place}`,
    ];
  });
}

describe("a result answers", () => {
  it("the call with its id in the message before it", () => {
    expect(
      drawnPairs(`
        u1 user
        a1 assistant c1:read{"path":"a"} c2:bash{"command":"ls"}
        r2 result c2
        r1 result c1
      `),
    ).toEqual(["r2 -> a1.1", "r1 -> a1.0"]);
  });

  it("the nearest one above, where ids are used again every turn", () => {
    expect(
      drawnPairs(`
        a1 assistant c1:read{"path":"a"}
        r1 result c1
        a2 assistant c1:read{"path":"b"}
        r2 result c1
      `),
    ).toEqual(["r1 -> a1.0", "r2 -> a2.0"]);
  });

  it("the call on its own branch, never that of another", () => {
    expect(
      drawnPairs(`
        u1 user
          a1 assistant c1:read{"path":"a"}
          r1 result c1
        a2 assistant c1:read{"path":"b"}
        r2 result c1
        u2 < u1 user
        r3 result c1
      `),
    ).toEqual(["r1 -> a1.0", "r2 -> a2.0", "r3 -> none"]);
  });

  it("calls of one message with one id first in, first out, and results to spare the last of them", () => {
    expect(
      drawnPairs(`
        a1 assistant c1:read{"path":"a"} c1:read{"path":"b"}
        r1 result c1
        r2 result c1
        r3 result c1
      `),
    ).toEqual(["r1 -> a1.0", "r2 -> a1.1", "r3 -> a1.1"]);
  });

  it("nothing when the call comes later, or its id is missing or no text", () => {
    expect(
      drawnPairs(`
        r0 result c1
        a1 assistant c1:read{"path":"a"}
        r1 result c9
        r2 result c1 toolCallId=
        r3 result c1 toolCallId=7
      `),
    ).toEqual(["r0 -> none", "r1 -> none", "r2 -> none", "r3 -> none"]);
  });

  it("a call that stands above it, wherever it stands in the file", () => {
    expect(
      drawnPairs(`
        u1 user
        r1 < a1 result c1
        a1 < u1 assistant c1:read{"path":"a"}
      `),
    ).toEqual(["r1 -> a1.0"]);
  });

  it("a call of its own loop, and nothing in a loop without one", () => {
    expect(
      drawnPairs(`
        a1 < r1 assistant c1:read{"path":"a"}
        r1 < a1 result c1
        r2 < r3 result c1
        r3 < r2 result c1
      `),
    ).toEqual(["r1 -> a1.0", "r2 -> none", "r3 -> none"]);
  });
});

describe("a call is answered", () => {
  const index = indexOfDrawing(`
    u1 user
    a1 assistant c1:read{"path":"a"} c2:read{"path":"b"}
      r1 result c1 "on one branch"
    r2 < a1 result c1 "on another"
  `);
  const all = (): boolean => true;

  it("by the result on the path, else by the first one anywhere", () => {
    expect(resultOfCall(index.pairing, 0, all)).toBe(index.rowOf("r1"));
    expect(resultOfCall(index.pairing, 0, (row) => row === index.rowOf("r2"))).toBe(index.rowOf("r2"));
    expect(resultOfCall(index.pairing, 0, () => false)).toBe(index.rowOf("r1"));
  });

  it("by nothing where no result answers it", () => {
    expect(resultOfCall(index.pairing, 1, all)).toBe(-1);
  });
});

type Role = { readonly calls: readonly string[] } | { readonly answers: string };

/** Any links, where each entry is an answer with some calls or a result. */
const conversation: fc.Arbitrary<{ links: Link[]; roles: Role[] }> = anyLinks.chain((links) => {
  const id = fc.constantFrom("c1", "c2", "c3");
  const role: fc.Arbitrary<Role> = fc.oneof(
    fc.array(id, { maxLength: 3 }).map((calls) => ({ calls })),
    id.map((answers) => ({ answers })),
  );
  const roles = fc.array(role, { minLength: links.length, maxLength: links.length });
  return roles.map((roles) => ({ links, roles }));
});

function message(role: Role): unknown {
  if ("answers" in role) return { role: "toolResult", toolCallId: role.answers, content: [] };
  const content = role.calls.map((id) => ({ type: "toolCall", id, name: "read", arguments: {} }));
  return { role: "assistant", content };
}

/** By definition: the nearest message above that calls the id; of its calls, the one after those answered in between. */
function slowPair(slow: SlowTree, roles: readonly Role[], row: number): string | undefined {
  const own = roles[row]!;
  if (!("answers" in own)) return undefined;
  let answered = 0;
  for (const at of slow.climb(row).rows.slice(1)) {
    const role = roles[at]!;
    if ("answers" in role) {
      if (role.answers === own.answers) answered += 1;
      continue;
    }
    const places = role.calls.flatMap((id, place) => (id === own.answers ? [place] : []));
    if (places.length > 0) return `${at}.${places[Math.min(answered, places.length - 1)]}`;
  }
  return undefined;
}

describe("pairing", () => {
  it("of any links equals its definition", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(conversation, ({ links, roles }) => {
        const index = indexOf(links.map((link, at) => ({ type: "message", ...link, message: message(roles[at]!) })));
        const slow = new SlowTree(links);
        expect(pairsOf(index)).toEqual(slow.rows.map((row) => slowPair(slow, roles, row)));
        resultsAreListed(index);
      }),
      { numRuns: 800 },
    );
  });

  it("of a deep chain is there in no time, whether calls are near, far or nowhere", { timeout: 60_000 }, () => {
    const COUNT = 60_000;
    const lines = Array.from({ length: COUNT }, (_, at) => ({
      type: "message",
      id: `e${at}`,
      parentId: at === 0 ? null : `e${at - 1}`,
      message:
        at === 0
          ? message({ calls: ["far", "near"] })
          : message(at % 3 === 0 ? { calls: ["near"] } : { answers: at % 3 === 1 ? "near" : "none" }),
    }));
    lines.push({ ...lines[COUNT - 1]!, id: "last", parentId: `e${COUNT - 1}`, message: message({ answers: "far" }) });
    const index = indexOf(lines);
    const pairs = pairsOf(index);
    expect(pairs[1]).toBe("0.1");
    expect(pairs[4]).toBe("3.0");
    expect(pairs[5]).toBeUndefined();
    expect(pairs[COUNT]).toBe("0.0");
  });
});

/** Every call lists its results, each once, in file order. */
function resultsAreListed(index: SessionIndex): void {
  const { pairing } = index;
  const listed: number[][] = Array.from(pairing.firstResult, (first) => {
    const rows: number[] = [];
    for (let row = first; row !== -1; row = pairing.nextResult[row]!) rows.push(row);
    return rows;
  });
  const expected: number[][] = listed.map(() => []);
  for (const [row, call] of pairing.callOfResult.entries()) expected[call]?.push(row);
  expect(listed).toEqual(expected);
}
