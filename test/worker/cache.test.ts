import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCache } from "../../src/worker/cache.ts";
import { LIMITS } from "../../src/worker/directory.ts";
import type { Found, SessionCache } from "../../src/worker/ports.ts";
import type { Storage } from "../../src/worker/storage.ts";
import { hashOf, infoOf, isFakeIndex, memoryStorage, type FakeIndex } from "./fakes.ts";

let time = 0;

function cacheOn(storage: Storage, indexVersion = 1): SessionCache<FakeIndex> {
  const now = (): number => ++time;
  return createCache({ storage, indexVersion, fingerprint: hashOf, isIndex: isFakeIndex, now });
}

/** Columns of the complete lines of a text. */
function indexOf(text: string): FakeIndex {
  const end = text.lastIndexOf("\n") + 1;
  return { resumeOffset: end, contentHash: text.slice(0, end), columns: { offsets: Int32Array.of(1, 2, 3) } };
}

function remember(
  cache: SessionCache<FakeIndex>,
  text: string,
  {
    name = "a.jsonl",
    replaces,
    touch = false,
    file = new Blob([text]),
    stamp = cache.stamp(),
  }: {
    name?: string;
    replaces?: string;
    touch?: boolean;
    file?: Blob;
    stamp?: number;
  } = {},
): Promise<void> {
  const info = infoOf(name, "parsed", { firstMessage: `first of ${text}`, cwd: "/home", entries: 3, created: 9 });
  const saved = touch ? undefined : indexOf(text);
  return cache.remember({ file, info, saved, replaces, stamp });
}

function find(cache: SessionCache<FakeIndex>, text: string): Promise<Found<FakeIndex> | undefined> {
  return cache.find(new Blob([text]));
}

const text = "one\ntwo\n";

describe("the cache", () => {
  it("knows the same content again, whatever its name", async () => {
    const storage = memoryStorage();
    expect(await find(cacheOn(storage), text)).toBeUndefined();
    await remember(cacheOn(storage), text);
    const found = await find(cacheOn(storage), text);
    expect(found).toEqual({ key: `8:${text}`, saved: indexOf(text), source: "cached" });
    expect(await find(cacheOn(storage), "one\nTWO\n")).toBeUndefined();
    expect(await find(cacheOn(storage), "one\n")).toBeUndefined();
  });

  it("does not look into a file of which it cannot know anything", async () => {
    const looks: number[] = [];
    const fingerprint = (file: Blob, end: number): Promise<string> => {
      looks.push(end);
      return hashOf(file, end);
    };
    const cache = createCache({ storage: memoryStorage(), indexVersion: 1, fingerprint, isIndex: isFakeIndex });
    await find(cache, text);
    await remember(cache, text);
    looks.length = 0;
    await find(cache, "one\n");
    expect(looks).toEqual([]);
    // Its beginning is looked at once, and tells.
    await find(cache, "another\nfile\n");
    expect(looks).toEqual([8]);
  });

  it("keeps the version in the key, and removes what another version left", async () => {
    const storage = memoryStorage();
    await remember(cacheOn(storage, 1), text);
    expect([...storage.values.keys()]).toContain(`v1:8:${text}`);
    expect(await find(cacheOn(storage, 2), text)).toBeUndefined();
    await remember(cacheOn(storage, 2), text);
    expect([...storage.values.keys()].toSorted()).toEqual([`copy:8:${text}`, "recents", `v2:8:${text}`]);
  });

  it("stores the columns as one Blob", async () => {
    const storage = memoryStorage();
    await remember(cacheOn(storage), text);
    const record = storage.values.get(`v1:8:${text}`) as { rest: FakeIndex; bytes: Blob };
    expect(record.rest.columns.offsets).toBeNull();
    expect(record.bytes).toBeInstanceOf(Blob);
  });

  it("knows the beginning of a file that has grown, the longest first", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    await remember(cache, "one\n");
    await remember(cache, text);
    await remember(cache, "other\n");
    const found = await find(cache, `${text}three\n`);
    expect(found).toMatchObject({ key: `8:${text}`, source: "grown", saved: { resumeOffset: 8 } });
    await remember(cache, `${text}three\n`, { replaces: found!.key });
    const { sessions } = await cache.recents();
    expect(sessions.map(({ key }) => key)).toEqual([`14:${text}three\n`, "6:other\n", "4:one\n"]);
    expect([...storage.values.keys()].filter((key) => key.endsWith(`:8:${text}`))).toEqual([]);
  });

  it("knows a file whose last line was unfinished and is now finished", async () => {
    const cache = cacheOn(memoryStorage());
    await remember(cache, "one\ntw");
    expect(await find(cache, "one\ntw")).toMatchObject({ source: "cached", saved: { resumeOffset: 4 } });
    expect(await find(cache, "one\ntwo\n")).toMatchObject({ source: "grown", saved: { resumeOffset: 4 } });
    // The torn bytes were written again: what was complete still counts.
    expect(await find(cache, "one\nelse\n")).toMatchObject({ source: "grown", saved: { resumeOffset: 4 } });
  });

  it("does not take another beginning for it", async () => {
    const cache = cacheOn(memoryStorage());
    await remember(cache, text);
    expect(await find(cache, "One\ntwo\nthree\n")).toBeUndefined();
    expect(await find(cache, "one\ntWo\nthree\n")).toBeUndefined();
    const long = "a line of some length\n".repeat(1_000);
    await remember(cache, `${long}end\n`);
    expect(await find(cache, `${long}End\nmore\n`)).toBeUndefined();
    expect(await find(cache, `${long}end\nmore\n`)).toMatchObject({ source: "grown" });
  });

  it.each([
    ["a text", () => "text"],
    ["nothing", () => null],
    ["another shape", () => ({ resumeOffset: 3 })],
    ["a changed byte", (record: { bytes: Blob }) => ({ ...record, bytes: new Blob(["\x07", record.bytes.slice(1)]) })],
    ["a lost byte", (record: { bytes: Blob }) => ({ ...record, bytes: record.bytes.slice(1) })],
    ["no bytes", (record: { bytes: Blob }) => ({ ...record, bytes: new Blob([]) })],
    [
      "a column too long",
      (record: { columns: object[] }) => ({
        ...record,
        columns: record.columns.map((column) => ({ ...column, length: 99 })),
      }),
    ],
    [
      "a column of nothing",
      (record: { columns: object[] }) => ({
        ...record,
        columns: record.columns.map((column) => ({ ...column, path: ["no", "where"] })),
      }),
    ],
    ["a strange column", (record: object) => ({ ...record, columns: [{ type: "Map" }] })],
  ])("takes a record that is %s for none", async (_, damage) => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    await remember(cache, text);
    const key = `v1:8:${text}`;
    storage.values.set(key, damage(storage.values.get(key) as never));
    expect(await find(cache, text)).toBeUndefined();
    expect(await find(cache, `${text}three\n`)).toBeUndefined();
    await remember(cache, text);
    expect(await find(cache, text)).toMatchObject({ source: "cached" });
  });

  it.each([["a text"], [null], [{ sessions: 3 }], [{ sessions: [null, { key: 3 }, { key: "k" }] }]])(
    "takes a directory that is %j for an empty one",
    async (directory) => {
      const storage = memoryStorage();
      const cache = cacheOn(storage);
      storage.values.set("recents", directory);
      expect(await cache.recents()).toMatchObject({ sessions: [], available: true });
      await remember(cache, text);
      expect(await find(cache, text)).toMatchObject({ source: "cached" });
    },
  );

  it("drops what proved wrong, its copy too", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    await remember(cache, text);
    await cache.drop(`8:${text}`);
    expect([...storage.values.keys()]).toEqual(["recents"]);
    expect(await find(cache, text)).toBeUndefined();
  });
});

describe("recent sessions", () => {
  it("are listed, newest first, with what the page shows of them", async () => {
    const cache = cacheOn(memoryStorage());
    await remember(cache, text);
    await remember(cache, "x\n", { name: "b.jsonl" });
    const { sessions, ...rest } = await cache.recents();
    expect(rest).toEqual({ keptBytes: 10, keptLimit: LIMITS.copies, available: true });
    expect(sessions.map(({ fileName }) => fileName)).toEqual(["b.jsonl", "a.jsonl"]);
    const { opened, ...shown } = sessions[1]!;
    expect(opened).toBeGreaterThan(0);
    const facts = { title: `first of ${text}`, cwd: "/home", created: 9, entries: 3, size: 8, kept: true };
    expect(shown).toEqual({ key: `8:${text}`, fileName: "a.jsonl", ...facts });
  });

  it("are called by their name, their first message, or the file", async () => {
    const cache = cacheOn(memoryStorage());
    const titles = [{ name: "named", firstMessage: "hello" }, { firstMessage: "y".repeat(300) }, {}];
    for (const [index, facts] of titles.entries()) {
      const file = new Blob([`${index}\n`]);
      const info = infoOf("f.jsonl", "parsed", facts);
      await cache.remember({ file, info, saved: indexOf(`${index}\n`), replaces: undefined, stamp: cache.stamp() });
    }
    const { sessions } = await cache.recents();
    expect(sessions.map(({ title }) => title)).toEqual(["f.jsonl", "y".repeat(200), "named"]);
  });

  it("move to the front when they are opened again", async () => {
    const cache = cacheOn(memoryStorage());
    await remember(cache, text);
    await remember(cache, "x\n");
    await remember(cache, text, { touch: true, name: "renamed.jsonl" });
    const { sessions } = await cache.recents();
    expect(sessions.map(({ fileName, kept }) => [fileName, kept])).toEqual([
      ["renamed.jsonl", true],
      ["a.jsonl", true],
    ]);
    expect(await find(cache, `${text}more\n`)).toMatchObject({ source: "grown" });
  });

  it("are thirty at most", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    for (let i = 0; i < LIMITS.sessions + 3; i++) await remember(cache, `${i}\n`);
    const { sessions } = await cache.recents();
    expect(sessions).toHaveLength(LIMITS.sessions);
    expect(sessions.at(-1)!.key).toBe("2:3\n");
    expect(storage.values.size).toBe(1 + 2 * LIMITS.sessions);
  });

  it("keep copies within the bounds, the oldest going first", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    const sized = (text: string, size: number): Blob => {
      const blob = new Blob([text]);
      return Object.defineProperty(blob, "size", { value: size });
    };
    for (let i = 0; i < 5; i++) await remember(cache, `${i}\n`, { file: sized(`${i}\n`, LIMITS.copy) });
    await remember(cache, "big\n", { file: sized("big\n", LIMITS.copy + 1) });
    const { sessions, keptBytes } = await cache.recents();
    expect(sessions.map(({ kept }) => kept)).toEqual([false, true, true, true, true, false]);
    expect(keptBytes).toBe(LIMITS.copies);
    expect([...storage.values.keys()].filter((key) => key.startsWith("copy:"))).toHaveLength(4);
    // Opened again, the oldest gets its copy back and the next oldest goes.
    await remember(cache, "0\n", { touch: true, file: sized("0\n", LIMITS.copy) });
    expect((await cache.recents()).sessions.map(({ kept }) => kept)).toEqual([true, false, true, true, true, false]);
  });

  it("give back their copy", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    await remember(cache, text);
    const copy = await cache.copy(`8:${text}`);
    expect([copy?.fileName, await copy?.file.text()]).toEqual(["a.jsonl", text]);
    expect(await cache.copy("unknown")).toBeUndefined();
    storage.values.delete(`copy:8:${text}`);
    expect(await cache.copy(`8:${text}`)).toBeUndefined();
  });

  it("are forgotten with everything that belongs to them", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    await remember(cache, text);
    await remember(cache, "x\n");
    expect((await cache.forget(`8:${text}`)).sessions).toHaveLength(1);
    expect([...storage.values.keys()].filter((key) => key.includes("one"))).toEqual([]);
    expect(await cache.forget()).toMatchObject({ sessions: [], keptBytes: 0 });
    expect(storage.values.size).toBe(0);
  });

  it("once forgotten do not come back by work that was under way", async () => {
    const storage = memoryStorage();
    const cache = cacheOn(storage);
    const stamp = cache.stamp();
    const before = remember(cache, text);
    await cache.forget();
    await before;
    await remember(cache, text, { stamp });
    expect(storage.values.size).toBe(0);
  });

  it("that another tab forgot are not brought back by a new date", async () => {
    const cache = cacheOn(memoryStorage());
    await remember(cache, text, { touch: true });
    expect((await cache.recents()).sessions).toEqual([]);
  });
});

describe("storage that fails", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const never = (): Promise<never> => new Promise(() => undefined);
  const refuse = (): Promise<never> => Promise.reject(new DOMException("no", "InvalidStateError"));
  const broken = (): never => {
    throw new ReferenceError("indexedDB is not defined");
  };

  it.each([
    ["never answers", never],
    ["rejects", refuse],
    ["throws", broken],
  ])("and %s is a miss, soon", async (_, call) => {
    const cache = cacheOn({ read: call, change: call, keys: call, clear: call });
    const start = Date.now();
    const all = (async () => {
      expect(await find(cache, text)).toBeUndefined();
      expect(Date.now() - start).toBeLessThanOrEqual(1_000);
      await remember(cache, text);
      expect(await find(cache, text)).toBeUndefined();
      // One wait is enough.
      expect(Date.now() - start).toBeLessThanOrEqual(1_000);
      expect(await cache.recents()).toMatchObject({ sessions: [], available: false });
      expect(await cache.copy("k")).toBeUndefined();
      await cache.drop("k");
      expect(await cache.forget("k")).toMatchObject({ available: false });
      expect(await cache.forget()).toMatchObject({ available: false });
      return "settled";
    })();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await all).toBe("settled");
  });

  it("is used again when a late answer has come", async () => {
    const storage = memoryStorage();
    let answer: (values: unknown[]) => void = () => undefined;
    const cache = cacheOn({ ...storage, read: (keys) => read(keys) });
    let read: Storage["read"] = () => new Promise((resolve) => (answer = resolve));
    const first = cache.recents();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await first).toMatchObject({ available: false });
    read = (keys) => storage.read(keys);
    expect(await cache.recents()).toMatchObject({ available: false });
    answer([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await cache.recents()).toMatchObject({ available: true });
  });

  it("for want of room gives up the older half, then the copy", async () => {
    const storage = memoryStorage();
    const bounded: Storage["change"] = (key, step) => {
      const { put, remove } = step(storage.values.get(key));
      const after = new Set([...storage.values.keys(), ...put.keys()]);
      for (const name of remove) after.delete(name);
      return after.size > limit
        ? Promise.reject(new DOMException("full", "QuotaExceededError"))
        : storage.change(key, step);
    };
    let limit = 9;
    const cache = cacheOn({ ...storage, change: bounded });
    for (let i = 0; i < 4; i++) await remember(cache, `${i}\n`);
    await remember(cache, text);
    expect((await cache.recents()).sessions.map(({ key }) => key)).toEqual([`8:${text}`, "2:3\n", "2:2\n"]);
    limit = storage.values.size + 1;
    await remember(cache, "x\n");
    const { sessions } = await cache.recents();
    expect(sessions.map(({ kept }) => kept)).toEqual([false, true, true, true]);
    limit = 0;
    await remember(cache, "y\n");
    expect((await cache.recents()).sessions).toEqual(sessions);
  });
});
