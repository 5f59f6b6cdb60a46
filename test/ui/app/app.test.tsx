import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { keepRecents } from "../../../src/state/preferences.ts";
import { sessionInfo } from "../../state/fake-client.ts";
import { choose, click, doing, mount, named, press, type Mounted } from "./mount.tsx";

let page: Mounted;

beforeEach(async () => {
  page = await mount();
});

afterEach(() => {
  page.unmount();
  keepRecents.value = false;
  vi.useRealTimers();
});

const text = (): string => document.body.textContent;
const file = (name = "a.jsonl"): File => new File(["{}"], name);
const state = (): string | undefined => document.documentElement.dataset["state"];

describe("the start page", () => {
  it("has one file input that takes anything, now and later", async () => {
    const inputs = (): NodeListOf<HTMLInputElement> => document.querySelectorAll("input[type=file]");
    expect(inputs()).toHaveLength(1);
    expect(inputs()[0]!.accept).toBe("");
    await choose(file());
    expect(state()).toBe("ready");
    expect(inputs()).toHaveLength(1);
  });

  it("opens the sample", async () => {
    await click("Open the sample");
    expect(page.worker.last("open").params.name).toBe("sample.jsonl");
    expect(page.worker.last("open").params.file.size).toBeGreaterThan(100);
  });

  it("opens text from its box", async () => {
    await click("Paste text");
    const box = document.querySelector("textarea")!;
    expect(named("Open")).toHaveProperty("disabled", true);
    await doing(() => {
      box.value = '{"type":"session"}';
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await click("Open");
    expect(page.worker.last("open").params.name).toBe("pasted text");
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("says what keeps the content here", () => {
    expect(text()).toContain("content security policy of this page allows no connection to any other place");
  });
});

describe("recent sessions", () => {
  const recent = {
    key: "k1",
    fileName: "a.jsonl",
    title: "Refactor \u202eauth",
    cwd: "/home/dev/api",
    opened: Date.now(),
    created: null,
    entries: 1204,
    size: 48_200_000,
    kept: true,
  };

  async function withRecents(): Promise<void> {
    page.unmount();
    keepRecents.value = true;
    page = await mount();
    const sessions = [recent, { ...recent, key: "k2", title: "other", kept: false }];
    page.worker.recents = { sessions, keptBytes: 48_200_000, keptLimit: 200_000_000, available: true };
    const { loadRecents } = await import("../../../src/state/recents.ts");
    await doing(() => loadRecents());
  }

  it("are listed with what is kept, and open where a copy is", async () => {
    await withRecents();
    expect(text()).toContain("1,204 entries · 48.2 MB");
    expect(text()).toContain("48.2 MB of at most 200 MB kept");
    expect(text()).toContain("Refactor auth");
    expect(document.querySelectorAll("button.start-recent-open")).toHaveLength(1);
    await doing(() => document.querySelector<HTMLElement>("button.start-recent-open")!.click());
    expect(page.worker.last("reopen").params).toEqual({ key: "k1" });
  });

  it("are offered to a link that waits for its file", async () => {
    await withRecents();
    expect(text()).not.toContain("This link points into a session");
    await doing(() => {
      cells.linked.value = true;
    });
    expect(text()).toContain("This link points into a session: open its file to go there.");
    await click("Continue where you were: Refactor auth");
    expect(page.worker.last("reopen").params).toEqual({ key: "k1" });
    expect(cells.linked.value).toBe(false);
  });

  it("are forgotten one by one and all at once", async () => {
    await withRecents();
    await click("Forget other");
    expect(page.worker.last("forget").params).toEqual({ key: "k2" });
    expect(document.querySelectorAll(".start-recent")).toHaveLength(1);
    await click("Forget all");
    expect(page.worker.last("forget").params).toEqual({});
    expect(document.querySelectorAll(".start-recent")).toHaveLength(0);
  });

  it("are not asked for, and forgotten, when they are switched off", async () => {
    await withRecents();
    await doing(() => document.querySelector<HTMLInputElement>(".start-keep input")!.click());
    expect(keepRecents.value).toBe(false);
    expect(page.worker.last("forget").params).toEqual({});
    expect(document.querySelectorAll(".start-recent")).toHaveLength(0);
  });
});

describe("reading", () => {
  it("shows a bar after a while, in megabytes and entries, and can be cancelled", async () => {
    page.worker.hold.add("open");
    await choose(new File(["x".repeat(4_000_000)], "big.jsonl"));
    expect(state()).toBe("loading");
    expect(document.querySelector("[role=progressbar]")).toBeNull();
    await doing(() => page.worker.last("open").options.onProgress?.({ bytes: 1e6, totalBytes: 4e6, entries: 1204 }));
    await doing(() => new Promise((resolve) => setTimeout(resolve, 1)));
    await vi.waitFor(() => expect(document.querySelector("[role=progressbar]")).not.toBeNull());
    expect(document.querySelector("[role=progressbar]")!.getAttribute("aria-valuenow")).toBe("25");
    expect(text()).toContain("1.0 MB of 4.0 MB");
    expect(text()).toContain("1,204 entries");
    await press("Escape");
    expect(state()).toBe("empty");
    expect(text()).toContain("Drop a session file anywhere");
  });
});

describe("a failure", () => {
  async function fail(error: Parameters<ReturnType<typeof page.worker.last<"open">>["refuse"]>[0]): Promise<void> {
    page.worker.hold.add("open");
    await choose(file("x\u202e.json"));
    await doing(() => page.worker.last("open").refuse(error));
    page.worker.hold.clear();
  }

  it("names what the file is, and has a way on", async () => {
    await fail({
      code: "wrong-kind",
      message: "This is a Codex rollout, not a session. Only those open.",
      kind: "codex",
    });
    expect(state()).toBe("failed");
    expect(document.querySelector("h2")!.textContent).toBe("This is a Codex rollout, not a session");
    expect(text()).toContain("Only those open.");
    expect(document.querySelector(".start-file")!.textContent).toBe("x .json");
    await click("Open the sample");
    expect(state()).toBe("ready");
  });

  it.each([
    "empty-file",
    "not-readable",
    "changed-on-disk",
    "worker-crashed",
    "out-of-memory",
    "gone",
    "failed",
  ] as const)("of %s says something even without words", async (code) => {
    await fail({ code, message: "" });
    expect(document.querySelector("h2")!.textContent.length).toBeGreaterThan(8);
    expect(document.querySelector(".start-failed-body")!.textContent.length).toBeGreaterThan(8);
    named("Open another file");
  });

  it("of pasted text speaks of text, and takes another", async () => {
    const { openText } = await import("../../../src/state/opening.ts");
    page.worker.hold.add("open");
    await doing(() => void openText("{"));
    await doing(() => page.worker.last("open").refuse({ code: "empty-file", message: "This file is empty." }));
    expect(document.querySelector("h2")!.textContent).toBe("This text is empty");
    await click("Paste text");
    expect(cells.dialog.value).toBe("paste");
  });

  it("can be tried again where that may help", async () => {
    await fail({ code: "out-of-memory", message: "There was not enough memory. Close other tabs." });
    await click("Try again");
    expect(state()).toBe("ready");
    expect(page.worker.of("open")).toHaveLength(2);
  });

  it("leads back to the session before", async () => {
    await choose(file("good.jsonl"));
    await fail({ code: "empty-file", message: "This file is empty." });
    await click("Back to good.jsonl");
    expect(state()).toBe("ready");
  });
});

describe("an open session", () => {
  beforeEach(async () => {
    page.worker.session = sessionInfo({
      entries: 1204,
      notices: [{ tone: "warning", text: "Line 12 cannot be read." }],
    });
    await choose(file("se\u202ession.jsonl"));
  });

  it("is told by the top bar, in Pi's figures", () => {
    const bar = document.querySelector(".bar")!.textContent;
    expect(bar).toContain("Refactor auth module");
    expect(bar).toContain("1,204 entries · 3 branches · 48.2 MB");
    expect(bar).toContain("↑1.2M ↓84k R31M W4.1M $12.810");
    expect(bar).toContain("~/src/api");
    expect(bar).toContain("Problems2");
  });

  it("has the name of its file for a title, without what is not seen", () => {
    cells.subject.value = { kind: "file", name: "a\u202eb\u0007.jsonl", size: 1 };
    expect(document.title).toBe("a b␇.jsonl – Pi Session Viewer");
  });

  it("is announced", () => {
    expect(document.querySelector("[aria-live]")!.textContent).toBe("Session open, 1,204 entries");
  });

  it("shows notices until they are dismissed", async () => {
    expect(text()).toContain("Line 12 cannot be read.");
    await click("Dismiss");
    expect(text()).not.toContain("Line 12 cannot be read.");
  });

  it("that can no longer be read says so, stays, and opens again", async () => {
    await doing(() => page.worker.crash("The reader stopped."));
    expect(text()).toContain("The reader stopped.");
    expect(state()).toBe("ready");
    await click("Open again");
    expect(text()).not.toContain("The reader stopped.");
    expect(page.worker.of("open")).toHaveLength(2);
  });

  it("has three regions and the surface for checks", async () => {
    await vi.waitFor(() => expect(cells.context.peek()).not.toBeNull());
    for (const name of ["Tree", "Context", "Entry"]) {
      expect(document.querySelectorAll(`[aria-label="${name}"]:is(section, [role=region])`)).toHaveLength(1);
    }
    expect(document.querySelector('[role=region][aria-label="Context"]')!.getAttribute("data-point")).toBe("id1203");
    expect(document.querySelectorAll('[role=radiogroup][aria-label="Form"]')).toHaveLength(1);
  });

  it("closes", async () => {
    await click("Close this session");
    expect(state()).toBe("empty");
    expect(document.title).toBe("Pi Session Viewer");
    await click("Back to se ssion.jsonl");
    expect(state()).toBe("ready");
  });

  it("says where it was forked from", async () => {
    await doing(() => {
      cells.info.value = sessionInfo({ parentSession: "/home/dev/.pi/2025-01-01_\u001bx.jsonl" });
    });
    expect(document.querySelector(".bar-about")!.textContent).toMatch(/ · forked from 2025-01-01_␛x\.jsonl$/);
  });

  it("promises a session that Pi opens only where nothing warns", async () => {
    await vi.waitFor(() => expect(cells.context.peek()).not.toBeNull());
    await click("Export");
    expect(text()).toContain("a session that Pi opens");
    const context = cells.context.peek()!;
    await doing(() => {
      const notices = [{ tone: "warning", text: ["Pi fails on this path."] }] as const;
      cells.context.value = { ...context, summary: { ...context.summary, notices } };
    });
    expect(text()).not.toContain("a session that Pi opens");
  });

  it("saves what the export menu says, as a download", async () => {
    const saved: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await click("Export");
    await click(/^Save sent context/);
    expect(page.worker.last("export").params).toEqual({ what: "sent", point: 1203 });
    expect(saved).toEqual(["session.json"]);
    expect(document.querySelector("[role=menu]")).toBeNull();
    vi.restoreAllMocks();
  });

  it("says so when a download cannot be made", async () => {
    page.worker.hold.add("export");
    await click("Export");
    await click(/^Save branch/);
    await doing(() => page.worker.last("export").refuse({ code: "failed", message: "No space." }));
    expect(text()).toContain("The download could not be made: No space.");
  });
});
