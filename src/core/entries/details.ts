import { field, isArray, isObject } from "../../lib/json.ts";
import { boundedValue, fieldRows, jsonBlock, placeIn } from "../messages/draw.ts";
import { MAX_FIELDS } from "../messages/limits.ts";
import type { Block, Field, Place } from "../view/block.ts";

/** `details` of a summary: the files Pi tracks, `{readFiles, modifiedFiles}`, as tables; an extension's own data as JSON. */
export function summaryDetails(entry: unknown, entryPlace: Place): Block[] {
  const details = field(entry, "details");
  if (details === undefined || details === null) return [];
  const place = placeIn(entryPlace, "details");
  if (!isObject(details)) return [jsonBlock("Details", details, place)];
  const { readFiles, modifiedFiles, ...others } = details;
  const fields = [
    ...fileRow("Files read", readFiles, placeIn(place, "readFiles")),
    ...fileRow("Files changed", modifiedFiles, placeIn(place, "modifiedFiles")),
    ...fieldRows(Object.entries(others), place, () => "mono"),
  ];
  return fields.length === 0 ? [] : [{ kind: "fields", title: "Details", fields }];
}

/** One path a line; anything but a list of texts as JSON. */
function fileRow(name: string, files: unknown, place: Place): Field[] {
  if (files === undefined || (isArray(files) && files.length === 0)) return [];
  if (!isArray(files) || !files.every((file) => typeof file === "string")) {
    return [{ name, look: "mono", ...boundedValue(files, place) }];
  }
  const shown = files.slice(0, MAX_FIELDS);
  const more = files.length > shown.length ? [`… ${files.length - shown.length} more`] : [];
  return [{ name, look: "mono", ...boundedValue([...shown, ...more].join("\n"), place) }];
}
