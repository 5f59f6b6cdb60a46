import { matchBlocks } from "../styled.ts";
import { Head } from "./form.ts";
import { argText, type Tool } from "./tool.ts";

export const grepTool: Tool = {
  name: "grep",
  title: (args) => `/${argText(args["pattern"])}/ in ${argText(args["path"], ".")}`,
  prose: [],
  form(args) {
    const head = new Head("grep", args);
    head.arg("pattern", "pattern");
    head.add("in").path(".");
    head.arg("glob", "name");
    return head.rest("ignoreCase", "literal", "context", "limit").form();
  },
  output: (text, { place, failed }) => matchBlocks(text, place, failed),
};
