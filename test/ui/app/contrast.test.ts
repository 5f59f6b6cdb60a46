import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../../src/ui/theme/tokens.css"), "utf8");

/** Every colour token: its light and its dark value. */
const tokens = new Map(
  Array.from(
    css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g),
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const names = [...tokens.keys()];
const texts = names.filter((name) => /^(text|tone|code-|ansi-|accent$|danger$|warn$|ok$)/.test(name));
// Only plain text stands on a mark.
const grounds = names.filter((name) => /(^|-)bg(-|$)/.test(name) && name !== "bg-mark");

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const colour = (name: string): string => tokens.get(name)?.[theme] ?? "";

  it("every text token can be read on every ground", () => {
    expect(texts.length * grounds.length).toBeGreaterThan(100);
    const low = texts.flatMap((text) =>
      grounds
        .map((ground) => ({ text, ground, ratio: contrast(colour(text), colour(ground)) }))
        .filter(({ ratio }) => ratio < 4.5),
    );
    expect(low).toEqual([]);
  });

  it("text can be read on marks and on the accent", () => {
    expect(contrast(colour("text"), colour("bg-mark"))).toBeGreaterThan(4.5);
    expect(contrast(colour("on-accent"), colour("accent"))).toBeGreaterThan(4.5);
  });

  it("text can be read on lines that came and went, and their signs and numbers", () => {
    for (const ground of ["diff-added", "diff-removed"]) {
      for (const text of ["text", "text-faint", "ok", "danger"]) {
        expect(contrast(colour(text), colour(ground))).toBeGreaterThan(4.5);
      }
      expect(contrast(colour("text"), colour(`${ground}-word`))).toBeGreaterThan(4.5);
    }
  });

  it("the edge of a control can be seen", () => {
    for (const ground of ["bg", "bg-sunken", "bg-raised"]) {
      expect(contrast(colour("line-control"), colour(ground))).toBeGreaterThan(3);
    }
  });
});
