import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blobInLine, readBlob, readText, textInLine } from "../../../src/core/present/place.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { pathsOf, valueAt, written } from "../written-json.ts";

const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"2026-03-12T08:00:00.000Z","cwd":"/"}';
const PNG = "\u0089PNG\r\n\u001a\n";
/** Beyond this size a line is not parsed whole for one text. */
const PADDING = `"padding":"${"p".repeat(300_000)}"`;

/** A file that counts how often part of it is taken, to be read. */
class CountingBlob extends Blob {
  slices = 0;

  override slice(start?: number, end?: number): Blob {
    this.slices++;
    return super.slice(start, end);
  }
}

function open(...lines: string[]): Promise<OpenedSession> {
  return openSession(new Blob([lines.map((line) => `${line}\n`).join("")]));
}

/** A blob as text that can be compared: its type and its bytes. */
async function told(blob: Blob | undefined): Promise<string | undefined> {
  return blob && `${blob.type} ${Buffer.from(await blob.arrayBuffer()).toString("latin1")}`;
}

/** An entry whose `content` is a text of JSON. */
const entryLine = (content: string, more = '"x":0') =>
  `{"type":"custom","id":"a","parentId":null,"content":${content},${more}}`;

async function imageAs(data: string): Promise<{ parsed: string | undefined; straight: string | undefined }> {
  const line = entryLine(`{"type":"image","data":${data}}`);
  const path = ["content", "data"];
  // A short line is read by JSON.parse, or this test would compare a thing with itself.
  const bytes = new TextEncoder().encode(line);
  const short = bytes.length < 200_000 ? await open(HEADER, line) : await open(HEADER.replace("3", "2"), line);
  return { parsed: await told(await readBlob(short, { row: 0, path })), straight: await told(blobInLine(bytes, path)) };
}

describe("what lies in a line's bytes", () => {
  it("is what lies in the parsed line, anywhere in any entry", async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.nat(8), async (content, limit) => {
        const line = entryLine(content);
        const session = await open(HEADER, line);
        const bytes = new TextEncoder().encode(line);
        const root: unknown = JSON.parse(line);
        for (const path of pathsOf(root)) {
          const place = { row: 0, path };
          const isText = typeof valueAt(root, path) === "string";
          expect(await told(blobInLine(bytes, path))).toBe(
            isText ? await told(await readBlob(session, place)) : undefined,
          );
          expect(textInLine(bytes, path, limit)).toBe(isText ? await readText(session, place, limit) : undefined);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is an image where the block or the block around says so, in whatever words", async () => {
    const data = `"data":"${btoa(`${PNG} and more`)}"`;
    const blocks = [
      `{"type":"image",${data}}`,
      `{${data},"type":"text","ty\\u0070e":"im\\u0061ge"}`,
      `{"type":"image",${data},"type":"text"}`,
      `{"type":["image"],${data}}`,
      `{"type":"image","source":{"type":"base64",${data}}}`,
      `{"type":"image","source":[{${data}}]}`,
      `{"type":"image","source":{"x":{${data}}}}`,
    ];
    const types = [];
    for (const block of blocks) {
      const session = await open(HEADER, entryLine(block));
      const path = pathsOf(JSON.parse(entryLine(block))).find((found) => found.at(-1) === "data") ?? [];
      const blob = blobInLine(new TextEncoder().encode(entryLine(block)), path);
      expect(await told(blob)).toBe(await told(await readBlob(session, { row: 0, path })));
      types.push(blob?.type.split("/")[0]);
    }
    expect(types).toEqual(["image", "image", "text", "text", "image", "text", "text"]);
  });

  it("is the same image for base64 of any make", async () => {
    const unit = fc.constantFrom(
      "iVBORw0KGgo",
      "A",
      "b9",
      "+",
      "/",
      "-",
      "_",
      "=",
      " ",
      "\\n",
      "\\u0041",
      "é",
      "!",
      "data:",
    );
    const start = fc.constantFrom(
      "",
      btoa(`${PNG}    `),
      btoa("GIF89a  "),
      btoa("\u00ff\u00d8\u00ff  ").replaceAll("/", "_"),
    );
    await fc.assert(
      fc.asyncProperty(start, fc.array(unit, { maxLength: 12 }), async (lead, units) => {
        const { parsed, straight } = await imageAs(`"${lead}${units.join("")}"`);
        expect(straight).toBe(parsed);
      }),
      { numRuns: 300 },
    );
  });

  it("is the same image where pieces meet", async () => {
    const piece = "A".repeat(1 << 20);
    const ends = ["", "A", "AA", "AA==", "A===", "=", "==", "AAA ", " AAA", "AA\\n"];
    const whole = [
      piece,
      piece.slice(0, -1),
      `${piece.slice(0, -2)}==`,
      `${piece.slice(0, -1)}=`,
      ` ${piece}`,
      `${piece}${piece}`,
    ];
    for (const lead of whole) {
      for (const end of ends) {
        const { parsed, straight } = await imageAs(`"${lead}${end}"`);
        expect(straight === parsed, `${lead.length} and ${end}`).toBe(true);
      }
    }
  });

  it("is no more of a text than is asked for", () => {
    const line = new TextEncoder().encode(`{"a":"${"12345678\\n".repeat(10_000)}\\x"}`);
    expect(textInLine(line, ["a"], 20)).toBe("12345678\n12345678\n12");
    expect(textInLine(line, ["a"], Infinity)).toBe(undefined);
    expect(blobInLine(line, ["a"])).toBe(undefined);
  });
});

describe("a long line", () => {
  const contents = [
    '"text \\ud83d\\ude00\\n"',
    `{"type":"image","data":"${btoa(`${PNG}  `)}"}`,
    '[1,{"a":"b"}]',
    "null",
  ];

  it("gives at every place what a short one gives, read once", async () => {
    for (const content of contents) {
      const [short, long] = [entryLine(content), entryLine(content, PADDING)];
      const session = await open(HEADER, short);
      const file = new CountingBlob([`${HEADER}\n${long}\n`]);
      const longSession = await openSession(file);
      for (const path of pathsOf(JSON.parse(short)).slice(1)) {
        if (path[0] === "x") continue;
        const place = { row: 0, path };
        const before = file.slices;
        expect(await told(await readBlob(longSession, place))).toBe(await told(await readBlob(session, place)));
        expect(file.slices - before).toBe(1);
        for (const limit of [0, 1, 6, Infinity])
          expect(await readText(longSession, place, limit)).toBe(await readText(session, place, limit));
      }
      await expect(readBlob(longSession, { row: 0, path: ["content", "none"] })).rejects.toThrow(RangeError);
      await expect(readText(longSession, { row: 0, path: ["none"] }, 1)).rejects.toThrow(RangeError);
      await expect(readText(longSession, { row: 1, path: ["content"] }, 1)).rejects.toThrow(RangeError);
    }
  });

  it("that is first in a file with a byte order mark is read without it", async () => {
    const session = await openSession(
      new Blob([`\ufeff${entryLine('"text"', PADDING)}\n${entryLine("1").replace('"a"', '"b"')}\n`]),
    );
    expect(await readText(session, { row: 0, path: ["content"] }, 9)).toBe("text");
    expect(await (await readBlob(session, { row: 0, path: [] })).text()).toContain('"content": "text"');
  });

  it("of an old version is looked at as migrated", async () => {
    const entry = `{"type":"message","id":"mine","message":{"role":"hookMessage","content":"text"},${PADDING}}`;
    const second = await open(HEADER.replace("3", "2"), entry);
    expect(await readText(second, { row: 0, path: ["message", "role"] }, 99)).toBe("custom");
    const first = await open(HEADER.replace('"version":3,', ""), entry);
    expect(await readText(first, { row: 0, path: ["id"] }, 99)).toBe(first.ids()[0]);
  });

  it("that is no longer what was read is refused", async () => {
    const file = `${HEADER}\n${entryLine('"text"', PADDING)}\n`;
    const session = await open(HEADER, entryLine('"text"', PADDING));
    const changed = file.replace('"content":"text"', '"content":"te\\t"').replace('"content"', '"con\\ent"');
    session.bodies.bytes = (row) =>
      Promise.resolve(new TextEncoder().encode(changed).slice(session.index.columns.offset.at(row)));
    await expect(readText(session, { row: 0, path: ["content"] }, 9)).rejects.toThrow(DOMException);
    await expect(readBlob(session, { row: 0, path: ["content"] })).rejects.toThrow(DOMException);
  });
});
