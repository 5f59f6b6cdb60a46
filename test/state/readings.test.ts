import { expect, it } from "vitest";
import { subject } from "../../src/state/cells.ts";
import { connect } from "../../src/state/client.ts";
import { openFile, openPrevious } from "../../src/state/opening.ts";
import { openReading } from "../../src/state/readings.ts";
import { FakeClient } from "./fake-client.ts";
import { fakePage, settle } from "./page.ts";

it("opens what the worker makes of the file, under a name that says so", async () => {
  fakePage();
  const worker = new FakeClient();
  connect(worker);
  await openFile(new File(["{}"], "a.jsonl"));
  await settle();
  worker.session = { ...worker.session, fileName: "a.jsonl" };
  await openReading("salvaged");
  expect(worker.last("readAs").params).toEqual({ reading: "salvaged" });
  const { name, cache } = worker.last("open").params as { name: string; cache: boolean };
  expect(name).toMatch(/^.+ \(salvaged\)\.jsonl$/);
  // It is marked as what it is, and not remembered as a session of its own.
  expect(cache).toBe(false);
  await settle();
  expect(subject.value?.reading).toBe("salvaged");
  await openPrevious();
  await settle();
  expect(subject.value?.reading).toBeUndefined();
});
