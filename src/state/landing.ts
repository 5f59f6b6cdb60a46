/** Places in the open session: from a link to rows, and from where the reader is to a link. */
import type { SessionInfo } from "../core/view/info.ts";
import * as cells from "./cells.ts";
import { client } from "./client.ts";
import type { Place } from "./hash.ts";

/** Where the reader is; null while that is not known. */
export function here(): Place | null {
  const info = cells.info.value;
  const [point, pointRow] = [cells.point.value, cells.pointRow.value];
  const [selection, selectionRow] = [cells.selection.value, cells.selectionRow.value];
  const [form, filter, view] = [cells.form.value, cells.filter.value, cells.middlePane.value];
  if (cells.phase.value !== "ready" || info === null) return null;
  if (pointRow?.row !== point && point !== null) return null;
  if (selectionRow?.row !== selection && selection !== null) return null;
  return {
    sample: cells.subject.value?.kind === "sample",
    ...(point !== info.leaf && { point: pointRow?.id ?? null }),
    ...(selection !== point && selectionRow !== null && { entry: selectionRow.id }),
    ...(form !== "projected" && { form }),
    ...(filter !== "default" && { filter }),
    ...(view !== "context" && { view }),
  };
}

export interface Found {
  readonly point: number | null;
  readonly selection: number | null;
  readonly place: Place;
  /** Ids of the link that the session does not have. */
  readonly unknown: readonly string[];
}

/** Where a link leads in a session: to its leaf, but for what the link says and the session has. */
export async function locate(place: Place, info: SessionInfo): Promise<Found> {
  const unknown: string[] = [];
  const row = async (id: string): Promise<number | null> => {
    const found = await client().request("find", { id });
    if (found === null) unknown.push(id);
    return found;
  };
  let point = info.leaf;
  if (place.point === null) point = null;
  else if (place.point !== undefined) point = (await row(place.point)) ?? info.leaf;
  const selection = place.entry === undefined ? null : await row(place.entry);
  return { point, selection: selection ?? point, place, unknown };
}

/** The form, the filter and the pane that a link means by naming none. */
export function resetView(): void {
  cells.middlePane.value = "context";
  cells.form.value = "projected";
  cells.filter.value = "default";
}

/** Moves point and selection, form and filter to where a link leads. */
export function arrive({ point, selection, place, unknown }: Found): void {
  cells.selection.value = selection;
  // See setPoint.
  if (cells.trouble.peek() === null) {
    cells.point.value = point;
    if (place.form) cells.form.value = place.form;
  }
  if (place.filter) cells.filter.value = place.filter;
  if (place.view) cells.middlePane.value = place.view;
  if (unknown.length > 0) {
    const ids = [...new Set(unknown)].map((id) => (id.length > 40 ? `${id.slice(0, 39)}…` : id));
    const text = `The link names ${ids.join(" and ")}, which this session does not have.`;
    cells.remarks.value = [...cells.remarks.peek(), text];
  }
}
