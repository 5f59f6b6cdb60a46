import { asString, field } from "../../../lib/json.ts";
import { cut } from "../../../lib/text.ts";
import type { Block } from "../../view/block.ts";
import { placeIn } from "../draw.ts";
import { terminalBlocks } from "../styled.ts";
import { codeBlocks, Head } from "./form.ts";
import { argText, type Tool } from "./tool.ts";

/** Pi cuts commands here. */
const COMMAND_CHARS = 50;
/** What is shown of output before a hand asks for more (Pi: renderers/bash.js). */
export const SHELL_OUTPUT = { lines: 5, end: true } as const;
/** A command of one line and so many UTF-16 units stands in the head. */
const HEAD_UNITS = 160;

export const bashTool: Tool = {
  name: "bash",
  title(args) {
    const command = asString(args["command"]) ?? argText(args["command"]);
    const start = cut(command.trim(), COMMAND_CHARS).replaceAll(/[\n\t]/g, " ");
    return command.length > COMMAND_CHARS ? `${start}...` : start;
  },
  prose: ["description"],
  form: (args, at) => shellForm("$", args, at.place),
  output: (text, { place }) => terminalBlocks(text, place, SHELL_OUTPUT),
};

/** Pi's other shell. */
export const powershellTool: Tool = {
  ...bashTool,
  name: "powershell",
  form: (args, at) => shellForm("PS>", args, at.place),
};

function shellForm(prompt: string, args: Parameters<Tool["form"]>[0], place: Parameters<Tool["form"]>[1]["place"]) {
  const head = new Head(prompt, args);
  const command = field(args, "command");
  const body: Block[] = [];
  if (typeof command === "string" && (command.length > HEAD_UNITS || !head.arg("command", "command"))) {
    const first = command.trim().split("\n", 1)[0] ?? "";
    head.add(`${cut(first, HEAD_UNITS)} …`, "command");
    for (const block of codeBlocks(command, "command.sh", placeIn(place, "command"))) body.push(block);
    head.shown.push("command");
  }
  const timeout = field(args, "timeout");
  if (typeof timeout === "number") {
    head.add(`timeout ${timeout} s`, "range");
    head.shown.push("timeout");
  }
  return head.form(body);
}

/**
 * How a command ended, by the result's details or by the words Pi ends its output with (bash.js): `exit 1`, `timed out`, `aborted`;
 * empty where neither says.
 */
export function shellOutcome(text: string, details: unknown): string {
  const code = [field(details, "exitCode"), field(details, "exit_code")].find((value) => typeof value === "number");
  if (typeof code === "number") return `exit ${code}`;
  const end = text.slice(-400);
  const exited = /Command exited with code (-?\d+)\s*$/.exec(end);
  if (exited !== null) return `exit ${exited[1] ?? ""}`;
  if (/Command timed out after [\d.]+ seconds/.test(end)) return "timed out";
  return /Command aborted\s*$/.test(end) ? "aborted" : "";
}
