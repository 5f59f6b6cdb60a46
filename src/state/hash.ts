/**
 * Deep links: where the reader is, in the hash of the address. Ids, form, filter and the name of a report only; never content, and never the
 * words of the filter box, which may quote content.
 */
import { FORMS, type Form } from "../core/view/context.ts";
import { REPORTS, type ReportName } from "../core/view/report.ts";
import { FILTERS, type Filter } from "../core/view/row.ts";

export interface Place {
  /** The sample session is meant. */
  readonly sample: boolean;
  /** Id of the point; null is before any entry. Absent: the session's leaf. */
  readonly point?: string | null;
  /** Id of the selection. Absent: the point. */
  readonly entry?: string;
  readonly form?: Form;
  readonly filter?: Filter;
  /** The report that is shown in the context's place. */
  readonly view?: ReportName;
}

/** Ids are short in every file Pi writes; a made-up one of a megabyte, or of half characters, stays out of the address. */
const longestId = 200;

export function readHash(hash: string): Place {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const point = fields.get("point");
  const entry = fields.get("entry");
  const form = FORMS.find((known) => known === fields.get("form"));
  const filter = FILTERS.find((known) => known === fields.get("filter"));
  const view = REPORTS.find((known) => known === fields.get("view"));
  return {
    sample: fields.has("sample"),
    ...(point !== null && { point }),
    ...(fields.has("start") && { point: null }),
    ...(entry !== null && { entry }),
    ...(form && { form }),
    ...(filter && { filter }),
    ...(view && { view }),
  };
}

/** The shortest hash that {@link readHash} reads as this place; empty for a place without anything to say. */
export function writeHash(place: Place): string {
  const parts: string[] = [];
  const add = (key: string, value: string): void => {
    const fits = value.length <= longestId && !/\p{Cs}/u.test(value);
    if (fits) parts.push(`${key}=${encodeURIComponent(value)}`);
  };
  if (place.sample) parts.push("sample");
  if (place.point === null) parts.push("start");
  else if (place.point !== undefined) add("point", place.point);
  if (place.entry !== undefined) add("entry", place.entry);
  if (place.form !== undefined) add("form", place.form);
  if (place.filter !== undefined) add("filter", place.filter);
  if (place.view !== undefined) add("view", place.view);
  return parts.length === 0 ? "" : `#${parts.join("&")}`;
}
