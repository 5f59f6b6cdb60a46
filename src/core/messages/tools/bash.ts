import { asString } from "../../../lib/json.ts";
import { cut } from "../../../lib/text.ts";
import { argText, type Tool } from "./tool.ts";

/** Pi cuts commands here. */
const COMMAND_CHARS = 50;

export const bashTool: Tool = {
  name: "bash",
  title(args) {
    const command = asString(args["command"]) ?? argText(args["command"]);
    const start = cut(command.trim(), COMMAND_CHARS).replaceAll(/[\n\t]/g, " ");
    return command.length > COMMAND_CHARS ? `${start}...` : start;
  },
  prose: [],
};
