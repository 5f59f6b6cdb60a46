import { argText, type Tool } from "./tool.ts";

export const grepTool: Tool = {
  name: "grep",
  title: (args) => `/${argText(args["pattern"])}/ in ${argText(args["path"], ".")}`,
  prose: [],
};
