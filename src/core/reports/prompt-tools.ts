import { formatAmount, formatCount } from "../../lib/figures.ts";
import { asString, field } from "../../lib/json.ts";
import { cut } from "../../lib/text.ts";
import { promptTool } from "../messages/prompt.ts";
import { placeOf, type Replay, type Signed } from "../messages/transcript.ts";
import type { Sentence } from "../view/ref.ts";
import type { ReportPart, ReportSection } from "../view/report.ts";
import { parameterRows } from "./prompt-schema.ts";
import { table } from "./table.ts";

/** Tools that get a section of their own. */
const TOOLS = 200;
/** Most UTF-16 units of a name out of the file. */
const NAME_UNITS = 80;

/** One folded section for each tool in force: its description, and its parameters as a table where the schema is a plain one. */
export function toolSections({ tools }: Replay): ReportSection[] {
  const sections = [...tools.values()].slice(0, TOOLS).map(toolSection);
  const left = tools.size - sections.length;
  if (left <= 0) return sections;
  const text = [`${formatAmount(left, "more tool")} in the effective prompt above.`];
  return [...sections, { title: "Further tools", parts: [{ kind: "words", tone: "info", text }] }];
}

function toolSection(signed: Signed): ReportSection {
  const { value, by } = signed;
  const tool = promptTool(value, placeOf(signed), by.from);
  const setBy: Sentence = by.from === null ? [] : ["Set by ", by.from, "."];
  const parts: ReportPart[] = [{ kind: "words", tone: "info", text: setBy }];
  if (tool.description.text !== "") {
    parts.push({
      kind: "blocks",
      scope: `tool.${tool.name}`,
      blocks: [{ kind: "text", look: "prose", ...tool.description }],
    });
  }
  const rows = parameterRows(field(value, "parameters"));
  if (rows === undefined) {
    const block = { kind: "json", title: "parameters", ...tool.parameters } as const;
    parts.push({ kind: "blocks", scope: `schema.${tool.name}`, blocks: [block] });
  } else if (rows.length === 0) {
    parts.push({ kind: "words", tone: "plain", text: ["It takes no parameters."] });
  } else {
    parts.push(
      table(
        `Parameters of ${tool.name}`,
        [
          { title: "Parameter", unit: "words" },
          { title: "Type", unit: "words" },
          { title: "Required", unit: "words" },
          { title: "Description", unit: "words" },
        ],
        rows.map(({ name, type, required, description }) => [[name], [type], [required ? "yes" : ""], [description]]),
      ),
    );
  }
  const name = asString(field(value, "name")) ?? tool.name;
  return {
    title: `Tool ${cut(name, NAME_UNITS)}`,
    fact: `~${formatCount(tool.tokens)} tokens`,
    folded: true,
    parts,
  };
}
