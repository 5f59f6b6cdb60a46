import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, serveDist, type Site } from "./chromium.ts";

// What README.md of this folder promises to checks from outside.

let browser: Browser;
let site: Site;
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([launch(), serveDist()]);
  page = await browser.newPage();
  await page.goto(site.url);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

function state(name: string): Promise<unknown> {
  return page.waitForSelector(`html[data-state="${name}"]`, { state: "attached" });
}

it("a file set in the one input is opened, or the page says why not", async () => {
  await state("empty");
  expect(await page.locator("input[type=file]").count()).toBe(1);
  await page.setInputFiles("input[type=file]", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("\0\0") });
  await state("failed");
  const sample = await readFile(new URL("../../src/state/sample.jsonl", import.meta.url));
  await page.setInputFiles("input[type=file]", { name: "s.jsonl", mimeType: "", buffer: sample });
  await state("ready");
});

it("every moment has one mark", async () => {
  const names = ["session:open", "session:rows", "session:tree", "session:indexed", "session:context"];
  await page.waitForFunction((all) => all.every((name) => performance.getEntriesByName(name).length === 1), names);
});

it("tree rows name their entry and its fate, and Enter makes one the point", async () => {
  const rows = page.locator("[role=tree] [role=treeitem][data-entry-id][data-fate]");
  expect(await rows.count()).toBeGreaterThan(10);
  const region = page.locator('[role=region][aria-label="Context"]');
  const point = page.locator('[role=treeitem][aria-current="location"]');
  expect(await region.getAttribute("data-point")).toBe(await point.getAttribute("data-entry-id"));
  const row = rows.first();
  const id = await row.getAttribute("data-entry-id");
  await row.click();
  await page.keyboard.press("Enter");
  await page.waitForSelector(`[role=region][aria-label="Context"][data-point="${id}"]`);
  expect(await region.locator("[data-source-id]").count()).toBeGreaterThan(0);
});

it("one of three forms is on", async () => {
  const form = page.getByRole("radiogroup", { name: "Form", exact: true });
  expect(await form.getByRole("radio").allTextContents()).toEqual(["Stored", "Projected", "Sent"]);
  await form.getByRole("radio", { name: "Sent" }).click();
  expect(await form.locator('[aria-checked="true"]').textContent()).toBe("Sent");
});

it("exports and single lines are downloads", async () => {
  await page.getByRole("button", { name: "Export" }).click();
  const [branch] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem").last().click()]);
  expect(branch.suggestedFilename()).toBe("s-branch.jsonl");
  await page.getByRole("tab", { name: "Raw" }).click();
  const save = page.getByRole("button", { name: "Save the line" });
  const [line] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const number = /^line-(\d+)\.json$/.exec(line.suggestedFilename())?.[1];
  const lines = (await readFile(new URL("../../src/state/sample.jsonl", import.meta.url), "utf8")).split("\n");
  expect(await readFile(await line.path(), "utf8")).toBe(lines[Number(number) - 1]);
});
