/**
 * Deep equality as JSON sees it, quick enough for millions of comparisons: a field holding undefined equals an absent
 * one, NaN equals NaN, the order of keys does not matter.
 */

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  let shown: string;
  try {
    shown = JSON.stringify(value) ?? String(value);
  } catch (error) {
    shown = `<not printable: ${String(error)}>`;
  }
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown;
}

function keysOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [key]));
}

/** Where `ours` first differs from `theirs`, in words; undefined when they are equal. Iterative: values may be nested deep. */
export function difference(ours: unknown, theirs: unknown): string | undefined {
  const stack: [unknown, unknown, string][] = [[ours, theirs, ""]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [a, b, at] = next;
    if (Object.is(a, b) || a === b) continue;
    const here = () => `${at === "" ? "value" : at}: ours ${show(a)}, Pi ${show(b)}`;
    if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return here();
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return `${here()} (lengths ${a.length} and ${b.length})`;
      for (let index = a.length - 1; index >= 0; index--) stack.push([a[index], b[index], `${at}[${index}]`]);
      continue;
    }
    const keys = keysOf(a);
    const missing = keysOf(b).find((key) => !Object.hasOwn(a, key) || a[key] === undefined);
    if (missing !== undefined) return `${at}.${missing}: ours nothing, Pi ${show(b[missing])}`;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return `${at}.${key}: ours ${show(a[key])}, Pi nothing`;
      stack.push([a[key], b[key], `${at}.${key}`]);
    }
  }
  return undefined;
}
