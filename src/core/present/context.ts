import { asString, field } from "../../lib/json.ts";
import { jsonPrefix } from "../../lib/text.ts";
import { modelName } from "../messages/assistant.ts";
import { contextSize } from "../session/context-tokens.ts";
import type { Passes } from "../session/passes.ts";
import { settingRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { ContextSummary, ContextView, Form } from "../view/context.ts";
import { FATES, type Fate } from "../view/fate.ts";
import { passesAt } from "./at.ts";
import { itemList } from "./item-list.ts";
import { contextNotices } from "./notices.ts";
import { fatesAt } from "./minimap.ts";
import { Once } from "./once.ts";
import { promptFacts } from "./prompt.ts";
import { isPrompt } from "./refs.ts";
import { sinceRequest } from "./since.ts";

/** Most UTF-16 units of a model or level in the header. */
const NAME_UNITS = 200;

const summaries = new Once<Passes, ContextSummary>();

/**
 * The context at a point (a row; null for before any entry) in one form: which entry and which of its messages each item is,
 * with estimates, and the facts of the header. The arrays are the caller's own.
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed.
 */
export async function contextView(session: OpenedSession, form: Form, point: number | null): Promise<ContextView> {
  const passes = passesAt(session, point);
  const [items, summary] = await Promise.all([
    itemList(session, passes, form),
    summaries.get(passes, () => summarise(session, passes)),
  ]);
  return {
    form,
    point,
    pointId: point === null ? null : session.index.id(point),
    rows: items.rows.slice(),
    parts: items.parts.slice(),
    tokens: items.tokens.slice(),
    summary,
  };
}

async function summarise(session: OpenedSession, passes: Passes): Promise<ContextSummary> {
  const { index, bodies } = session;
  // All at once: each reads a line or two, and waits for the file.
  const [projected, prompt, chosen, size] = await Promise.all([
    itemList(session, passes, "projected"),
    promptFacts(session, passes),
    settings(session, passes),
    contextSize(index, bodies, passes),
  ]);
  const messages = projected.rows.length;
  return {
    title: title(session, passes),
    ...chosen,
    messages,
    ...size,
    fates: fateCounts(session, passes),
    prompt: prompt?.figures ?? null,
    since: sinceRequest(session, passes),
    notices: await contextNotices(session, passes, messages),
  };
}

/** Where the point is: `prompt 14, after compaction 2`. */
function title(session: OpenedSession, passes: Passes): string {
  const { index } = session;
  if (passes.point === -1) return "before any entry";
  let prompts = 0;
  let compactions = 0;
  const { names, type, role } = index.columns;
  const compaction = names.find("compaction");
  const user = names.find("user");
  for (const row of passes.path) {
    if (role.array[row] === user && isPrompt(index, row)) prompts += 1;
    if (type.array[row] === compaction) compactions += 1;
  }
  const start = prompts === 0 ? "before the first prompt" : `prompt ${prompts}`;
  if (compactions === 0) return start;
  return `${start}, ${index.type(passes.point) === "compaction" ? "at" : "after"} compaction ${compactions}`;
}

type Settings = Pick<ContextSummary, "selected" | "requested" | "answering" | "thinkingLevel">;

/** Models and thinking level, from the whole path, compacted or not (Pi: getSessionContextSettings). */
async function settings(session: OpenedSession, passes: Passes): Promise<Settings> {
  const { selected, answered, thinking } = settingRows(session.index, passes.path);
  const read = async (row: number): Promise<unknown> => (row === -1 ? undefined : session.bodies.entry(row));
  const [change, answering, thought] = await Promise.all([read(selected), read(answered), read(thinking)]);
  const answer = field(answering, "message");
  const level = field(thought, "thinkingLevel");
  return {
    selected: selected === -1 ? null : selectedModel(change),
    requested: modelName(field(answer, "provider"), field(answer, "model")).slice(0, NAME_UNITS) || null,
    answering: asString(field(answer, "responseModel"))?.slice(0, NAME_UNITS) || null,
    thinkingLevel: thinking === -1 ? "off" : named(level),
  };
}

/** The first Pi files name the model by one field: Pi reads no model from them, a person can. */
function selectedModel(change: unknown): string {
  const name = modelName(field(change, "provider"), field(change, "modelId"));
  return (name || asString(field(change, "model")) || "unknown").slice(0, NAME_UNITS);
}

function named(value: unknown): string {
  return (asString(value) ?? (jsonPrefix(value, NAME_UNITS) || "unknown")).slice(0, NAME_UNITS);
}

function fateCounts(session: OpenedSession, passes: Passes): Record<Fate, number> {
  const byCode = new Uint32Array(FATES.length);
  for (const code of fatesAt(session, passes)) byCode[code]! += 1;
  const count = (fate: Fate): number => byCode[FATES.indexOf(fate)]!;
  return {
    later: count("later"),
    "other branch": count("other branch"),
    "no message": count("no message"),
    omitted: count("omitted"),
    checkpoint: count("checkpoint"),
    superseded: count("superseded"),
    folded: count("folded"),
    summarised: count("summarised"),
    "not sent": count("not sent"),
    replaced: count("replaced"),
    "in context": count("in context"),
  };
}
