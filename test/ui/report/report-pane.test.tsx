import { afterEach, describe, expect, test, vi } from "vitest";
import type { Report } from "../../../src/core/view/report.ts";
import { choose, setPoint } from "../../../src/state/actions.ts";
import * as cells from "../../../src/state/cells.ts";
import { arriving } from "../../../src/ui/report/arrival.ts";
import { ReportPane } from "../../../src/ui/report/ReportPane.tsx";
import { mount, openSession, settle, type Page } from "../list/panes.ts";

let page: Page;
afterEach(() => {
  page.end();
  cells.choices.value = {};
});

const ref = { row: 3, id: "id3", text: "user: three" };

const REPORT: Report = {
  lead: ["The answer, with ", ref, "."],
  controls: [
    {
      name: "which",
      label: "Which",
      options: [
        { value: "a", text: "The first" },
        { value: "b", text: "The second" },
      ],
      value: "a",
    },
    { name: "text", label: "A text", options: [], value: "" },
  ],
  sections: [
    {
      title: "Figures",
      fact: "3 rows",
      parts: [
        {
          kind: "table",
          label: "Some figures",
          columns: [
            { title: "Name", unit: "words" },
            { title: "Tokens", unit: "tokens" },
            { title: "Share", unit: "share" },
            { title: "Cost", unit: "cost" },
            { title: "Nothing", unit: "words" },
          ],
          rows: [
            [["ten"], 10, 0.1, null],
            [["two thousand"], 2000, 0.004, 0.5],
            [[ref], 300, 0.6, 0.25],
          ],
          totals: [["all"], 2310, null, 0.75],
          left: 7,
        },
      ],
    },
    {
      title: "Folded",
      folded: true,
      parts: [{ kind: "words", tone: "warning", text: ["Not at once."] }],
    },
    {
      title: "Lines",
      parts: [
        {
          kind: "beside",
          sides: [
            { title: "Left", parts: [{ kind: "facts", facts: [{ name: "Model", value: ["demo"] }] }] },
            {
              title: "Right",
              parts: [
                {
                  kind: "diff",
                  lines: [
                    { mark: "removed", text: "old" },
                    { mark: "added", text: "new" },
                    { mark: "gap", text: "9 lines the same" },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

async function open(): Promise<ReturnType<typeof openSession>> {
  const client = openSession(5);
  client.hold.add("report");
  page = await mount(client, <ReportPane name="limits" />);
  return client;
}

async function answered(report: Report = REPORT): Promise<ReturnType<typeof openSession>> {
  const client = await open();
  await settle(() => client.last("report").answer(report));
  return client;
}

const firstCells = (): (string | null)[] =>
  page.all("tbody tr").map((row) => row.firstElementChild?.textContent ?? null);

describe("a report", () => {
  test("is asked for at the point, says that it waits, and is asked for again when the point or a choice changes", async () => {
    const client = await open();
    expect(client.last("report").params).toEqual({ name: "limits", point: 4, selection: null, choices: {} });
    await vi.waitFor(() => expect(page.find("[role=status]").textContent).toContain("Reading"));
    await settle(() => client.last("report").answer(REPORT));
    expect(page.find(".report-lead").textContent).toBe("The answer, with user: three.");
    await settle(() => setPoint(2));
    expect(client.last("report").params).toMatchObject({ point: 2 });
    await settle(() => choose("limits", "which", "b"));
    expect(client.last("report").params).toMatchObject({ choices: { which: "b" } });
    const asked = client.of("report").length;
    // What another report chose, and what is read, make it no other question.
    await settle(() => choose("find", "text", "x"));
    await settle(() => (cells.selection.value = 1));
    expect(client.of("report")).toHaveLength(asked);
  });

  test("of before stays while the next one is on its way, and says so when that takes long", async () => {
    const client = await answered();
    const frame = page.find(".report-frame");
    await settle(() => setPoint(1));
    expect(frame.dataset["waiting"]).toBe("false");
    await vi.waitFor(() => expect(frame.dataset["waiting"]).toBe("true"));
    expect(page.find(".report").getAttribute("aria-busy")).toBe("true");
    expect(page.find(".report-lead").textContent).toContain("The answer");
    await settle(() => client.last("report").answer({ ...REPORT, lead: ["Another answer."] }));
    expect(frame.dataset["waiting"]).toBe("false");
    expect(page.find(".report-lead").textContent).toBe("Another answer.");
  });

  test("says why there is none", async () => {
    const client = await open();
    await settle(() => client.last("report").refuse({ code: "failed", message: "It is too odd." }));
    expect(page.find(".report").textContent).toContain("This could not be worked out: It is too odd.");
  });

  test("leads to the entries it names", async () => {
    await answered();
    await page.click(page.find(".report-lead .parts-link"));
    expect(cells.selection.value).toBe(3);
  });

  test("writes figures in their units, with a total and what is left out", async () => {
    await answered();
    const [row] = page.all("tbody tr").slice(1);
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      "two thousand",
      "~2.0k",
      "<1 %",
      "$0.500",
    ]);
    expect(page.find("tfoot").textContent).toBe("all~2.3k$0.750");
    expect(page.find(".report-table").textContent).toContain("7 more rows not shown");
  });

  test("draws the first rows of many, and the rest when they are asked for", async () => {
    const rows = Array.from({ length: 90 }, (_, at) => [[`row ${at}`], at]);
    const columns = [
      { title: "Name", unit: "words" },
      { title: "Number", unit: "count" },
    ] as const;
    const section = { title: "Many", parts: [{ kind: "table", label: "Many", columns, rows }] } as const;
    await answered({ ...REPORT, sections: [section] });
    expect(page.all("tbody tr")).toHaveLength(60);
    // The largest of all, not of those that are drawn.
    await page.click(page.all("thead button")[1] ?? document.body);
    expect(firstCells()[0]).toBe("row 89");
    const more = page.all("button").find((button) => button.textContent === "Show 30 more rows");
    await page.click(more ?? document.body);
    expect(page.all("tbody tr")).toHaveLength(90);
  });

  test("can be given up: what stands there stays", async () => {
    const client = await answered();
    await settle(() => setPoint(1));
    await vi.waitFor(() => expect(page.find("[role=status]").textContent).toContain("Stop"));
    await page.click(page.find("[role=status] button"));
    expect(client.last("report").options.signal?.aborted).toBe(true);
    expect(page.all("[role=status]")).toEqual([]);
    expect(page.find(".report-lead").textContent).toContain("The answer");
  });

  test("takes the focus that is led to it: into the field that waits for a text, else to itself", async () => {
    const client = await open();
    await settle(() => (arriving.value = true));
    expect(document.activeElement).toBe(page.find(".report"));
    await settle(() => client.last("report").answer(REPORT));
    expect(document.activeElement).toBe(page.find('input[type="search"]'));
    expect(arriving.value).toBe(false);
    page.find("select").focus();
    await settle(() => choose("limits", "which", "b"));
    await settle(() => client.last("report").answer(REPORT));
    expect(document.activeElement).toBe(page.find("select"));
  });

  test("leaves out a column in which nothing stands", async () => {
    await answered();
    expect(page.all("th").map((head) => head.textContent)).toEqual(["Name", "Tokens", "Share", "Cost"]);
  });

  test("is sorted by a column: figures from the largest, words from the first, then the other way, then as it came", async () => {
    await answered();
    const head = (at: number): Element => page.all("thead button")[at] ?? document.body;
    const order = (at: number): string | null => page.all("th")[at]?.getAttribute("aria-sort") ?? null;
    await page.click(head(1));
    expect(firstCells()).toEqual(["two thousand", "user: three", "ten"]);
    expect(order(1)).toBe("descending");
    await page.click(head(1));
    expect(firstCells()).toEqual(["ten", "user: three", "two thousand"]);
    await page.click(head(1));
    expect(firstCells()).toEqual(["ten", "two thousand", "user: three"]);
    expect(order(1)).toBeNull();
    await page.click(head(0));
    expect(firstCells()).toEqual(["ten", "two thousand", "user: three"]);
    expect(order(0)).toBe("ascending");
    await page.click(head(3));
    // Nothing comes last, whichever way.
    expect(firstCells()).toEqual(["two thousand", "user: three", "ten"]);
    await page.click(head(3));
    expect(firstCells()).toEqual(["user: three", "two thousand", "ten"]);
  });

  test("keeps a section folded until it is opened", async () => {
    await answered();
    expect(page.find(".report").textContent).not.toContain("Not at once.");
    const toggle = page.all("button").find((button) => button.textContent === "Folded");
    await page.click(toggle ?? document.body);
    expect(page.find(".report").textContent).toContain("Not at once.");
  });

  test("tells added and removed lines apart by more than their colour", async () => {
    await answered();
    expect(page.all(".report-line").map((line) => line.textContent)).toEqual([
      "−removed: old",
      "+added: new",
      "⋯9 lines the same",
    ]);
  });

  test("asks about a text when it is entered, and about an option when it is chosen", async () => {
    const client = await answered();
    const input = page.find(".report-control-text input");
    if (!(input instanceof HTMLInputElement)) throw new Error("no input");
    await settle(() => {
      input.value = "needle";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    expect(cells.choices.value.limits).toBeUndefined();
    await settle(() =>
      page.find(".report-control-text").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
    );
    expect(client.last("report").params).toMatchObject({ choices: { text: "needle" } });
    await settle(() => client.last("report").answer(REPORT));
    const select = page.find(".report-control select");
    if (!(select instanceof HTMLSelectElement)) throw new Error("no choice");
    await settle(() => {
      select.value = "b";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(client.last("report").params).toMatchObject({ choices: { text: "needle", which: "b" } });
  });
});
