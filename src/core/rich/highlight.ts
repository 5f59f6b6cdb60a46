import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import nix from "highlight.js/lib/languages/nix";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { RootContent } from "hast";
import { createLowlight } from "lowlight";
import type { CodeRun, Language, TokenKind } from "../view/rich.ts";

const grammars = {
  bash,
  c,
  cpp,
  csharp,
  css,
  dart,
  diff,
  dockerfile,
  elixir,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  nix,
  php,
  powershell,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
} satisfies Record<Language, unknown>;

const lowlight = createLowlight(grammars);

/**
 * UTF-16 units of code that are looked at, each time from its beginning, and the ms that the last may take by what those before it took:
 * grammars are quadratic in texts that are none of their language, and take seconds over 40,000 letters.
 */
const STEPS = [2_000, 8_000, 32_000] as const;
const MOST_MS = 250;
export const MOST_CODE = STEPS[2];
/** Most units of a line: what is longer is data. */
const MOST_LINE = 2_000;
/** Most stretches of one text: each may become an element. */
const MOST_RUNS = 12_000;

/** What the scopes of highlight.js mean here; a scope goes by its first word, `title.class_` and `char.escape` by the whole. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  keyword: "keyword",
  "selector-tag": "keyword",
  tag: "name",
  literal: "keyword",
  operator: "keyword",
  doctag: "keyword",
  string: "string",
  regexp: "string",
  link: "string",
  code: "string",
  "char.escape": "number",
  number: "number",
  symbol: "number",
  bullet: "number",
  comment: "comment",
  quote: "comment",
  title: "title",
  section: "title",
  "title.class": "type",
  type: "type",
  built_in: "type",
  class: "type",
  "selector-class": "type",
  "selector-id": "type",
  "selector-attr": "type",
  "selector-pseudo": "type",
  name: "keyword",
  attr: "name",
  attribute: "name",
  variable: "name",
  "template-variable": "name",
  property: "name",
  meta: "meta",
  addition: "added",
  deletion: "removed",
};
const kinds = new Map(Object.entries(KINDS));

/**
 * The stretches of a text in a language. Together they are the text's beginning, up to a bound of time, of size, of a line's length or of
 * stretches: what follows is plain. Undefined where nothing can be said of it.
 */
export function highlight(text: string, language: Language): readonly CodeRun[] | undefined {
  let known: readonly CodeRun[] | undefined;
  let end = 0;
  let before = 0;
  for (const most of STEPS) {
    const last = end;
    end = endOfKnown(text, most);
    if (end === last) break;
    const start = performance.now();
    known = runsUpTo(text.slice(0, end), language) ?? known;
    const ms = performance.now() - start;
    // The next is four times as long: as much slower as this one was than the one before, or its square.
    const next = ms * (before === 0 ? 16 : Math.max(4, ms / before));
    if (end === text.length || next > MOST_MS) break;
    before = ms;
  }
  return known;
}

function runsUpTo(text: string, language: Language): readonly CodeRun[] | undefined {
  try {
    const runs = runsOf(lowlight.highlight(language, text).children);
    // Grammars have lost characters of odd texts: then they have no say.
    return isBeginning(runs, text) ? runs : undefined;
  } catch {
    // A grammar that gives up: the text is plain.
    return undefined;
  }
}

function isBeginning(runs: readonly CodeRun[], text: string): boolean {
  return text.startsWith(runs.map((run) => (typeof run === "string" ? run : run[1])).join(""));
}

/** Where the first line begins that is too long, or that ends beyond `most` units. */
function endOfKnown(text: string, most: number): number {
  let at = 0;
  while (at < text.length) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed + 1;
    if (end - at > MOST_LINE || end > most) return at;
    at = end;
  }
  return at;
}

/** The leaves of a tree in order, each by its innermost scope that has a meaning; neighbours that are the same are one. */
function runsOf(children: readonly RootContent[]): CodeRun[] {
  const runs: CodeRun[] = [];
  const stack: { node: RootContent; kind: TokenKind | undefined }[] = [];
  const push = (nodes: readonly RootContent[], kind: TokenKind | undefined): void => {
    for (const node of nodes.toReversed()) stack.push({ node, kind });
  };
  push(children, undefined);
  for (let top = stack.pop(); top !== undefined && runs.length < MOST_RUNS; top = stack.pop()) {
    const { node } = top;
    if (node.type === "text") add(runs, node.value, top.kind);
    else if (node.type === "element") push(node.children, kindOf(node.properties["className"]) ?? top.kind);
  }
  return runs;
}

function add(runs: CodeRun[], text: string, kind: TokenKind | undefined): void {
  if (text === "") return;
  const last = runs.at(-1);
  const before = typeof last === "string" ? undefined : last?.[0];
  // White space has no colour.
  const same = last !== undefined && (before === kind || /^\s+$/.test(text));
  const whole = same ? (typeof last === "string" ? last : last[1]) + text : text;
  const run: CodeRun = (same ? before : kind) === undefined ? whole : [(same ? before : kind)!, whole];
  if (same) runs[runs.length - 1] = run;
  else runs.push(run);
}

/** The kind of a node by its classes, as `["hljs-title", "class_"]`; undefined for those without a colour. */
function kindOf(classes: unknown): TokenKind | undefined {
  if (!Array.isArray(classes)) return undefined;
  const [first, second] = classes.map(String);
  const scope = (first ?? "").replace(/^hljs-/, "");
  return kinds.get(`${scope}.${(second ?? "").replace(/_+$/, "")}`) ?? kinds.get(scope);
}
