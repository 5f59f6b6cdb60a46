import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FATES } from "../../src/core/view/fate.ts";
import { openSession } from "../../src/core/index.ts";
import { SessionManager } from "../oracle/pi.ts";
import type { Fields } from "./messages.ts";
import { sample, sampleId } from "./sample.ts";

const text = sample();
const lines = text
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Fields);
const entries = lines.slice(1);
const messages = entries.flatMap((entry) => (entry["type"] === "message" ? [entry["message"] as Fields] : []));
const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Fields[]) : []));
const ofType = (type: string) => entries.filter((entry) => entry["type"] === type);
const ofRole = (role: string) => messages.filter((message) => message["role"] === role);
const systems = ofRole("system");

/** What a visitor must be able to find in the sample, and whether it is there. */
const SHOWN: { readonly [what: string]: boolean } = {
  "a system, user, assistant and toolResult message": ["system", "user", "assistant", "toolResult"].every(
    (role) => ofRole(role).length > 2,
  ),
  "a command of the user, in and out of the context":
    new Set(ofRole("bashExecution").map((bash) => bash["excludeFromContext"] === true)).size === 2,
  "a command that failed or a tool that did": ofRole("toolResult").some((result) => result["isError"] === true),
  "an answer that failed": ofRole("assistant").some(
    (answer) => answer["stopReason"] === "error" && answer["errorMessage"] !== undefined,
  ),
  "an aborted turn": ofRole("assistant").some((answer) => answer["stopReason"] === "aborted"),
  thinking: blocks.some((block) => block["type"] === "thinking" && block["thinking"] !== ""),
  "redacted thinking": blocks.some((block) => block["redacted"] === true),
  "an image of the user": ofRole("user").some(({ content }) => JSON.stringify(content).includes('"image"')),
  "an image of a tool": ofRole("toolResult").some(({ content }) => JSON.stringify(content).includes('"image"')),
  "nested calls, one of which failed": ofRole("toolResult").some((result) =>
    JSON.stringify(result["nestedCalls"] ?? "").includes('"status":"error"'),
  ),
  "usage of a tool": ofRole("toolResult").some((result) => result["usage"] !== undefined),
  "usage of a summary":
    ofType("branch_summary").some((entry) => entry["usage"] !== undefined) &&
    ofType("compaction").some((entry) => entry["usage"] !== undefined),
  "cache warming": ofType("usage").some((entry) => entry["kind"] === "cache_warm" && entry["note"] !== undefined),
  "a model that answers under another name": ofRole("assistant").some(
    (answer) => answer["responseModel"] !== undefined && answer["responseModel"] !== answer["model"],
  ),
  "a virtual model and its state":
    ofType("model_change").some((entry) => entry["provider"] === "router") &&
    ofType("custom").some((entry) => entry["customType"] === "pi.virtual-model-state"),
  "several models and thinking levels": ofType("model_change").length > 2 && ofType("thinking_level_change").length > 2,
  "a section that is replaced": systems.some(
    ({ sections }, at) => at > 0 && (sections as Fields | undefined)?.["tools"] !== undefined,
  ),
  "a section that is removed": systems.some(({ sections }) => Object.values(sections ?? {}).includes(null)),
  "tools added and removed": systems.some(
    (system) => system["toolsAdded"] !== undefined && system["toolsRemoved"] !== undefined,
  ),
  "a compaction without and one with a checkpoint":
    ofType("compaction")
      .map((entry) => entry["systemMessage"] !== undefined)
      .join() === "false,true",
  "a label set and one cleared": new Set(ofType("label").map((entry) => entry["label"] === undefined)).size === 2,
  "a name and a new one": ofType("session_info").length === 2,
  "words of an extension": ofType("custom_message").length === 1,
  "one entry type of an extension": entries.filter((entry) => entry["type"] === "git_state").length === 1,
  "an omission and a replacement":
    new Set(ofType("context_edit").map((entry) => entry["replacement"] === null)).size === 2,
};

describe("the sample session", () => {
  it("is the file that ships (vitest -u writes it)", async () => {
    await expect(text).toMatchFileSnapshot("../../src/state/sample.jsonl");
  });

  it("stays small", () => {
    expect(entries.length).toBeGreaterThanOrEqual(90);
    expect(entries.length).toBeLessThanOrEqual(160);
    expect(gzipSync(text).length).toBeLessThanOrEqual(20_000);
  });

  it.each(Object.keys(SHOWN))("shows %s", (what) => {
    expect(SHOWN[what]).toBe(true);
  });

  it("has every entry type of version 3", () => {
    const types =
      "message model_change thinking_level_change usage compaction context_edit branch_summary custom custom_message label session_info";
    expect([...new Set(entries.map((entry) => String(entry["type"])))].toSorted()).toEqual(
      [...types.split(" "), "git_state"].toSorted(),
    );
  });

  it("lies within one working day, and no id occurs twice", () => {
    const times = entries.map((entry) => String(entry["timestamp"]));
    expect(
      times.every((time) => time.startsWith("2026-03-12T") && time > "2026-03-12T08" && time < "2026-03-12T18"),
    ).toBe(true);
    expect(times.toSorted()).toEqual(times);
    expect(new Set(entries.map((entry) => entry["id"])).size).toBe(entries.length);
    expect(entries.every((entry) => /^[0-9a-f]{8}$/.test(String(entry["id"])))).toBe(true);
  });

  it("is a session that Pi opens as it is", () => {
    const file = join(mkdtempSync(join(tmpdir(), "pi-sample-")), "sample.jsonl");
    writeFileSync(file, text);
    const manager = SessionManager.open(file);
    expect(manager.getEntries()).toEqual(entries);
    expect(manager.getSessionName()).toBe("Two tabs, one logout: grace window for refresh tokens");
    expect(manager.getLabel(sampleId("a4"))).toBe("root cause");
    expect(manager.getLabel(sampleId("a24"))).toBeUndefined();
    expect(manager.getTree()).toHaveLength(1);
  });

  it("opens without a problem, but for the type that is not Pi’s", async () => {
    const session = await openSession(new Blob([text]));
    expect(session.problems.map(({ code }) => code)).toEqual(["unknown-type"]);
    expect(session.leafId).toBe(entries.at(-1)?.["id"]);
  });

  it("shows every fate at its leaf, and what is later from before", async () => {
    const session = await openSession(new Blob([text]));
    const fatesAt = (name: string) => new Set(session.fates(sampleId(name)).map(({ fate }) => fate));
    expect([...fatesAt("a35")].toSorted()).toEqual(FATES.filter((fate) => fate !== "later").toSorted());
    expect(fatesAt("k1")).toContain("later");
  });
});
