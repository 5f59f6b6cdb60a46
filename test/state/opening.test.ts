import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as act from "../../src/state/actions.ts";
import * as cells from "../../src/state/cells.ts";
import { connect } from "../../src/state/client.ts";
import * as opening from "../../src/state/opening.ts";
import { startViews } from "../../src/state/views.ts";
import { FakeClient, rowOf, sessionInfo, treeOf } from "./fake-client.ts";
import { fakePage, settle, type FakePage } from "./page.ts";

let worker: FakeClient;
let page: FakePage;
let end: () => void;

beforeEach(() => {
  page = fakePage();
  worker = new FakeClient();
  connect(worker);
  opening.close();
  opening.forgetClosed();
  end = startViews();
});

afterEach(() => end());

function file(name = "a.jsonl"): File {
  return new File(["{}"], name);
}

describe("opening a file", () => {
  it("goes from empty over loading to ready, at Pi's leaf", async () => {
    worker.hold.add("open");
    void opening.openFile(file());
    expect(cells.phase.value).toBe("loading");
    expect(cells.subject.value).toEqual({ kind: "file", name: "a.jsonl", size: 2 });
    worker.last("open").options.onProgress?.({ bytes: 1, totalBytes: 2, entries: 7 });
    expect(cells.progress.value?.entries).toBe(7);
    worker.last("open").answer(worker.session);
    await settle();
    expect(cells.phase.value).toBe("ready");
    expect([cells.point.value, cells.selection.value]).toEqual([9, 9]);
    expect(cells.progress.value).toBeNull();
    expect(cells.announcement.value).toBe("Session open, 10 entries");
  });

  it("shows first rows until the tree is there", async () => {
    worker.hold.add("open").add("tree");
    void opening.openFile(file());
    worker.last("open").options.onPreview?.([rowOf(0)]);
    worker.last("open").answer(worker.session);
    await settle();
    expect(cells.previewRows.value).toHaveLength(1);
    worker.last("tree").answer(treeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    await settle();
    expect(cells.previewRows.value).toEqual([]);
    expect(cells.tree.value?.rows).toHaveLength(10);
  });

  it("drops what a file brings after another one was opened", async () => {
    worker.hold.add("open");
    void opening.openFile(file("old.jsonl"));
    const old = worker.last("open");
    void opening.openFile(file("new.jsonl"));
    const fresh = worker.last("open");
    old.options.onProgress?.({ bytes: 1, totalBytes: 2, entries: 99 });
    old.options.onPreview?.([rowOf(99)]);
    old.answer(sessionInfo({ name: "old" }));
    await settle();
    expect(cells.phase.value).toBe("loading");
    expect(cells.progress.value).toBeNull();
    expect(cells.previewRows.value).toEqual([]);
    fresh.answer(sessionInfo({ name: "new" }));
    await settle();
    expect(cells.info.value?.name).toBe("new");
  });

  it("aborts the file before", () => {
    worker.hold.add("open");
    void opening.openFile(file());
    const { signal } = worker.last("open").options;
    void opening.openFile(file());
    expect(signal?.aborted).toBe(true);
    expect(cells.phase.value).toBe("loading");
  });

  it("marks the moments, and forgets those of the file before", async () => {
    await opening.openFile(file());
    const first = performance.getEntriesByName("session:open")[0]!.startTime;
    await opening.openFile(file());
    expect(performance.getEntriesByName("session:open")).toHaveLength(1);
    expect(performance.getEntriesByName("session:open")[0]!.startTime).toBeGreaterThan(first);
    expect(performance.getEntriesByName("session:indexed")).toHaveLength(1);
  });

  it("opens a session without entries", async () => {
    worker.session = sessionInfo({ entries: 0 });
    await opening.openText("{}");
    await settle();
    expect([cells.phase.value, cells.point.value, cells.selection.value]).toEqual(["ready", null, null]);
    expect(cells.context.value?.point).toBeNull();
  });

  it("keeps recents only where that is wanted, and never of the sample", async () => {
    await opening.openFile(file());
    expect(worker.last("open").params.cache).toBe(false);
    const { keepRecents } = await import("../../src/state/preferences.ts");
    keepRecents.value = true;
    await opening.openFile(file());
    expect(worker.last("open").params.cache).toBe(true);
    await opening.openSample();
    expect(worker.last("open").params.cache).toBe(false);
    keepRecents.value = false;
  });
});

describe("what goes wrong", () => {
  it("is a failure with the worker's words", async () => {
    worker.hold.add("open");
    void opening.openFile(file("x.json"));
    worker.last("open").refuse({ code: "wrong-kind", message: "This is a Codex rollout.", kind: "codex" });
    await settle();
    expect(cells.phase.value).toBe("failed");
    expect(cells.failure.value).toEqual({ code: "wrong-kind", message: "This is a Codex rollout.", kind: "codex" });
    expect(cells.subject.value?.name).toBe("x.json");
    expect(opening.previousName()).toBeNull();
  });

  it("leaves a way back to the session before", async () => {
    await opening.openFile(file("good.jsonl"));
    worker.hold.add("open");
    void opening.openFile(file("bad.png"));
    worker.last("open").refuse({ code: "wrong-kind", message: "binary", kind: "binary" });
    await settle();
    expect(opening.previousName()).toBe("good.jsonl");
    worker.hold.clear();
    await opening.openPrevious();
    expect(cells.phase.value).toBe("ready");
    expect(worker.last("open").params.name).toBe("good.jsonl");
  });

  it("is nothing when it was cancelled", async () => {
    worker.hold.add("open");
    const opened = opening.openFile(file());
    opening.cancel();
    await opened;
    expect(cells.phase.value).toBe("empty");
    expect(cells.subject.value).toBeNull();
    expect(worker.last("open").options.signal?.aborted).toBe(true);
  });

  it("goes back to the session that was open, at its point, when the next one is cancelled", async () => {
    await opening.openFile(file("good.jsonl"));
    cells.point.value = 4;
    await settle();
    worker.hold.add("open");
    void opening.openFile(file("big.jsonl"));
    worker.hold.clear();
    opening.cancel();
    await settle();
    expect(cells.phase.value).toBe("ready");
    expect(worker.last("open").params.name).toBe("good.jsonl");
    expect(cells.point.value).toBe(4);
    opening.close();
    worker.hold.add("open");
    void opening.openFile(file("big.jsonl"));
    opening.cancel();
    expect(cells.phase.value).toBe("empty");
  });

  it("leaves the start page when going back is cancelled as well", async () => {
    await opening.openFile(file("good.jsonl"));
    worker.hold.add("open");
    void opening.openFile(file("big.jsonl"));
    opening.cancel();
    expect([cells.phase.value, cells.subject.value?.name]).toEqual(["loading", "good.jsonl"]);
    opening.cancel();
    expect(cells.phase.value).toBe("empty");
  });

  it("says so when the worker crashes under an open session, which stays in sight", async () => {
    await opening.openFile(file());
    await settle();
    worker.crash("It stopped.");
    expect(cells.trouble.value).toEqual({ code: "worker-crashed", message: "It stopped." });
    expect(cells.announcement.value).toBe("It stopped.");
    expect(cells.phase.value).toBe("ready");
    expect(cells.tree.value).not.toBeNull();
    await opening.openAgain();
    await settle();
    expect(cells.trouble.value).toBeNull();
    expect(worker.of("open")).toHaveLength(2);
  });

  it("of a file that changed on disk is not mended by reading the same file again", () => {
    expect(opening.canOpenAgain({ code: "changed-on-disk", message: "" })).toBe(false);
    expect(opening.canOpenAgain({ code: "not-readable", message: "" })).toBe(false);
  });

  it("is noticed by whichever request meets it first", async () => {
    const { ask } = await import("../../src/state/client.ts");
    await opening.openFile(file());
    worker.hold.add("raw");
    const asked = ask("raw", { row: 1, line: 2 });
    worker.last("raw").refuse({ code: "changed-on-disk", message: "It changed." });
    await expect(asked).rejects.toThrow("It changed.");
    expect(cells.trouble.value?.code).toBe("changed-on-disk");
  });
});

describe("a file that is gone", () => {
  it("leaves point and form where their context is, and says so", async () => {
    await opening.openFile(file());
    await settle();
    worker.hold.add("context");
    act.setPoint(4);
    act.setForm("sent");
    expect(cells.point.value).toBe(4);
    for (const call of worker.of("context").slice(1)) call.refuse({ code: "changed-on-disk", message: "It changed." });
    await settle();
    expect([cells.point.value, cells.form.value, cells.context.value?.point]).toEqual([9, "projected", 9]);
    expect(worker.last("tree").params.point).toBe(9);
    act.setPoint(3);
    act.setForm("stored");
    await act.stepRequest(true);
    expect([cells.point.value, cells.form.value]).toEqual([9, "projected"]);
    expect(cells.remarks.value).toHaveLength(1);
  });

  it("leaves the tree to be filtered: the worker knows its rows", async () => {
    await opening.openFile(file());
    await settle();
    cells.trouble.value = { code: "changed-on-disk", message: "It changed." };
    act.setFilter("all");
    await settle();
    expect(worker.last("tree").params.filter).toBe("all");
    act.setFilter("default");
  });
});

describe("a session that was read again", () => {
  it("keeps the place by id, and asks for everything anew", async () => {
    await opening.openFile(file());
    cells.point.value = 4;
    cells.selection.value = 2;
    await settle();
    const asked = worker.of("tree").length;
    worker.ids = ["new", "id0", "id1", "id2", "id3", "id4"];
    worker.replace(sessionInfo({ entries: 12 }));
    await settle();
    expect([cells.point.value, cells.selection.value]).toEqual([5, 3]);
    expect(cells.info.value?.entries).toBe(12);
    expect(worker.of("tree").length).toBeGreaterThan(asked);
    expect(cells.remarks.value).toEqual(["The file has changed since it was last open and was read again."]);
    expect(cells.announcement.value).toBe("The file has changed since it was last open and was read again");
  });

  it("waits for the session to stand", async () => {
    page.hash = "#point=id3";
    worker.hold.add("find");
    void opening.openFile(file());
    await settle();
    worker.replace(sessionInfo({ entries: 20 }));
    worker.hold.delete("find");
    worker.last("find").answer(3);
    await settle();
    expect(cells.info.value?.entries).toBe(20);
    expect(cells.point.value).toBe(3);
  });
});
