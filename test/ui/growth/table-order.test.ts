import { describe, expect, it } from "vitest";
import { seriesOf } from "../../../src/ui/growth/series.ts";
import { columnsOf, orderOf } from "../../../src/ui/growth/table-order.ts";
import { growthOf } from "./made.ts";

const growth = growthOf([
  { kinds: [5], cost: 2 },
  { kinds: [9, 0, 1] },
  { kinds: [7], cost: 3 },
  { kinds: [9, 0, 1], cost: 2 },
]);
const shown = { growth, series: seriesOf(growth) };

const sorted = (title: string, down: boolean): number[] => {
  const column = columnsOf(shown).find((column) => column.title === title)!;
  return [...orderOf(shown, { column, down })];
};

describe("the table", () => {
  it("has the layers that there are", () => {
    expect(columnsOf(shown).map(({ title }) => title)).toEqual([
      "Request",
      "Time",
      "Context",
      "Prompt",
      "User",
      "Provider",
      "Cached",
      "Cost",
      "Before it",
    ]);
  });

  it("stands as the branch does until it is sorted", () => {
    expect([...orderOf(shown, null)]).toEqual([0, 1, 2, 3]);
    expect(sorted("Request", true)).toEqual([3, 2, 1, 0]);
  });

  it("sorts by a figure, equal ones as they came, none last", () => {
    expect(sorted("Context", true)).toEqual([1, 3, 2, 0]);
    expect(sorted("Context", false)).toEqual([0, 2, 1, 3]);
    expect(sorted("Cost", true)).toEqual([2, 0, 3, 1]);
    expect(sorted("Cost", false)).toEqual([0, 3, 2, 1]);
    expect(sorted("User", true)).toEqual([1, 3, 0, 2]);
    expect(sorted("Provider", true)).toEqual([0, 1, 2, 3]);
  });
});
