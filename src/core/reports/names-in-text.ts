/** What a name looks like, in the order in which it is asked. */
export type NameKind = "URL" | "path" | "file" | "flag" | "code" | "identifier" | "hash" | "quoted";

export interface FoundName {
  readonly name: string;
  readonly kind: NameKind;
}

/** Most UTF-16 units of a name. */
const NAME_UNITS = 120;

/** Quoted words of code, addresses, paths of Windows, and runs of the characters that names are made of. */
const PIECES =
  /`([^`\n]{1,60})`|https?:\/\/[^\s<>"'`()[\]{}]+|\b[A-Za-z]:\\[^\s"'`<>|*?]+|(?<![<>})])[\w.@~+/$\u00C0-\u024F-]{3,}/g;

/** Endings by which a word with a dot is a file. */
const endings = new Set(
  (
    "ts tsx js jsx mjs cjs json jsonl json5 md mdx txt py pyi rb rs go java kt c h cc cpp hpp cs swift php sh bash zsh fish ps1 " +
    "bat css scss less html htm xml svg png jpg jpeg gif webp pdf yml yaml toml ini cfg conf env lock sql csv tsv log diff patch " +
    "vue svelte astro lua pl r jl ex exs erl hs ml scala clj dart proto graphql tf tfvars gradle cmake mk wasm so dll exe zip tar " +
    "gz tgz ipynb plist service map snap"
  ).split(" "),
);

const dotFiles =
  /^\.(?:env|git\w+|npmrc|nvmrc|eslint\w*|prettier\w*|docker\w+|editorconfig|bashrc|zshrc|profile|ssh|vscode|github)(?:\.\w+)*$/;

/** Names of nothing in the work. */
const everyday = new Set(
  "JavaScript TypeScript GitHub GitLab iOS macOS OpenAI ChatGPT YouTube LinkedIn PostgreSQL MySQL NodeJS VSCode DevOps LaTeX /dev/null".split(
    " ",
  ),
);

/** Codes of standards and encodings, which are no errors. */
const noCodes = /^(?:UTF|SHA|MD|ES|ISO|AES|RSA|HTTP|IPV|MP|H|X|A|B|V|P|S|Q|T|K|M|N)-?\d+$/i;

const systemErrors = new Set(
  (
    "EACCES EADDRINUSE EAGAIN EBADF EBUSY ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EFAULT EFBIG EHOSTUNREACH EINTR EINVAL EIO " +
    "EISDIR ELOOP EMFILE ENAMETOOLONG ENETUNREACH ENFILE ENODEV ENOENT ENOEXEC ENOMEM ENOSPC ENOSYS ENOTDIR ENOTEMPTY ENOTFOUND " +
    "ENOTSUP EPERM EPIPE ERANGE EROFS ESRCH ETIMEDOUT ETXTBSY EXDEV EOF SIGABRT SIGBUS SIGHUP SIGINT SIGKILL SIGPIPE SIGSEGV SIGTERM"
  ).split(" "),
);

/**
 * The names in a text, in reading order, each as often as it occurs: paths, file names, identifiers in `camelCase`, `snake_case` and
 * `CONSTANT_CASE`, words in backticks, addresses, flags, error codes and hashes. Words of a language are none. Linear in the text.
 */
export function* namesIn(text: string): Generator<FoundName, void> {
  for (const [piece, quoted] of text.matchAll(PIECES)) {
    if (quoted !== undefined) yield* quotedName(quoted.trim());
    else {
      const name = trimmed(piece);
      const kind = name.length > NAME_UNITS ? undefined : kindOf(name);
      if (kind !== undefined) yield { name, kind };
    }
  }
}

/** What stands in backticks: the names in it, and where there are none, it is one itself when it is short and plain. */
function* quotedName(text: string): Generator<FoundName, void> {
  let found = 0;
  for (const inside of namesIn(text)) {
    found += 1;
    yield inside;
  }
  if (found > 0) return;
  const name = text.replace(/\(\)$/, "");
  const isPlain = /^[\w\u00C0-\u024F$@.:/ -]{2,40}$/.test(name) && /[A-Za-z\u00C0-\u024F]{2}/.test(name);
  if (isPlain && name.split(" ").length <= 3) yield { name, kind: "quoted" };
}

/** Without the punctuation of the sentence around it. */
function trimmed(piece: string): string {
  const name = piece.replace(/[.,:;!?+/-]+$/, "");
  return name.startsWith("$") ? name.slice(1) : name;
}

/** The kind of a single word; undefined for a word of a language, a number, a version. */
export function kindOf(word: string): NameKind | undefined {
  if (everyday.has(word)) return undefined;
  if (/^https?:\/\//.test(word)) return "URL";
  if (/^[A-Za-z]:\\/.test(word)) return "path";
  if (!/[A-Za-z\u00C0-\u024F]/.test(word) || /^v?\d+(?:\.\d+)+\w*$/.test(word)) return undefined;
  if (word.includes("/")) return isPath(word) ? "path" : undefined;
  if (/^--[a-z][\w-]+$/.test(word)) return "flag";
  const ending = word.slice(word.lastIndexOf(".") + 1);
  if (word.includes(".")) {
    if (dotFiles.test(word)) return "file";
    if (word.startsWith(".")) return undefined;
    return endings.has(ending.toLowerCase()) ? "file" : isMember(word) ? "identifier" : undefined;
  }
  if (systemErrors.has(word)) return "code";
  if (/^(?:CVE-\d+-\d+|[A-Z]{1,8}-?\d{2,6})$/.test(word)) return noCodes.test(word) ? undefined : "code";
  if (/^[0-9a-f]{7,40}$/.test(word) && /\d/.test(word) && /[a-f]/.test(word)) return "hash";
  return isIdentifier(word) ? "identifier" : undefined;
}

/** `and/or` and `input/output` are none: a path has an ending, a start of its own, or more than letters in it. */
function isPath(word: string): boolean {
  if (/^(?:~|\.{1,2})?\//.test(word)) return /\/[\w.@-]*[A-Za-z]{2}/.test(word) && !word.includes("//");
  if (/^@[\w.-]+\/[\w.-]+/.test(word)) return true;
  const parts = word.split("/");
  if (parts.some((part) => part === "")) return false;
  if (/\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(parts.at(-1) ?? "")) return true;
  return (
    parts.length > 3 || (parts.length > 1 && /[\d_.-]/.test(word) && parts.every((part) => /[A-Za-z]{2}/.test(part)))
  );
}

/** `session.rowOf`, not `end.Next`: names joined by dots of which one is known by its form. */
function isMember(word: string): boolean {
  const parts = word.split(".");
  return parts.every((part) => /^[A-Za-z_]\w+$/.test(part)) && parts.some((part) => isIdentifier(part));
}

function isIdentifier(word: string): boolean {
  if (word.length < 4 || !/^[A-Za-z_]\w*$/.test(word)) return false;
  if (/[A-Za-z0-9]_[A-Za-z0-9]/.test(word)) return true;
  // A capital after a small letter, but for a plural of capitals (`APIs`) and a lone first capital.
  return /[a-z0-9][A-Z]/.test(word);
}
