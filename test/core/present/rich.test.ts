import { describe, expect, it } from "vitest";
import { codeTokens, enriched, readMarkdown } from "../../../src/core/present/rich.ts";
import type { Block, TextBlock } from "../../../src/core/view/block.ts";

const prose = (text: string): TextBlock => ({ kind: "text", look: "prose", text });
const strong = (text: string) => [{ kind: "paragraph", inline: [{ kind: "run", text, marks: ["strong"] }] }];

describe("texts of blocks", () => {
  it("get their rich form, null where they are better plain", () => {
    expect(enriched([[prose("**first**"), prose("plain")], []])).toEqual([
      [
        { ...prose("**first**"), rich: strong("first") },
        { ...prose("plain"), rich: null },
      ],
      [],
    ]);
  });

  it("are read from the last list on while there is time; what was read before costs none", async () => {
    const [one, two, three] = ["**one of many**", "**two of many**", "**three of many**"];
    const lists = [[prose(one)], [prose(two)], [prose(three)]];
    const read = (most: number) => enriched(lists, most).map(([block]) => block?.kind === "text" && "rich" in block);
    expect(read(three.length + 2)).toEqual([false, false, true]);
    expect(read(0)).toEqual([false, false, true]);
    expect(await readMarkdown(one)).toEqual(strong("one of many"));
    expect(read(0)).toEqual([true, false, true]);
    expect(read(two.length)).toEqual([true, true, true]);
  });

  it("that are code get the tokens of their beginning, those of calls too", () => {
    const code: TextBlock = { kind: "text", look: "mono", text: "let a", language: "javascript" };
    const tokens = [["keyword", "let"], " a"];
    const call = { kind: "toolCall", body: [code, { kind: "json", title: "", text: "" }] } as unknown as Block;
    expect(enriched([[code, call, { kind: "text", look: "mono", text: "**let**" }]])).toEqual([
      [
        { ...code, tokens },
        {
          kind: "toolCall",
          body: [
            { ...code, tokens },
            { kind: "json", title: "", text: "" },
          ],
        },
        { kind: "text", look: "mono", text: "**let**" },
      ],
    ]);
    expect(codeTokens("let a", "javascript")).toEqual(tokens);
    expect(codeTokens("", "javascript")).toBeNull();
  });
});

it("a long text is read with rests, and given up when nobody waits", async () => {
  const text = Array.from({ length: 200 }, (_, i) => `Paragraph **${i}** ${"of many words ".repeat(12)}`).join("\n\n");
  const abort = new AbortController();
  const reading = readMarkdown(text, abort.signal);
  abort.abort();
  await expect(reading).rejects.toThrow(/abort/i);
  expect((await readMarkdown(text))?.length).toBe(200);
});
