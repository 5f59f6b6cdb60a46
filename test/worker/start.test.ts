import { describe, expect, it } from "vitest";
import { startAhead } from "../../src/worker/start.ts";

/** Stands for a worker: all that is done with one here is to listen. */
function startsOf(): { start: () => Worker; started: EventTarget[] } {
  const started: EventTarget[] = [];
  const start = (): Worker => {
    started.push(new EventTarget());
    return started.at(-1) as Worker;
  };
  return { start, started };
}

describe("starting ahead", () => {
  it("has the first worker ready, and starts the next ones when they are needed", () => {
    const { start, started } = startsOf();
    const next = startAhead(start);
    expect(started).toHaveLength(1);
    expect(next()).toBe(started[0]);
    expect(next()).toBe(started[1]);
  });

  it("starts another in place of one that has failed meanwhile", () => {
    const { start, started } = startsOf();
    const next = startAhead(start);
    started[0]!.dispatchEvent(new Event("error"));
    expect(next()).toBe(started[1]);
  });

  it("leaves it to whoever asks to learn that there are no workers", () => {
    const next = startAhead(() => {
      throw new Error("no workers");
    });
    expect(next).toThrow("no workers");
  });
});
