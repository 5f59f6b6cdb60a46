import { describe, expect, test } from "vitest";
import { contentHash, fingerprint } from "../../../src/core/format/fingerprint.ts";
import { splitGluedRecords } from "../../../src/core/format/glued.ts";
import { headerVersion } from "../../../src/core/format/header.ts";
import { migrateV1ToV2, migrateV2ToV3 } from "../../../src/core/format/migrate.ts";
import { assertSession } from "../../../src/core/format/sniff.ts";

describe("splitGluedRecords", () => {
  test("finds two and three records, also where a text holds a brace pair", () => {
    expect(splitGluedRecords('{"a":1}{"b":2}')).toEqual(['{"a":1}', '{"b":2}']);
    expect(splitGluedRecords('{"a":"}{"}{"b":{"c":{}}}{"d":4}')).toEqual(['{"a":"}{"}', '{"b":{"c":{}}}', '{"d":4}']);
  });

  test("leaves what is merely broken", () => {
    for (const text of ['{"a":1', '{"a":1}{"b":', "}{", "", '{"a":1}', "}{".repeat(10_000)]) {
      expect(splitGluedRecords(text)).toBeUndefined();
    }
  });
});

describe("fingerprint and contentHash", () => {
  const bytes = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, i) => (i * 31) & 255);

  test("the name of a beginning does not change when the file grows", async () => {
    const file = bytes(300_000);
    const grown = new Blob([file, "more"]);
    expect(await fingerprint(grown, file.length)).toBe(await fingerprint(new Blob([file]), file.length));
    expect(await contentHash(grown, file.length)).toBe(await contentHash(new Blob([file]), file.length));
    expect(await fingerprint(grown, grown.size)).not.toBe(await fingerprint(grown, file.length));
  });

  test("the name tells beginning, end, length and two places between", async () => {
    const file = bytes(300_000);
    const before = await fingerprint(new Blob([file]), file.length);
    for (const at of [0, 32_767, 100_000, 200_000, file.length - 1]) {
      const changed = file.slice();
      changed[at]! ^= 1;
      expect(await fingerprint(new Blob([changed]), file.length), `byte ${at}`).not.toBe(before);
    }
    expect(await fingerprint(new Blob([file]), file.length - 1)).not.toBe(before);
  });

  test("every single changed byte changes the content hash", async () => {
    const file = bytes(1037);
    const before = await contentHash(new Blob([file]), file.length);
    for (let i = 0; i < file.length; i++) {
      const changed = file.slice();
      changed[i]! ^= 1;
      expect(await contentHash(new Blob([changed]), changed.length), `byte ${i}`).not.toBe(before);
    }
  });
});

describe("versions", () => {
  test("are compared as Pi compares them", () => {
    expect(
      [{}, { version: null }, { version: "3" }, { version: 2 }, { version: "x" }].map((header) =>
        headerVersion(header),
      ),
    ).toEqual([1, 1, 3, 2, Number.NaN]);
  });

  test("v1 entries get an id, a parent, and a kept id for an index", () => {
    const place = { id: "b", parentId: "a", kept: { id: "a" } };
    expect(migrateV1ToV2({ type: "compaction", id: "old", firstKeptEntryIndex: 1 }, place)).toEqual({
      type: "compaction",
      id: "b",
      parentId: "a",
      firstKeptEntryId: "a",
    });
    expect(migrateV1ToV2({ type: "compaction", firstKeptEntryIndex: "1" }, { id: "b", parentId: null })).toHaveProperty(
      "firstKeptEntryIndex",
      "1",
    );
  });

  test("hookMessage becomes custom inside message entries only", () => {
    expect(migrateV2ToV3({ type: "message", message: { role: "hookMessage", content: "x" } })).toEqual({
      type: "message",
      message: { role: "custom", content: "x" },
    });
    expect(migrateV2ToV3({ type: "custom", message: { role: "hookMessage" } })).toEqual({
      type: "custom",
      message: { role: "hookMessage" },
    });
  });
});

describe("assertSession", () => {
  const kindOf = (content: BlobPart): Promise<string> =>
    assertSession(new Blob([content])).then(
      () => "session",
      (error: { kind: string }) => error.kind,
    );

  test.each([
    ["gzip", new Uint8Array([0x1f, 0x8b, 8, 0])],
    ["zip", "PK\u0003\u0004"],
    ["utf-16", new Uint8Array([0xff, 0xfe, 0x7b, 0])],
    ["pi-html-export", '<!DOCTYPE html><html><script id="session-data">e30=</script></html>'],
    ["html", "<html><body>hello</body></html>"],
    ["binary", new Uint8Array(600)],
    ["binary", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x20, 0x41])],
    [
      "claude-code",
      '{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"hi"}}\n',
    ],
    ["codex", '{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"x"}}\n'],
    ["copilot", '{"type":"session.start","data":{"sessionId":"x"},"id":"e1","parentId":null}\n'],
    ["pi-events", '{"type":"message_start","message":{"role":"user","content":[]}}\n'],
    ["pi-events", '{"type":"session","version":3,"id":"x"}\n{"type":"agent_start"}\n'],
    [
      "pi-harness-v4",
      '{"kind":"header","version":4,"id":"x"}\n{"kind":"entry","type":"message","id":"m","parentId":null}\n',
    ],
    ["pretty-printed", '{\n  "type": "session",\n  "id": "x"\n}\n'],
    ["json-array", '[\n{"type":"session"}\n]\n'],
    ["text", "hello\nworld\n"],
    ["jsonl", '{"level":"info","msg":"started"}\n'],
  ])("names %s", async (kind, content) => {
    expect(await kindOf(content)).toBe(kind);
  });

  test.each([
    ["nothing at all", ""],
    ["a header alone", '{"type":"session","version":3,"id":"x"}\n'],
    ["no header", '{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"x"}}\n'],
    ["junk first", 'bash: warning\n{"type":"session","version":3,"id":"x"}\n'],
    ["a byte order mark", '\ufeff{"type":"session","version":3,"id":"x"}\n'],
    ["a title before the header", '{"type":"title","title":"x"}\n{"type":"session","version":3,"id":"x"}\n'],
    ["a first line longer than the sniffed part", `{"type":"session","id":"x","meta":"${"m".repeat(400_000)}"}\n`],
  ])("takes %s for a session", async (_name, content) => {
    expect(await kindOf(content)).toBe("session");
  });
});
