// Stand-ins for what the worker's parts are given: a core that reads lines of text, a clock that stands still, storage in
// memory that can be told to fail.
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { SessionInfo } from "../../src/core/view/info.ts";
import type { Row } from "../../src/core/view/row.ts";
import { createClient, type WorkerClient, type WorkerLike } from "../../src/worker/client.ts";
import type { Clock, Core, MessagePortLike, ReadOptions, SessionCache } from "../../src/worker/ports.ts";
import { serve } from "../../src/worker/serve.ts";
import type { Change, Storage } from "../../src/worker/storage.ts";

export interface FakeIndex {
  readonly resumeOffset: number;
  readonly contentHash: string;
  readonly columns: { readonly offsets: Int32Array<ArrayBuffer> };
}

/** A "session": its lines, and the columns it was resumed from. */
export interface FakeSession {
  readonly lines: string[];
  readonly size: number;
  readonly from: FakeIndex | undefined;
  readonly content: string;
}

export function isFakeIndex(value: unknown): value is FakeIndex {
  return typeof value === "object" && value !== null && "resumeOffset" in value && "columns" in value;
}

export function infoOf(fileName: string, source: SessionInfo["source"], more: Partial<SessionInfo> = {}): SessionInfo {
  return {
    fileName,
    size: 0,
    sessionId: null,
    name: null,
    firstMessage: null,
    cwd: null,
    parentSession: null,
    created: null,
    sourceVersion: 3,
    entries: 0,
    lines: 0,
    forks: 0,
    leaves: 0,
    compactions: 0,
    leaf: null,
    problems: { error: 0, warning: 0, info: 0 },
    notices: [],
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0, cost: 0 },
    readings: [],
    source,
    ...more,
  };
}

export function rowOf(row: number): Row {
  return {
    row,
    id: `e${row}`,
    lead: "",
    text: "",
    tone: "user",
    label: undefined,
    fate: "in context",
    tokens: 0,
    time: null,
    error: false,
    problems: 0,
    shadowed: false,
    leaf: false,
  };
}

export type FakeCore = Core<FakeSession, FakeIndex>;

/** Waits until the event loop has turned: messages of a MessageChannel have arrived. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

export async function hashOf(file: Blob, end: number): Promise<string> {
  return `${end}:${await file.slice(0, end).text()}`;
}

/** Reads a file of lines. Everything else throws unless a test gives it. */
export function fakeCore(given: Partial<FakeCore> = {}): FakeCore {
  const unused = (): never => {
    throw new Error("not in this test");
  };
  return {
    openSession: readLines,
    saveIndex: async ({ content }) => {
      const end = content.lastIndexOf("\n") + 1;
      return {
        resumeOffset: end,
        contentHash: `${end}:${content.slice(0, end)}`,
        columns: { offsets: offsetsOf(content) },
      };
    },
    contentHash: hashOf,
    sessionInfo: ({ lines, size }, fileName, source) =>
      infoOf(fileName, source, { size, entries: lines.length, firstMessage: lines[0] ?? null }),
    treeView: unused,
    rowsOf: (_, rows) => Array.from(rows, rowOf),
    growthOf: unused,
    minimapOf: unused,
    pathStrip: unused,
    reportOf: unused,
    contextView: unused,
    contextItems: unused,
    effectivePrompt: unused,
    entryView: unused,
    entryStory: unused,
    fileLines: unused,
    rawView: unused,
    rawLine: unused,
    readAs: unused,
    problemViews: unused,
    readText: async ({ content }) => content,
    readStyled: unused,
    readMarkdown: unused,
    codeTokens: unused,
    readBlob: unused,
    step: unused,
    findRow: ({ lines }, id) => (lines.includes(id) ? lines.indexOf(id) : null),
    exportMessages: unused,
    exportBranch: unused,
    ...given,
  };
}

function offsetsOf(content: string): Int32Array<ArrayBuffer> {
  return Int32Array.from(Array.from(content.matchAll(/\n/g), ({ index }) => index));
}

export async function readLines(file: Blob, options: ReadOptions<FakeIndex>): Promise<FakeSession> {
  const content = await file.text();
  options.signal.throwIfAborted();
  options.onProgress({ bytes: file.size, totalBytes: file.size, entries: 1 });
  options.onPreview(() => [rowOf(0)]);
  const lines = content.split("\n").filter((line) => line !== "");
  return { lines, size: file.size, from: options.saved, content };
}

/** A cache that knows nothing and keeps nothing. */
export function noCache(given: Partial<SessionCache<FakeIndex>> = {}): SessionCache<FakeIndex> {
  const recents = { sessions: [], keptBytes: 0, keptLimit: 0, available: false };
  return {
    stamp: () => 0,
    find: async () => undefined,
    remember: async () => undefined,
    drop: async () => undefined,
    copy: async () => undefined,
    recents: async () => recents,
    forget: async () => recents,
    ...given,
  };
}

/** A clock whose time is set by hand, and whose sleeps end at once. */
export function stillClock(): Clock & { time: number } {
  return {
    time: 0,
    now() {
      return this.time;
    },
    sleep: () => Promise.resolve(),
  };
}

/** A Node MessagePort as either side of a worker. */
function asPort(port: MessagePort): MessagePortLike & WorkerLike {
  return {
    postMessage: (message: unknown, transfer: Transferable[]) => port.postMessage(message, transfer as never),
    addEventListener: (type: string, listener: (event: never) => void) => {
      (port as unknown as EventTarget).addEventListener(type, listener as unknown as EventListener);
      if (type === "message") port.start();
    },
    terminate: () => port.close(),
  };
}

export interface Connection {
  readonly client: WorkerClient;
  /** Everything the worker's side posted, in order. */
  readonly posted: unknown[];
  readonly clock: ReturnType<typeof stillClock>;
  close(): void;
}

/** A client and a server joined as page and worker are, each message cloned on its way. */
export function connect(core: FakeCore = fakeCore(), cache: SessionCache<FakeIndex> = noCache()): Connection {
  const ports: { close(): void }[] = [];
  const posted: unknown[] = [];
  const clock = stillClock();
  const client = createClient(() => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const server = asPort(port2);
    const postMessage = (message: never, transfer: Transferable[]): void => {
      posted.push(message);
      server.postMessage(message, transfer);
    };
    serve({ ...server, postMessage }, core, cache, clock);
    return asPort(port1);
  });
  return { client, posted, clock, close: () => ports.forEach((port) => port.close()) };
}

/** Storage in memory: values are cloned on their way in and out, but for Blobs. `log` names what was called. */
export function memoryStorage(): Storage & { readonly values: Map<string, unknown>; readonly log: string[] } {
  const values = new Map<string, unknown>();
  const log: string[] = [];
  const apply = ({ put, remove }: Change): void => {
    for (const [key, value] of put) values.set(key, value);
    for (const key of remove) values.delete(key);
  };
  return {
    values,
    log,
    read: async (keys) => {
      log.push(`read ${keys.join(" ")}`);
      return keys.map((key) => values.get(key));
    },
    change: async (key, step) => {
      log.push("change");
      apply(step(values.get(key)));
    },
    keys: async () => [...values.keys()],
    clear: async () => {
      log.push("clear");
      values.clear();
    },
  };
}
