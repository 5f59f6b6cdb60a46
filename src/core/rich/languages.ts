import { LANGUAGES, type Language } from "../view/rich.ts";

/** Other words for languages: endings of files, and what people write after a fence. */
const WORDS: Readonly<Record<string, Language>> = {
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  console: "bash",
  "shell-session": "bash",
  h: "c",
  cc: "cpp",
  cxx: "cpp",
  hpp: "cpp",
  hh: "cpp",
  "c++": "cpp",
  cs: "csharp",
  "c#": "csharp",
  patch: "diff",
  docker: "dockerfile",
  ex: "elixir",
  exs: "elixir",
  golang: "go",
  gql: "graphql",
  toml: "ini",
  cfg: "ini",
  conf: "ini",
  properties: "ini",
  env: "ini",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsonc: "json",
  json5: "json",
  jsonl: "json",
  ndjson: "json",
  webmanifest: "json",
  kt: "kotlin",
  kts: "kotlin",
  mk: "makefile",
  make: "makefile",
  md: "markdown",
  mdx: "markdown",
  ps1: "powershell",
  psm1: "powershell",
  pwsh: "powershell",
  py: "python",
  pyi: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  less: "scss",
  sass: "scss",
  ts: "typescript",
  tsx: "typescript",
  mts: "typescript",
  cts: "typescript",
  html: "xml",
  htm: "xml",
  svg: "xml",
  xhtml: "xml",
  vue: "xml",
  svelte: "xml",
  astro: "xml",
  plist: "xml",
  yml: "yaml",
};

/** Files that are known by their whole name. */
const FILES: Readonly<Record<string, Language>> = {
  dockerfile: "dockerfile",
  containerfile: "dockerfile",
  makefile: "makefile",
  gnumakefile: "makefile",
  gemfile: "ruby",
  rakefile: "ruby",
  ".bashrc": "bash",
  ".zshrc": "bash",
  ".profile": "bash",
  ".env": "ini",
  ".gitconfig": "ini",
  ".editorconfig": "ini",
  ".npmrc": "ini",
};

const byWord = new Map<string, Language>([
  ...LANGUAGES.map((name): [string, Language] => [name, name]),
  ...Object.entries(WORDS),
]);
const byFile = new Map<string, Language>(Object.entries(FILES));

/** The language that a fence's word (`ts`, `shell`) means; undefined where it is none of ours. Never guessed from the code. */
export function languageOfWord(word: string): Language | undefined {
  return word.length > 20 ? undefined : byWord.get(word.toLowerCase());
}

/** The language of a file by its name and ending; undefined where they do not tell. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  if (name.length > 300) return undefined;
  const dot = name.lastIndexOf(".");
  return byFile.get(name) ?? (dot > 0 ? languageOfWord(name.slice(dot + 1)) : undefined);
}
