import { SessionManager } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import { TreeSelectorComponent } from "../../node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/components/tree-selector.js";
import { initTheme } from "../../node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/theme/theme.js";
import type { Filter } from "../../src/core/view/row.ts";
import type { PiSession } from "./pi.ts";

/** Pi's /tree, asked row by row: what it would draw, without colours. Rows are positions among the entries. */

/** One drawn row of Pi's tree. */
export interface PiTreeRow {
  readonly row: number;
  /** Steps of indentation on the screen. */
  readonly depth: number;
  readonly elbow: boolean;
  readonly last: boolean;
  readonly foldable: boolean;
  readonly folded: boolean;
  readonly path: boolean;
  /** Indentations at which a vertical line runs past the row. */
  readonly lines: readonly number[];
}

export interface PiTreeView {
  readonly rows: readonly PiTreeRow[];
  /** Position of the row Pi selects for the point. */
  readonly selected: number;
}

interface Node {
  readonly entry: { readonly id: string; readonly parentId?: string | null };
  readonly children: readonly Node[];
}

interface FlatNode {
  readonly node: Node;
  readonly indent: number;
  readonly showConnector: boolean;
  readonly isLast: boolean;
  readonly gutters: readonly { readonly position: number; readonly show: boolean }[];
  readonly isVirtualRootChild: boolean;
}

/** What Pi's TreeList keeps to itself. */
interface TreeList {
  readonly flatNodes: readonly FlatNode[];
  readonly filteredNodes: readonly FlatNode[];
  readonly multipleRoots: boolean;
  readonly activePathIds: ReadonlySet<string>;
  filterMode: Filter;
  searchQuery: string;
  foldedNodes: Set<string>;
  applyFilter(): void;
  isFoldable(id: string): boolean;
  findNearestVisibleIndex(id: string | null): number;
  getEntryDisplayText(node: Node, selected: boolean): string;
  getSearchableText(node: Node): string;
  formatToolCall(name: unknown, args: unknown): string;
}

initTheme("dark");

export class PiTree {
  readonly #list: TreeList;
  readonly #point: string | null;
  readonly #ids: readonly string[];
  readonly #rows: ReadonlyMap<string, number>;
  readonly #nodes: ReadonlyMap<string, Node>;

  /** @throws what Pi throws on entries it cannot show */
  constructor(pi: PiSession, point: number | null) {
    const lines = [pi.header, ...pi.entries] as Parameters<typeof SessionManager.inMemory>[2];
    const manager = SessionManager.inMemory("/", undefined, lines);
    this.#ids = manager.getEntries().map(({ id }) => id);
    this.#rows = new Map(this.#ids.map((id, row) => [id, row]));
    this.#point = point === null ? null : (this.#ids[point] ?? null);
    const ignore = (): void => undefined;
    const selector = new TreeSelectorComponent(manager.getTree(), this.#point, 40, ignore, ignore);
    this.#list = selector.getTreeList() as unknown as TreeList;
    this.#nodes = new Map(this.#list.flatNodes.map(({ node }) => [node.entry.id, node]));
  }

  /** What Pi draws. */
  view(filter: Filter, query: string, folded: readonly number[]): PiTreeView {
    const list = this.#list;
    list.filterMode = filter;
    list.searchQuery = query;
    list.foldedNodes = new Set(folded.map((row) => this.#ids[row] ?? ""));
    list.applyFilter();
    const rows = list.filteredNodes.map((flat) => this.#row(flat));
    return { rows, selected: list.findNearestVisibleIndex(this.#point) };
  }

  #row(flat: FlatNode): PiTreeRow {
    const list = this.#list;
    const { id } = flat.node.entry;
    return {
      row: this.#rows.get(id) ?? -1,
      depth: list.multipleRoots ? Math.max(0, flat.indent - 1) : flat.indent,
      elbow: flat.showConnector && !flat.isVirtualRootChild,
      last: flat.isLast,
      foldable: list.isFoldable(id),
      folded: list.foldedNodes.has(id),
      path: list.activePathIds.has(id),
      lines: flat.gutters.filter(({ show }) => show).map(({ position }) => position),
    };
  }

  /** Wording of a row; undefined where Pi throws on it. */
  wording(row: number): string | undefined {
    return this.#ask(row, (node) =>
      // oxlint-disable-next-line no-control-regex -- colours are escape sequences
      this.#list.getEntryDisplayText(node, false).replaceAll(/\u001b\[[0-9;]*m/g, ""),
    );
  }

  /** Wording of a tool call; undefined where Pi throws on it. */
  callWording(name: unknown, args: unknown): string | undefined {
    return this.#ask(0, () => this.#list.formatToolCall(name, args));
  }

  /** What Pi's search looks at; undefined where Pi throws on it. */
  searchable(row: number): string | undefined {
    return this.#ask(row, (node) => this.#list.getSearchableText(node));
  }

  #ask(row: number, question: (node: Node) => string): string | undefined {
    const node = this.#nodes.get(this.#ids[row] ?? "");
    try {
      return node === undefined ? undefined : question(node);
    } catch {
      return undefined;
    }
  }
}
