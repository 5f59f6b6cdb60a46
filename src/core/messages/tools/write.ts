import type { Tool } from "./tool.ts";
import { pathArg } from "./tool.ts";

export const writeTool: Tool = { name: "write", title: pathArg, prose: [] };
