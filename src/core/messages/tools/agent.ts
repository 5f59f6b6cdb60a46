import { asString, field, isArray, isObject, type JsonObject } from "../../../lib/json.ts";
import { cut } from "../../../lib/text.ts";
import type { Block, Field, Place } from "../../view/block.ts";
import { bounded, placeIn, textBlocks } from "../draw.ts";
import { FACT_UNITS } from "../limits.ts";
import { Head } from "./form.ts";
import type { CallForm } from "./tool.ts";

const AGENTS = ["agent", "subagent_type", "agent_type", "agentName", "role"];
const TASKS = ["task", "prompt", "instructions"];
/** Lists of tasks: at the same time, or one after the other. */
const LISTS = ["tasks", "chain"];
const MOST_TASKS = 50;

/**
 * A call that hands work to another agent, told by its arguments: an agent's name with a task, or a list of such. Undefined for
 * all else.
 */
export function agentForm(tool: string, args: JsonObject, place: Place): CallForm | undefined {
  const task = TASKS.find((name) => typeof field(args, name) === "string");
  const agent = AGENTS.find((name) => typeof field(args, name) === "string");
  if (task !== undefined && (agent !== undefined || /agent|task|delegate/i.test(tool))) {
    const head = new Head(tool, args);
    if (agent !== undefined) head.arg(agent, "name");
    head.arg("description", "rest");
    const text = asString(field(args, task)) ?? "";
    return head.form(textBlocks(text, "prose", placeIn(place, task)), text === "" ? [] : [task]);
  }
  const list = LISTS.find((name) => isTasks(field(args, name)));
  return list === undefined ? undefined : listForm(tool, args, list, placeIn(place, list));
}

function isTasks(value: unknown): boolean {
  return (
    isArray(value) && value.length > 0 && value.length <= MOST_TASKS && value.every((one) => taskOf(one) !== undefined)
  );
}

function taskOf(value: unknown): { agent: string; task: string; name: string; whole: boolean } | undefined {
  const name = TASKS.find((task) => typeof field(value, task) === "string");
  const agent = AGENTS.find((key) => typeof field(value, key) === "string");
  if (!isObject(value) || name === undefined || agent === undefined) return undefined;
  const said = asString(field(value, agent)) ?? "";
  const whole = said.length <= FACT_UNITS && Object.keys(value).length === 2;
  return { agent: said, task: asString(field(value, name)) ?? "", name, whole };
}

function listForm(tool: string, args: JsonObject, list: string, place: Place): CallForm {
  const value = field(args, list);
  const tasks = (isArray(value) ? value : []).map(taskOf).filter((task) => task !== undefined);
  const fields = tasks.map(({ agent, task, name }, at): Field => ({
    name: cut(agent, FACT_UNITS),
    look: "prose",
    ...bounded(task, placeIn(place, at, name)),
  }));
  const head = new Head(tool, args);
  head.add(`${tasks.length} ${list === "chain" ? "steps, one after the other" : "tasks, at the same time"}`);
  const body: Block[] = [{ kind: "fields", fields }];
  return head.form(body, tasks.every(({ whole }) => whole) ? [list] : []);
}
