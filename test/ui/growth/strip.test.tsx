import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GROWTH_MARK, type Growth } from "../../../src/core/view/growth.ts";
import { setPoint } from "../../../src/state/actions.ts";
import * as cells from "../../../src/state/cells.ts";
import { choose, click, doing, mount, named, press, type Mounted } from "../app/mount.tsx";
import { growthOf } from "./made.ts";

let page: Mounted;

beforeEach(() => {
  cells.growthShown.value = true;
  cells.growthCosts.value = false;
});

afterEach(() => page.unmount());

const branch = growthOf([
  { kinds: [100, 0, 10], input: 10, cacheRead: 90, cost: 0.5 },
  { kinds: [100, 0, 50], input: 100, cacheRead: 0, cost: 0.25 },
  { kinds: [100, 20], marks: GROWTH_MARK.compaction | GROWTH_MARK.error },
  { kinds: [100, 20, 5], cost: 0.125 },
]);

/** The page with a session of ten entries; its answers stand in rows 1, 3, 5 and 7. */
async function open(growth: Growth | null = branch, width = 1440): Promise<void> {
  page = await mount(width);
  page.worker.hold.add("growth");
  await choose(new File(["{}"], "a.jsonl"));
  await vi.waitFor(() => expect(page.worker.of("growth")).toHaveLength(1));
  if (growth !== null) await doing(() => page.worker.last("growth").answer(growth));
}

const strip = (): HTMLElement | null => document.querySelector(".growth");
const slider = (): HTMLElement => document.querySelector<HTMLElement>("[role=slider]")!;
const rows = (): HTMLElement[] => Array.from(document.querySelectorAll<HTMLElement>(".growth-rows [role=row]"));
const read = (name: string): string | undefined =>
  document.querySelector(`.growth-read-${name} dd`)?.textContent ?? undefined;

/** Gives the chart a width of 400: a request is 96 wide. */
function layOut(): void {
  vi.spyOn(slider(), "getBoundingClientRect").mockReturnValue(new DOMRect(100, 0, 384, 60));
}

function point(type: string, x: number): Promise<void> {
  return doing(() => slider().dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x })));
}

describe("the strip", () => {
  it("has its place from the start, and keeps it", async () => {
    page = await mount();
    expect(strip()).toBeNull();
    page.worker.hold.add("open");
    page.worker.hold.add("growth");
    await choose(new File(["{}"], "a.jsonl"));
    expect(document.documentElement.dataset["state"]).toBe("loading");
    expect(document.querySelector(".growth > .growth-plot")).not.toBeNull();
    await doing(() => page.worker.last("open").answer(page.worker.session));
    expect(document.documentElement.dataset["state"]).toBe("ready");
    expect(document.querySelector(".growth > .growth-plot")).not.toBeNull();
    expect(named("Requests as a table")).toHaveProperty("disabled", true);
  });

  it("does not show for fewer than two requests", async () => {
    await open(growthOf([{}]));
    expect(strip()).toBeNull();
  });

  it("stays, with words, where another branch has fewer", async () => {
    await open();
    await doing(() => setPoint(8));
    await vi.waitFor(() => expect(page.worker.of("growth")).toHaveLength(2));
    await doing(() => page.worker.last("growth").answer(growthOf([{}])));
    expect(document.querySelector(".growth-few")?.textContent).toBe("One model request on this branch");
  });

  it("does not wait for what a lost session will never say", async () => {
    await open(null);
    await doing(() => page.worker.crash("gone"));
    expect(strip()).toBeNull();
  });

  it("is folded to one line, and that is a preference", async () => {
    await open();
    await click("Fold the growth chart");
    expect([cells.growthShown.value, document.querySelector(".growth-plot")]).toEqual([false, null]);
    expect(read("number")).toBe("4/4");
    await click("Show the growth chart");
    expect(document.querySelector(".growth-plot")).not.toBeNull();
  });

  it("has a second pane, but not where there is no room for one", async () => {
    await open();
    await click("Cost and cache reads");
    expect([cells.growthCosts.value, strip()?.dataset["costs"]]).toEqual([true, "true"]);
    page.unmount();
    await open(branch, 360);
    expect(strip()?.dataset["costs"]).toBe("false");
    expect(() => named("Cost and cache reads")).toThrow("nothing is named");
  });
});

describe("a request", () => {
  it("is read at the point, and under the pointer", async () => {
    await open();
    expect([read("number"), read("total"), read("cost")]).toEqual(["4/4", "~125", "$0.125"]);
    layOut();
    await point("pointermove", 100 + 97);
    expect([read("number"), read("total"), read("provider"), read("cached")]).toEqual(["2/4", "~150", "100", "0 %"]);
    expect(document.querySelector<HTMLElement>(".growth-cursor")?.style.left).toBe("25%");
    await point("pointermove", 100 + 2 * 96 + 5);
    expect(read("marks")).toBe("compaction, failed");
    await point("pointerleave", 0);
    expect([read("number"), document.querySelector(".growth-cursor")]).toEqual(["4/4", null]);
  });

  it("is gone to by a press: point and selection", async () => {
    await open();
    layOut();
    await point("click", 100 + 97);
    expect([cells.point.value, cells.selection.value]).toEqual([3, 3]);
    expect(cells.growth.value?.at).toBe(1);
    expect(page.worker.of("growth")).toHaveLength(1);
  });

  it("is reached by keys, and said", async () => {
    await open();
    const at = (): (string | null)[] => ["aria-valuenow", "aria-valuemax"].map((name) => slider().getAttribute(name));
    expect([slider().tabIndex, ...at()]).toEqual([0, "4", "4"]);
    await press("Home", {}, slider());
    expect(at()).toEqual(["1", "4"]);
    expect(slider().getAttribute("aria-valuetext")).toBe(
      "Request 1 of 4, context ~110 tokens, provider 100, 90 % from the cache, $0.500, prompt ~100, user ~10",
    );
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "PageUp", "PageDown"]) await press(key, {}, slider());
    expect(at()).toEqual(["2", "4"]);
    expect(cells.point.value).toBe(9);
    await press("Enter", {}, slider());
    expect([cells.point.value, cells.selection.value]).toEqual([3, 3]);
    await press("End", {}, slider());
    expect(at()).toEqual(["4", "4"]);
    await press("Escape", {}, slider());
    expect([at()[0], cells.point.value]).toEqual(["2", 3]);
  });

  it("reads the point again when that was moved from elsewhere", async () => {
    await open();
    await press("Home", {}, slider());
    await doing(() => setPoint(5));
    expect(slider().getAttribute("aria-valuenow")).toBe("3");
  });

  it("leaves other keys to the page", async () => {
    await open();
    await press("ArrowRight", { ctrlKey: true }, slider());
    expect(slider().getAttribute("aria-valuenow")).toBe("4");
    await press("?", {}, slider());
    expect(cells.dialog.value).toBe("help");
    await press("Escape");
  });
});

describe("the table", () => {
  async function table(): Promise<void> {
    await open();
    await click("Requests as a table");
  }

  it("has every request in words", async () => {
    await table();
    expect(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")).toBe("5");
    const cells = Array.from(rows()[2]?.children ?? [], (cell) => cell.textContent);
    expect(cells).toEqual(["3", "", "~120", "~100", "~20", "~0", "", "", "", "compaction, failed"]);
    expect(rows().map((row) => row.getAttribute("aria-current"))).toEqual([null, null, null, "location"]);
  });

  it("sorts by a column, down, up and not", async () => {
    await table();
    const numbers = (): (string | undefined)[] => rows().map((row) => row.firstElementChild?.textContent);
    await click("Cost");
    expect(numbers()).toEqual(["1", "2", "4", "3"]);
    expect(document.querySelector("[aria-sort]")?.getAttribute("aria-sort")).toBe("descending");
    await click("Cost");
    expect(numbers()).toEqual(["4", "2", "1", "3"]);
    await click("Cost");
    expect([numbers(), document.querySelector("[aria-sort]")]).toEqual([["1", "2", "3", "4"], null]);
  });

  it("goes to a request by a press and by keys", async () => {
    await table();
    await doing(() => rows()[1]?.click());
    expect([cells.point.value, cells.selection.value]).toEqual([3, 3]);
    await press("ArrowDown", {}, rows()[1]);
    expect([cells.point.value, read("number")]).toEqual([3, "3/4"]);
    await press("Enter", {}, rows()[2]);
    expect(cells.point.value).toBe(5);
  });
});
