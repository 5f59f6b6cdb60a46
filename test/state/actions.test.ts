import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PROMPT_PART, type Form } from "../../src/core/view/context.ts";
import * as act from "../../src/state/actions.ts";
import * as cells from "../../src/state/cells.ts";
import { ask, connect } from "../../src/state/client.ts";
import * as opening from "../../src/state/opening.ts";
import { startViews } from "../../src/state/views.ts";
import { contextOf, FakeClient, treeOf } from "./fake-client.ts";
import { fakePage, settle } from "./page.ts";

let worker: FakeClient;
let end: () => void;

beforeEach(async () => {
  fakePage();
  worker = new FakeClient();
  connect(worker);
  opening.close();
  opening.forgetClosed();
  end = startViews();
  await opening.openFile(new File(["{}"], "a.jsonl"));
  await settle();
});

afterEach(() => end());

describe("the tree", () => {
  it("is asked for anew by filter, fate, words, folds and point, and by nothing else", async () => {
    const count = (): number => worker.of("tree").length;
    const start = count();
    for (const change of [
      () => act.setFilter("all"),
      () => act.toggleFate("omitted"),
      () => act.setQuery("words"),
      () => act.toggleFold(3),
      () => act.setPoint(5),
    ]) {
      change();
      await settle();
    }
    expect(count()).toBe(start + 5);
    const asked = { around: 9, filter: "all", fates: ["omitted"], query: "words", folded: [3], point: 5 };
    expect(worker.last("tree").params).toEqual(asked);
    act.select(2);
    act.setForm("sent");
    await settle();
    expect(count()).toBe(start + 5);
    act.toggleFate("omitted");
    expect(cells.fates.value).toEqual([]);
    act.setFilter("default");
    act.setForm("projected");
  });

  it("opens its folds when the filter or the words change, as Pi's does", async () => {
    for (const change of [
      () => act.setFilter("all"),
      () => act.setQuery("some words"),
      () => act.setFilter("default"),
    ]) {
      act.toggleFold(3);
      change();
      expect(cells.folded.value.size).toBe(0);
    }
    act.setQuery("");
    await settle();
  });

  it("is asked for one at a time, shows the newest answer only, and the old one until then", async () => {
    const shown = cells.tree.value;
    worker.hold.add("tree");
    act.setQuery("a");
    const old = worker.last("tree");
    const asked = worker.of("tree").length;
    act.setQuery("ab");
    act.setQuery("abc");
    expect(worker.of("tree")).toHaveLength(asked);
    old.answer(treeOf([5], 10));
    await settle();
    expect(cells.tree.value).toBe(shown);
    expect(worker.of("tree")).toHaveLength(asked + 1);
    expect(worker.last("tree").params.query).toBe("abc");
    worker.last("tree").answer(treeOf([1, 2], 10));
    await settle();
    expect([...(cells.tree.value?.rows ?? [])]).toEqual([1, 2]);
    expect(cells.announcement.value).toBe("2 of 10 entries shown");
  });

  it("says that it is waited for when that takes a while", async () => {
    vi.useFakeTimers();
    worker.hold.add("tree");
    act.setQuery("a");
    vi.advanceTimersByTime(100);
    expect(cells.treeWaiting.value).toBe(false);
    vi.advanceTimersByTime(100);
    expect(cells.treeWaiting.value).toBe(true);
    worker.last("tree").answer(treeOf([1], 10));
    await settle();
    expect(cells.treeWaiting.value).toBe(false);
    vi.useRealTimers();
  });

  it("goes on after a refusal", async () => {
    worker.hold.add("tree");
    act.setQuery("a");
    act.setQuery("b");
    worker.last("tree").refuse({ code: "failed", message: "no" });
    await settle();
    worker.last("tree").answer(treeOf([3], 10));
    await settle();
    expect([...(cells.tree.value?.rows ?? [])]).toEqual([3]);
  });
});

describe("the context", () => {
  it("follows point and form", async () => {
    act.setForm("sent");
    await settle();
    expect(worker.last("context").params).toEqual({ around: 9, form: "sent", point: 9 });
    act.setForm("projected");
    act.setPoint(3);
    await settle();
    expect(cells.context.value?.point).toBe(3);
    expect(cells.announcement.value).toBe("Point set to prompt 4: 4 messages, about 40 tokens");
  });

  it("is announced by what its form consists of", async () => {
    worker.hold.add("context");
    const say = async (form: Form, parts: readonly number[]): Promise<string> => {
      act.setForm(form);
      const rows = Int32Array.from(parts);
      worker.last("context").answer({ ...contextOf(form, 9), rows, parts: Uint8Array.from(parts) });
      await settle();
      return cells.announcement.value;
    };
    expect(await say("sent", [PROMPT_PART, 0])).toBe("Form sent: 1 message, about 100 tokens");
    const many = Array.from({ length: 1200 }, () => 0);
    expect(await say("stored", many)).toBe("Form stored: 1,200 entries, about 100 tokens");
    expect(await say("projected", [0])).toBe("Form projected: 10 messages, about 100 tokens");
  });

  it("of another point comes before the tree and the map there, unless it takes long", async () => {
    vi.useFakeTimers();
    worker.hold.add("context");
    act.setPoint(3);
    await vi.advanceTimersByTimeAsync(100);
    expect(worker.last("tree").params).toMatchObject({ point: 9 });
    worker.last("context").answer(contextOf("projected", 3));
    await vi.advanceTimersByTimeAsync(1);
    expect(worker.last("tree").params).toMatchObject({ point: 3 });
    act.setPoint(5);
    await vi.advanceTimersByTimeAsync(200);
    expect(worker.last("tree").params).toMatchObject({ point: 5 });
    expect(cells.context.value?.point).toBe(3);
    vi.useRealTimers();
  });

  it("stays when its successor cannot be had", async () => {
    worker.hold.add("context");
    const shown = cells.context.value;
    act.setPoint(3);
    worker.last("context").refuse({ code: "failed", message: "no" });
    await settle();
    expect(cells.context.value).toBe(shown);
    expect(cells.trouble.value).toBeNull();
  });

  it("of a session that was closed is dropped", async () => {
    worker.hold.add("context");
    act.setPoint(3);
    const call = worker.last("context");
    opening.close();
    call.answer(contextOf("projected", 3));
    await settle();
    expect(cells.context.value).toBeNull();
  });
});

describe("steps", () => {
  it("move the selection through the rows of the tree, never the point", async () => {
    cells.tree.value = treeOf([0, 4, 2, 7], 10);
    act.select(4);
    await act.step("next");
    expect(cells.selection.value).toBe(2);
    await act.step("previous");
    await act.step("previous");
    expect(cells.selection.value).toBe(0);
    await act.step("previous");
    expect(cells.selection.value).toBe(0);
    await act.step("last");
    expect(cells.selection.value).toBe(7);
    await act.step("next");
    expect(cells.selection.value).toBe(7);
    await act.step("first");
    expect(cells.selection.value).toBe(0);
    expect(cells.point.value).toBe(9);
  });

  it("start from the nearest row where the selection is filtered out", async () => {
    cells.tree.value = treeOf([0, 4, 2, 7], 10);
    act.select(3);
    await act.step("next");
    expect(cells.selection.value).toBe(4);
    act.select(3);
    await act.step("previous");
    expect(cells.selection.value).toBe(2);
  });

  it("go line by line in file order", async () => {
    act.showLeft("file");
    cells.tree.value = treeOf([0], 10);
    act.select(4);
    await act.step("next");
    expect(cells.selection.value).toBe(5);
    await act.step("last");
    expect(cells.selection.value).toBe(9);
    await act.step("next");
    expect(cells.selection.value).toBe(9);
  });

  it("go from prompt to prompt, and say where that ends", async () => {
    act.select(4);
    await act.step("previous-prompt");
    expect(worker.last("step").params).toEqual({ row: 4, to: "prompt", back: true });
    expect(cells.selection.value).toBe(2);
    act.select(9);
    await act.step("next-prompt");
    expect(cells.selection.value).toBe(9);
    expect(cells.announcement.value).toBe("No later prompt");
  });

  it("through requests move the point and the selection", async () => {
    await act.stepRequest(true);
    expect([cells.point.value, cells.selection.value]).toEqual([7, 7]);
  });

  it("that come late move nothing", async () => {
    worker.hold.add("step");
    act.select(4);
    const stepping = act.step("next-prompt");
    act.select(0);
    worker.last("step").answer(6);
    await stepping;
    expect(cells.selection.value).toBe(0);
  });
});

it("an answer for an older session is never given", async () => {
  worker.hold.add("find");
  const asked = ask("find", { id: "x" });
  const call = worker.last("find");
  await opening.openFile(new File(["{}"], "b.jsonl"));
  call.answer(1);
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

it("folds go and come", () => {
  act.toggleFold(1);
  act.toggleFold(2);
  act.toggleFold(1);
  expect([...cells.folded.value]).toEqual([2]);
});
