import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as cells from "../../src/state/cells.ts";
import { toggleGrowth, toggleGrowthCosts } from "../../src/state/growth.ts";
import { entryWidth, keepRecents, startPreferences, treeWidth } from "../../src/state/preferences.ts";
import { fakePage } from "./page.ts";

const key = "pi-session-viewer:preferences";
let end: (() => void) | undefined;

beforeEach(() => {
  fakePage();
  cells.theme.value = "system";
  cells.showThinking.value = false;
  cells.growthShown.value = true;
  cells.growthCosts.value = false;
  treeWidth.value = 0;
  entryWidth.value = 0;
});

afterEach(() => end?.());

it("are remembered", () => {
  end = startPreferences(false);
  cells.theme.value = "dark";
  cells.showThinking.value = true;
  treeWidth.value = 420;
  end();
  cells.theme.value = "system";
  cells.showThinking.value = false;
  treeWidth.value = 0;
  end = startPreferences(false);
  expect([cells.theme.value, cells.showThinking.value, treeWidth.value]).toEqual(["dark", true, 420]);
});

it("remember the growth chart, and its second pane", () => {
  end = startPreferences(false);
  expect([cells.growthShown.value, cells.growthCosts.value]).toEqual([true, false]);
  toggleGrowth();
  toggleGrowthCosts();
  end();
  cells.growthShown.value = true;
  cells.growthCosts.value = false;
  end = startPreferences(false);
  expect([cells.growthShown.value, cells.growthCosts.value]).toEqual([false, true]);
});

it("keep no recents on file:// unless that was chosen", () => {
  end = startPreferences(true);
  expect(keepRecents.value).toBe(false);
  keepRecents.value = true;
  end();
  end = startPreferences(true);
  expect(keepRecents.value).toBe(true);
});

it.each(["", "null", "[]", "{", '{"theme":"pink","showThinking":1,"treeWidth":"9","entryWidth":-4}'])(
  "make nothing of %s",
  (stored) => {
    localStorage.setItem(key, stored);
    end = startPreferences(false);
    expect([cells.theme.value, cells.showThinking.value, treeWidth.value, entryWidth.value]).toEqual([
      "system",
      false,
      0,
      0,
    ]);
  },
);

it("work without storage", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new Error("denied");
    },
    setItem() {
      throw new Error("full");
    },
  });
  end = startPreferences(false);
  cells.theme.value = "light";
  expect(cells.theme.value).toBe("light");
  vi.unstubAllGlobals();
});
