import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GROWTH_KINDS, type Growth } from "../../src/core/view/growth.ts";
import { setPoint } from "../../src/state/actions.ts";
import { startAddress } from "../../src/state/address.ts";
import * as cells from "../../src/state/cells.ts";
import { connect } from "../../src/state/client.ts";
import { placeOn, showRequest } from "../../src/state/growth.ts";
import * as opening from "../../src/state/opening.ts";
import { startViews } from "../../src/state/views.ts";
import { contextOf, FakeClient, sessionInfo } from "./fake-client.ts";
import { fakePage, settle } from "./page.ts";

let worker: FakeClient;
let ends: (() => void)[];

const rows = Int32Array.of(1, 3, 7);

/** Requests whose answers stand in these rows. */
function growthOf(rows: Int32Array<ArrayBuffer>): Growth {
  const floats = (): Float32Array<ArrayBuffer> => new Float32Array(rows.length);
  return {
    rows,
    times: new Float64Array(rows.length),
    kinds: GROWTH_KINDS.map(() => new Uint32Array(rows.length)),
    input: floats(),
    output: floats(),
    cacheRead: floats(),
    cacheWrite: floats(),
    cost: new Float64Array(rows.length),
    marks: new Uint8Array(rows.length),
    at: rows.length - 1,
  };
}

/** Answers the newest two questions for a neighbour: the request before, and the one after. */
async function answerSteps(before: number | null, after: number | null): Promise<void> {
  await settle();
  const [back, on] = worker.of("step").slice(-2);
  expect([back?.params.back, on?.params.back]).toEqual([true, false]);
  back?.answer(before);
  on?.answer(after);
  await settle();
}

beforeEach(() => {
  fakePage();
  worker = new FakeClient();
  worker.hold.add("growth").add("step");
  connect(worker);
  opening.close();
  opening.forgetClosed();
  ends = [startViews()];
});

afterEach(() => {
  for (const end of ends) end();
  vi.useRealTimers();
});

async function open(): Promise<void> {
  await opening.openFile(new File(["{}"], "a.jsonl"));
  await settle();
}

describe("the place of the point on a branch", () => {
  it("is its answer, and none before any entry", async () => {
    expect(await placeOn(rows, 3)).toBe(1);
    expect(await placeOn(rows, null)).toBe(-1);
    expect(worker.of("step")).toEqual([]);
  });

  it.each([
    [3, 7, 1],
    [null, 1, -1],
    [7, null, 2],
    // The branch ends, or goes on, elsewhere.
    [3, null, null],
    [3, 5, null],
    [2, 7, null],
    [null, 4, null],
    [7, 9, null],
  ])("between the requests %s and %s is %s", async (before, after, place) => {
    const found = placeOn(rows, 6);
    await answerSteps(before, after);
    expect(await found).toBe(place);
  });

  it("is none where there are no requests, and none are found", async () => {
    const found = placeOn(new Int32Array(), 6);
    await answerSteps(null, null);
    expect(await found).toBe(-1);
  });
});

describe("the requests of the branch", () => {
  it("are asked for when the context is there, at once where there are few entries", async () => {
    worker.hold.add("context");
    await open();
    expect(worker.of("growth").map(({ params }) => params)).toEqual([{ point: 9 }]);
    worker.session = sessionInfo({ entries: 200 });
    worker.last("growth").answer(growthOf(rows));
    worker.last("context").answer(contextOf("projected", 9));
    await open();
    expect(worker.of("growth")).toHaveLength(1);
    worker.last("context").answer(contextOf("projected", 199));
    await settle();
    expect(worker.of("growth").map(({ params }) => params)).toEqual([{ point: 9 }, { point: 199 }]);
  });

  it("are asked for once, however the point moves along the branch", async () => {
    await open();
    worker.last("growth").answer(growthOf(rows));
    await settle();
    const columns = cells.growth.value?.rows;
    setPoint(3);
    await settle();
    expect(cells.growth.value?.at).toBe(1);
    setPoint(4);
    await answerSteps(3, 7);
    expect(cells.growth.value?.at).toBe(1);
    setPoint(0);
    await answerSteps(null, 1);
    expect(cells.growth.value?.at).toBe(-1);
    expect(cells.growth.value?.rows).toBe(columns);
    expect(worker.of("growth")).toHaveLength(1);
  });

  it("are asked for again when the point leaves the branch, and stand until they are there", async () => {
    await open();
    worker.last("growth").answer(growthOf(rows));
    await settle();
    setPoint(6);
    await answerSteps(3, 8);
    expect(worker.last("growth").params).toEqual({ point: 6 });
    expect([...(cells.growth.value?.rows ?? [])]).toEqual([1, 3, 7]);
    worker.last("growth").answer(growthOf(Int32Array.of(1, 3, 8)));
    await settle();
    expect([...(cells.growth.value?.rows ?? [])]).toEqual([1, 3, 8]);
  });

  it("are asked for again in another session, though its rows are the same", async () => {
    await open();
    worker.last("growth").answer(growthOf(rows));
    await settle();
    await open();
    expect(cells.growth.value).toBeNull();
    expect(worker.of("growth")).toHaveLength(2);
  });

  it("are asked for again when the session was read again", async () => {
    await open();
    worker.last("growth").answer(growthOf(Int32Array.of(1, 9)));
    await settle();
    worker.replace(sessionInfo({ entries: 12 }));
    await settle();
    expect(worker.of("growth")).toHaveLength(2);
  });

  it("are not asked for a point that was left before its context was there", async () => {
    worker.session = sessionInfo({ entries: 200 });
    worker.hold.add("context");
    await open();
    setPoint(5);
    worker.last("context").answer(contextOf("projected", 199));
    await settle();
    worker.last("context").answer(contextOf("projected", 5));
    await settle();
    expect(worker.of("growth").map(({ params }) => params)).toEqual([{ point: 5 }]);
  });
});

it("a request is gone to in one step of the history", async () => {
  vi.useFakeTimers();
  const page = fakePage();
  ends.push(startAddress());
  await open();
  await vi.advanceTimersByTimeAsync(1000);
  const before = page.entries.length;
  showRequest(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect([cells.point.value, cells.selection.value]).toEqual([3, 3]);
  expect(page.entries.slice(before).map(({ hash }) => hash)).toEqual(["#point=id3"]);
});
