import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { codeProblems, importProblems, layerOf, maxLines, sizeProblems } from "./rules.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !name.endsWith(".d.ts"))
  .map((name) => ({ path: name.split(sep).join("/"), code: readFileSync(join(src, name), "utf8") }));

describe("our source", () => {
  it("is there", () => {
    expect(sources.map(({ path }) => path)).toContain("main.tsx");
  });
  it("imports only to its left", () => {
    expect(sources.flatMap(({ path, code }) => importProblems(path, code))).toEqual([]);
  });
  it("makes no HTML from text, reaches for no network, and keeps the core pure", () => {
    expect(sources.flatMap(({ path, code }) => codeProblems(path, code))).toEqual([]);
  });
  it(`has no file above ${maxLines} lines`, () => {
    expect(sources.flatMap(({ path, code }) => sizeProblems(path, code))).toEqual([]);
  });
});

describe("the layers", () => {
  it.each([
    ["lib/json.ts", "lib"],
    ["core/index.ts", "core"],
    ["worker/session.worker.ts", "worker"],
    ["state/point.ts", "state"],
    ["ui/tree/row.tsx", "ui"],
    ["main.tsx", "main"],
    ["main/a.ts", undefined],
    ["helpers/a.ts", undefined],
    ["stray.ts", undefined],
    ["constructor/a.ts", undefined],
  ])("%s is in %s", (path, layer) => {
    expect(layerOf(path)).toBe(layer);
  });

  it.each([
    ["lib/a.ts", "import { b } from './b.ts'"],
    ["core/session/a.ts", "import type { Row } from '../view/row.ts'; import { x } from '../../lib/x.ts'"],
    ["core/view/markdown.ts", "import { fromMarkdown } from 'mdast-util-from-markdown'"],
    ["worker/serve.ts", "import { openSession } from '../core/index.ts'; import { get } from 'idb-keyval'"],
    ["worker/client.ts", "import SessionWorker from './session.worker.ts?worker&inline'"],
    ["state/a.ts", "import { connect } from '../worker/client.ts'; import { signal } from '@preact/signals'"],
    ["state/a.ts", "import type { Reply } from '../worker/protocol.ts'; import { fates } from '../core/view/fate.ts'"],
    ["ui/tree/a.tsx", "import { point } from '../../state/point.ts'; import './tree.css'; import { h } from 'preact'"],
    ["state/a.ts", "import { names } from '../worker/protocol.ts'"],
    ["ui/a.tsx", "import { type Reply } from '../worker/protocol.ts'"],
    ["state/a.ts", "import sample from './sample.jsonl?raw'"],
    ["main.tsx", "import { App } from './ui/app.tsx'; import './main.css'"],
  ])("%s may: %s", (path, code) => {
    expect(importProblems(path, code)).toEqual([]);
  });

  it.each([
    ["lib/a.ts", "import { openSession } from '../core/index.ts'"],
    ["lib/a.ts", "import { signal } from '@preact/signals'"],
    ["core/a.ts", "import { serve } from '../worker/serve.ts'"],
    ["core/a.ts", "import type { Reply } from '../worker/protocol.ts'"],
    ["core/a.ts", "import { render } from 'preact'"],
    ["core/a.ts", "import { get } from 'idb-keyval'"],
    ["core/a.ts", "import { readFile } from 'node:fs/promises'"],
    ["core/a.ts", "export * from '../ui/app.tsx'"],
    ["core/a.ts", "export { point } from '../state/point.ts'"],
    ["core/a.ts", "const later = () => import('../ui/app.tsx')"],
    ["core/a.ts", "const later = (name: string) => import(name)"],
    ["core/a.ts", "type Reply = import('../worker/protocol.ts').Reply"],
    ["core/a.ts", "new Worker(new URL('../worker/session.worker.ts', import.meta.url))"],
    ["core/a.ts", "import '../../test/make/draw.ts'"],
    ["core/a.ts", "import './a.css'"],
    ["core/scan/a.ts", "import { wasm } from './scan.as'"],
    ["lib/a.ts", "import text from './a.txt?raw'"],
    ["worker/a.ts", "import { signal } from '@preact/signals'"],
    ["worker/a.ts", "import { point } from '../state/point.ts'"],
    ["worker/a.ts", "import { label } from '../core/entries/label.ts'"],
    ["state/a.ts", "import { serve } from '../worker/serve.ts'"],
    ["state/a.ts", "import { openSession } from '../core/index.ts'"],
    ["state/a.ts", "import { App } from '../ui/app.tsx'"],
    ["ui/a.tsx", "import type { SessionEntry } from '../core/index.ts'"],
    ["ui/a.tsx", "import { kinds } from '../core/entries/kinds.ts'"],
    ["ui/a.tsx", "import type { Path } from '../core/session/path.ts'"],
    ["ui/a.tsx", "import { connect } from '../worker/client.ts'"],
    ["ui/a.tsx", "import { names, type Reply } from '../worker/protocol.ts'"],
    ["ui/a.tsx", "import '../main.tsx'"],
    ["ui/a.tsx", "import { get } from 'idb-keyval'"],
    ["main.tsx", "import { openSession } from './core/index.ts'"],
    ["stray.ts", "export const a = 1"],
  ])("%s may not: %s", (path, code) => {
    expect(importProblems(path, code)).toHaveLength(1);
  });
});

describe("the code", () => {
  it.each([
    ["core/a.ts", "export const a = (entry: { location: string; window: number }) => entry.location + entry.window"],
    ["core/a.ts", "export const a = { process: 1, self: 2 }"],
    ["ui/a.tsx", "export const a = () => document.createTextNode('innerHTML, eval(x) and fetch() are words here')"],
    ["lib/a.ts", "export function evaluate(x: unknown): unknown { return x }"],
  ])("%s may: %s", (path, code) => {
    expect(codeProblems(path, code)).toEqual([]);
  });

  it.each([
    ["ui/a.tsx", "element.innerHTML = text"],
    ["ui/a.tsx", "element['innerHTML'] = text"],
    ["ui/a.tsx", "element.insertAdjacentHTML('beforeend', text)"],
    ["ui/a.tsx", "export const A = () => <p dangerouslySetInnerHTML={{ __html: text }} />"],
    ["ui/a.tsx", "const props = { dangerouslySetInnerHTML: { __html: text } }"],
    ["ui/a.tsx", "export const A = () => <iframe srcDoc={text} />"],
    ["ui/a.tsx", "eval(text)"],
    ["ui/a.tsx", "new Function(text)"],
    ["lib/a.ts", "await fetch(url)"],
    ["lib/a.ts", "await globalThis.fetch(url)"],
    ["lib/a.ts", "new XMLHttpRequest()"],
    ["state/a.ts", "new WebSocket(url)"],
    ["state/a.ts", "navigator.sendBeacon(url)"],
    ["core/a.ts", "let a: any"],
    ["core/a.ts", "const a = b as any"],
    ["core/a.ts", "function a(b: Record<string, any>) {}"],
    ["core/a.ts", "export default 1"],
    ["core/a.ts", "const a = 1; export { a as default }"],
    ["core/a.ts", "export { default } from './b.ts'"],
    ["core/a.ts", "document.title"],
    ["core/a.ts", "postMessage(1)"],
    ["core/a.ts", "const a = { indexedDB }"],
    ["lib/a.ts", "Buffer.from('')"],
  ])("%s may not: %s", (path, code) => {
    expect(codeProblems(path, code)).toHaveLength(1);
  });

  it("counts lines", () => {
    expect(sizeProblems("lib/a.ts", "x\n".repeat(maxLines))).toEqual([]);
    expect(sizeProblems("lib/a.ts", "x\n".repeat(maxLines + 1))).toHaveLength(1);
  });
});
