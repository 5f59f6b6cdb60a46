import { matchBlocks } from "../styled.ts";
import { Head } from "./form.ts";
import { argText, type Tool } from "./tool.ts";

export const findTool: Tool = {
  name: "find",
  title: (args) => `${argText(args["pattern"])} in ${argText(args["path"], ".")}`,
  prose: [],
  form(args) {
    const head = new Head("find", args);
    head.arg("pattern", "command");
    head.add("in").path(".");
    return head.rest("limit").form();
  },
  output: (text, { place, failed }) => matchBlocks(text, place, failed),
};
