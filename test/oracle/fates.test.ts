import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/core/index.ts";
import { FATES } from "../../src/core/view/fate.ts";
import { draw } from "../make/draw.ts";
import { oddSession, plainSession, wildSession } from "./arbitrary.ts";
import { openWithPi, type PiSession } from "./pi.ts";
import { runs } from "./runs.ts";
import { difference } from "./same.ts";
import { twinFates, type TwinFate } from "./twin-fates.ts";

/** Both sides name what decided by id: of a repeated id, nothing more can be said. */
function named(fates: readonly TwinFate[], ids: readonly string[]) {
  return fates.map(({ fate, by }) => ({ fate, by: by === undefined ? undefined : ids[by] }));
}

async function compareFates(ours: Session, pi: PiSession): Promise<void> {
  const ids = ours.ids();
  for (const [position, id] of [...ids.entries(), [null, null] as const]) {
    // A repeated id names its last entry; the others are no points of their own.
    if (position !== null && ids.lastIndexOf(id) !== position) continue;
    const theirs = pi.at(position);
    const twin = "hang" in theirs ? undefined : twinFates(pi, position, theirs);
    if (twin === undefined) continue;
    const where = difference(
      ours.fates(id).map(({ fate, by }) => ({ fate, by })),
      named(twin, ids),
    );
    if (where !== undefined) throw new Error(`at ${String(id)}: ${where.replaceAll("Pi", "the twin")}`);
  }
}

async function agrees(file: string): Promise<void> {
  const pi = openWithPi(file);
  if (!("value" in pi) || pi.value === undefined) return;
  try {
    await compareFates(await openSession(new Blob([file])), pi.value);
  } catch (error) {
    throw new Error(`${String(error)}\n--- file ---\n${file}`, { cause: error });
  }
}

describe("the fate of every entry", () => {
  it.each([
    ["as Pi writes it", plainSession, 400],
    ["with odd contents", oddSession, 300],
    ["gone wild", wildSession, 300],
  ] as const)("is what the slow twin says, in a session %s", { timeout: 300_000 }, async (_name, arbitrary, times) => {
    await fc.assert(fc.asyncProperty(arbitrary, agrees), runs(times));
  });
});

/** Draws a session and tells the fates at a point as `u1 in context, e1 no message, x other branch < u1`. */
async function fatesOf(drawing: string, leaf?: string | null): Promise<string> {
  const session = await openSession(new Blob([draw(drawing)]));
  return session
    .fates(leaf)
    .map(({ id, fate, by }) => `${id} ${fate}${by === undefined ? "" : ` < ${by}`}`)
    .join(", ");
}

describe("by hand", () => {
  const forked = "u user\na assistant\n  x user\n  y assistant\nv user\nw assistant\nr < null user\n";

  it("is later below the point, and other branch elsewhere, decided by the fork or the root", async () => {
    expect(await fatesOf(forked, "v")).toBe(
      "u in context, a in context, x other branch < a, y other branch < a, v in context, w later, r other branch < r",
    );
  });

  it("is later for everything before any entry", async () => {
    expect(await fatesOf(forked, null)).toBe("u later, a later, x later, y later, v later, w later, r later");
  });

  it("is no message for what never makes one, whatever edits it", async () => {
    const drawing = `
      m model demo/beacon
      t thinking high
      n name "A name"
      u user
      l label u "start"
      c custom demo.state
      g usage cache_warm
      b branch "" from=u
      e entry git_state
      o omit l
    `;
    expect(await fatesOf(drawing)).toBe(
      "m no message, t no message, n no message, u in context, l no message, c no message, g no message, b no message, e no message, o no message",
    );
  });

  it("is omitted for whatever an edit takes out, the compaction in force and a system message included", async () => {
    const drawing =
      'u user\nk compaction "so far" keep=k\ns system "more"\na assistant\nb bash ls\no omit k\np omit s\nq omit b\n';
    expect(await fatesOf(drawing)).toBe(
      "u summarised < k, k omitted < o, s omitted < p, a in context, b omitted < q, o no message, p no message, q no message",
    );
  });

  it("is checkpoint, superseded, folded and summarised around compactions", async () => {
    const drawing = `
      s system "You are brief."
      u user
      a assistant
      v user
      k compaction "first" keep=a
      t system "You are briefer."
      w user
      l compaction "second" keep=v systemMessage={"role":"system","content":"Brief."}
      x user
    `;
    expect(await fatesOf(drawing)).toBe(
      "s folded < l, u summarised < l, a summarised < l, v in context, k superseded < l, t folded < l, w in context, l checkpoint, x in context",
    );
    expect(await fatesOf(drawing, "w")).toBe(
      "s folded < k, u summarised < k, a in context, v in context, k checkpoint, t in context, w in context, l later, x later",
    );
  });

  it("is superseded for an older compaction before the kept range too", async () => {
    expect(await fatesOf('u user\nk compaction "one" keep=k\nv user\nl compaction "two" keep=v\n')).toBe(
      "u summarised < l, k superseded < l, v in context, l checkpoint",
    );
  });

  it("is not sent for what convertToLlm drops", async () => {
    const drawing =
      'u user\nb bash "cat .env" "KEY=1" excludeFromContext=true\nc bash ls\no role oracle content="hm"\n';
    expect(await fatesOf(drawing)).toBe("u in context, b not sent, c in context, o not sent");
  });

  it("is replaced only where Pi replaces: the last edit on the branch, and roles that can be edited", async () => {
    const drawing = `
      u user
      b bash ls
      s system "Be brief."
      x extension demo.note "note"
      e replace u "one"
      f replace u "two"
      g replace b "no such thing"
      h replace s "nor this"
      i replace x "noted"
    `;
    expect(await fatesOf(drawing)).toBe(
      "u replaced < f, b in context, s in context, x replaced < i, e no message, f no message, g no message, h no message, i no message",
    );
    expect(await fatesOf(drawing, "e")).toContain("u replaced < e");
    expect(await fatesOf(drawing, "x")).toContain("u in context");
  });

  it("is replaced or omitted by the edit that comes last", async () => {
    expect(await fatesOf('u user\no omit u\np replace u "again"\n')).toContain("u replaced < p");
    expect(await fatesOf('u user\np replace u "again"\no omit u\n')).toContain("u omitted < o");
  });

  it("is untouched by an edit that was summarised away, or that stands on another branch", async () => {
    expect(await fatesOf('u user\nv user\no omit v\nw user\nk compaction "so far" keep=w\n')).toContain(
      "v summarised < k",
    );
    expect(await fatesOf("u user\n  o omit u\nv user\n", "v")).toBe("u in context, o other branch < u, v in context");
    expect(await fatesOf('o omit v\nk compaction "so far" keep=v\nv user\n')).toContain("v in context");
  });

  it("is omitted by an edit that stands before its target", async () => {
    expect(await fatesOf("u user\no omit a\na assistant\n")).toBe("u in context, o no message, a omitted < o");
  });

  it("knows no other words", () => {
    expect(FATES).toHaveLength(11);
  });
});
