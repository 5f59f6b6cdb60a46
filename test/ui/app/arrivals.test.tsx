import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { take } from "../../../src/ui/app/arrivals.ts";
import { choose, doing, mount, type Mounted } from "./mount.tsx";

let page: Mounted;

beforeEach(async () => {
  page = await mount();
});

afterEach(() => {
  page.unmount();
  vi.useRealTimers();
});

interface Part {
  readonly file?: File;
  readonly folder?: boolean;
  readonly text?: string;
}

/** What a browser hands over with a drop or a paste. */
function transfer(...parts: Part[]): DataTransfer {
  const items = parts.map(({ file, folder = false, text }) => ({
    kind: text === undefined ? "file" : "string",
    getAsFile: () => file ?? null,
    webkitGetAsEntry: () => (text === undefined ? { isDirectory: folder } : null),
  }));
  const types = parts.some(({ text }) => text === undefined) ? ["Files"] : ["text/plain"];
  const text = parts.find((part) => part.text !== undefined)?.text ?? "";
  return { items, types, getData: () => text, dropEffect: "none" } as unknown as DataTransfer;
}

async function send(type: string, data: DataTransfer, target: EventTarget = document.body): Promise<Event> {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: data, clipboardData: data, relatedTarget: null });
  await doing(() => target.dispatchEvent(event));
  return event;
}

const file = (name: string): File => new File(["{}"], name);
const overlay = (): Element | null => document.querySelector(".app-drop");
const opened = (): (string | undefined)[] => page.worker.of("open").map(({ params }) => params.name);

describe("what is taken", () => {
  it("is the first file, and never a folder", () => {
    const [a, b] = [file("a"), file("b")];
    expect(take(transfer({ file: a }))).toEqual({ file: a, say: null });
    expect(take(transfer({ file: a }, { file: b })).say).toMatch(/first of 2 files/);
    expect(take(transfer({ folder: true })).file).toBeNull();
    expect(take(transfer({ folder: true })).say).toMatch(/folder/);
    expect(take(transfer({ folder: true }, { file: b }))).toMatchObject({ file: b });
    expect(take(transfer({ text: "hello" }))).toEqual({ file: null, say: null });
  });
});

describe("a drop", () => {
  it("opens, anywhere and at any time, and says what it left", async () => {
    await send("drop", transfer({ file: file("a.jsonl") }, { file: file("b.jsonl") }));
    expect(cells.phase.value).toBe("ready");
    expect(document.querySelector(".app-notices")!.textContent).toContain("opened the first of 2 files");
    await send("drop", transfer({ file: file("c.jsonl") }), document.querySelector(".bar")!);
    expect(opened()).toEqual(["a.jsonl", "c.jsonl"]);
    expect(document.querySelector(".app-notices")).toBeNull();
  });

  it("takes the place of a file that is still being read", async () => {
    page.worker.hold.add("open");
    await choose(file("slow.jsonl"));
    await send("drop", transfer({ file: file("b.jsonl") }));
    expect(page.worker.of("open")[0]!.options.signal?.aborted).toBe(true);
    expect(cells.subject.value?.name).toBe("b.jsonl");
  });

  it("of text is nothing, and leads nowhere", async () => {
    const event = await send("drop", transfer({ text: "https://example.invalid" }));
    expect(cells.remarks.value).toEqual([
      "Only files can be dropped. Text can be pasted: copy it, then paste it here.",
    ]);
    expect(event.defaultPrevented).toBe(true);
    expect(opened()).toEqual([]);
  });

  it("of a folder says what to do", async () => {
    await send("drop", transfer({ folder: true }));
    expect(cells.phase.value).toBe("empty");
    expect(document.body.textContent).toContain("A folder cannot be opened");
  });
});

describe("the overlay", () => {
  it("shows while files hang over the page, and goes with the drop", async () => {
    const over = await send("dragover", transfer({ file: file("a") }));
    expect(over.defaultPrevented).toBe(true);
    expect(overlay()).not.toBeNull();
    await send("drop", transfer({ file: file("a") }));
    expect(overlay()).toBeNull();
  });

  it("does not show for text", async () => {
    const over = await send("dragover", transfer({ text: "x" }));
    expect(over.defaultPrevented).toBe(false);
    expect(overlay()).toBeNull();
  });

  it.each(["dragleave", "dragend"])("goes with %s", async (type) => {
    await send("dragover", transfer({ file: file("a") }));
    await send(type, transfer({ file: file("a") }));
    expect(overlay()).toBeNull();
  });

  it("goes by itself when the drag ends without a word", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await send("dragover", transfer({ file: file("a") }));
    await doing(() => vi.advanceTimersByTime(1000));
    expect(overlay()).toBeNull();
  });
});

describe("a paste", () => {
  it("of a session opens it", async () => {
    await send("paste", transfer({ text: '\n{"type":"session"}' }));
    expect(opened()).toEqual(["pasted text"]);
  });

  it("of a file opens it", async () => {
    await send("paste", transfer({ file: file("a.jsonl") }));
    expect(opened()).toEqual(["a.jsonl"]);
  });

  it("of anything else closes nothing", async () => {
    await choose(file("a.jsonl"));
    await send("paste", transfer({ text: "hello" }));
    expect(cells.phase.value).toBe("ready");
    expect(document.body.textContent).toContain("What was pasted is no session");
  });

  it("into a text field is the text field's", async () => {
    await choose(file("a.jsonl"));
    const event = await send("paste", transfer({ text: "{}" }), document.querySelector('input[type="search"]')!);
    expect(event.defaultPrevented).toBe(false);
    expect(opened()).toEqual(["a.jsonl"]);
  });
});
