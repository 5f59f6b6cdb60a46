import type { Block } from "../../src/core/view/block.ts";
import type { ContextItem, EntryView } from "../../src/core/view/context.ts";
import type { Fate } from "../../src/core/view/fate.ts";
import { GROWTH_KINDS } from "../../src/core/view/growth.ts";
import type { SessionInfo } from "../../src/core/view/info.ts";
import type { Row, ShownTree } from "../../src/core/view/row.ts";
import type { RequestError, RequestOptions, WorkerClient } from "../../src/worker/client.ts";
import type { Method, Recents, Requests, WireError } from "../../src/worker/protocol.ts";

/** One request as it was made. Tests answer it, or leave it open. */
export interface Call<M extends Method = Method> {
  readonly method: M;
  readonly params: Requests[M]["params"];
  readonly options: RequestOptions;
  answer(value: Requests[M]["result"]): void;
  refuse(error: WireError): void;
}

/** A worker that answers what it is told to: `auto` by default, which is a small session; `hold` leaves calls open. */
export class FakeClient implements WorkerClient {
  readonly calls: Call[] = [];
  readonly #replaced = new Set<(info: SessionInfo) => void>();
  readonly #crashed = new Set<(error: RequestError) => void>();
  restarts = 0;
  session = sessionInfo({});
  recents: Recents = { sessions: [], keptBytes: 0, keptLimit: 200_000_000, available: true };
  /** Methods whose calls stay open until the test answers. */
  readonly hold = new Set<Method>();
  /** Ids of the rows, where they are not `id0`, `id1`, … */
  ids: readonly string[] = [];

  request<M extends Method>(
    method: M,
    params: Requests[M]["params"],
    options: RequestOptions = {},
  ): Promise<Requests[M]["result"]> {
    return new Promise((resolve, reject) => {
      const call = {
        method,
        params,
        options,
        answer: resolve,
        refuse: (error: WireError) => reject(Object.assign(new Error(error.message), error)),
      };
      this.calls.push(call);
      options.signal?.addEventListener("abort", () => call.refuse({ code: "cancelled", message: "Cancelled." }));
      if (!this.hold.has(method)) resolve(this.#auto(method, params));
    });
  }

  #auto(method: Method, params: unknown): Requests[Method]["result"] {
    const { entries } = this.session;
    switch (method) {
      case "open":
      case "reopen":
        return this.session;
      case "tree":
        return treeOf(Array.from({ length: entries }, (_, row) => row));
      case "rows": {
        const { rows } = params as Requests["rows"]["params"];
        return [...rows].map((row) => rowOf(row, this.#id(row)));
      }
      case "find": {
        const { id } = params as Requests["find"]["params"];
        const row = Array.from({ length: entries }, (_, row) => this.#id(row)).lastIndexOf(id);
        return row < 0 ? null : row;
      }
      case "readAs":
        return new Blob(["{}"]);
      case "context": {
        const { form, point } = params as Requests["context"]["params"];
        return contextOf(form, point);
      }
      case "step": {
        const { row, back } = params as Requests["step"]["params"];
        const next = (row ?? -1) + (back ? -2 : 2);
        return next < 0 || next >= entries ? null : next;
      }
      case "export":
        return { name: "session.json", blob: new Blob(["[]"]) };
      case "recents":
        return this.recents;
      case "forget": {
        const { key } = params as Requests["forget"]["params"];
        const sessions = this.recents.sessions.filter((session) => key !== undefined && session.key !== key);
        this.recents = { ...this.recents, sessions };
        return this.recents;
      }
      case "items": {
        const { from, to } = params as Requests["items"]["params"];
        return Array.from({ length: to - from }, (_, i) => itemOf(from + i));
      }
      case "entry": {
        const { row } = params as Requests["entry"]["params"];
        return entryOf(row, this.#id(row));
      }
      case "line":
        return new Blob(["the whole line"]);
      case "raw": {
        const { line } = params as Requests["raw"]["params"];
        return { line, offset: 0, bytes: 2, exact: "{}", exactWhole: true, pretty: "{}" };
      }
      case "rich":
      case "tokens":
        return null;
      case "story":
        return [];
      case "report": {
        const { name } = params as Requests["report"]["params"];
        return { lead: [`The answer to ${name}.`], controls: [], sections: [] };
      }
      case "strip": {
        const { slices } = params as Requests["strip"]["params"];
        const length = Math.min(slices, entries);
        const rows = Int32Array.from({ length }, (_, slice) => Math.floor((slice * entries) / length));
        return { fates: new Uint8Array(length), marks: new Uint8Array(length), rows };
      }
      case "growth": {
        const none = (): Float32Array<ArrayBuffer> => new Float32Array();
        return {
          rows: new Int32Array(),
          times: new Float64Array(),
          kinds: Array.from(GROWTH_KINDS, () => new Uint32Array()),
          input: none(),
          output: none(),
          cacheRead: none(),
          cacheWrite: none(),
          cost: new Float64Array(),
          marks: new Uint8Array(),
          at: -1,
        };
      }
      case "minimap": {
        const { slices } = params as Requests["minimap"]["params"];
        return { fates: new Uint8Array(slices), marks: new Uint8Array(slices) };
      }
      case "prompt":
        return null;
      case "styled":
        return { text: "", runs: [], left: 0 };
      case "text":
        return "";
      case "blob":
        return new Blob([]);
      case "problems":
      case "lines":
        return [];
    }
  }

  #id(row: number): string {
    return this.ids[row] ?? `id${row}`;
  }

  of<M extends Method>(method: M): Call<M>[] {
    return this.calls.filter((call) => call.method === method) as unknown as Call<M>[];
  }

  last<M extends Method>(method: M): Call<M> {
    const call = this.of(method).at(-1);
    if (call === undefined) throw new Error(`${method} was not asked`);
    return call;
  }

  onReplaced(callback: (info: SessionInfo) => void): () => void {
    this.#replaced.add(callback);
    return () => this.#replaced.delete(callback);
  }

  onCrash(callback: (error: RequestError) => void): () => void {
    this.#crashed.add(callback);
    return () => this.#crashed.delete(callback);
  }

  replace(info: SessionInfo): void {
    this.session = info;
    for (const callback of this.#replaced) callback(info);
  }

  crash(message: string): void {
    const error = Object.assign(new Error(message), { name: "RequestError", code: "worker-crashed", kind: undefined });
    for (const callback of this.#crashed) callback(error as unknown as RequestError);
  }

  restart(): void {
    this.restarts += 1;
  }
}

export function sessionInfo(given: Partial<SessionInfo>): SessionInfo {
  const entries = given.entries ?? 10;
  return {
    fileName: "session.jsonl",
    size: 48_200_000,
    sessionId: "s1",
    name: "Refactor auth module",
    firstMessage: "Let us move token validation out of the handler",
    cwd: "/home/dev/src/api",
    parentSession: null,
    created: Date.UTC(2025, 5, 1, 9),
    sourceVersion: 3,
    entries,
    lines: entries + 1,
    forks: 1,
    leaves: 3,
    compactions: 2,
    leaf: entries === 0 ? null : entries - 1,
    problems: { error: 1, warning: 1, info: 0 },
    notices: [],
    usage: { input: 1_200_000, output: 84_000, cacheRead: 31_000_000, cacheWrite: 4_100_000, total: 0, cost: 12.81 },
    readings: [],
    source: "parsed",
    ...given,
  };
}

export function rowOf(row: number, id = `id${row}`): Row {
  return {
    row,
    id,
    lead: row % 2 === 0 ? "user:" : "assistant:",
    text: `entry ${row}`,
    tone: row % 2 === 0 ? "user" : "assistant",
    label: undefined,
    fate: "in context",
    tokens: 10,
    time: null,
    error: false,
    problems: 0,
    shadowed: false,
    leaf: false,
  };
}

export function itemOf(index: number): ContextItem {
  const { row, id, tone, fate, time, tokens, text } = rowOf(index);
  return {
    index,
    row,
    id,
    title: "user",
    tone,
    fate,
    time,
    tokens,
    notes: [],
    hidden: false,
    blocks: [textBlock(text)],
  };
}

function textBlock(text: string): Block {
  return { kind: "text", look: "prose", text };
}

export function entryOf(row: number, id = `id${row}`): EntryView {
  return {
    row,
    id,
    type: "message",
    role: "user",
    title: "user",
    tone: "user",
    line: row + 2,
    offset: 100 * row,
    bytes: 100,
    time: null,
    label: undefined,
    fate: "in context",
    why: ["In this context as stored."],
    tokens: 10,
    parent: null,
    children: [],
    childCount: 0,
    fields: [],
    blocks: [textBlock(`entry ${row}`)],
    problems: [],
  };
}

export function treeOf(rows: readonly number[], total = rows.length): ShownTree {
  return {
    rows: Int32Array.from(rows),
    depth: new Uint16Array(rows.length),
    marks: new Uint8Array(rows.length),
    guides: new Uint32Array(rows.length),
    total,
    pointAt: rows.length - 1,
    leafAt: rows.length - 1,
    near: { from: 0, point: null, rows: [] },
  };
}

export function contextOf(
  form: Requests["context"]["params"]["form"],
  point: number | null,
): Requests["context"]["result"] {
  const length = point === null ? 0 : point + 1;
  return {
    form,
    point,
    pointId: point === null ? null : `id${point}`,
    rows: Int32Array.from({ length }, (_, row) => row),
    parts: new Uint8Array(length),
    tokens: new Uint32Array(length).fill(10),
    summary: {
      title: `prompt ${length}`,
      selected: "anthropic/claude-sonnet-5",
      requested: "claude-sonnet-5",
      answering: null,
      thinkingLevel: "high",
      messages: length,
      tokens: length * 10,
      providerTokens: null,
      fates: {} as Record<Fate, number>,
      prompt: null,
      since: null,
      notices: [],
    },
    near: { from: 0, items: [], sources: [] },
  };
}
