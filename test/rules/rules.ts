// The rules about source files that neither the compiler nor the linter knows. Each takes a path and a text, so that
// the tests can show it bad code as well as ours.
import { posix } from "node:path";
import { parseSync } from "vite";

/** What each layer may import, as patterns over paths from `src/`. `lib <- core <- worker <- state <- ui <- main`. */
const layers: Record<string, { sees: RegExp; packages: RegExp }> = {
  lib: { sees: /^lib\//, packages: /^$/ },
  core: { sees: /^(lib|core)\//, packages: /^(?!(@?preact|idb-keyval|node:))/ },
  worker: {
    sees: /^(lib|worker)\/|^core\/(index\.ts|(view|session|format|present|reports|scan)\/)/,
    packages: /^(?!(@?preact|node:))/,
  },
  state: { sees: /^(lib|state)\/|^core\/view\/|^worker\/(client|protocol)\.ts/, packages: /^@?preact/ },
  ui: { sees: /^(lib|state|ui)\/|^core\/view\/|^worker\/protocol\.ts/, packages: /^@?preact/ },
  main: { sees: /^(lib|state|ui)\/|^worker\/(client|protocol)\.ts/, packages: /^@?preact/ },
};

/** Of these a file outside their layer may import the types only. */
const typesOnly: Record<string, RegExp> = { ui: /^worker\// };

/** Names that turn text into HTML or code, or that reach for the network. */
const forbidden = new Set([
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "dangerouslySetInnerHTML",
  "setHTMLUnsafe",
  "parseFromString",
  "createContextualFragment",
  "srcdoc",
  "srcDoc",
  "eval",
  "Function",
  "importScripts",
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebTransport",
  "EventSource",
  "RTCPeerConnection",
  "sendBeacon",
]);

/** Names that a core which also runs in Node must do without. */
const impure = new Set([
  "document",
  "window",
  "self",
  "navigator",
  "location",
  "localStorage",
  "sessionStorage",
  "indexedDB",
  "caches",
  "postMessage",
  "process",
  "Buffer",
]);

/** Stands for the module of an `import(x)` that only a run can tell. */
const computed = "(computed)";

type Layer = keyof typeof layers;

export interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function* nodes(root: unknown): Generator<Node> {
  const stack = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) stack.push(...(value as unknown[]));
    else if (isNode(value)) {
      yield value;
      stack.push(...Object.values(value));
    }
  }
}

function text(value: unknown): string | undefined {
  return isNode(value) && typeof value["value"] === "string" ? value["value"] : undefined;
}

function onlyTypes(node: Node): boolean {
  if (node["importKind"] === "type" || node["exportKind"] === "type") return true;
  const specifiers: unknown = node["specifiers"];
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false;
  return specifiers.every(
    (specifier) => isNode(specifier) && (specifier["importKind"] === "type" || specifier["exportKind"] === "type"),
  );
}

function parse(path: string, code: string): Node[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} does not parse`);
  return [...nodes(program)];
}

/** Every module a file names: imports, re-exports, `import()` as a value and as a type, `new URL(x, import.meta.url)`. */
function importsOf(all: readonly Node[]): Import[] {
  return all.flatMap((node): Import[] => {
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
      case "ImportExpression":
      case "TSImportType": {
        const from = text(node["source"]);
        if (from !== undefined) return [{ from, typeOnly: node.type === "TSImportType" || onlyTypes(node) }];
        return node.type === "ImportExpression" ? [{ from: computed, typeOnly: false }] : [];
      }
      case "NewExpression": {
        const callee = node["callee"];
        const list: unknown = node["arguments"];
        if (!isNode(callee) || callee["name"] !== "URL" || !Array.isArray(list) || list.length < 2) return [];
        const from = text(list[0]);
        return from?.startsWith(".") === true ? [{ from, typeOnly: false }] : [];
      }
      default:
        return [];
    }
  });
}

export function layerOf(path: string): Layer | undefined {
  if (/^main\.tsx?$/.test(path)) return "main";
  const [folder = ""] = path.split("/");
  return path.includes("/") && Object.hasOwn(layers, folder) && folder !== "main" ? folder : undefined;
}

function wrongImport(path: string, layer: Layer, { from, typeOnly }: Import): string | undefined {
  const rule = layers[layer];
  const seen = `${path} imports ${from}`;
  if (from === computed) return seen;
  if (!from.startsWith(".")) return rule?.packages.test(from) === true ? undefined : seen;
  const target = posix.join(posix.dirname(path), from.replace(/\?.*$/, ""));
  // lib and core load in Node and in checks from outside, without the build.
  if ((layer === "lib" || layer === "core") && !from.endsWith(".ts")) return seen;
  if (target.endsWith(".css") && layer !== "ui" && layer !== "main") return seen;
  if (layer === "main" && /^[^/]+\.css$/.test(target)) return undefined;
  if (rule?.sees.test(target) !== true) return seen;
  if (typesOnly[layer]?.test(target) === true && !typeOnly) return `${seen} as a value`;
  return undefined;
}

/** Import directions: what a file imports that its layer may not see. */
export function importProblems(path: string, code: string): string[] {
  const layer = layerOf(path);
  if (layer === undefined) return [`${path} belongs to no layer`];
  return importsOf(parse(path, code)).flatMap((item) => wrongImport(path, layer, item) ?? []);
}

function usedName(node: Node): string | undefined {
  if (node.type === "Identifier" || node.type === "JSXIdentifier") return String(node["name"]);
  if (node.type === "MemberExpression" && node["computed"] === true) return text(node["property"]);
  return undefined;
}

/** Names used anywhere, and `any`, and default exports. */
export function codeProblems(path: string, code: string): string[] {
  const layer = layerOf(path);
  const pure = layer === "core" || layer === "lib";
  const all = parse(path, code);
  const members = new Set(
    all.flatMap((node) => {
      if (node.type === "MemberExpression" && node["computed"] !== true) return [node["property"]];
      return "key" in node && node["computed"] !== true ? [node["key"]] : [];
    }),
  );
  const problems = all.flatMap((node): string[] => {
    const name = usedName(node);
    if (name !== undefined && forbidden.has(name)) return [`${path} uses ${name}`];
    // A property may be called `location`; only the global of that name is impure.
    if (name !== undefined && pure && impure.has(name) && !members.has(node)) return [`${path} uses ${name}`];
    if (node.type === "TSAnyKeyword") return [`${path} uses any`];
    if (node.type === "ExportDefaultDeclaration") return [`${path} has a default export`];
    return [];
  });
  const { module } = parseSync(path, code);
  const named = module.staticExports.flatMap(({ entries }) => entries);
  const hidden = named.some(({ exportName }) => exportName.kind === "Name" && exportName.name === "default");
  return [...new Set(hidden ? [...problems, `${path} has a default export`] : problems)];
}

export const maxLines = 300;

export function sizeProblems(path: string, code: string): string[] {
  const lines = code.replace(/\n$/, "").split("\n").length;
  return lines > maxLines ? [`${path} has ${lines} lines`] : [];
}
