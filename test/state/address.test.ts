import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startAddress } from "../../src/state/address.ts";
import * as act from "../../src/state/actions.ts";
import * as cells from "../../src/state/cells.ts";
import { connect } from "../../src/state/client.ts";
import { watchStep } from "../../src/state/history.ts";
import * as opening from "../../src/state/opening.ts";
import { startViews } from "../../src/state/views.ts";
import { FakeClient, sessionInfo } from "./fake-client.ts";
import { fakePage, settle, type FakePage } from "./page.ts";

let worker: FakeClient;
let page: FakePage;
let ends: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  fakePage();
  worker = new FakeClient();
  connect(worker);
  opening.close();
  opening.forgetClosed();
  // A history without that.
  page = fakePage();
  act.setForm("projected");
  act.setFilter("default");
  ends = [startViews()];
});

afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
});

async function start(hash: string, file: "file" | "none" = "file"): Promise<void> {
  page.hash = hash;
  ends.push(startAddress());
  if (file === "file") await opening.openFile(new File(["{}"], "a.jsonl"));
  await written();
}

async function written(): Promise<void> {
  await settle();
  vi.advanceTimersByTime(1000);
  await settle();
}

describe("a link", () => {
  it("leads to its point, entry, form and filter", async () => {
    await start("#point=id4&entry=id2&form=stored&filter=all");
    expect([cells.point.value, cells.selection.value]).toEqual([4, 2]);
    expect([cells.form.value, cells.filter.value]).toEqual(["stored", "all"]);
    expect(page.hash).toBe("#point=id4&entry=id2&form=stored&filter=all");
    expect(cells.remarks.value).toEqual([]);
  });

  it("selects its point where it names no entry", async () => {
    await start("#point=id4");
    expect([cells.point.value, cells.selection.value]).toEqual([4, 4]);
  });

  it("can mean before any entry", async () => {
    await start("#start");
    expect(cells.point.value).toBeNull();
    expect(cells.context.value?.point).toBeNull();
    expect(page.hash).toBe("#start");
  });

  it("to what is not there says so and shows the rest", async () => {
    await start("#point=nope&entry=nada");
    expect(cells.phase.value).toBe("ready");
    expect(cells.point.value).toBe(9);
    expect(cells.remarks.value).toEqual(["The link names nope and nada, which this session does not have."]);
    expect(page.hash).toBe("");
  });

  it("opens the sample, at a place in it", async () => {
    await start("#sample&point=id1", "none");
    expect(worker.last("open").params.name).toBe("sample.jsonl");
    expect(cells.point.value).toBe(1);
    expect(page.hash).toBe("#sample&point=id1");
  });

  it("is for the first session, not for the next", async () => {
    await start("#point=id4");
    worker.session = sessionInfo({ sessionId: "s2" });
    await opening.openFile(new File(["{}"], "b.jsonl"));
    await written();
    expect(cells.point.value).toBe(9);
    expect(cells.remarks.value).toEqual([]);
    expect(page.hash).toBe("");
  });

  it("is kept when the same file is opened again", async () => {
    await start("#point=id4");
    await opening.openAgain();
    await written();
    expect(cells.point.value).toBe(4);
  });

  it("or a place is come back to in the same session, grown or not", async () => {
    await start("");
    act.setPoint(4);
    act.select(2);
    await written();
    worker.session = sessionInfo({ entries: 12 });
    await opening.openFile(new File(["{}"], "a.jsonl"));
    await written();
    expect([cells.point.value, cells.selection.value]).toEqual([4, 2]);
    act.setPoint(11);
    act.select(11);
    await written();
    worker.session = sessionInfo({ entries: 20 });
    await opening.openFile(new File(["{}"], "a.jsonl"));
    await written();
    expect([cells.point.value, cells.selection.value]).toEqual([19, 19]);
  });

  it("a place is come back to after a file that could not be opened", async () => {
    await start("");
    act.setPoint(4);
    await written();
    worker.hold.add("open");
    void opening.openFile(new File(["x"], "b.png"));
    worker.last("open").refuse({ code: "wrong-kind", message: "binary", kind: "binary" });
    await written();
    worker.hold.clear();
    await opening.openPrevious();
    await written();
    expect(cells.point.value).toBe(4);
  });

  it("pasted while the page is open is followed", async () => {
    await start("#form=sent");
    page.go("#point=id3&filter=all");
    await written();
    expect([cells.point.value, cells.form.value, cells.filter.value]).toEqual([3, "projected", "all"]);
    page.go("#sample&point=id2");
    await written();
    expect(cells.subject.value?.kind).toBe("sample");
    expect(cells.filter.value).toBe("default");
    expect(page.hash).toBe("#sample&point=id2");
  });

  it("to the sample that is open already only moves", async () => {
    await start("#sample", "none");
    page.go("#sample&point=id2");
    await written();
    expect(worker.of("open")).toHaveLength(1);
    expect(cells.point.value).toBe(2);
  });
});

describe("the address", () => {
  it("says where the reader is, once per pause, and not what was searched", async () => {
    await start("");
    const before = page.written.length;
    for (const row of [8, 7, 6, 5]) act.setPoint(row);
    act.select(2);
    act.setQuery("secret words");
    await written();
    expect(page.hash).toBe("#point=id5&entry=id2");
    expect(page.written.length).toBe(before + 1);
  });

  it("is bare at the leaf", async () => {
    await start("");
    act.setPoint(3);
    await written();
    expect(page.hash).not.toBe("");
    act.setPoint(9);
    act.select(9);
    await written();
    expect(page.hash).toBe("");
  });

  it("is bare after closing", async () => {
    await start("#sample", "none");
    opening.close();
    await written();
    expect(page.hash).toBe("");
    expect(cells.phase.value).toBe("empty");
  });

  it("survives a browser that refuses", async () => {
    await start("");
    vi.spyOn(history, "replaceState").mockImplementation(() => {
      throw new DOMException("too often", "SecurityError");
    });
    act.setPoint(3);
    await written();
    expect(cells.point.value).toBe(3);
  });

  it("has no content even where ids are content", async () => {
    worker.session = sessionInfo({ entries: 2 });
    worker.ids = ["my whole prompt ".repeat(40), "b"];
    await start("");
    act.setPoint(0);
    await written();
    expect(page.hash).not.toContain("prompt");
  });
});

describe("the history", () => {
  it("has a step for every point that is set, and none for rows that are gone through", async () => {
    await start("");
    act.setPoint(4);
    await written();
    act.select(2);
    await written();
    act.select(3);
    await written();
    act.setPoint(6);
    await written();
    expect(page.entries.map(({ hash }) => hash)).toEqual(["", "", "#point=id4&entry=id3", "#point=id6&entry=id3"]);
    page.step(-1);
    await written();
    expect([cells.point.value, cells.selection.value]).toEqual([4, 3]);
    page.step(-1);
    await written();
    expect([cells.point.value, cells.selection.value]).toEqual([9, 9]);
    page.step(1);
    await written();
    expect(cells.point.value).toBe(4);
    expect(page.entries).toHaveLength(4);
  });

  it("has a step for a press that leads on, and none for one that does not", async () => {
    await start("");
    watchStep();
    await written();
    act.select(5);
    await written();
    expect(page.entries).toHaveLength(2);
    watchStep();
    act.select(1);
    await written();
    expect(page.entries.map(({ hash }) => hash)).toEqual(["", "#entry=id5", "#entry=id1"]);
  });

  it("leads to the start page, and again into the session", async () => {
    await start("");
    act.setPoint(4);
    await written();
    page.step(-1);
    page.step(-1);
    expect(cells.phase.value).toBe("empty");
    expect([cells.announcement.value, opening.previousName()]).toEqual(["Session closed", "a.jsonl"]);
    page.step(1);
    page.step(1);
    await written();
    expect([cells.phase.value, cells.point.value]).toEqual(["ready", 4]);
  });

  it("leads back into a session that was closed, or followed by another", async () => {
    await start("");
    act.select(4);
    await written();
    opening.close();
    page.step(-1);
    await written();
    expect([cells.phase.value, cells.selection.value]).toEqual(["ready", 4]);
    worker.session = sessionInfo({ sessionId: "s2" });
    await opening.openFile(new File(["{}"], "b.jsonl"));
    await written();
    page.step(-1);
    await written();
    expect(worker.last("open").params.name).toBe("a.jsonl");
    expect(cells.selection.value).toBe(4);
  });

  it("of an earlier visit is a link as any other", async () => {
    await start("");
    page.entries.push({ hash: "#point=id2", state: 17 });
    page.step(1);
    await written();
    expect(cells.point.value).toBe(2);
  });
});

describe("a link without its file", () => {
  it("is waiting for it", async () => {
    await start("#point=id4", "none");
    expect(cells.linked.value).toBe(true);
    await opening.openFile(new File(["{}"], "a.jsonl"));
    expect(cells.linked.value).toBe(false);
    opening.close();
    expect(cells.linked.value).toBe(false);
    page.go("#entry=");
    expect(cells.linked.value).toBe(true);
  });
});
