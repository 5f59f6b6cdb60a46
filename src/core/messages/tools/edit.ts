import type { Tool } from "./tool.ts";
import { pathArg } from "./tool.ts";

export const editTool: Tool = { name: "edit", title: pathArg, prose: [] };
