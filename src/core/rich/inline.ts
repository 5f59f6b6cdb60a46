import type { Definition, Image, ImageReference, Link, LinkReference, Nodes } from "mdast";
import { cut } from "../../lib/text.ts";
import type { Inline, Mark, RichRun } from "../view/rich.ts";

type Run = string | RichRun;

/** Something to put down: a node of the tree, or a stretch made here. */
interface Task {
  readonly node: Nodes | RichRun;
  readonly marks: readonly Mark[];
  readonly into: (Inline | Run)[];
  /** It is part of a link, which holds no other. */
  readonly linked: boolean;
}

const NONE: readonly Mark[] = [];
/** Most UTF-16 units of a target that is shown in the text. */
const TARGET_UNITS = 200;

/** Makes the stretches of paragraphs, headings and cells. */
export class InlineMaker {
  readonly #definitions = new Map<string, Definition>();
  readonly #referred = new Set<string>();
  readonly #count: () => void;

  /** `count` is called for every stretch made, and may throw. */
  constructor(count: () => void) {
    this.#count = count;
  }

  define(node: Definition): void {
    const before = this.#definitions.get(node.identifier);
    // The first in the text counts.
    if (before === undefined || offsetOf(node) < offsetOf(before)) this.#definitions.set(node.identifier, node);
  }

  refer(identifier: string): void {
    this.#referred.add(identifier);
  }

  isUsed(identifier: string): boolean {
    return this.#referred.has(identifier);
  }

  make(nodes: readonly Nodes[]): Inline[] {
    const made: Inline[] = [];
    const stack: Task[] = [];
    const put = (task: Task): void => {
      const { node, marks, into } = task;
      const within = (children: readonly Nodes[], change: Partial<Task>): void => {
        for (let i = children.length - 1; i >= 0; i--) stack.push({ ...task, ...change, node: children[i]! });
      };
      if ("kind" in node) into.push(node);
      else if (node.type === "strong" || node.type === "emphasis" || node.type === "delete") {
        within(node.children, { marks: marks.includes(node.type) ? marks : [...marks, node.type] });
      } else if (node.type === "link" || node.type === "linkReference") {
        const url = this.#targetOf(node);
        const href = task.linked ? undefined : safeTarget(url);
        const inline: Run[] = [];
        if (href !== undefined) into.push({ kind: "link", href, image: false, inline });
        else if (!saysItself(node.children, url)) stack.push({ ...task, node: targetRun(url) });
        within(node.children, href === undefined ? {} : { into: inline, linked: true });
      } else if ("children" in node) within(node.children, {});
      else this.#leaf(node, task);
    };
    for (let i = nodes.length - 1; i >= 0; i--) stack.push({ node: nodes[i]!, marks: NONE, into: made, linked: false });
    for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
      this.#count();
      put(task);
    }
    return made;
  }

  #leaf(node: Nodes, { marks, into, linked }: Task): void {
    switch (node.type) {
      case "inlineCode":
        return add(into, node.value, [...marks, "code"]);
      case "source":
        return add(into, node.value, [...marks, "math"]);
      case "break":
        return add(into, "\n", marks);
      case "footnoteReference":
        into.push({ kind: "note", label: node.label ?? node.identifier });
        return;
      case "image":
      case "imageReference": {
        const url = this.#targetOf(node);
        const href = linked ? undefined : safeTarget(url);
        const words = node.alt === undefined || node.alt === null || node.alt === "" ? "image" : node.alt;
        if (href !== undefined) into.push({ kind: "link", href, image: true, inline: [words] });
        else {
          add(into, words, marks);
          into.push(targetRun(url));
        }
        return;
      }
      default:
        if ("value" in node) add(into, node.value, marks);
    }
  }

  #targetOf(node: Link | LinkReference | Image | ImageReference): string {
    return "url" in node ? node.url : (this.#definitions.get(node.identifier)?.url ?? "");
  }
}

function offsetOf(node: Definition): number {
  return node.position?.start.offset ?? 0;
}

/** Puts down a stretch, as one with the last where they look the same. */
function add(into: Task["into"], text: string, marks: readonly Mark[]): void {
  if (text === "") return;
  const last = into.at(-1);
  if (marks.length === 0) {
    if (typeof last === "string") into[into.length - 1] = last + text;
    else into.push(text);
  } else if (typeof last === "object" && last.kind === "run" && same(last.marks, marks)) {
    into[into.length - 1] = { kind: "run", text: last.text + text, marks };
  } else into.push({ kind: "run", text, marks });
}

function same(one: readonly Mark[], other: readonly Mark[]): boolean {
  return one.length === other.length && one.every((mark, i) => mark === other[i]);
}

function targetRun(url: string): RichRun {
  return {
    kind: "run",
    text: ` (${cut(url, TARGET_UNITS)}${url.length > TARGET_UNITS ? "…" : ""})`,
    marks: ["target"],
  };
}

/** True where a link's words are its target. */
function saysItself(children: readonly Nodes[], url: string): boolean {
  const [only] = children;
  return children.length === 1 && only !== undefined && "value" in only && only.value === url;
}

/**
 * A target that may be opened, with all but visible ASCII encoded: http, https or mailto. Undefined for any other, and for what is no
 * address.
 */
export function safeTarget(url: string): string | undefined {
  if (url.length > 4_000 || !/^(?:https?:\/\/[^/\s?#]|mailto:[^\s?])/i.test(url)) return undefined;
  try {
    return url.replace(/[^\u0021-\u007e]+/g, encodeURIComponent);
  } catch {
    // Half of a surrogate pair.
    return undefined;
  }
}
