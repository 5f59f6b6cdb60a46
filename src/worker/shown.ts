import { ITEM_WINDOW, type ShownContext } from "../core/view/context.ts";
import { ROW_WINDOW, type ShownTree } from "../core/view/row.ts";
import type { Core, Saved } from "./ports.ts";
import type { Requests } from "./protocol.ts";

// A view comes with what of it is looked at first: asking for that afterwards costs another turn, behind whatever else was asked.

/** The tree with the rows around the entry that is read, a screen of them either way. */
export function shownTree<Session, Index extends Saved>(
  core: Core<Session, Index>,
  session: Session,
  { around, ...query }: Requests["tree"]["params"],
): ShownTree {
  const view = core.treeView(session, query);
  const found = around === null ? -1 : view.rows.indexOf(around);
  const at = Math.max(0, found === -1 ? view.pointAt : found);
  const window = Math.floor(at / ROW_WINDOW);
  const from = Math.max(0, window - 1) * ROW_WINDOW;
  const rows = view.rows.slice(from, (window + 2) * ROW_WINDOW);
  return { ...view, near: { from, point: query.point, rows: core.rowsOf(session, rows, query.point) } };
}

/** The context with the items before and at the entry that is read; at its end where that is not part of it. */
export async function shownContext<Session, Index extends Saved>(
  core: Core<Session, Index>,
  session: Session,
  { form, point, around }: Requests["context"]["params"],
): Promise<ShownContext> {
  const view = await core.contextView(session, form, point);
  const found = around === null ? -1 : view.rows.indexOf(around);
  const window = Math.floor((found === -1 ? Math.max(0, view.rows.length - 1) : found) / ITEM_WINDOW);
  const from = Math.max(0, window - 1) * ITEM_WINDOW;
  const rows = view.rows.slice(from, (window + 1) * ITEM_WINDOW);
  try {
    const items = await core.contextItems(session, form, point, from, from + rows.length);
    return { ...view, near: { from, items, sources: core.rowsOf(session, rows, point) } };
  } catch {
    // Whoever asks for them is told.
    return { ...view, near: { from, items: [], sources: [] } };
  }
}
