import { expect, it } from "vitest";
import { refTo } from "../../../src/core/present/refs.ts";
import { summaryName } from "../../../src/core/present/summary-names.ts";
import { openDrawing, rowIn } from "./open-drawing.ts";

async function names(drawing: string, ...ids: string[]): Promise<string[]> {
  const session = await openDrawing(drawing);
  return ids.map((id) => {
    const name = summaryName(session.index, rowIn(session, id));
    return `${name?.number}. ${name?.text}`;
  });
}

it("names a summary by its minute, by its second where another of its kind has the same minute", async () => {
  const drawing = `
    u user "one"
    k1 +1m compaction "a" keep=u
    k2 compaction "b" keep=u
    b branch "c" from=u
    k3 +5m compaction "d" keep=u
  `;
  expect(await names(drawing, "k1", "k2", "b", "k3")).toEqual([
    "1. compaction at 09:01:01",
    "2. compaction at 09:01:02",
    "3. branch summary at 09:01",
    "4. compaction at 09:06",
  ]);
});

it("names its day where the session lasts several", async () => {
  const drawing = `u user "one"\nk1 compaction "a" keep=u\nk2 +24h compaction "b" keep=u\nk3 compaction "c" keep=u`;
  expect((await names(drawing, "k1", "k2", "k3")).map((name) => name.replace(/\d{4}-\d\d-/, "DATE-"))).toEqual([
    expect.stringMatching(/^1\. compaction on DATE-\d\d at 09:00$/),
    expect.stringMatching(/^2\. compaction on DATE-\d\d at 09:00:\d\d$/),
    expect.stringMatching(/^3\. compaction on DATE-\d\d at 09:00:\d\d$/),
  ]);
});

it("names its number where not even the second tells, and its line where it has no time", async () => {
  const time = '@timestamp="2026-03-12T12:00:00.000Z"';
  const drawing = `u user "one"\nk1 compaction "a" keep=u ${time}\nk2 compaction "b" keep=u ${time}\nk3 compaction "c" keep=u @timestamp="never"`;
  const [first, second, third] = await names(drawing, "k1", "k2", "k3");
  expect(first).toMatch(/^1\. compaction 1 .*at \d\d:\d\d:00$/);
  expect(second).toMatch(/^2\. compaction 2 .*at \d\d:\d\d:00$/);
  expect(third).toBe("3. compaction on line 5");
});

it("is how links call compactions; every other entry has its own words", async () => {
  const session = await openDrawing(
    `u user "one"\nk1 compaction "a" keep=u\nk2 compaction "b" keep=u\nb branch "c" from=u`,
  );
  const text = (id: string) => refTo(session, rowIn(session, id)).text;
  expect(["u", "k1", "k2", "b"].map(text)).toEqual([
    "user: one",
    "compaction at 09:00:02",
    "compaction at 09:00:03",
    "[branch summary]: c",
  ]);
  expect(summaryName(session.index, rowIn(session, "u"))).toBeUndefined();
});
