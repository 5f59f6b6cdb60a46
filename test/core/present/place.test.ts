import { describe, expect, it } from "vitest";
import { contextItems } from "../../../src/core/present/items.ts";
import { readBlob, readText } from "../../../src/core/present/place.ts";
import { effectivePrompt } from "../../../src/core/present/prompt.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Form } from "../../../src/core/view/context.ts";
import { draw, type DrawOptions } from "../../make/draw.ts";
import { placesIn } from "./laws.ts";

/** A PNG's first bytes and some more, as base64. */
const PNG = btoa("\u0089PNG\r\n\u001a\n and the rest of it ÿþ");
const LONG = `${"long text. ".repeat(2000)}end`;

function open(drawing: string, options?: DrawOptions): Promise<OpenedSession> {
  return openSession(new Blob([draw(drawing, options)]));
}

/** Every text an item shows in part, read in full. */
async function wholeTexts(session: OpenedSession, form: Form, index: number): Promise<string[]> {
  const [item] = await contextItems(session, form, session.index.leaf, index, index + 1);
  return Promise.all(placesIn(item?.blocks).map(({ place }) => readText(session, place, Infinity)));
}

describe("a text", () => {
  it("is read from its place, up to a limit, characters whole", async () => {
    const session = await open('u user "ab😀cd"\na assistant c1:read{"path":"p","lines":[1,2]}');
    const content = { row: 0, path: ["message", "content"] };
    expect(await readText(session, content, 100)).toBe("ab😀cd");
    expect(await readText(session, content, 3)).toBe("ab");
    expect(await readText(session, { row: 1, path: ["message", "content", 0, "arguments", "lines"] }, 100)).toBe(
      "[\n  1,\n  2\n]",
    );
    expect(await readText(session, { row: 1, path: ["message", "content", 0, "arguments", "lines"] }, 3)).toBe("[\n ");
    expect(await readText(session, { row: 1, path: [] }, 20)).toBe('{\n  "type": "message"'.slice(0, 20));
  });

  it("is refused where nothing lies, own members only", async () => {
    const session = await open('u user "text"');
    for (const path of [["gone"], ["constructor"], ["__proto__"], ["message", "content", "length"], ["message", 0]]) {
      await expect(readText(session, { row: 0, path }, 10)).rejects.toThrow(RangeError);
    }
    await expect(readText(session, { row: 5, path: [] }, 10)).rejects.toThrow(RangeError);
  });

  it("nested too deep is read without indentation", async () => {
    const session = await open(
      `! {"type":"custom","id":"c","parentId":null,"data":${"[".repeat(9000)}1${"]".repeat(9000)}}`,
    );
    const text = await readText(session, { row: 0, path: ["data"] }, Infinity);
    expect(text).toBe(`${"[".repeat(9000)}1${"]".repeat(9000)}`);
  });

  it("of an edited message is the edit's", async () => {
    const session = await open(
      "u user\na assistant\nn extension demo.note\ne replace u $long\ne2 replace a $long\ne3 replace n $blocks",
      {
        values: {
          long: LONG,
          blocks: [
            { type: "text", text: "x" },
            { type: "text", text: LONG },
          ],
        },
      },
    );
    for (const form of ["projected", "sent"] as const) {
      for (const index of [0, 1, 2]) expect(await wholeTexts(session, form, index)).toEqual([LONG]);
    }
  });

  it("of a converted message is as converted", async () => {
    const session = await open(
      "k compaction $long keep=k\ng branch $long\nb bash cat $long\nn extension demo.note $long",
      {
        values: { long: LONG },
      },
    );
    const [summary] = await wholeTexts(session, "sent", 0);
    expect(summary).toBe(
      `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${LONG}\n</summary>`,
    );
    expect((await wholeTexts(session, "sent", 1))[0]).toMatch(
      /^The following is a summary of a branch .*<\/summary>$/s,
    );
    expect(await wholeTexts(session, "sent", 2)).toEqual([`Ran \`cat\`\n\`\`\`\n${LONG}\n\`\`\``]);
    expect(await wholeTexts(session, "sent", 3)).toEqual([LONG]);
    expect(await wholeTexts(session, "projected", 0)).toEqual([LONG]);
  });

  it("of a prompt in several blocks is one text", async () => {
    const session = await open(
      's system $long "and more" sections={"a":$short}'.replace("$short", JSON.stringify(LONG)),
      {
        values: { long: LONG },
      },
    );
    const places = placesIn(await effectivePrompt(session, 0));
    const texts = await Promise.all(places.map(({ place }) => readText(session, place, Infinity)));
    expect(texts.toSorted((a, b) => a.length - b.length)).toEqual([LONG, `${LONG}\nand more`]);
    const blob = await readBlob(session, { row: 0, path: ["message", "content"] });
    expect([blob.type, await blob.text()]).toEqual(["text/plain;charset=utf-8", `${LONG}\nand more`]);
  });
});

describe("a blob", () => {
  const image = (data: unknown, more: object = {}) => ({ type: "image", data, mimeType: "image/png", ...more });

  async function blobOf(block: unknown, ...path: (string | number)[]): Promise<Blob> {
    const session = await open("u user $content", { values: { content: [block] } });
    return readBlob(session, { row: 0, path: ["message", "content", 0, ...path] });
  }

  async function bytesOf(blob: Blob): Promise<string> {
    return String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()));
  }

  it("of an image is its bytes, typed by them", async () => {
    for (const path of [[], ["data"]]) {
      const blob = await blobOf(image(PNG, { mimeType: "text/html" }), ...path);
      expect([blob.type, await bytesOf(blob)]).toEqual(["image/png", atob(PNG)]);
    }
    const source = { type: "image", source: { type: "base64", media_type: "image/gif", data: PNG } };
    expect((await blobOf(source, "source", "data")).type).toBe("image/png");
    expect((await blobOf(source)).type).toBe("image/png");
  });

  it("of what only calls itself an image is bytes without a type", async () => {
    const svg = await blobOf(image(btoa("<svg onload=alert(1)>..."), { mimeType: "image/svg+xml" }), "data");
    expect([svg.type, await svg.text()]).toEqual(["application/octet-stream", "<svg onload=alert(1)>..."]);
    const broken = await blobOf(image("not base64!"), "data");
    expect([broken.type, await broken.text()]).toEqual(["application/octet-stream", "not base64!"]);
    const number = await blobOf(image(42));
    expect([number.type, JSON.parse(await number.text())]).toEqual(["application/json", image(42)]);
  });

  it("reads url-safe base64 and base64 over several lines", async () => {
    const plain = btoa("\u0089PNG\r\n\u001a\n??>>~~ÿÿþ");
    const safe = plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    expect(safe).not.toBe(plain);
    expect(await bytesOf(await blobOf(image(safe)))).toBe(atob(plain));
    const broken = plain.replace(/(.{16})/, "$1\n");
    expect(await bytesOf(await blobOf(image(broken)))).toBe(atob(plain));
  });

  it("holds a large image whole", async () => {
    const bytes = "\u0089PNG\r\n\u001a\n" + "\u00ff\u0000\u007f".repeat(1_500_000);
    const blob = await blobOf(image(btoa(bytes)));
    expect(blob.size).toBe(bytes.length);
    expect((await bytesOf(blob.slice(-6))) + (await bytesOf(blob.slice(0, 8)))).toBe(
      bytes.slice(-6) + bytes.slice(0, 8),
    );
  });

  it("of a text or a value is that, to save", async () => {
    const session = await open('u user "<b>"\nc custom demo.state {"a":[1]}');
    const text = await readBlob(session, { row: 0, path: ["message", "content"] });
    expect([text.type, await text.text()]).toEqual(["text/plain;charset=utf-8", "<b>"]);
    const value = await readBlob(session, { row: 1, path: ["data"] });
    expect([value.type, await value.text()]).toEqual(["application/json", '{\n  "a": [\n    1\n  ]\n}']);
  });
});
