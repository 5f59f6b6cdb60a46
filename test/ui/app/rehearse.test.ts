import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { rehearse } from "../../../src/ui/app/rehearse.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  cells.phase.value = "empty";
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  cells.phase.value = "empty";
});

/** What the page's body was given, as it was when its layout was asked for. */
function drawings(): string[] {
  const seen: string[] = [];
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    if (this.className === "app-rehearsal") seen.push(this.innerHTML);
    return new DOMRect();
  });
  return seen;
}

describe("the rehearsal", () => {
  it("draws rows and messages out of sight, and leaves nothing behind", () => {
    const seen = drawings();
    rehearse();
    expect(seen).toEqual([]);
    vi.runAllTimers();
    expect(seen).toHaveLength(2);
    expect(seen[0]?.match(/role="treeitem"/g)).toHaveLength(24);
    expect(seen[1]).toContain("context-body");
    expect(document.querySelector(".app-rehearsal")).toBeNull();
  });

  it("does not begin, or go on, once there is a file", () => {
    const seen = drawings();
    rehearse();
    vi.advanceTimersByTime(1200);
    expect(seen).toHaveLength(1);
    cells.phase.value = "loading";
    vi.runAllTimers();
    expect(seen).toHaveLength(1);
  });
});
