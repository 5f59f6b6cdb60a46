import { describe, expect, it } from "vitest";
import { growthOf } from "../../src/core/present/growth.ts";
import { openSession } from "../../src/core/session/open.ts";
import { warmUp } from "../../src/worker/warm.ts";
import { contextOf, treeOf } from "../state/fake-client.ts";
import { fakeCore, infoOf, readLines, type FakeCore } from "./fakes.ts";

const clock = { sleep: () => Promise.resolve() };

/** A core that notes what it is asked. */
function noting(given: Partial<FakeCore> = {}): { core: FakeCore; asked: string[]; files: Blob[] } {
  const asked: string[] = [];
  const files: Blob[] = [];
  const core = fakeCore({
    openSession: (file, options) => {
      asked.push(options.saved === undefined ? "open" : "open from columns");
      files.push(file);
      return readLines(file, options);
    },
    sessionInfo: () => infoOf("", "parsed", { entries: 198, leaf: 197 }),
    treeView: () => (asked.push("tree"), treeOf([0])),
    growthOf: async () => (asked.push("growth"), growthOf(await openSession(new Blob([])), null)),
    minimapOf: () => (asked.push("minimap"), { fates: new Uint8Array(), marks: new Uint8Array() }),
    contextView: async (_, form, point) => (asked.push("context"), contextOf(form, point)),
    contextItems: async () => (asked.push("items"), []),
    readMarkdown: async () => (asked.push("rich"), null),
    codeTokens: () => (asked.push("tokens"), null),
    ...given,
  });
  return { core, asked, files };
}

describe("warming up", () => {
  it("does what opening a file does, on a sound session", async () => {
    const { core, asked, files } = noting();
    await warmUp(core, new AbortController().signal, clock);
    const opened = ["open", "tree", "minimap", "context", "items"];
    const searched = ["tree", "tree", "tree"];
    const again = ["open from columns", "tree", "minimap", "open from columns"];
    expect(asked.slice(0, 12)).toEqual([...opened, ...searched, ...again]);
    // The chart and the answers come after the tree, and are warmed up after it.
    expect(asked.slice(-3)).toEqual(["growth", "rich", "tokens"]);
    expect(asked.indexOf("growth")).toBeGreaterThan(asked.lastIndexOf("minimap"));
    const { problems, index } = await openSession(files[0]!);
    expect([index.count, problems]).toEqual([198, []]);
  });

  it("ends when somebody asks for something", async () => {
    const asking = new AbortController();
    const { core, asked } = noting({
      treeView: () => {
        asking.abort();
        return treeOf([]);
      },
    });
    await warmUp(core, asking.signal, clock);
    expect(asked).toEqual(["open", "minimap", "context"]);
    await warmUp(core, AbortSignal.abort(), clock);
    expect(asked).toHaveLength(3);
  });

  it("fails without a word", async () => {
    await expect(warmUp(fakeCore(), new AbortController().signal, clock)).resolves.toBeUndefined();
  });
});
