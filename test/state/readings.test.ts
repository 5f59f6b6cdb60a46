import { expect, it } from "vitest";
import { connect } from "../../src/state/client.ts";
import { openFile } from "../../src/state/opening.ts";
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
  expect(worker.last("open").params).toMatchObject({
    name: expect.stringMatching(/^.+ \(salvaged\)\.jsonl$/) as string,
  });
});
