import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GROWTH_KINDS } from "../../../src/core/view/growth.ts";

const read = (file: string): string => readFileSync(join(import.meta.dirname, "../../../src/ui", file), "utf8");
const tokens = read("theme/tokens.css");
const css = read("growth/growth.css");

type Rgb = readonly [number, number, number];

function token(name: string, theme: "light" | "dark"): Rgb {
  const other = new RegExp(`--${name}: var\\(--([\\w-]+)\\)`).exec(tokens)?.[1];
  if (other !== undefined) return token(other, theme);
  const [, light = "", dark = ""] =
    new RegExp(`--${name}: light-dark\\(#([\\da-f]{6}), #([\\da-f]{6})\\)`).exec(tokens) ?? [];
  const hex = theme === "light" ? light : dark;
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;
}

/** A layer's colour: color-mix(in srgb, token n%, --bg). */
function layer(kind: string, theme: "light" | "dark"): Rgb {
  const [, name = "", share = ""] =
    new RegExp(`--growth-${kind}: color-mix\\(in srgb, var\\(--([\\w-]+)\\) (\\d+)%, var\\(--bg\\)\\)`).exec(css) ?? [];
  const [one, ground, part] = [token(name, theme), token("bg", theme), Number(share) / 100];
  return one.map((value, i) => value * part + ground[i]! * (1 - part)) as unknown as Rgb;
}

/** Machado, Oliveira and Fernandes 2009, severity 1, for linear light. */
const eyes: Readonly<Record<string, readonly Rgb[]>> = {
  "full colour vision": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab (Ottosson 2020) of what such eyes see. */
function seen(colour: Rgb, eye: readonly Rgb[]): Rgb {
  const linear = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const [r = 0, g = 0, b = 0] = eye.map((row) =>
    Math.min(1, Math.max(0, row[0] * linear[0]! + row[1] * linear[1]! + row[2] * linear[2]!)),
  );
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const distance = (one: Rgb, other: Rgb): number => Math.hypot(...one.map((value, i) => value - other[i]!));

const cases = (["light", "dark"] as const).flatMap((theme) =>
  Object.entries(eyes).map(([name, eye]) => ({ theme, name, eye })),
);

describe.each(cases)("layers in the $theme theme, for $name", ({ theme, eye }) => {
  const colours = GROWTH_KINDS.map((kind) => ({ kind, lab: seen(layer(kind, theme), eye) }));

  it("differ from each other", () => {
    // 0.02 is a difference that can just be seen.
    const close = colours.flatMap((one, i) =>
      colours
        .slice(i + 1)
        .map((other) => ({ pair: `${one.kind}/${other.kind}`, apart: distance(one.lab, other.lab) }))
        .filter(({ apart }) => apart < 0.07),
    );
    expect(close).toEqual([]);
  });

  it("differ from the ground", () => {
    const ground = seen(token("bg", theme), eye);
    for (const { lab } of colours) expect(distance(lab, ground)).toBeGreaterThan(0.1);
  });
});
