import { describe, expect, it } from "vitest";
import { sessionInfo } from "../../../src/core/present/info.ts";
import { readAs, readingsOf } from "../../../src/core/present/readings.ts";
import { openSession } from "../../../src/core/session/open.ts";
import { draw } from "../../make/draw.ts";

describe("other readings of a damaged file", () => {
  it("a healthy file suggests none", async () => {
    const session = await openSession(new Blob([draw("u1 user\na1 assistant")]));
    expect(sessionInfo(session, "a.jsonl", "parsed").readings).toEqual([]);
    await expect(readAs(session, "salvaged")).rejects.toThrow(RangeError);
  });

  it("a lost version: the same entries by their own ids", async () => {
    const file = draw('u1 user\na1 assistant\n  x1 user\nu2 user\nl1 label u1 "start"', {
      header: { version: undefined },
    });
    const session = await openSession(new Blob([file]));
    expect(readingsOf(session)).toEqual(["version-3"]);
    const again = await openSession(await readAs(session, "version-3"));
    expect(again.ids()).toEqual(["u1", "a1", "x1", "u2", "l1"]);
    expect([again.children("a1"), again.label("u1"), again.problems]).toEqual([["x1", "u2"], "start", []]);
  });

  it("glued records and NUL bytes: every record a line of its own, the rest byte for byte", async () => {
    const [header = "", u1 = "", a1 = "", u2 = "", a2 = ""] = draw(
      "u1 user\na1 assistant\nu2 user\na2 assistant",
    ).split("\n");
    const session = await openSession(new Blob([`${header}\n${u1}${a1}\n${"\0".repeat(5)}${u2}\n${a2}\n{"torn`]));
    expect(session.ids()).toEqual(["a2"]);
    expect(readingsOf(session)).toEqual(["salvaged"]);
    const salvaged = await readAs(session, "salvaged");
    expect(await salvaged.text()).toBe(`${header}\n${u1}\n${a1}\n${u2}\n${a2}\n{"torn`);
    expect((await openSession(salvaged)).path()).toEqual(["u1", "a1", "u2", "a2"]);
  });
});
