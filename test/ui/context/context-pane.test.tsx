import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PROMPT_PART, type ShownContext } from "../../../src/core/view/context.ts";
import * as cells from "../../../src/state/cells.ts";
import { ContextPane } from "../../../src/ui/context/ContextPane.tsx";
import { contextOf, itemOf } from "../../state/fake-client.ts";
import { fakeLayout } from "../list/layout.ts";
import { mount, openSession, settle, summaryOf, type Page } from "../list/panes.ts";

let page: Page;
let restore = (): void => undefined;
beforeEach(() => {
  restore = fakeLayout(480);
});
afterEach(() => {
  page.end();
  restore();
});

function view(point: number | null, changes: Partial<ShownContext> = {}): ShownContext {
  return { ...contextOf("projected", point), summary: summaryOf(point), ...changes };
}

function sources(): (string | null)[] {
  return page.all("[data-source-id]").map((item) => item.getAttribute("data-source-id"));
}

describe("the context", () => {
  test("is a region with its point, and its items name their source", async () => {
    page = await mount(openSession(10), <ContextPane />);
    const region = page.find('[role=region][aria-label="Context"]');
    expect(region.dataset["point"]).toBe("id9");
    expect(sources()).toContain("id9");
    const form = page.find('[role=radiogroup][aria-label="Form"]');
    expect([...form.children].map((radio) => radio.textContent)).toEqual(["Stored", "Projected", "Sent"]);
    expect(page.root.textContent).toContain("anthropic/claude-sonnet-5");
  });

  test("shows at once what came with it, and asks for no more", async () => {
    const client = openSession(60);
    const items = Array.from({ length: 24 }, (_, i) => itemOf(36 + i));
    cells.context.value = view(59, { near: { from: 36, items, sources: items.map(({ row }) => client.row(row)) } });
    page = await mount(client, <ContextPane />);
    expect(sources()).toContain("id59");
    expect([...client.of("items"), ...client.of("rows")]).toEqual([]);
  });

  test("of another point is drawn where the selection is, and nowhere else first", async () => {
    const client = openSession(5000);
    page = await mount(client, <ContextPane />);
    await settle();
    const asked = client.of("items").length;
    const items = Array.from({ length: 24 }, (_, i) => itemOf(1680 + i));
    await settle(() => {
      cells.selection.value = 1703;
      const near = { from: 1680, items, sources: items.map(({ row }) => client.row(row)) };
      cells.context.value = view(1703, { near });
    });
    expect(sources()).toContain("id1703");
    expect(client.of("items")).toHaveLength(asked);
  });

  test("puts a screenful of a long context in the document, and begins at its end", async () => {
    page = await mount(openSession(50_000), <ContextPane />);
    await settle();
    expect(sources()).toContain("id49999");
    expect(sources().length).toBeLessThan(40);
  });

  test("what is selected elsewhere comes into view; what is selected here stays where it is", async () => {
    page = await mount(openSession(5000), <ContextPane />);
    await settle(() => (cells.selection.value = 700));
    await settle();
    expect(page.find(".context-chosen").dataset["sourceId"]).toBe("id700");
    const list = page.find(".list");
    const before = list.scrollTop;
    await page.click(page.find('[data-source-id="id702"] .context-margin'));
    expect(cells.selection.value).toBe(702);
    expect(list.scrollTop).toBe(before);
    expect(cells.point.value).toBe(4999);
  });

  test("says under Sent, and only there, what it is not", async () => {
    page = await mount(openSession(3), <ContextPane />);
    const words = "are not recorded in the file";
    expect(page.root.textContent).not.toContain(words);
    await page.click(page.all('[aria-label="Form"] [role=radio]')[2]!);
    expect(cells.form.value).toBe("sent");
    expect(page.root.textContent).toContain(words);
    expect(page.root.textContent).toContain("Extensions’ context handlers, request hooks, image blocking");
  });

  test("names the models where they differ, and both figures of its size", async () => {
    openSession(3);
    const summary = {
      ...summaryOf(2),
      selected: "openai/gpt-5",
      requested: "anthropic/claude-x",
      answering: "claude-x-1",
    };
    const client = openSession(3);
    cells.context.value = view(2, { summary: { ...summary, tokens: 84_200, providerTokens: 83_900 } });
    page = await mount(client, <ContextPane />);
    const facts = page.find(".context-facts").textContent;
    expect(facts).toContain("modelopenai/gpt-5");
    expect(facts).toContain("last askedanthropic/claude-x");
    expect(facts).toContain("answeringclaude-x-1");
    expect(facts).toContain("~84k provider 84k");
  });

  test("counts what the form holds: entries as stored, messages else, and the prompt that leads is none", async () => {
    const client = openSession(3);
    page = await mount(client, <ContextPane />);
    const said = (): string[] => [
      page.find(".context-facts").textContent,
      page.find(".context-list").getAttribute("aria-label") ?? "",
    ];
    expect(said()).toEqual([expect.stringContaining("messages3"), "3 messages"]);
    await settle(() => (cells.context.value = view(2, { form: "stored" })));
    expect(said()).toEqual([expect.stringContaining("entries3"), "3 entries"]);
    const parts = new Uint8Array([PROMPT_PART, 0]);
    await settle(() => (cells.context.value = view(2, { form: "sent", rows: new Int32Array([0, 1]), parts })));
    expect(said()).toEqual([expect.stringContaining("message1"), "1 message"]);
  });

  test("an empty context says so", async () => {
    const client = openSession(3);
    cells.point.value = null;
    cells.context.value = view(null);
    page = await mount(client, <ContextPane />);
    expect(page.root.textContent).toContain("This context holds no message");
    expect(page.root.textContent).toContain("before any entry");
    expect(page.find("[role=region]").dataset["point"]).toBe("");
  });

  test("the effective prompt is asked for when it is opened", async () => {
    const client = openSession(3);
    const prompt = { sections: 2, tools: 1, tokens: 11_400, toolTokens: 6800 };
    cells.context.value = view(2, { summary: { ...summaryOf(2), prompt } });
    client.prompt = {
      kind: "prompt",
      content: [],
      sections: [
        { name: "rules", body: { text: "be brief" }, tokens: 2, setBy: { row: 1, id: "id1", text: "system" } },
      ],
      toolsAdded: [],
      toolsRemoved: [],
    };
    page = await mount(client, <ContextPane />);
    expect(page.root.textContent).toContain("prompt ~11k · 1 tool ~6.8k");
    expect(client.of("prompt")).toEqual([]);
    await page.click(page.find(".context-facts .blocks-toggle"));
    expect(page.root.textContent).toContain("rules");
    await page.click(page.find(".context-drawer .parts-link"));
    expect(cells.selection.value).toBe(1);
  });
});

describe("an item", () => {
  test("of a tool stands in a box under its call, which the page's setting folds", async () => {
    const client = openSession(2);
    client.rows.set(1, { lead: "", text: "[bash: npm test]", tone: "tool", error: true });
    page = await mount(client, <ContextPane />);
    const box = page.find('[data-source-id="id1"] .context-box');
    expect(box.querySelector("code")?.textContent).toBe("bash: npm test");
    expect(box.textContent).toContain("failed");
    expect(box.textContent).toContain("message 1");
    await settle(() => (cells.showToolOutput.value = false));
    expect(page.find('[data-source-id="id1"]').textContent).not.toContain("message 1");
    await page.click(page.find('[data-source-id="id1"] .blocks-toggle'));
    expect(page.find('[data-source-id="id1"]').textContent).toContain("message 1");
  });

  test("hidden in Pi's terminal is one line, until it or all of them are opened", async () => {
    const client = openSession(2);
    client.items.set(1, { hidden: true, customType: "ci.status", tokens: 12 });
    page = await mount(client, <ContextPane />);
    const text = (): string => page.find('[data-source-id="id1"] .context-body').textContent;
    const toggle = '[data-source-id="id1"] .blocks-toggle';
    expect(text()).toBe("hidden in Pi’s terminal: ci.status~12 tokens");
    await page.click(page.find(toggle));
    expect(text()).toContain("message 1");
    await page.click(page.find(toggle));
    await settle(() => (cells.showHidden.value = true));
    expect(page.find(toggle).getAttribute("aria-expanded")).toBe("true");
    expect(text()).toContain("message 1");
    await settle(() => (cells.showHidden.value = false));
    expect(text()).not.toContain("message 1");
  });

  test("shows its notes with links, and its fate where that is not plain", async () => {
    const client = openSession(2);
    client.rows.set(0, { fate: "replaced" });
    client.items.set(0, { notes: [["edited by ", { row: 1, id: "id1", text: "id1" }]] });
    page = await mount(client, <ContextPane />);
    const item = page.find('[data-source-id="id0"]');
    expect(item.textContent).toContain("replaced");
    await page.click(item.querySelector(".context-note .parts-link"));
    expect(cells.selection.value).toBe(1);
  });

  test("late answers of another form are never shown", async () => {
    const client = openSession(3);
    client.hold.add("items");
    page = await mount(client, <ContextPane />);
    const late = client.last("items");
    client.hold.delete("items");
    await settle(() => {
      cells.form.value = "sent";
      cells.context.value = view(2, { form: "sent" });
    });
    await settle(() =>
      late.answer([
        {
          index: 0,
          row: 0,
          id: "of stored",
          title: "of stored",
          tone: "user",
          fate: "in context",
          time: null,
          tokens: 1,
          notes: [],
          hidden: false,
          blocks: [],
        },
      ]),
    );
    expect(page.root.textContent).not.toContain("of stored");
    expect(sources()).toContain("id2");
  });
});
