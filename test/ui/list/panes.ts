/** A session of made-up entries for the panes, and how to put a pane on the page with it. */
import { render, type JSX } from "preact";
import { act } from "preact/test-utils";
import type { Block } from "../../../src/core/view/block.ts";
import type { ContextItem, EntryView, FileLine, ProblemView, RawView } from "../../../src/core/view/context.ts";
import { FATES, type Fate } from "../../../src/core/view/fate.ts";
import type { Row, ShownTree } from "../../../src/core/view/row.ts";
import * as cells from "../../../src/state/cells.ts";
import { connect } from "../../../src/state/client.ts";
import type { RequestOptions } from "../../../src/worker/client.ts";
import type { Method, Requests } from "../../../src/worker/protocol.ts";
import { contextOf, FakeClient, rowOf, sessionInfo, treeOf } from "../../state/fake-client.ts";

/** Answers for everything the panes ask. What a test sets is used; the rest is made up from the row. */
export class PaneClient extends FakeClient {
  readonly rows = new Map<number, Partial<Row>>();
  readonly blocks = new Map<number, readonly Block[]>();
  readonly items = new Map<number, Partial<ContextItem>>();
  readonly entries = new Map<number, Partial<EntryView>>();
  raw: Partial<RawView> = {};
  problems: readonly ProblemView[] = [];
  /** Lines that are no entries, by their position; entries fill the rest in order. */
  readonly others = new Map<number, Partial<FileLine>>();
  prompt: Block | null = null;
  texts = "";
  blob = new Blob(["x"]);

  override request<M extends Method>(
    method: M,
    params: Requests[M]["params"],
    options: RequestOptions = {},
  ): Promise<Requests[M]["result"]> {
    const asked = super.request(method, params, options);
    if (this.hold.has(method)) return asked;
    const answer = this.#answer(method, params);
    return answer === undefined ? asked : asked.then(() => answer as Requests[M]["result"]);
  }

  row(row: number): Row {
    return { ...rowOf(row), ...this.rows.get(row) };
  }

  #answer(method: Method, params: unknown): unknown {
    switch (method) {
      case "rows":
        return [...(params as Requests["rows"]["params"]).rows].map((row) => this.row(row));
      case "items": {
        const { from, to } = params as Requests["items"]["params"];
        const { rows } = cells.context.peek() ?? contextOf("projected", 0);
        return Array.from(rows.slice(from, to), (row, i) => this.#item(from + i, row));
      }
      case "entry":
        return this.#entry((params as Requests["entry"]["params"]).row);
      case "raw":
        return { line: 3, offset: 120, bytes: 9, exact: '{"a":"b"}', exactWhole: true, pretty: null, ...this.raw };
      case "problems":
        return this.problems;
      case "lines": {
        const { from, to } = params as Requests["lines"]["params"];
        return Array.from({ length: to - from }, (_, i) => this.#line(from + i));
      }
      case "prompt":
        return this.prompt;
      case "text":
        return this.texts.slice(0, (params as Requests["text"]["params"]).limit);
      case "blob":
        return this.blob;
      case "minimap":
        return { fates: new Uint8Array(4), marks: new Uint8Array(4) };
      default:
        return undefined;
    }
  }

  #item(index: number, row: number): ContextItem {
    const { id, fate, time, tokens, tone } = this.row(row);
    const blocks = this.blocks.get(row) ?? [{ kind: "text", look: "prose", text: `message ${row}` }];
    return {
      index,
      row,
      id,
      title: tone,
      tone,
      fate,
      time,
      tokens,
      notes: [],
      hidden: false,
      blocks,
      ...this.items.get(row),
    };
  }

  #entry(row: number): EntryView {
    const { id, fate, time, tokens, tone, label } = this.row(row);
    return {
      row,
      id,
      type: "message",
      role: "user",
      title: "user",
      tone,
      line: row + 2,
      offset: row * 100,
      bytes: 99,
      time,
      label,
      fate,
      why: ["It is ", fate, "."],
      tokens,
      parent: row === 0 ? null : { row: row - 1, id: `id${row - 1}`, text: `entry ${row - 1}` },
      children: [],
      childCount: 0,
      fields: [],
      blocks: this.blocks.get(row) ?? [],
      problems: [],
      ...this.entries.get(row),
    };
  }

  #line(position: number): FileLine {
    const plain = { line: position + 1, offset: position * 100, bytes: 99, problems: [] };
    const other = position === 0 ? { text: "Session s1" } : this.others.get(position);
    if (other !== undefined) return { ...plain, row: null, fate: null, text: "", ...other };
    const before = [...this.others.keys()].filter((at) => at < position && at > 0).length;
    const row = position - 1 - before;
    return { ...plain, row, fate: this.row(row).fate, text: `[id${row}] entry ${row}` };
  }
}

export interface Page {
  readonly client: PaneClient;
  readonly root: HTMLElement;
  find(selector: string): HTMLElement;
  all(selector: string): HTMLElement[];
  press(key: string, target?: Element): Promise<void>;
  click(target: Element | null): Promise<void>;
  end(): void;
}

/** Opens a session of so many entries: a chain, all in the context, the point at its end, nothing selected. */
export function openSession(entries: number): PaneClient {
  const client = new PaneClient();
  client.session = sessionInfo({ entries, lines: entries + 1, forks: 0, compactions: 0 });
  connect(client);
  cells.generation.value += 1;
  cells.phase.value = "ready";
  cells.info.value = client.session;
  cells.point.value = client.session.leaf;
  cells.selection.value = null;
  cells.tree.value = chain(entries);
  cells.context.value = { ...contextOf("projected", client.session.leaf), summary: summaryOf(client.session.leaf) };
  cells.form.value = "projected";
  cells.filter.value = "default";
  cells.query.value = "";
  cells.folded.value = new Set();
  cells.leftPane.value = "tree";
  cells.rightPane.value = "entry";
  cells.showThinking.value = false;
  cells.showToolOutput.value = true;
  return client;
}

export function chain(entries: number): ShownTree {
  return treeOf(Array.from({ length: entries }, (_, row) => row));
}

export function summaryOf(point: number | null): Requests["context"]["result"]["summary"] {
  const fates = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>;
  return {
    ...contextOf("projected", point).summary,
    fates: { ...fates, "in context": point === null ? 0 : point + 1 },
  };
}

export async function mount(client: PaneClient, pane: JSX.Element): Promise<Page> {
  const root = document.createElement("div");
  document.body.append(root);
  await act(() => render(pane, root));
  await settle();
  return {
    client,
    root,
    find: (selector) => {
      const found = root.querySelector<HTMLElement>(selector);
      if (found === null) throw new Error(`${selector} is not there`);
      return found;
    },
    all: (selector) => [...root.querySelectorAll<HTMLElement>(selector)],
    press: (key, target) => {
      const at = target ?? document.activeElement ?? document.body;
      return settle(() => at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
    },
    click: (target) => settle(() => (target as HTMLElement).click()),
    end: () => {
      void act(() => render(null, root));
      root.remove();
    },
  };
}

/** Does something, and lets all that follows from it happen. */
export async function settle(what: () => unknown = () => undefined): Promise<void> {
  await act(async () => {
    what();
    await new Promise((resolve) => setTimeout(resolve));
  });
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
}
