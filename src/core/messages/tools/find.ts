import { argText, type Tool } from "./tool.ts";

export const findTool: Tool = {
  name: "find",
  title: (args) => `${argText(args["pattern"])} in ${argText(args["path"], ".")}`,
  prose: [],
};
