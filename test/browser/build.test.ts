import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dist, launch, serveDist, type Site } from "./chromium.ts";

let browser: Browser;
let sites: Site[];

beforeAll(async () => {
  browser = await launch();
  sites = [await serveDist("/"), await serveDist("/tools/pi%20viewer/")];
});

afterAll(async () => {
  await browser.close();
  await Promise.all(sites.map((site) => site.close()));
});

/** Opens the page, waits until it is drawn, and gives back everything it complained about or asked for. */
async function visit(url: string): Promise<{ complaints: string[]; asked: string[]; state: string | null }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(url);
  await page.locator("#app > *").first().waitFor({ state: "attached" });
  await page.waitForTimeout(300);
  const state = await page.locator("html").getAttribute("data-state");
  await context.close();
  return { complaints, asked, state };
}

describe("the built page", () => {
  it.each([0, 1])("opens hosted, at the root and in a sub-path (%i)", async (index) => {
    const site = sites[index]!;
    const { complaints, asked, state } = await visit(site.url);
    expect(complaints).toEqual([]);
    expect(state).toBe("empty");
    expect(asked.filter((url) => !url.startsWith(site.url) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(site.requests.filter((path) => !path.startsWith(new URL(site.url).pathname))).toEqual([]);
  });

  it("opens from a file", async () => {
    const folder = pathToFileURL(dist).href;
    const { complaints, asked, state } = await visit(`${folder}index.html`);
    expect(complaints).toEqual([]);
    expect(state).toBe("empty");
    expect(asked.filter((url) => !url.startsWith(folder) && !/^(data|blob):/.test(url))).toEqual([]);
  });

  it("has a content security policy before anything else", async () => {
    const html = await readFile(`${dist}index.html`, "utf8");
    const first = /<head>\s*(<[^>]*>)/.exec(html)?.[1] ?? "";
    expect(first).toMatch(/^<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
    expect(first).toContain("connect-src 'none'");
    expect(first.replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
    expect(html.match(/<meta http-equiv="Content-Security-Policy"/g)).toHaveLength(1);
  });

  it("runs only what the policy names", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(sites[0]!.url);
    const texts = await page
      .locator("script, style")
      .evaluateAll((elements) => elements.map((element) => element.textContent));
    const policy = await page.locator("meta[http-equiv]").getAttribute("content");
    await context.close();
    expect(texts.length).toBeGreaterThan(0);
    const hashes = texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    for (const hash of hashes) expect(policy).toContain(hash);
  });

  it("cannot reach another host", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const other = await serveDist("/");
    await page.goto(sites[0]!.url);
    const outcome = await page.evaluate(async (url) => {
      const image = new Promise((resolve) => {
        const element = new Image();
        element.addEventListener("load", () => resolve("loaded"));
        element.addEventListener("error", () => resolve("blocked"));
        element.src = `${url}icon.svg`;
      });
      const request = fetch(`${url}?fetch`, { mode: "no-cors" }).then(
        () => "sent",
        () => "blocked",
      );
      return Promise.all([image, request]);
    }, other.url);
    expect(outcome).toEqual(["blocked", "blocked"]);
    expect(other.requests).toEqual([]);
    await context.close();
    await other.close();
  });
});
