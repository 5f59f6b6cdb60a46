import { FATES, type Fate } from "../../core/view/fate.ts";
import { MAP_MARK, type Minimap } from "../../core/view/row.ts";

/** Entries from one position in the file to another, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Colours of the map, as the page has them now. */
export interface Inks {
  readonly fates: readonly string[];
  readonly marks: readonly (readonly [mark: number, colour: string])[];
  readonly accent: string;
  readonly compaction: string;
}

const faint: ReadonlySet<Fate> = new Set<Fate>(["no message", "other branch", "later"]);

/** Reads the colours from the page's variables: what they mean depends on the theme. */
export function readInks(canvas: HTMLElement): Inks {
  const read = (name: string): string => {
    canvas.style.color = `var(${name})`;
    return getComputedStyle(canvas).color;
  };
  const inks = {
    fates: FATES.map((fate) => read(`--fate-${fate.replace(" ", "-")}`)),
    // The later ones are drawn over the earlier ones.
    marks: [
      [MAP_MARK.fork, read("--text-muted")],
      [MAP_MARK.edit, read("--tone-system")],
      [MAP_MARK.label, read("--ok")],
      [MAP_MARK.error, read("--danger")],
      [MAP_MARK.problem, read("--danger")],
    ] as const,
    accent: read("--accent"),
    compaction: read("--tone-summary"),
  };
  canvas.style.color = "";
  return inks;
}

export interface MapState {
  readonly map: Minimap;
  readonly entries: number;
  readonly point: number | null;
  readonly seen: Span | null;
}

/** Left column: what became of the entries. Right edge: what happens there. Across: compactions, the point, what is in view. */
export function drawMap(canvas: HTMLCanvasElement, inks: Inks, { map, entries, point, seen }: MapState): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
    canvas.width = deviceWidth;
    canvas.height = deviceHeight;
  }
  const brush = canvas.getContext("2d");
  if (brush === null) return;
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
  brush.clearRect(0, 0, width, height);
  drawSlices(brush, inks, map, height);
  const y = (row: number): number => Math.round((row / entries) * height);
  brush.fillStyle = brush.strokeStyle = inks.accent;
  if (seen !== null) {
    const top = y(seen.first);
    const tall = Math.max(6, y(seen.last + 1) - top);
    brush.globalAlpha = 0.14;
    brush.fillRect(0, top, width, tall);
    brush.globalAlpha = 1;
    brush.strokeRect(0.5, top + 0.5, width - 1, tall - 1);
  }
  if (point === null) return;
  const at = y(point + 0.5);
  brush.fillRect(0, at - 1, width, 2);
  brush.beginPath();
  brush.moveTo(width, at - 4);
  brush.lineTo(width - 5, at);
  brush.lineTo(width, at + 4);
  brush.fill();
}

function drawSlices(brush: CanvasRenderingContext2D, inks: Inks, map: Minimap, height: number): void {
  const slices = map.fates.length;
  const pitch = height / slices;
  const thick = pitch >= 2.5 ? pitch - 1 : pitch;
  for (let i = 0; i < slices; i++) {
    const fate = map.fates[i] ?? 0;
    const marks = map.marks[i] ?? 0;
    const top = i * pitch;
    brush.globalAlpha = faint.has(FATES[fate] ?? "later") ? 0.3 : 0.65;
    brush.fillStyle = inks.fates[fate] ?? "gray";
    brush.fillRect(2, top, 5, thick);
    brush.globalAlpha = 1;
    if ((marks & MAP_MARK.compaction) !== 0) {
      brush.fillStyle = inks.compaction;
      brush.fillRect(0, top, 10, Math.max(2, thick));
    }
    for (const [mark, colour] of inks.marks) {
      if ((marks & mark) === 0) continue;
      brush.fillStyle = colour;
      brush.fillRect(8, top, 2.5, Math.max(2, thick));
    }
  }
}
