import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GROWTH_MARK } from "../../../src/core/view/growth.ts";
import { LATER, type Picture } from "../../../src/ui/growth/board.ts";
import { compactionLabel, placeMarks } from "../../../src/ui/growth/draw-marks.ts";
import { drawGrowth } from "../../../src/ui/growth/draw.ts";
import { geometryOf } from "../../../src/ui/growth/geometry.ts";
import { MARK_LOOKS } from "../../../src/ui/growth/look.ts";
import { seriesOf } from "../../../src/ui/growth/series.ts";
import { growthOf, type MadeRequest } from "./made.ts";

/** x, y, width, height. */
type Box = readonly [number, number, number, number];

interface Fill {
  readonly colour: string;
  readonly alpha: number;
  readonly boxes: Box[];
}

interface Drawn {
  /** What was filled as one path. */
  readonly fills: Fill[];
  /** What was filled by itself. */
  readonly boxes: (Box & { readonly length: 4 })[];
  readonly texts: { readonly text: string; readonly x: number; readonly colour: string }[];
}

/** A canvas of 400 by 64 that writes down what is drawn. Colours are the names of their variables; a letter is 6 wide. */
function canvasOf(drawn: Drawn, [width, height] = [400, 64]): HTMLCanvasElement {
  let path: Box[] = [];
  const brush = {
    fillStyle: "",
    globalAlpha: 1,
    canvas: { height },
    beginPath: () => (path = []),
    rect: (...box: Box) => path.push(box),
    fill: () => drawn.fills.push({ colour: brush.fillStyle, alpha: brush.globalAlpha, boxes: path }),
    fillRect: (...box: Box) => drawn.boxes.push(box),
    fillText: (text: string, x: number) => drawn.texts.push({ text, x, colour: brush.fillStyle }),
    measureText: (text: string) => ({ width: 6 * text.length }),
    stroke: () => undefined,
    save: () => undefined,
    restore: () => undefined,
    translate: () => undefined,
    scale: () => undefined,
  };
  const canvas = document.createElement("canvas");
  Object.defineProperty(canvas, "clientWidth", { value: width });
  Object.defineProperty(canvas, "clientHeight", { value: height });
  vi.spyOn(canvas, "getContext").mockReturnValue(brush as never);
  vi.stubGlobal("getComputedStyle", () => ({
    fontFamily: "serif",
    get color() {
      return canvas.style.color.replace(/^var\((.*)\)$/, "$1");
    },
  }));
  return canvas;
}

function draw(requests: readonly MadeRequest[], more: Partial<Picture> = {}): Drawn {
  const drawn: Drawn = { fills: [], boxes: [], texts: [] };
  const growth = growthOf(requests);
  const picture = { growth, series: seriesOf(growth), at: growth.at, pointLabel: "point ~5", costs: false, gutter: 0 };
  drawGrowth(canvasOf(drawn), { ...picture, ...more });
  return drawn;
}

beforeEach(() => vi.stubGlobal("Path2D", vi.fn()));
afterEach(() => vi.unstubAllGlobals());

describe("the stack", () => {
  // 64 high: 13 for labels, 2 below where no mark is; 49 for the largest.
  it("has a layer on the other, as high as its tokens", () => {
    const { fills } = draw([{ kinds: [10, 0, 39] }, { kinds: [10] }]);
    expect(fills[0]).toEqual({
      colour: "--growth-prompt",
      alpha: 1,
      boxes: [
        [0, 52, 95, 10],
        [96, 52, 95, 10],
      ],
    });
    expect(fills[1]).toEqual({ colour: "--growth-user", alpha: 1, boxes: [[0, 13, 95, 39]] });
  });

  it("is paler after the point", () => {
    const { fills } = draw([{ kinds: [10] }, { kinds: [10] }, { kinds: [10] }], { at: 0 });
    expect(fills.slice(0, 2).map(({ alpha, boxes }) => [alpha, boxes.length])).toEqual([
      [1, 1],
      [LATER, 2],
    ]);
  });

  it("shows the largest of those that share a pixel", () => {
    const { fills } = draw(Array.from({ length: 4000 }, (_, i) => ({ kinds: [i % 10 === 7 ? 49 : 1] })));
    expect(fills[0]?.boxes).toHaveLength(400);
    expect(fills[0]?.boxes.every(([, y, , height]) => y === 13 && height === 49)).toBe(true);
  });

  it("has the provider's size as a line, broken where it said nothing", () => {
    const { fills } = draw([{ input: 49 }, {}, { input: 49 }]);
    expect(fills.at(-1)).toEqual({
      colour: "--growth-provider",
      alpha: 1,
      boxes: [
        [0, 13, 96, 1],
        [192, 13, 96, 1],
      ],
    });
  });
});

describe("the second pane", () => {
  it("has the part from the cache, and the cost", () => {
    const drawn: Drawn = { fills: [], boxes: [], texts: [] };
    const growth = growthOf([
      { input: 50, cacheRead: 50, cost: 1 },
      { input: 10, cacheRead: 0, cost: 2 },
    ]);
    const picture = { growth, series: seriesOf(growth), at: 0, pointLabel: "point", costs: true, gutter: 52 };
    drawGrowth(canvasOf(drawn, [452, 112]), picture);
    const [cached, cost] = ["--growth-cached", "--growth-cost"].map((name) =>
      drawn.fills.filter(({ colour }) => colour === name),
    );
    // From 69 to 86, and from 90 to 110.
    expect(cached?.flatMap(({ boxes }) => boxes)).toEqual([[52, 77, 95, 9]]);
    expect(cost?.flatMap(({ alpha, boxes }) => boxes.map((box) => [alpha, ...box]))).toEqual([
      [1, 52, 100, 95, 10],
      [LATER, 148, 90, 95, 20],
    ]);
    expect(drawn.texts.map(({ text }) => text)).toEqual(["100", "cached", "$2.000", "point"]);
  });
});

describe("labels", () => {
  const { compaction } = GROWTH_MARK;

  it("say what a compaction made of the context, beside its line", () => {
    const { texts } = draw([{ kinds: [96_000] }, { kinds: [26_000], marks: compaction }]);
    expect(texts).toEqual([
      { text: "point ~5", x: 196, colour: "--accent" },
      { text: "~96k", x: 4, colour: "--text-muted" },
      { text: "~96k → ~26k", x: 100, colour: "--tone-summary" },
    ]);
  });

  it("of one before the first request say what it left", () => {
    const series = seriesOf(growthOf([{ kinds: [26_000], marks: compaction }]));
    expect(compactionLabel(series, 0)).toBe("→ ~26k");
  });

  it("never lie over each other; the point has its own first, then the steepest fall", () => {
    const falls = Array.from({ length: 100 }, (_, i) => ({ kinds: [i % 2 === 0 ? 1000 + i : 1], marks: i % 2 }));
    const { texts } = draw(falls, { gutter: 50, pointLabel: "point" });
    expect(texts.map(({ text }) => text)).toEqual(["~1.1k", "point", "~1.1k → ~1", "~1.1k → ~1"]);
    const spans = texts.slice(1).map(({ text, x }) => [x, x + 6 * text.length] as const);
    expect(spans.every(([from, to], i) => spans.every(([a, b], j) => i === j || to < a || from > b))).toBe(true);
    expect(spans.every(([from, to]) => from >= 0 && to <= 400)).toBe(true);
  });

  it("stand on the left of a line that has no room on its right", () => {
    const { texts } = draw(
      Array.from({ length: 10 }, () => ({ kinds: [1] })),
      { pointLabel: "point ~84k" },
    );
    expect(texts[0]).toMatchObject({ text: "point ~84k", x: 400 - 60 - 4 });
  });
});

describe("marks", () => {
  const { compaction, edit, error, idle, model } = GROWTH_MARK;
  const look = (mark: number): number => MARK_LOOKS.findIndex((look) => look.mark === mark) + 1;
  const place = (marks: readonly number[], width: number): ReturnType<typeof placeMarks> =>
    placeMarks({
      growth: growthOf(marks.map((marks) => ({ marks }))),
      geometry: geometryOf(marks.length, width, 1),
      ratio: 1,
    });

  it("stand side by side where there is room, compactions not among them", () => {
    const { cells } = place([0, idle | model | compaction], 200);
    // The second request begins at 96, in the cell from 90 on.
    expect([...cells.entries()].filter(([, cell]) => cell !== 0)).toEqual([
      [10, look(model)],
      [11, look(idle)],
    ]);
  });

  it("leave a place for one to the one that matters most", () => {
    const marks = Array.from({ length: 1000 }, () => 0);
    marks[500] = idle;
    marks[501] = error;
    marks[502] = edit;
    const { cells, common } = place(marks, 900);
    expect([...cells.entries()].filter(([, cell]) => cell !== 0)).toEqual([[50, look(error)]]);
    expect(common.size).toBe(0);
  });

  it("that are nearly everywhere are a line, and hide no other", () => {
    const marks = Array.from({ length: 1000 }, (_, i) => (i === 500 ? edit : error));
    const { cells, common } = place(marks, 900);
    expect([...cells.entries()].filter(([, cell]) => cell !== 0)).toEqual([[50, look(edit)]]);
    expect([...common.keys()]).toEqual([look(error) - 1]);
    expect(common.get(0)?.size).toBe(100);
  });
});

it("draws nothing of no requests, and nothing where there is no canvas", () => {
  expect(draw([])).toEqual({ fills: [], boxes: [], texts: [] });
  const growth = growthOf([{}, {}]);
  const canvas = document.createElement("canvas");
  vi.spyOn(canvas, "getContext").mockReturnValue(null);
  const picture = { growth, series: seriesOf(growth), at: 1, pointLabel: "", costs: false, gutter: 0 };
  expect(drawGrowth(canvas, picture)).toBe(0);
});
