import fc from "fast-check";

const kinds = ["user", "assistant", "system", "compaction", "checkpoint", "omit", "replace"] as const;

/**
 * Drawings of one path of `e0`, `e1`…, full of what changes a context: compactions that keep from anywhere, edits of anything, before
 * and after it stands there.
 */
export const editedPath: fc.Arbitrary<string> = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds), target: fc.nat(14) }), {
    minLength: 3,
    maxLength: 15,
    size: "max",
  })
  .map((drawn) =>
    drawn.map(({ kind, target }, at) => `e${at} ${words(kind, at, `e${target % drawn.length}`)}`).join("\n"),
  );

function words(kind: (typeof kinds)[number], at: number, target: string): string {
  switch (kind) {
    case "system":
      return `system "base ${at}" sections={"s${at % 3}":${at % 4 === 0 ? "null" : `"${at}"`}}`;
    case "compaction":
      return `compaction "So far" keep=${target}`;
    case "checkpoint": {
      const message = { role: "system", content: `all ${at}`, sections: { s1: `${at}` }, timestamp: 1 };
      return `compaction "So far" keep=${target} systemMessage=${JSON.stringify(message)}`;
    }
    case "omit":
      return `omit ${target}`;
    case "replace":
      return `replace ${target} "edited by ${at}"`;
    default:
      return `${kind} "text ${at}"`;
  }
}
