import { describe, expect, it } from "vitest";
import { draw, drawLines } from "./draw.ts";
import type { Fields } from "./messages.ts";
import { openWithPi } from "../oracle/pi.ts";

function links(drawing: string): unknown[] {
  return drawLines(drawing, { header: null }).map((line) => {
    const entry = line as Fields;
    return `${String(entry["id"])} < ${String(entry["parentId"])}`;
  });
}

describe("a drawing", () => {
  it("goes on straight, forks by indentation, and goes back", () => {
    expect(links("a user\nb assistant\n  c user\n  d assistant\n    e user\n  f user\ng user\n")).toEqual([
      "a < null",
      "b < a",
      "c < b",
      "d < c",
      "e < d",
      "f < d",
      "g < b",
    ]);
  });

  it("takes any parent by an arrow", () => {
    expect(links("a user\nb < null user\nc < a user\nd user\ne < gone user\nf < f user\n")).toEqual([
      "a < null",
      "b < null",
      "c < a",
      "d < c",
      "e < gone",
      "f < f",
    ]);
  });

  it("refuses what it cannot read", () => {
    expect(() => draw("a painting")).toThrow("line 1 of the drawing (a painting)");
    expect(() => draw("a user $nothing")).toThrow("nothing is called $nothing");
    expect(() => draw('a user "open')).toThrow("unfinished value");
  });

  it("is a session that Pi opens", () => {
    const text = draw(
      `
      s system "Be brief." sections={"cwd":"/srv"} tools=["read","bash"]
      # a comment
      u user "Why?" $picture
      a +2m assistant ~"Let me see." "Reading." c1:read{"path":"a.ts"} use=[1,2,3,4]
      r result c1 "text" isError=true
      k compaction "So far." keep=a
      o omit r
      l label u "start"
      x user @id=7
      ! not json
      `,
      { values: { picture: { type: "image", data: "AA==", mimeType: "image/png" } } },
    );
    const opened = openWithPi(text);
    const session = "value" in opened ? opened.value : undefined;
    expect(session?.leafId).toBe(7);
    expect(session?.label("u")).toBe("start");
    const point = session?.at(6);
    expect(point).toMatchObject({ path: [0, 1, 2, 3, 4, 5, 6], context: { value: [4, 2, 3, 5, 6] } });
    expect(session?.entries[2]).toMatchObject({
      timestamp: "2026-03-12T09:02:02.000Z",
      message: {
        stopReason: "toolUse",
        usage: { totalTokens: 10 },
        content: [{ type: "thinking" }, { type: "text" }, { type: "toolCall", name: "read" }],
      },
    });
    expect(text.endsWith("not json\n")).toBe(true);
  });
});
