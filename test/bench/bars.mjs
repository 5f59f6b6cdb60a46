// What the page is held to, and how near it comes.
import { PAGE } from "./figures.mjs";
import { shapes } from "./shapes.mjs";

/** @typedef {import("./figures.mjs").Figures} Figures */

/**
 * One bar. `value` is compared with `bar`: at most that, or `least`, at least that; NaN: not measured yet. `from`: the figure that
 * tells how often and when it was measured.
 * @typedef {{ figure: string, bar: number, value: number, unit: "ms" | "P" | "x" | "MB" | "" | "of the cold tree", least?: boolean, note?: string, from: readonly [session: string, name: string] }} Bar
 */

/**
 * All bars, in the order of what a reader of a session goes through.
 * @param {Figures} figures
 * @returns {Bar[]}
 */
export function bars(figures) {
  return [
    ...opening(figures),
    ...again(figures),
    ...memory(figures),
    ...hands(figures),
    ...smoothness(figures),
    ...peers(figures),
    ...without(figures),
  ];
}

const opened = shapes.filter(({ measures }) => measures.includes("open")).map(({ name }) => name);

/**
 * The highest median among the sessions that were opened, and whose it is.
 * @param {Figures} figures
 * @param {string} name
 * @returns {Pick<Bar, "value" | "note" | "from">}
 */
function worst(figures, name) {
  const medians = opened.map((session) => ({ session, value: figures.median(session, name) }));
  const known = medians.filter(({ value }) => !Number.isNaN(value)).toSorted((a, b) => b.value - a.value);
  const { session = "", value = Number.NaN } = known[0] ?? {};
  return { value, note: session, from: [session, name] };
}

/**
 * A figure of one session against P of the same round.
 * @param {Figures} figures
 * @param {string} words
 * @param {string} session
 * @param {string} name
 * @param {number} bar
 * @param {string} [parse] the name of P
 * @returns {Bar}
 */
function toP(figures, words, session, name, bar, parse = "parse") {
  const value = figures.ratio(session, name, parse);
  return { figure: `${words}: ${session}`, bar, value, unit: "P", from: [session, name] };
}

/** @param {Figures} figures */
function opening(figures) {
  const tree = "whole tree painted and clickable";
  const known = "everything known";
  const context = "context at the leaf after the tree";
  const sizes = figures.median("1 GB", "bytes") / figures.median("10 MB", "bytes");
  const growth = figures.median("1 GB", "tree") / figures.median("10 MB", "tree") / sizes;
  /** @type {Bar[]} */
  const rows = [
    { figure: "first rows painted, any size", bar: 200, unit: "ms", ...worst(figures, "rows") },
    toP(figures, tree, "100 MB", "tree", 0.6),
    toP(figures, tree, "1 GB", "tree", 0.3),
    toP(figures, tree, "200,000 small entries", "tree", 1),
    {
      figure: `${tree}: 10 MB`,
      bar: 250,
      value: figures.median("10 MB", "tree"),
      unit: "ms",
      from: ["10 MB", "tree"],
    },
    toP(figures, known, "100 MB", "indexed", 0.7),
    toP(figures, known, "1 GB", "indexed", 0.5),
    toP(figures, known, "images 200 MB", "indexed", 0.5),
    toP(figures, known, "CJK 100 MB", "indexed", 0.6),
    toP(figures, known, "200,000 small entries", "indexed", 1.1),
    {
      figure: "growth of the tree's time from 10 MB to 1 GB, to that of the size",
      bar: 1,
      value: growth,
      unit: "",
      from: ["1 GB", "tree"],
    },
    toP(figures, context, "100 MB", "afterTree", 0.1),
    toP(figures, context, "1 GB", "afterTree", 0.1),
    toP(figures, `${context}, 21 MB of images in it`, "images 200 MB", "afterTree", 0.4),
  ];
  return rows;
}

/** @param {Figures} figures */
function again(figures) {
  /** @type {(words: string, session: string, name: string, cold: string, bar: number) => Bar} */
  const toCold = (words, session, name, cold, bar) => {
    const value = figures.ratio(session, name, cold);
    return { figure: `${words}: ${session}`, bar, value, unit: "of the cold tree", from: [session, name] };
  };
  return [
    toCold("reopened from the cache, to the tree", "100 MB", "again", "againCold", 0.2),
    toCold("reopened from the cache, to the tree", "1 GB", "again", "againCold", 0.2),
    toCold("1 MB appended, to the tree", "100 MB", "grown", "grownCold", 0.1),
  ];
}

/** @param {Figures} figures */
function memory(figures) {
  const figure = "memory over the idle page, at rest";
  const rows = opened.map((session) => {
    const [entries, longest] = [figures.median(session, "entries"), figures.median(session, "longestLine")];
    const bar = Math.round(80 + (entries * 250 + 3 * longest) / 1e6);
    return memoryBar(figures, `${figure}: ${session}`, session, bar);
  });
  return [...rows, memoryBar(figures, `${figure}: 1 GB, in all`, "1 GB", 170)];
}

/**
 * @param {Figures} figures
 * @param {string} figure
 * @param {string} session
 * @param {number} bar
 * @returns {Bar}
 */
function memoryBar(figures, figure, session, bar) {
  const highest = figures.median(session, "memoryHighest");
  const note = Number.isNaN(highest) ? "" : `${highest.toFixed(0)} MB at its highest`;
  const value = figures.median(session, "memory");
  return { figure, bar, value, unit: "MB", note, from: [session, "memory"] };
}

/** @param {Figures} figures */
function hands(figures) {
  /** @type {(words: string, session: string, name: string, bar: number) => Bar} */
  const median = (words, session, name, bar) => {
    const all = figures.values(session, name);
    const note = all.length === 0 ? "" : `median of ${all.length}, the slowest ${Math.max(...all).toFixed(0)} ms`;
    const value = figures.median(session, name);
    return { figure: `${words}: ${session}`, bar, value, unit: "ms", note, from: [session, name] };
  };
  const point = "moving the point, to the painted context";
  return [
    median(point, "20,000 requests", "point", 100),
    median(point, "20,000 requests with compactions", "point", 100),
    median("a keystroke in the filter, to the painted tree", "350,000 small entries", "filter", 100),
    median("body of a clicked row painted, lines up to 100 kB", "long lines", "click", 50),
  ];
}

/** @param {Figures} figures */
function smoothness(figures) {
  const long = "350,000 small entries";
  /** @type {(words: string, name: string, bar: number, unit: Bar["unit"]) => Bar} */
  const scrolled = (words, name, bar, unit) => {
    const [wheel, sweep] = [figures.median(long, `${name}Wheel`), figures.median(long, `${name}Sweep`)];
    const note = Number.isNaN(wheel) ? "" : `by the wheel ${wheel.toFixed(0)}, from end to end ${sweep.toFixed(0)}`;
    const value = Math.max(wheel, sweep);
    return {
      figure: `scrolling through ${long}: ${words}`,
      bar,
      value,
      unit,
      note,
      from: [long, `${name}Wheel`],
    };
  };
  /** @type {Bar[]} */
  const rows = [
    { figure: "longest task from drop to whole tree, any session", bar: 50, unit: "ms", ...worst(figures, "longest") },
    scrolled("longest task", "task", 50, "ms"),
    scrolled("frames, 95th percentile", "frame", 20, "ms"),
    scrolled("elements in the document", "elements", 1500, ""),
    {
      figure: "first load of the page, script",
      bar: 150,
      value: figures.median(PAGE, "script"),
      unit: "ms",
      from: [PAGE, "script"],
    },
  ];
  return rows;
}

/** @param {Figures} figures */
function peers(figures) {
  /** @type {(words: string, session: string, name: string, own: string, bar: number) => Bar} */
  const times = (words, session, name, own, bar) => {
    const [theirs, ours] = [figures.median(session, name), figures.median(session, own)];
    const note = Number.isNaN(theirs) ? "" : `${(theirs / 1000).toFixed(1)} s to ${(ours / 1000).toFixed(2)} s`;
    return {
      figure: `${words}: ${session}`,
      bar,
      value: theirs / ours,
      unit: "x",
      least: true,
      note,
      from: [session, name],
    };
  };
  const exported = "against Pi's HTML export, file to first answered click";
  const node = "against Pi in Node, file to context";
  return [
    times(exported, "10 MB", "exported", "firstClick", 40),
    times(exported, "100 MB", "exported", "firstClick", 200),
    times(node, "100 MB", "pi", "context", 4),
    times(node, "1 GB", "pi", "context", 7),
  ];
}

/** @param {Figures} figures */
function without(figures) {
  const session = "100 MB";
  return ["Byob", "Wasm"].flatMap((lack) => [
    toP(figures, `without ${lack.toUpperCase()}, whole tree`, session, `treeWithout${lack}`, 1.3, "withoutParse"),
    toP(
      figures,
      `without ${lack.toUpperCase()}, everything known`,
      session,
      `indexedWithout${lack}`,
      1.3,
      "withoutParse",
    ),
  ]);
}
