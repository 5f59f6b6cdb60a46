import { describe, expect, it } from "vitest";
import { openSession } from "../../../src/core/session/open.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { draw } from "../../make/draw.ts";
import { header, jsonl } from "../../make/entries.ts";
import { indexOf, indexOfDrawing } from "./build.ts";

function shown(index: SessionIndex): string[] {
  return Array.from({ length: index.count }, (_, row) => index.id(row));
}

/** Entries with these ids, each the child of the one before it by place in the file. */
function entriesWith(...ids: unknown[]): SessionIndex {
  return indexOf([header(), ...ids.map((id) => ({ type: "custom", id, parentId: null }))]);
}

describe("ids are shown and found", () => {
  it("as they are when they are text, whatever the text", () => {
    const ids = ["a1", "", "#2", "__proto__", "constructor", "🙂", "7", "\0odd", "a\nb"];
    const index = entriesWith(...ids);
    expect(shown(index)).toEqual(ids);
    for (const [row, id] of ids.entries()) expect(index.rowOf(id)).toBe(row);
    expect(index.rowOf("a2")).toBe(-1);
  });

  it("as numbers when they are numbers; the text of the same digits comes first", () => {
    const index = entriesWith(7, 1.5, -0, "7");
    expect(shown(index)).toEqual(["7", "1.5", "0", "7"]);
    expect(index.rowOf("1.5")).toBe(1);
    expect(index.rowOf("0")).toBe(2);
    expect(index.rowOf("7")).toBe(3);
    expect(entriesWith(7).rowOf("7")).toBe(0);
  });

  it("by the number of their line when there is none that a link could name", () => {
    const index = entriesWith(undefined, null, true, [], { a: 1 }, "a");
    expect(shown(index)).toEqual(["#2", "#3", "#4", "#5", "#6", "a"]);
    expect([2, 3, 4, 5, 6].map((line) => index.rowOf(`#${line}`))).toEqual([0, 1, 2, 3, 4]);
    expect(["#1", "#7", "#8", "#99", "#", "true", "null", "undefined"].map((id) => index.rowOf(id))).toEqual(
      Array.from({ length: 8 }, () => -1),
    );
    expect([0, 5].map((row) => index.hasNoId(row))).toEqual([true, false]);
  });

  it("with lone surrogates kept apart", () => {
    const index = entriesWith("\ud83d", "\ude00");
    expect([index.rowOf("\ud83d"), index.rowOf("\ude00"), index.rowOf("\ufffd")]).toEqual([0, 1, -1]);
  });

  it("of a repeated id by its last entry; every line is still listed", () => {
    const index = entriesWith("a", "b", "a");
    expect(shown(index)).toEqual(["a", "b", "a"]);
    expect(index.rowOf("a")).toBe(2);
  });
});

describe("a parent", () => {
  it("is named by the same value: the number 1 is not the text 1", () => {
    const index = indexOf([
      { type: "custom", id: 1, parentId: null },
      { type: "custom", id: "1", parentId: null },
      { type: "custom", id: "a", parentId: 1 },
      { type: "custom", id: "b", parentId: "1" },
      { type: "custom", id: "c", parentId: true },
    ]);
    expect(Array.from(index.relations.parent)).toEqual([-1, -1, 0, 1, -1]);
    expect(index.missingParent(4)).toBe("true");
  });

  it.each([null, undefined, "", 0, false])("that is %j is none", (parentId) => {
    const index = indexOf([
      { type: "custom", id: parentId, parentId: null },
      { type: "custom", id: "b", parentId },
    ]);
    expect(index.parent(1)).toBe(-1);
  });

  it.each(["__proto__", "constructor", "toString"])("named %s is no key of an object", (name) => {
    const orphan = indexOf([{ type: "custom", id: "a", parentId: name }]);
    expect(orphan.parent(0)).toBe(-1);
    expect(orphan.missingParent(0)).toBe(name);
    const child = indexOf([
      { type: "custom", id: name, parentId: null },
      { type: "custom", id: "a", parentId: name },
    ]);
    expect(child.parent(1)).toBe(0);
  });
});

describe("a label", () => {
  const labelled = (drawing: string): (string | undefined)[] => {
    const index = indexOfDrawing(`u1 user\na1 assistant\n${drawing}`);
    return [index.label(0), index.label(1)];
  };

  it("is the last one in the file, over all branches", () => {
    expect(labelled(`l1 label u1 "first"\n  l2 label u1 "second"\nl3 < a1 label a1 "third"`)).toEqual([
      "second",
      "third",
    ]);
  });

  it("is cleared by an empty one and by one without words", () => {
    expect(labelled(`l1 label u1 "x"\nl2 label u1 ""\nl3 label a1 "y"\nl4 label a1`)).toEqual([undefined, undefined]);
    expect(labelled(`l1 label u1 "x"\nl2 label u1\nl3 label u1 "z"`)).toEqual(["z", undefined]);
  });

  it("may come before its target in the file, and be no text", () => {
    const index = indexOf([
      { type: "label", id: "l1", parentId: null, targetId: "u1", label: 7 },
      { type: "custom", id: "u1", parentId: "l1" },
    ]);
    expect(index.label(1)).toBe("7");
  });

  it("is on every entry of a repeated id", () => {
    const index = indexOf([
      { type: "custom", id: "t", parentId: null },
      { type: "custom", id: "t", parentId: null },
      { type: "label", id: "l", parentId: null, targetId: "t", label: "x" },
    ]);
    expect([index.label(0), index.label(1)]).toEqual(["x", "x"]);
  });
});

describe("the session's name", () => {
  const named = (drawing: string): string | undefined => indexOfDrawing(`u1 user\n${drawing}`).name;

  it.each<[string, string, string | undefined]>([
    ["is that of the last session_info in the file, over all branches", `n1 name "one"\n  n2 name "two"`, "two"],
    ["is trimmed", `n1 name "  one  "`, "one"],
    ["is cleared by an empty one", `n1 name "one"\nn2 name ""`, undefined],
    ["is cleared by blanks", `n1 name "one"\nn2 name "  "`, undefined],
    ["is cleared by one without a name", `n1 name "one"\nn2 entry session_info`, undefined],
    ["is cleared by null", `n1 name "one"\nn2 entry session_info name=null`, undefined],
    ["stays when one is no text", `n1 name "one"\nn2 entry session_info name=7`, "one"],
    ["comes back after it was cleared", `n1 name "one"\nn2 name ""\nn3 name "three"`, "three"],
    ["is none without one", "", undefined],
  ])("%s", (_, drawing, name) => {
    expect(named(drawing)).toBe(name);
  });

  it("is the title before the header until a session_info says otherwise", () => {
    const title = { type: "title", title: " A title " };
    expect(indexOf([title, header()]).name).toBe("A title");
    expect(indexOf([title, header(), { type: "session_info", id: "n", parentId: null, name: "one" }]).name).toBe("one");
    expect(indexOf([header(), title]).name).toBeUndefined();
  });
});

describe("what the index keeps of an entry", () => {
  const index = indexOfDrawing(`
    u1 user "hello"
    a1 assistant c1:read{"path":"src/a.ts","offset":3,"limit":2}
    r1 result c1 "text"
    r2 result c9 "text"
    x1 entry git_state branch="main"
    m1 model demo/beacon-1
  `);

  it("type, role, tool and kind", () => {
    const told = Array.from({ length: index.count }, (_, row) => [
      index.type(row),
      index.role(row),
      index.tool(row),
      index.kind(row).type,
    ]);
    expect(told).toEqual([
      ["message", "user", "", "message"],
      ["message", "assistant", "", "message"],
      ["message", "toolResult", "read", "message"],
      ["message", "toolResult", "read", "message"],
      ["git_state", "", "", "unknown"],
      ["model_change", "", "", "model_change"],
    ]);
  });

  it("which entries are results, and how the calls they answer are worded", () => {
    expect([0, 2, 3].map((row) => index.isResult(row))).toEqual([false, true, true]);
    expect([0, 2, 3].map((row) => index.callTitle(row))).toEqual([undefined, "read: src/a.ts:3-4", undefined]);
  });

  it("its line and bytes, blank and broken lines counted", async () => {
    const [first, second, third] = draw(`u1 user "é"\na1 assistant`).split("\n");
    const file = `${first}\n\n${second}\r\nbroken\n${third}`;
    const { index: read } = await openSession(new Blob([file]));
    const { line, offset, length } = read.columns;
    expect([line.at(0), line.at(1)]).toEqual([3, 5]);
    const bytes = Buffer.from(file);
    const text = (row: number): string => bytes.toString("utf8", offset.at(row), offset.at(row) + length.at(row));
    expect([text(0), text(1)]).toEqual([`${second}\r`, third]);
  });

  it("nothing of an empty file", async () => {
    const { index: empty } = await openSession(new Blob([]));
    expect(empty).toMatchObject({ count: 0, leaf: -1, name: undefined });
    expect(empty.rowOf("a")).toBe(-1);
    expect(empty.rowOf("#1")).toBe(-1);
  });
});

describe("entries are read", () => {
  const message = { type: "message", message: { role: "hookMessage", content: "words" } };
  const withIds = [
    { ...message, id: "a", parentId: null },
    { ...message, id: "b", parentId: null },
  ];
  const read = async (lines: readonly unknown[]): Promise<string> => {
    const { index } = await openSession(new Blob([jsonl(lines)]));
    return Array.from(index.relations.parent, (parent, row) => `${index.id(row)} < ${parent} ${index.role(row)}`).join(
      ", ",
    );
  };
  const asVersion1 = (first: number): string => `v1-${first} < -1 custom, v1-${first + 1} < 0 custom`;

  it.each<[string, unknown, string]>([
    ["as one chain with new ids by version 1", 1, asVersion1(2)],
    ["as version 1 where none is stated", undefined, asVersion1(2)],
    ["by their own ids from version 2 on, hook messages renamed", 2, "a < -1 custom, b < -1 custom"],
    ["as they are from version 3 on", 3, "a < -1 hookMessage, b < -1 hookMessage"],
    ["as version 3 where the version is newer", 8, "a < -1 hookMessage, b < -1 hookMessage"],
    ["as version 3 where the version is no number", "x", "a < -1 hookMessage, b < -1 hookMessage"],
  ])("%s", async (_, version, expected) => {
    expect(await read([header({ version }), ...withIds])).toBe(expected);
    // The same wherever the header stands.
    const late = await read([...withIds, header({ version })]);
    expect(late).toBe(expected === asVersion1(2) ? asVersion1(1) : expected);
  });

  it("without a header as version 1 when none has an id, else as version 3", async () => {
    expect(await read([message, message])).toBe(asVersion1(1));
    expect(await read([message, withIds[1]])).toBe("#1 < -1 hookMessage, b < -1 hookMessage");
  });
});

describe("what is asked of an open session by id", () => {
  it("throws RangeError for an id that is not there", async () => {
    const session = await openSession(new Blob([draw("u1 user")]));
    expect(() => session.path("gone")).toThrow(RangeError);
    expect(() => session.children("gone")).toThrow(RangeError);
    expect(() => session.label("gone")).toThrow(RangeError);
    expect(() => session.fates("gone")).toThrow(RangeError);
    await expect(session.readEntry("gone")).rejects.toThrow(RangeError);
    await expect(session.buildSessionContext("gone")).rejects.toThrow(RangeError);
  });

  it("is answered at Pi's leaf for undefined, before any entry for null", async () => {
    const session = await openSession(new Blob([draw("u1 user\na1 assistant\n  l1 label u1 x")]));
    expect(session.leafId).toBe("l1");
    expect(session.path()).toEqual(["u1", "a1", "l1"]);
    expect(session.path(null)).toEqual([]);
    expect(session.path("a1")).toEqual(["u1", "a1"]);
  });

  it("is answered before any entry where the last entry's id is null, and at it where it is missing or odd", async () => {
    const at = async (id: unknown): Promise<[string | null, string[]]> => {
      const lines = [header(), { type: "custom", id: "a", parentId: null }, { type: "custom", id, parentId: "a" }];
      const session = await openSession(new Blob([jsonl(lines)]));
      return [session.leafId, session.path()];
    };
    expect(await at(null)).toEqual(["#3", []]);
    expect(await at(undefined)).toEqual(["#3", ["a", "#3"]]);
    expect(await at([])).toEqual(["#3", ["a", "#3"]]);
    expect(await at(7)).toEqual(["7", ["a", "7"]]);
    expect(await at("")).toEqual(["", ["a", ""]]);
  });
});
