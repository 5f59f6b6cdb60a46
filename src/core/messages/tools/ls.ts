import { argText, type Tool } from "./tool.ts";

export const lsTool: Tool = { name: "ls", title: (args) => argText(args["path"], "."), prose: [] };
