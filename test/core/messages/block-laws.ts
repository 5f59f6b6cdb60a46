import { expect } from "vitest";
import { isObject, isArray } from "../../../src/lib/json.ts";
import type { BlockContext, CallResult } from "../../../src/core/messages/role.ts";
import { type Block, PREVIEW_CHARS } from "../../../src/core/view/block.ts";

/** The surroundings of a message at a path of row 3, with a result for each call. */
export function contextAt(...path: (string | number)[]): BlockContext {
  const refOf = (nth: number) => ({ row: 100 + nth, id: `r${nth}`, text: "result" });
  const resultOf = (nth: number): CallResult => ({ ref: refOf(nth), status: "ok", ms: 5, details: undefined });
  return { place: { row: 3, path }, resultOf, call: null };
}

/** What lies at a place of an entry. */
export function at(entry: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) || isArray(value) ? Reflect.get(value, key) : undefined),
    entry,
  );
}

/**
 * What holds for the blocks of anything: they can cross to the page, no text is longer than its bound, and where a text is
 * cut, the place it names holds the whole of it (a string as it is, anything else as pretty JSON).
 */
export function expectLawful(blocks: readonly Block[], entry: unknown): void {
  structuredClone(blocks);
  const stack: unknown[] = [...blocks];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(PREVIEW_CHARS);
    else if (isArray(value)) stack.push(...value);
    else if (isObject(value)) {
      if (value["more"] !== undefined) expectWhole(value, entry);
      const { more: _more, place: _place, ...others } = value;
      stack.push(...Object.values(others));
    }
  }
}

function expectWhole(text: Record<string, unknown>, entry: unknown): void {
  const more = text["more"] as { chars: number; place: { row: number; path: (string | number)[] } };
  expect(more.place.row).toBe(3);
  const found = at(entry, more.place.path);
  const whole = typeof found === "string" ? found : JSON.stringify(found, null, 2);
  expect(whole.length).toBe(more.chars);
  expect(whole.startsWith(text["text"] as string)).toBe(true);
}
