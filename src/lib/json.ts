/** Narrowing of parsed JSON: what a file holds is `unknown` until one of these has looked at it. */

/** An object as JSON.parse returns it. Its keys may be anything, `__proto__` and `constructor` included. */
export type JsonObject = { readonly [key: string]: unknown };

/** True for `{…}`; false for arrays, null and primitives. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value if it is a string, else undefined. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value if it is a finite number, else undefined: sums never meet NaN. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A field of its own of a value that may not be an object at all. */
export function field(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined;
  const found = value[key];
  // Parsed JSON holds no functions: what is one comes from Object.prototype. Looking first and asking rarely is twice as fast.
  if (typeof found !== "function" && key !== "__proto__") return found;
  return Object.hasOwn(value, key) ? found : undefined;
}
