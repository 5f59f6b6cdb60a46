// How the time to the whole tree grows with the size of the file, as a picture.

/** @typedef {import("./figures.mjs").Figures} Figures */

const width = 640;
const height = 360;
const margin = { left: 70, right: 30, top: 20, bottom: 44 };
/** Decades that the picture spans: bytes from 1 MB to 1 GB, ms from 10 to 100,000. */
const spans = { bytes: [6, 9], ms: [1, 5] };

const sizes = ["1 MB", "10 MB", "100 MB", "1 GB"];
const lines = [
  { name: "P", figure: "parse", colour: "#888" },
  { name: "whole tree", figure: "tree", colour: "#06c" },
  { name: "everything known", figure: "indexed", colour: "#c60" },
];

/**
 * @param {number} value
 * @param {readonly number[]} span
 * @param {number} from
 * @param {number} to
 */
function place(value, [first = 0, last = 1], from, to) {
  return from + ((Math.log10(value) - first) / (last - first)) * (to - from);
}

const x = (/** @type {number} */ bytes) => place(bytes, spans.bytes, margin.left, width - margin.right);
const y = (/** @type {number} */ ms) => place(ms, spans.ms, height - margin.bottom, margin.top);

/**
 * An SVG picture, both axes logarithmic; the dashed line grows as the size does from the tree at 10 MB.
 * @param {Figures} figures
 */
export function growthChart(figures) {
  const grid = [10, 100, 1000, 10_000, 100_000].map((ms) => {
    const words = ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
    return `<path d="M${margin.left} ${y(ms)}H${width - margin.right}" stroke="#ddd"/>${text(margin.left - 8, y(ms) + 4, words, "end")}`;
  });
  const names = sizes.map((name, i) => text(x(10 ** (6 + i)), height - margin.bottom + 20, name, "middle"));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="#fff"/>
${[...grid, ...names, proportional(figures), ...drawn(figures)].join("\n")}
</svg>
`;
}

/** @param {Figures} figures */
function drawn(figures) {
  return lines.map(({ name, figure, colour }, i) => {
    const all = points(figures, figure);
    if (all.length === 0) return "";
    const path = all.map(({ bytes, ms }, at) => `${at === 0 ? "M" : "L"}${x(bytes).toFixed(1)} ${y(ms).toFixed(1)}`);
    const dots = all.map(
      ({ bytes, ms }) => `<circle cx="${x(bytes).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    const label = text(margin.left + 12, margin.top + 16 + i * 16, name, "start", colour);
    return `<path d="${path.join("")}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}${label}`;
  });
}

/** @param {Figures} figures */
function proportional(figures) {
  const from = points(figures, "tree").find(({ name }) => name === "10 MB");
  if (from === undefined) return "";
  const to = { bytes: 1e9, ms: (from.ms * 1e9) / from.bytes };
  const label = text(
    margin.left + 12,
    margin.top + 16 + lines.length * 16,
    "growing as the size does",
    "start",
    "#06c",
  );
  return `<path d="M${x(from.bytes)} ${y(from.ms)}L${x(to.bytes)} ${y(to.ms)}" stroke="#06c" stroke-dasharray="4 4"/>${label}`;
}

/**
 * @param {Figures} figures
 * @param {string} figure
 */
function points(figures, figure) {
  const all = sizes.map((name) => ({ name, bytes: figures.median(name, "bytes"), ms: figures.median(name, figure) }));
  return all.filter(({ bytes, ms }) => !Number.isNaN(bytes) && !Number.isNaN(ms));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {"start" | "middle" | "end"} anchor
 */
function text(x, y, words, anchor, colour = "#444") {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`;
}
