import { FATES, type Fate } from "../../core/view/fate.ts";
import { MAP_MARK, type Minimap } from "../../core/view/row.ts";
import { fateClass } from "./FateMark.tsx";

/** Colours of the map, as the page has them now. */
interface Inks {
  readonly fates: readonly string[];
  readonly marks: readonly (readonly [mark: number, colour: string])[];
  readonly compaction: string;
}

const faint: ReadonlySet<Fate> = new Set<Fate>(["no message", "other branch", "later"]);

/** Reads the colours from the page's styles: what they mean depends on the theme. */
function readInks(canvas: HTMLElement): Inks {
  const read = (name: string): string => {
    canvas.style.color = `var(${name})`;
    return getComputedStyle(canvas).color;
  };
  const inks = {
    fates: FATES.map((fate) => {
      canvas.className = fateClass(fate);
      return getComputedStyle(canvas).color;
    }),
    // The later ones are drawn over the earlier ones.
    marks: [
      [MAP_MARK.fork, read("--text-faint")],
      [MAP_MARK.edit, read("--tone-system")],
      [MAP_MARK.label, read("--ok")],
      [MAP_MARK.error, read("--danger")],
      [MAP_MARK.problem, read("--danger")],
    ] as const,
    compaction: read("--tone-summary"),
  };
  canvas.style.color = "";
  canvas.className = "";
  return inks;
}

/** Left column: what became of the entries. Right edge: what happens there. All across: compactions. */
export function drawMap(canvas: HTMLCanvasElement, map: Minimap | null): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const brush = canvas.getContext("2d");
  if (brush === null || map === null || map.fates.length === 0) return;
  const inks = readInks(canvas);
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
  const pitch = height / map.fates.length;
  const thick = pitch >= 2.5 ? pitch - 1 : pitch;
  map.fates.forEach((fate, i) => {
    brush.globalAlpha = faint.has(FATES[fate] ?? "later") ? 0.3 : 0.6;
    brush.fillStyle = inks.fates[fate] ?? "gray";
    brush.fillRect(2, i * pitch, 5, thick);
  });
  const tall = Math.max(2, thick);
  map.marks.forEach((marks, i) => {
    brush.globalAlpha = 1;
    if ((marks & MAP_MARK.compaction) !== 0) {
      brush.fillStyle = inks.compaction;
      brush.fillRect(0, i * pitch, 8, tall);
    }
    for (const [mark, colour] of inks.marks) {
      if ((marks & mark) === 0) continue;
      // Failed calls are common: in a long file nearly every part has one.
      brush.globalAlpha = mark === MAP_MARK.error ? 0.4 : 1;
      brush.fillStyle = colour;
      brush.fillRect(9, i * pitch, 2, tall);
    }
  });
}
