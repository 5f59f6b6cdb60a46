import { field, isArray, isObject } from "../../lib/json.ts";
import { cut } from "../../lib/text.ts";
import { boundedValue, fieldRows, jsonBlock, placeIn } from "../messages/draw.ts";
import { MAX_FIELDS } from "../messages/limits.ts";
import type { Block, Field, Place } from "../view/block.ts";

/** Most UTF-16 units of a path in a list of files: a hundred of them stay below the bound of a text. */
const PATH_UNITS = 150;

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

/** One path a line, the first ones where there are many; anything but a list of texts as JSON. */
function fileRow(name: string, files: unknown, place: Place): Field[] {
  if (files === undefined || (isArray(files) && files.length === 0)) return [];
  const paths = isArray(files) ? files.filter((file) => typeof file === "string") : [];
  if (!isArray(files) || paths.length < files.length) return [{ name, look: "mono", ...boundedValue(files, place) }];
  const shown = paths.slice(0, MAX_FIELDS).map((path) => cut(path, PATH_UNITS));
  const left = paths.length - shown.length;
  return [{ name, look: "mono", text: [...shown, ...(left > 0 ? [`… ${left} more`] : [])].join("\n") }];
}
