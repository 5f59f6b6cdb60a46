import { matchBlocks } from "../styled.ts";
import { Head } from "./form.ts";
import { argText, type Tool } from "./tool.ts";

export const lsTool: Tool = {
  name: "ls",
  title: (args) => argText(args["path"], "."),
  prose: [],
  form(args) {
    const head = new Head("ls", args);
    head.path(".");
    return head.rest("limit").form();
  },
  output: (text, { place, failed }) => matchBlocks(text, place, failed),
};
