import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, RequestError, type WorkerLike } from "../../src/worker/client.ts";
import type { FromWorker, ToWorker } from "../../src/worker/protocol.ts";
import { infoOf, rowOf } from "./fakes.ts";

/** A worker that says only what the test says. */
class MuteWorker implements WorkerLike {
  readonly sent: ToWorker[] = [];
  ended = false;
  readonly #listeners: [string, (event: Event) => void][] = [];

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  addEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.push([type, listener]);
  }
  terminate(): void {
    this.ended = true;
  }
  fire(type: string, more: object = {}): void {
    for (const [name, listener] of this.#listeners) if (name === type) listener(Object.assign(new Event(type), more));
  }
  say(data: FromWorker): void {
    this.fire("message", { data });
  }
  idOf(method: string): number {
    const request = this.sent.findLast((message) => message.type === "request" && message.method === method);
    return request?.type === "request" ? request.id : -1;
  }
}

const file = new Blob(["x".repeat(2_000_000)]);
const params = { file, name: "a.jsonl", cache: false };
const info = infoOf("a.jsonl", "parsed");

function setUp() {
  const workers: MuteWorker[] = [];
  const client = createClient(() => {
    const worker = new MuteWorker();
    workers.push(worker);
    return worker;
  });
  const crashes: RequestError[] = [];
  client.onCrash((error) => crashes.push(error));
  /** The latest worker. */
  const worker = (): MuteWorker => {
    const last = workers.at(-1);
    if (last === undefined) throw new Error("no worker was started");
    return last;
  };
  const open = async (): Promise<void> => {
    const opening = client.request("open", params);
    worker().say({ type: "result", id: worker().idOf("open"), value: info });
    await opening;
  };
  return { client, workers, worker, crashes, open };
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

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("requests", () => {
  it("start no worker before the first", async () => {
    const { client, workers } = setUp();
    expect(workers).toHaveLength(0);
    void client.request("recents", {});
    void client.request("recents", {});
    expect(workers).toHaveLength(1);
    expect(workers[0]!.sent.map((message) => message.type)).toEqual(["request", "request"]);
  });

  it("get progress, the preview, and the result, by their number", async () => {
    const { client, worker } = setUp();
    const heard: unknown[] = [];
    const opening = client.request("open", params, {
      onProgress: (progress) => heard.push(progress.bytes),
      onPreview: (rows) => heard.push(rows.length),
    });
    const id = worker().idOf("open");
    worker().say({ type: "progress", id, progress: { bytes: 1, totalBytes: 2, entries: 0 } });
    worker().say({ type: "progress", id: id + 1, progress: { bytes: 9, totalBytes: 9, entries: 0 } });
    worker().say({ type: "preview", id, rows: [rowOf(0), rowOf(1)] });
    worker().say({ type: "result", id, value: info });
    await expect(opening).resolves.toEqual(info);
    expect(heard).toEqual([1, 2]);
  });

  it("fail with code, message and kind", async () => {
    const { client, worker } = setUp();
    const failed = failure(client.request("open", params));
    const error = { code: "wrong-kind", message: "A Codex rollout.", kind: "codex" } as const;
    worker().say({ type: "error", id: worker().idOf("open"), error });
    expect(await failed).toMatchObject(error);
  });

  it("fail when they cannot be posted", async () => {
    const { client, worker } = setUp();
    void client.request("recents", {});
    worker().postMessage = () => {
      throw new DOMException("no clone", "DataCloneError");
    };
    expect(await failure(client.request("find", { id: "a" }))).toMatchObject({ code: "failed" });
  });
});

describe("cancelling", () => {
  it("settles at once, and tells the worker", async () => {
    const { client, worker } = setUp();
    const controller = new AbortController();
    const heard: unknown[] = [];
    const failed = failure(
      client.request("open", params, { signal: controller.signal, onProgress: (progress) => heard.push(progress) }),
    );
    controller.abort();
    expect(await failed).toMatchObject({ code: "cancelled" });
    const id = worker().idOf("open");
    expect(worker().sent.at(-1)).toEqual({ type: "cancel", id });
    worker().say({ type: "progress", id, progress: { bytes: 1, totalBytes: 2, entries: 0 } });
    expect(heard).toEqual([]);
  });

  it("before the request was made sends nothing", async () => {
    const { client, workers } = setUp();
    const failed = failure(client.request("open", params, { signal: AbortSignal.abort() }));
    expect(await failed).toMatchObject({ code: "cancelled" });
    expect(workers).toHaveLength(0);
  });

  it("after the answer does nothing", async () => {
    const { client, worker, open } = setUp();
    await open();
    const controller = new AbortController();
    const asked = client.request("find", { id: "a" }, { signal: controller.signal });
    worker().say({ type: "result", id: worker().idOf("find"), value: 3 });
    await expect(asked).resolves.toBe(3);
    controller.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().sent.map(({ type }) => type)).not.toContain("cancel");
    expect(worker().ended).toBe(false);
  });

  it("keeps a worker that confirms", async () => {
    const { client, worker, crashes } = setUp();
    const controller = new AbortController();
    const failed = failure(client.request("open", params, { signal: controller.signal }));
    controller.abort();
    await failed;
    worker().say({ type: "error", id: worker().idOf("open"), error: { code: "cancelled", message: "" } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().ended).toBe(false);
    expect(crashes).toEqual([]);
  });

  it("ends a worker that does not stop reading, and another file opens in the next one", async () => {
    const { client, workers, crashes } = setUp();
    const controller = new AbortController();
    const failed = failure(client.request("open", params, { signal: controller.signal }));
    controller.abort();
    await failed;
    // Also cancelled: it must not come back with the new worker.
    const late = new AbortController();
    const between = failure(client.request("reopen", { key: "k" }, { signal: late.signal }));
    const second = client.request("open", { ...params, name: "b.jsonl" });
    late.abort();
    await between;
    await vi.advanceTimersByTimeAsync(300);
    expect(workers).toHaveLength(2);
    expect(workers[0]!.ended).toBe(true);
    expect(workers[1]!.sent).toMatchObject([{ type: "request", method: "open", params: { name: "b.jsonl" } }]);
    workers[1]!.say({ type: "result", id: workers[1]!.idOf("open"), value: info });
    await expect(second).resolves.toEqual(info);
    // No session was lost: nobody need be told.
    expect(crashes).toEqual([]);
  });

  it("gives a session's long computation more time, and then says that the session is gone", async () => {
    const { client, worker, workers, crashes, open } = setUp();
    await open();
    const controller = new AbortController();
    const failed = failure(
      client.request("context", { form: "sent", point: 1, around: null }, { signal: controller.signal }),
    );
    const other = failure(client.request("find", { id: "a" }));
    controller.abort();
    await failed;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(worker().ended).toBe(false);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(workers[0]!.ended).toBe(true);
    expect(await other).toMatchObject({ code: "worker-crashed" });
    expect(crashes).toHaveLength(1);
  });
});

describe("a worker that fails", () => {
  it.each([
    ["error", { message: "Uncaught RangeError: too much" }],
    ["messageerror", {}],
  ])("by %s settles everything, and the next request has a new one", async (type, more) => {
    const { client, worker, workers, crashes, open } = setUp();
    await open();
    const pending = [
      failure(client.request("find", { id: "a" })),
      failure(client.request("context", { form: "sent", point: 1, around: null })),
      failure(client.request("recents", {})),
    ];
    worker().fire(type, more);
    for (const error of await Promise.all(pending)) expect(error.code).toBe("worker-crashed");
    expect(crashes).toHaveLength(1);
    expect(workers[0]!.ended).toBe(true);
    const again = client.request("open", params);
    expect(workers).toHaveLength(2);
    worker().say({ type: "result", id: worker().idOf("open"), value: info });
    await expect(again).resolves.toEqual(info);
  });

  it("says how far it had read", async () => {
    const { client, worker } = setUp();
    const failed = failure(client.request("open", params));
    const progress = { bytes: 1_500_000, totalBytes: 2_000_000, entries: 321 };
    worker().say({ type: "progress", id: worker().idOf("open"), progress });
    worker().fire("error", { message: "Out of memory." });
    const { message } = await failed;
    expect(message).toContain("Out of memory. 1.5 MB of 2.0 MB and 321 entries had been read.");
  });

  it("and cannot be started at all", async () => {
    const client = createClient(() => {
      throw new Error("Workers are forbidden here");
    });
    const failed = await failure(client.request("open", params));
    expect(failed).toMatchObject({ code: "worker-crashed" });
    expect(failed.message).toContain("Workers are forbidden here");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("and never says a word", async () => {
    const { client, crashes } = setUp();
    const failed = failure(client.request("open", params));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await failed).toMatchObject({ code: "worker-crashed" });
    expect(crashes).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("and falls silent while it reads is asked, and then given up", async () => {
    const { client, worker } = setUp();
    const failed = failure(client.request("open", params));
    const progress = { bytes: 1, totalBytes: 2, entries: 0 };
    worker().say({ type: "progress", id: worker().idOf("open"), progress });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(worker().sent.filter(({ type }) => type === "ping")).toHaveLength(6);
    worker().say({ type: "pong" });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(worker().ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failed).toMatchObject({ code: "worker-crashed" });
  });

  it("is not heard any more", async () => {
    const { client, workers, crashes } = setUp();
    void failure(client.request("recents", {}));
    client.restart();
    void failure(client.request("recents", {}));
    workers[0]!.fire("error", { message: "late" });
    workers[0]!.say({ type: "replaced", info });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(workers[1]!.ended).toBe(false);
    expect(crashes).toEqual([]);
  });
});

describe("the session", () => {
  it("may be replaced: what was asked of the old one is gone", async () => {
    const { client, worker, open } = setUp();
    await open();
    const heard: unknown[] = [];
    const stop = client.onReplaced((replaced) => heard.push(replaced));
    const pending = failure(client.request("find", { id: "a" }));
    const recents = client.request("recents", {});
    worker().say({ type: "replaced", info });
    expect(await pending).toMatchObject({ code: "gone" });
    expect(heard).toEqual([info]);
    const value = { sessions: [], keptBytes: 0, keptLimit: 1, available: true };
    worker().say({ type: "result", id: worker().idOf("recents"), value });
    await expect(recents).resolves.toEqual(value);
    stop();
    worker().say({ type: "replaced", info });
    expect(heard).toHaveLength(1);
  });

  it("ends with a restart, and what was asked is cancelled", async () => {
    const { client, workers, open, crashes } = setUp();
    await open();
    const pending = failure(client.request("find", { id: "a" }));
    client.restart();
    expect(await pending).toMatchObject({ code: "cancelled" });
    expect(workers[0]!.ended).toBe(true);
    expect(crashes).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
