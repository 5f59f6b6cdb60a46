import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMS } from "../../src/core/view/context.ts";
import { REPORTS } from "../../src/core/view/report.ts";
import { FILTERS } from "../../src/core/view/row.ts";
import { readHash, writeHash } from "../../src/state/hash.ts";

describe("the hash of the address", () => {
  it.each([
    ["", { sample: false }],
    ["#", { sample: false }],
    ["#sample", { sample: true }],
    [
      "#point=a1&entry=b2&form=sent&filter=all&view=limits",
      { sample: false, point: "a1", entry: "b2", form: "sent", filter: "all", view: "limits" },
    ],
    ["#start", { sample: false, point: null }],
    ["#point=&entry=", { sample: false, point: "", entry: "" }],
    ["#form=loud&filter=none&view=context&q=secret", { sample: false }],
    ["#entry=%E0%A4%A", { sample: false, entry: "\ufffd%A" }],
    ["#__proto__=1&constructor=2", { sample: false }],
  ])("%s says where to go", (hash, place) => {
    expect(readHash(hash)).toEqual(place);
  });

  it("reads what it wrote", () => {
    const id = fc.string({ unit: "grapheme", maxLength: 40 });
    const place = fc.record(
      {
        sample: fc.boolean(),
        point: fc.option(id),
        entry: id,
        form: fc.constantFrom(...FORMS),
        filter: fc.constantFrom(...FILTERS),
        view: fc.constantFrom(...REPORTS),
      },
      { requiredKeys: ["sample"] },
    );
    fc.assert(
      fc.property(place, (given) => {
        expect(readHash(writeHash(given))).toEqual(given);
      }),
    );
  });

  it("never holds an id that would be content", () => {
    expect(writeHash({ sample: false, entry: "x".repeat(1000) })).toBe("");
    expect(writeHash({ sample: false, entry: "a\ud800" })).toBe("");
  });
});
