import { field } from "../../../lib/json.ts";
import { placeIn } from "../draw.ts";
import { codeBlocks, Head } from "./form.ts";
import { pathArg, type Tool } from "./tool.ts";

export const writeTool: Tool = {
  name: "write",
  title: pathArg,
  prose: [],
  form(args, { place }) {
    const head = new Head("write", args);
    const path = head.path();
    const content = field(args, "content");
    if (typeof content !== "string") return head.form();
    return head.form(codeBlocks(content, path, placeIn(place, "content")), content === "" ? [] : ["content"]);
  },
};
