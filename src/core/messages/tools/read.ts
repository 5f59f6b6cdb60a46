import { field, type JsonObject } from "../../../lib/json.ts";
import { codeBlocks, fileOf, Head } from "./form.ts";
import { pathArg, type Tool } from "./tool.ts";

export const readTool: Tool = {
  name: "read",
  title: (args) => pathArg(args) + lineRange(args["offset"], args["limit"]),
  prose: [],
  form(args) {
    const head = new Head("read", args);
    head.path();
    const range = lineRange(field(args, "offset"), field(args, "limit"));
    if (range !== "") {
      head.add(range, "range");
      head.shown.push(...rangeArgs(args));
    }
    return head.form();
  },
  // An error is no text of the file.
  output: (text, { place, args, failed }) => codeBlocks(text, failed ? "" : fileOf(args), place),
};

/** Bounds that the range says; text that means a number is listed as it is. */
function rangeArgs(args: JsonObject): string[] {
  return ["offset", "limit"].filter((name) => typeof field(args, name) === "number");
}

/** `:start-end` of lines, 1-based and inclusive, or nothing when a bound is no number (Pi: formatReadLineRange). */
export function lineRange(offset: unknown, limit: unknown): string {
  const hasOffset = offset !== undefined && offset !== null;
  const hasLimit = limit !== undefined && limit !== null;
  if (!hasOffset && !hasLimit) return "";
  const start = hasOffset ? lineNumber(offset) : 1;
  if (start === undefined) return "";
  if (!hasLimit) return `:${start}`;
  const count = lineNumber(limit);
  if (count === undefined) return "";
  const end = start + count - 1;
  return end === 0 ? `:${start}` : `:${start}-${end}`;
}

function lineNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
