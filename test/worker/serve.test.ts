import { afterEach, describe, expect, it } from "vitest";
import { RequestError } from "../../src/worker/client.ts";
import type { Found, ReadOptions, Remembered } from "../../src/worker/ports.ts";
import type { FromWorker } from "../../src/worker/protocol.ts";
import {
  connect,
  fakeCore,
  hashOf,
  noCache,
  readLines,
  rowOf,
  turn,
  type Connection,
  type FakeCore,
  type FakeIndex,
  type FakeSession,
} from "./fakes.ts";

const open: Connection[] = [];

function connected(...args: Parameters<typeof connect>): Connection {
  const connection = connect(...args);
  open.push(connection);
  return connection;
}

afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

const file = new Blob(["one\ntwo\n"]);

function openIn({ client }: Connection, given: Blob = file, cache = false) {
  return client.request("open", { file: given, name: "a.jsonl", cache });
}

function failure(promise: Promise<unknown>): Promise<RequestError> {
  return promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RequestError);
      return error as RequestError;
    },
  );
}

function typesOf(posted: readonly unknown[]): string[] {
  return posted.map((message) => (message as FromWorker).type);
}

/** A reading that goes on when the test says so. */
function gatedCore(given: Partial<FakeCore> = {}) {
  const readings: { options: ReadOptions<FakeIndex>; finish: () => void; fail: (error: unknown) => void }[] = [];
  const core = fakeCore({
    openSession: (file, options) =>
      new Promise<FakeSession>((resolve, reject) => {
        options.signal.addEventListener("abort", () => reject(options.signal.reason));
        const finish = (): void => void readLines(file, options).then(resolve, reject);
        readings.push({ options, finish, fail: reject });
      }),
    ...given,
  });
  return { core, readings };
}

describe("opening", () => {
  it("answers with what is known of the session, and then answers about it", async () => {
    const connection = connected();
    await expect(openIn(connection)).resolves.toMatchObject({ entries: 2, fileName: "a.jsonl", source: "parsed" });
    await expect(connection.client.request("find", { id: "two" })).resolves.toBe(1);
    const rows = await connection.client.request("rows", { rows: Int32Array.of(4, 2), point: null });
    expect(rows.map(({ row }) => row)).toEqual([4, 2]);
  });

  it("reports at once, then at most every 50 ms, and the first rows once", async () => {
    const { core, readings } = gatedCore();
    const connection = connected(core);
    const heard: number[] = [];
    const previews: number[] = [];
    const opening = connection.client.request(
      "open",
      { file, name: "a", cache: false },
      { onProgress: ({ bytes }) => heard.push(bytes), onPreview: (rows) => previews.push(rows.length) },
    );
    await turn();
    const { options, finish } = readings[0]!;
    for (let bytes = 1; bytes <= 120; bytes++) {
      connection.clock.time = bytes;
      options.onProgress({ bytes, totalBytes: 120, entries: 0 });
      options.onPreview(() => Array.from({ length: bytes - 1 }, (_, row) => rowOf(row)));
    }
    finish();
    await opening;
    expect(heard).toEqual([0, 50, 100]);
    expect(previews).toEqual([1]);
  });

  it("survives a preview that fails", async () => {
    const core = fakeCore({
      openSession: (file, options) => {
        options.onPreview(() => {
          throw new Error("too early");
        });
        return readLines(file, options);
      },
    });
    await expect(openIn(connected(core))).resolves.toMatchObject({ entries: 2 });
  });

  it("of an empty file fails as such", async () => {
    expect(await failure(openIn(connected(), new Blob([])))).toMatchObject({ code: "empty-file" });
  });

  it.each([
    ["wrong-kind", Object.assign(new Error("A Codex rollout."), { name: "WrongKindError", kind: "codex" })],
    ["not-readable", new DOMException("no", "NotReadableError")],
    ["not-readable", new DOMException("no", "NotFoundError")],
    ["out-of-memory", new RangeError("Array buffer allocation failed")],
    ["out-of-memory", new RangeError("Invalid typed array length: 9999999999")],
    ["failed", new RangeError("Maximum call stack size exceeded")],
    ["failed", Object.assign(new Error("Too large."), { name: "ExportError" })],
    ["failed", "a text"],
    ["failed", null],
  ])("fails with %s", async (code, thrown) => {
    const core = fakeCore({ openSession: () => Promise.reject(thrown) });
    const failed = await failure(openIn(connected(core)));
    expect(failed.code).toBe(code);
    expect(failed.message).not.toBe("");
    expect(failed.kind).toBe(code === "wrong-kind" ? "codex" : undefined);
  });

  it("of a file that goes away meanwhile says so", async () => {
    const core = fakeCore({
      openSession: async (file, options) => {
        options.onProgress({ bytes: 4, totalBytes: file.size, entries: 0 });
        throw new DOMException("gone", "NotReadableError");
      },
    });
    expect(await failure(openIn(connected(core)))).toMatchObject({ code: "changed-on-disk" });
  });

  it("that fails leaves no session", async () => {
    const connection = connected();
    await openIn(connection);
    await failure(openIn(connection, new Blob([])));
    expect(await failure(connection.client.request("find", { id: "one" }))).toMatchObject({ code: "no-session" });
  });

  it("ends with a cancel, which is heard while the file is read", async () => {
    const { core, readings } = gatedCore();
    const connection = connected(core);
    const controller = new AbortController();
    const params = { file, name: "a", cache: false };
    const failed = failure(connection.client.request("open", params, { signal: controller.signal }));
    await turn();
    controller.abort();
    expect(await failed).toMatchObject({ code: "cancelled" });
    await turn();
    expect(readings[0]!.options.signal.aborted).toBe(true);
    expect(connection.posted.at(-1)).toMatchObject({ type: "error", error: { code: "cancelled" } });
    expect(await failure(connection.client.request("find", { id: "one" }))).toMatchObject({ code: "no-session" });
  });

  it("of another file ends the one before, and its late result is dropped", async () => {
    // This core does not listen to its signal.
    const readings: (() => void)[] = [];
    const core = fakeCore({
      openSession: (file, options) =>
        new Promise((resolve) =>
          readings.push(() => void readLines(file, { ...options, signal: new AbortController().signal }).then(resolve)),
        ),
    });
    const connection = connected(core);
    const first = failure(openIn(connection, new Blob(["old\n"])));
    await turn();
    const second = openIn(connection);
    await turn();
    expect(await first).toMatchObject({ code: "cancelled" });
    readings[1]!();
    await expect(second).resolves.toMatchObject({ entries: 2 });
    readings[0]!();
    await turn();
    await expect(connection.client.request("find", { id: "old" })).resolves.toBeNull();
    await expect(connection.client.request("find", { id: "one" })).resolves.toBe(0);
    expect(typesOf(connection.posted).filter((type) => type === "result")).toHaveLength(3);
  });

  it("of another file ends what was asked of the session before", async () => {
    let answer: ((text: string) => void) | undefined;
    const core = fakeCore({ readText: () => new Promise((resolve) => (answer = resolve)) });
    const connection = connected(core);
    await openIn(connection);
    const asked = failure(connection.client.request("text", { place: { row: 0, path: [] }, limit: 1 }));
    await turn();
    await openIn(connection);
    expect(await asked).toMatchObject({ code: "gone" });
    answer?.("late");
    await turn();
    expect(typesOf(connection.posted).filter((type) => type === "result")).toHaveLength(2);
  });
});

describe("requests about the session", () => {
  it("need one", async () => {
    const { client } = connected();
    expect(await failure(client.request("problems", {}))).toMatchObject({ code: "no-session" });
  });

  it("say that the file changed, when it can no longer be read", async () => {
    const core = fakeCore({ readText: () => Promise.reject(new DOMException("no", "NotReadableError")) });
    const connection = connected(core);
    await openIn(connection);
    const failed = await failure(connection.client.request("text", { place: { row: 0, path: [] }, limit: 1 }));
    expect(failed.code).toBe("changed-on-disk");
    expect(failed.message).toContain("changed on disk");
  });

  it("settle also when their answer cannot be copied", async () => {
    const core = fakeCore({ problemViews: () => [(() => 1) as never] });
    const connection = connected(core);
    await openIn(connection);
    expect(await failure(connection.client.request("problems", {}))).toMatchObject({ code: "failed" });
  });

  it("can be cancelled, and only that one is", async () => {
    const core = fakeCore({ readText: () => new Promise(() => undefined) });
    const connection = connected(core);
    await openIn(connection);
    const controller = new AbortController();
    const params = { place: { row: 0, path: [] }, limit: 1 };
    const failed = failure(connection.client.request("text", params, { signal: controller.signal }));
    controller.abort();
    expect(await failed).toMatchObject({ code: "cancelled" });
    await expect(connection.client.request("find", { id: "one" })).resolves.toBe(0);
    expect(connection.posted.filter((message) => (message as FromWorker).type === "error")).toHaveLength(1);
  });

  it("hand over whole buffers, and copy windows on larger ones", async () => {
    const large = new Int32Array(8);
    const tree = {
      rows: large.subarray(2, 4),
      depth: Uint16Array.of(1, 2),
      marks: Uint8Array.of(3),
      guides: Uint32Array.of(4),
      pointAt: 0,
      leafAt: -1,
      total: 7,
    };
    const core = fakeCore({ treeView: () => tree });
    const connection = connected(core);
    await openIn(connection);
    const query = { filter: "all", query: "", folded: [], point: null, around: null } as const;
    const got = await connection.client.request("tree", query);
    expect(got).toMatchObject({ rows: Int32Array.of(0, 0), depth: Uint16Array.of(1, 2), total: 7 });
    expect(tree.depth.byteLength).toBe(0);
    expect(tree.guides.byteLength).toBe(0);
    expect(large.byteLength).toBe(32);
  });

  it("give Blobs and names for export", async () => {
    const core = fakeCore({
      exportMessages: async (_, form) => new Blob([form]),
      exportBranch: async (_, point, fileName) => new Blob([`${fileName} ${point}`]),
    });
    const connection = connected(core);
    await openIn(connection);
    const sent = await connection.client.request("export", { what: "sent", point: 1 });
    expect([sent.name, await sent.blob.text()]).toEqual(["a-sent.json", "sent"]);
    const branch = await connection.client.request("export", { what: "branch", point: 1 });
    expect([branch.name, await branch.blob.text()]).toEqual(["a-branch.jsonl", "a.jsonl 1"]);
  });
});

describe("the cache", () => {
  const saved: FakeIndex = { resumeOffset: 4, contentHash: "4:one\n", columns: { offsets: new Int32Array(1) } };

  function cacheWith(found: Found<FakeIndex> | undefined) {
    const remembered: Remembered<FakeIndex>[] = [];
    const dropped: string[] = [];
    const cache = noCache({
      find: async () => found,
      remember: async (session) => void remembered.push(session),
      drop: async (key) => void dropped.push(key),
    });
    return { cache, remembered, dropped };
  }

  it("is not asked when it is off", async () => {
    const cache = noCache({ find: () => expect.unreachable("find"), remember: () => expect.unreachable("remember") });
    await expect(openIn(connected(fakeCore(), cache))).resolves.toMatchObject({ source: "parsed" });
    await turn();
  });

  it("remembers what was read, after the answer", async () => {
    const { cache, remembered } = cacheWith(undefined);
    const connection = connected(fakeCore(), cache);
    await openIn(connection, file, true);
    await turn();
    expect(remembered).toMatchObject([
      { info: { fileName: "a.jsonl" }, saved: { resumeOffset: 8 }, replaces: undefined },
    ]);
  });

  it("gives the columns of the same file, and of one that has grown", async () => {
    for (const source of ["cached", "grown"] as const) {
      const { cache, remembered, dropped } = cacheWith({ key: "k", saved, source });
      let from: FakeIndex | undefined;
      const openSession: FakeCore["openSession"] = async (file, options) => {
        from = options.saved;
        return readLines(file, options);
      };
      const connection = connected(fakeCore({ openSession }), cache);
      await expect(openIn(connection, file, true)).resolves.toMatchObject({ source });
      expect(from).toBe(saved);
      await turn();
      expect(dropped).toEqual([]);
      expect(remembered).toHaveLength(1);
      expect(remembered[0]!.saved === undefined).toBe(source === "cached");
      expect(remembered[0]!.replaces).toBe(source === "cached" ? undefined : "k");
      expect(typesOf(connection.posted)).not.toContain("replaced");
    }
  });

  it("that was wrong is noticed: the file is read again and the page told", async () => {
    const stale = { ...saved, contentHash: "4:ONE\n" };
    const { cache, remembered, dropped } = cacheWith({ key: "k", saved: stale, source: "cached" });
    let reads = 0;
    const openSession: FakeCore["openSession"] = async (file, options) => {
      reads++;
      const session = await readLines(file, options);
      return options.saved === undefined ? session : { ...session, lines: ["stale"] };
    };
    const connection = connected(fakeCore({ openSession }), cache);
    const replaced: unknown[] = [];
    connection.client.onReplaced((info) => replaced.push(info));
    await expect(openIn(connection, file, true)).resolves.toMatchObject({ source: "cached", entries: 1 });
    await turn();
    expect(replaced).toMatchObject([{ source: "parsed", entries: 2 }]);
    await expect(connection.client.request("find", { id: "two" })).resolves.toBe(1);
    expect([reads, dropped]).toEqual([2, ["k"]]);
    expect(remembered).toMatchObject([{ saved: { resumeOffset: 8 }, replaces: undefined }]);
  });

  it("that was wrong, of a file that can no longer be read: the session is not trusted", async () => {
    const stale = { ...saved, contentHash: "other" };
    const { cache } = cacheWith({ key: "k", saved: stale, source: "cached" });
    const openSession: FakeCore["openSession"] = (file, options) =>
      options.saved === undefined ? Promise.reject(new DOMException("", "NotReadableError")) : readLines(file, options);
    const connection = connected(fakeCore({ openSession }), cache);
    await openIn(connection, file, true);
    await turn();
    expect(await failure(connection.client.request("find", { id: "two" }))).toMatchObject({ code: "changed-on-disk" });
  });

  it("with unusable columns is passed over", async () => {
    const { cache, dropped } = cacheWith({ key: "k", saved, source: "cached" });
    const openSession: FakeCore["openSession"] = (file, options) =>
      options.saved === undefined ? readLines(file, options) : Promise.reject(new TypeError("no such column"));
    const connection = connected(fakeCore({ openSession }), cache);
    await expect(openIn(connection, file, true)).resolves.toMatchObject({ source: "parsed", entries: 2 });
    expect(dropped).toEqual(["k"]);
  });

  it("ends its checking with the session", async () => {
    const { cache, remembered } = cacheWith({ key: "k", saved, source: "cached" });
    const signals: AbortSignal[] = [];
    const contentHash: FakeCore["contentHash"] = (file, end, signal) => {
      signals.push(signal);
      return signals.length === 1
        ? new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
        : hashOf(file, end);
    };
    const connection = connected(fakeCore({ contentHash }), cache);
    await openIn(connection, file, true);
    await turn();
    await openIn(connection, file, true);
    await turn();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(remembered).toHaveLength(1);
  });

  it("reopens a copy, under its name", async () => {
    const cache = noCache({ copy: async () => ({ file, fileName: "kept.jsonl" }) });
    const { client } = connected(fakeCore(), cache);
    await expect(client.request("reopen", { key: "k" })).resolves.toMatchObject({ fileName: "kept.jsonl", entries: 2 });
  });

  it("says when a copy is no longer there", async () => {
    expect(await failure(connected().client.request("reopen", { key: "k" }))).toMatchObject({ code: "gone" });
  });

  it("that looks for a copy has dropped the session before", async () => {
    const cache = noCache({ copy: () => new Promise(() => undefined) });
    const connection = connected(fakeCore(), cache);
    await openIn(connection);
    void failure(connection.client.request("reopen", { key: "k" }));
    expect(await failure(connection.client.request("find", { id: "one" }))).toMatchObject({ code: "no-session" });
  });

  it("that finds a copy late does not take the place of a file opened meanwhile", async () => {
    let give: (copy: { file: Blob; fileName: string }) => void = () => undefined;
    const cache = noCache({ copy: () => new Promise((resolve) => (give = resolve)) });
    const connection = connected(fakeCore(), cache);
    const first = failure(connection.client.request("reopen", { key: "k" }));
    await turn();
    await openIn(connection);
    give({ file: new Blob(["old\n"]), fileName: "old" });
    await turn();
    expect(await first).toMatchObject({ code: "cancelled" });
    await expect(connection.client.request("find", { id: "one" })).resolves.toBe(0);
  });
});

describe("the worker", () => {
  it("answers a ping, and says nothing to what is no message of ours", async () => {
    const { port1, port2 } = new (await import("node:worker_threads")).MessageChannel();
    const { serve } = await import("../../src/worker/serve.ts");
    const heard: unknown[] = [];
    port1.on("message", (message) => heard.push(message));
    serve(port2 as never, fakeCore(), noCache());
    for (const message of [null, 3, "text", { type: "ping" }]) port1.postMessage(message);
    await turn();
    expect(heard).toEqual([{ type: "pong" }]);
    port1.close();
  });
});
