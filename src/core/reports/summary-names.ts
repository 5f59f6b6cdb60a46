import { asString, field, isObject } from "../../lib/json.ts";
import { contentList } from "../messages/content.ts";
import { isToolCall, readCall } from "../messages/blocks/tool-call.ts";
import { filePath } from "./file-path.ts";
import { namesIn, type NameKind } from "./names-in-text.ts";

/** Who said a name: `user` in prompts and commands of theirs, `arguments` in tool calls, `output` in what tools returned. */
export type Speaker = "user" | "summary" | "model" | "extension" | "arguments" | "output";

/** In which order their names are listed. */
export const SPEAKERS: readonly Speaker[] = ["user", "summary", "model", "extension", "arguments", "output"];

/** A name and where it was said. */
export interface NameUse {
  readonly name: string;
  readonly kind: NameKind;
  /** Mentions by each speaker, in the order of {@link SPEAKERS}. */
  readonly by: number[];
  mentions: number;
  /** Rows of the first and last entry that says it. */
  readonly first: number;
  last: number;
}

/** Bounds: UTF-16 units of one text that are looked at, of one argument, and names that are told apart. */
const TEXT_UNITS = 20_000;
const ARGUMENT_UNITS = 2000;
const MOST_NAMES = 50_000;

/** Arguments that name a file, and those that hold the text of one, whose names are not said but written. */
const pathKeys = new Set(["path", "file_path", "filePath", "filename"]);
const bodyKeys = new Set(
  "content edits oldText newText old_string new_string old_str new_str file_text insert_text patch diff code".split(
    " ",
  ),
);

/** Counts names as messages are read. Names of files are told apart as {@link filePath} has it. */
export class NameTally {
  readonly uses = new Map<string, NameUse>();
  readonly #cwd: string;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** The names of a text, of a long one only of its beginning. */
  add(text: string, speaker: Speaker, row: number): void {
    for (const { name, kind } of namesIn(text.slice(0, TEXT_UNITS))) this.#note(name, kind, speaker, row);
  }

  /** The names a message says; `outputs` to count those in tool results too. */
  addMessage(message: unknown, row: number, outputs = false): void {
    switch (field(message, "role")) {
      case "user":
        return this.#addContent(message, "user", row);
      case "custom":
        return this.#addContent(message, "extension", row);
      case "bashExecution":
        this.add(asString(field(message, "command")) ?? "", "user", row);
        if (outputs) this.add(asString(field(message, "output")) ?? "", "output", row);
        return;
      case "branchSummary":
      case "compactionSummary":
        return this.add(asString(field(message, "summary")) ?? "", "summary", row);
      case "assistant":
        this.#addContent(message, "model", row);
        for (const block of contentList(field(message, "content"))) if (isToolCall(block)) this.#addCall(block, row);
        return;
      case "toolResult":
        if (outputs) this.#addContent(message, "output", row);
        return;
      default:
    }
  }

  #addContent(message: unknown, speaker: Speaker, row: number): void {
    for (const text of textsOf(message)) this.add(text, speaker, row);
  }

  #addCall(block: unknown, row: number): void {
    const { args } = readCall(block);
    if (!isObject(args)) return;
    for (const [key, value] of Object.entries(args)) {
      if (typeof value !== "string" || bodyKeys.has(key)) continue;
      if (pathKeys.has(key)) this.#note(value.slice(0, ARGUMENT_UNITS), "path", "arguments", row);
      else this.add(value.slice(0, ARGUMENT_UNITS), "arguments", row);
    }
  }

  #note(found: string, kind: NameKind, speaker: Speaker, row: number): void {
    const name = kind === "path" || kind === "file" ? filePath(found, this.#cwd) : found;
    if (name === "") return;
    let use = this.uses.get(name);
    if (use === undefined) {
      if (this.uses.size >= MOST_NAMES) return;
      use = { name, kind, by: SPEAKERS.map(() => 0), mentions: 0, first: row, last: row };
      this.uses.set(name, use);
    }
    use.by[SPEAKERS.indexOf(speaker)]! += 1;
    use.mentions += 1;
    use.last = row;
  }
}

/** The texts of a message that are read: its content, or the text blocks of it. */
function textsOf(message: unknown): string[] {
  const content = field(message, "content");
  if (typeof content === "string") return [content];
  return contentList(content)
    .filter((block) => field(block, "type") === "text")
    .map((block) => asString(field(block, "text")) ?? "")
    .filter((text) => text !== "");
}

/** Names that a summary does not hold. */
export interface LostNames {
  /** Those the user says, those of an earlier summary, those said more than once by others; in each the more often the earlier. */
  readonly names: readonly NameUse[];
  /** Others that are left out: said by neither, and only once or as plain words. */
  readonly once: number;
  /** All names, lost or not, that are said as often as those listed. */
  readonly all: number;
}

/**
 * The names said in what was summarised that its summary does not hold. In the summary is what stands in it as a word of its own,
 * in any case; of a path its last two parts are enough, or its file name where no other file has the same.
 */
export function lostNames(tally: NameTally, summary: string, cwd: string): LostNames {
  const text = summary.slice(0, 1_000_000).toLowerCase();
  const own = new NameTally(cwd);
  for (const { name, kind } of namesIn(summary.slice(0, 1_000_000)))
    own.uses.set(kind === "path" || kind === "file" ? filePath(name, cwd) : name, {
      name,
      kind,
      by: [],
      mentions: 1,
      first: 0,
      last: 0,
    });
  const files = fileNames(tally);
  const names: NameUse[] = [];
  let once = 0;
  let all = 0;
  for (const use of tally.uses.values()) {
    const counts = isListed(use);
    if (counts) all += 1;
    if (own.uses.has(use.name) || ways(use, files).some((way) => mentions(text, way.toLowerCase()))) continue;
    if (counts) names.push(use);
    else once += 1;
  }
  const rank = (use: NameUse): number => use.by.findIndex((count) => count > 0);
  return {
    names: names.toSorted((a, b) => rank(a) - rank(b) || b.mentions - a.mentions || a.first - b.first),
    once,
    all,
  };
}

/** Said by the user or an earlier summary, or more than once; a plain word in backticks only by them. */
function isListed({ name, kind, by, mentions: times }: NameUse): boolean {
  if (by[0]! > 0 || by[1]! > 0) return true;
  return times > 1 && !(kind === "quoted" && /^[a-z]+$/i.test(name));
}

/** How many paths have each file name. */
function fileNames({ uses }: NameTally): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, kind } of uses.values()) {
    if (kind !== "path") continue;
    const last = lastParts(name, 1);
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return counts;
}

/** Texts of which one in the summary is enough. */
function ways({ name, kind }: NameUse, files: ReadonlyMap<string, number>): string[] {
  if (kind !== "path") return [name];
  const last = lastParts(name, 1);
  const isAlone = last.includes(".") && (files.get(last) ?? 0) <= 1;
  return [name, lastParts(name, 2), ...(isAlone ? [last] : [])];
}

function lastParts(path: string, count: number): string {
  return path.split(/[/\\]/).slice(-count).join("/");
}

/** True when a text holds a word that is not part of a longer one. */
function mentions(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = at === 0 ? "" : text.charAt(at - 1);
    if (!/\w/.test(before) && !/\w/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}
