import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { REPORTS } from "../../src/core/view/report.ts";
import { MIDDLE_NAMES } from "../../src/ui/parts/names.ts";
import { launch, serveDist, type Site } from "./chromium.ts";

// Every question about the context, on the sample session.

let browser: Browser;
let site: Site;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  [browser, site] = await Promise.all([launch(), serveDist()]);
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(`${site.url}#sample`);
  await page.waitForSelector('html[data-state="ready"]', { state: "attached" });
  const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await page.evaluate(await readFile(axe, "utf8"));
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Rules that are broken on the page as it stands, with the elements that break them. */
async function violations(): Promise<unknown> {
  return page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]))`);
}

it.each(REPORTS)("%s answers, can be reached by its address, and breaks no rule of access", async (name) => {
  const [title] = MIDDLE_NAMES[name];
  await page.getByRole("tab", { name: title, exact: true }).click();
  const report = page.getByRole("region", { name: "Report" });
  await report.locator(".report-lead").waitFor();
  expect(await report.locator(".report-failed").count()).toBe(0);
  expect((await report.locator(".report-lead").textContent())?.length).toBeGreaterThan(20);
  expect(await violations()).toEqual([]);
  await page.waitForFunction((view) => location.hash.includes(`view=${view}`), name);
  expect(errors).toEqual([]);
});

it("a text that is selected in the context is found in the session, with its fate", async () => {
  await page.getByRole("tab", { name: "Context", exact: true }).click();
  const words = page.locator("[data-source-id] .blocks-words").last();
  await words.waitFor();
  await words.click({ clickCount: 3 });
  await page.keyboard.press("w");
  const report = page.getByRole("region", { name: "Report" });
  await report.locator("table").first().waitFor();
  expect(await report.locator(".report-lead").textContent()).toMatch(/holds? “.+”: .*in context/);
});

it("a fate chosen in the head leaves only its entries in the tree", async () => {
  await page.getByRole("tab", { name: "Context", exact: true }).click();
  await page
    .getByRole("button", { name: /summarised$/ })
    .first()
    .click();
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll("[role=tree] [role=treeitem][data-fate]")];
    return rows.length > 0 && rows.every((row) => row.getAttribute("data-fate") === "summarised");
  });
  await page.getByRole("button", { name: "Show all" }).click();
  await page.waitForFunction(() => document.querySelector('[role=treeitem][data-fate="in context"]') !== null);
});
