import { asString, field } from "../../lib/json.ts";
import { cut } from "../../lib/text.ts";
import { customRole, isHidden } from "../messages/custom.ts";
import { roleOf } from "../messages/roles.ts";
import { FLAG } from "../session/facts.ts";
import { fateOf } from "../session/fates.ts";
import { replacingEdit, type Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Place } from "../view/block.ts";
import { PROMPT_PART, type ContextItem, type Form } from "../view/context.ts";
import type { Sentence } from "../view/ref.ts";
import { passesAt } from "./at.ts";
import { batches } from "./batches.ts";
import { itemList } from "./item-list.ts";
import { blockContext, callsOf, callsOfEdited, readRelated, type Related } from "./links.ts";
import { itemNotes } from "./notes.ts";
import { messagePlace } from "./place.ts";
import { promptFacts } from "./prompt.ts";
import { enriched } from "./rich.ts";
import { timeOfRow } from "./times.ts";
import { rowWording } from "./rows.ts";

/** Most UTF-16 units of an item's title. */
const TITLE_UNITS = 60;

/** What the margin calls a role, where that is not the role's own name. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ["compactionSummary", "summary"],
  ["branchSummary", "branch summary"],
  ["bashExecution", "bash"],
]);

/** What a message was before it became user text. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ["compactionSummary", "the compaction’s summary"],
  ["branchSummary", "the summary of another branch"],
  ["bashExecution", "a command the user ran"],
  ["custom", "a message of an extension"],
]);

/** One item of a list, with where in the list it stands. */
interface Pick {
  readonly index: number;
  readonly row: number;
  readonly part: number;
  readonly tokens: number;
}

/**
 * Items `from` (included) to `to` (excluded) of the context at a point (a row; null for before any entry), readable: entries
 * as stored, messages as projected, or messages as converted for sending. Bounds beyond the list are cut. Reads only what is
 * asked for, at most 16 MB at a time.
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed.
 */
export async function contextItems(
  session: OpenedSession,
  form: Form,
  point: number | null,
  from: number,
  to: number,
): Promise<ContextItem[]> {
  const passes = passesAt(session, point);
  const list = await itemList(session, passes, form);
  const picks: Pick[] = [];
  for (let index = Math.max(0, from); index < Math.min(to, list.rows.length); index++) {
    picks.push({ index, row: list.rows[index]!, part: list.parts[index]!, tokens: list.tokens[index]! });
  }
  const items: ContextItem[] = [];
  if (picks[0]?.part === PROMPT_PART) items.push(await promptItem(session, passes, picks.shift()!));
  const rows = picks.map(({ row }) => row);
  for (const batch of batches(session.index, rows)) {
    const some = picks.splice(0, batch.length);
    const made = form === "stored" ? storedItems(session, passes, some) : messageItems(session, passes, form, some);
    for (const item of await made) items.push(item);
  }
  const blocks = enriched(items.map((item) => item.blocks));
  return items.map((item, at) => ({ ...item, blocks: blocks[at]! }));
}

async function storedItems(session: OpenedSession, passes: Passes, picks: readonly Pick[]): Promise<ContextItem[]> {
  const { index } = session;
  const rows = picks.map(({ row }) => row);
  const [entries, related] = await Promise.all([session.bodies.entries(rows), readRelated(session, passes, rows)]);
  return picks.map((pick, at) => {
    const { row } = pick;
    const calls = callsOf(index, row);
    return {
      ...common(session, passes, pick),
      title: storedTitle(index, row),
      tone: rowWording(index, row).tone,
      notes: itemNotes(session, passes, row, "stored", calls),
      ...customFacts(index.kind(row).messages(entries[at])[0]),
      blocks: index
        .kind(row)
        .blocks(entries[at], blockContext(session, passes, row, { row, path: [] }, calls, related)),
    };
  });
}

async function messageItems(
  session: OpenedSession,
  passes: Passes,
  form: Form,
  picks: readonly Pick[],
): Promise<ContextItem[]> {
  const { index, bodies } = session;
  const rows = picks.map(({ row }) => row);
  const [projected, related] = await Promise.all([
    projectRows(index, bodies, passes, rows),
    readRelated(session, passes, rows),
  ]);
  return picks.map((pick, at) => messageItem(session, passes, form, pick, projected[at]?.messages[pick.part], related));
}

function messageItem(
  session: OpenedSession,
  passes: Passes,
  form: Form,
  pick: Pick,
  message: unknown,
  related: Related,
): ContextItem {
  const { index } = session;
  const { row, part } = pick;
  const role = roleOf(message);
  const shown = form === "sent" ? role.toLlm(message) : message;
  const converted = shown !== message;
  const edit = replacingEdit(index, passes, row);
  const place =
    edit === -1 && !converted ? storedPlace(index, row, part) : messagePlace({ row, part, edit, sent: converted });
  const calls = edit === -1 ? callsOf(index, row) : callsOfEdited(index, row, message);
  const sentNotes: Sentence[] = [];
  if (converted) sentNotes.push([`Sent as a user message: ${SOURCES.get(role.role) ?? role.role}.`]);
  if (form === "sent" && role.role === "system") sentNotes.push(["Its effect is part of the effective prompt above."]);
  return {
    ...common(session, passes, pick),
    title: isCheckpoint(index, row, part) ? "checkpoint" : messageTitle(shown),
    tone: role.tone,
    notes: [...sentNotes, ...itemNotes(session, passes, row, form, calls)],
    ...customFacts(message),
    blocks: roleOf(shown).blocks(shown, blockContext(session, passes, row, place, calls, related)),
  };
}

async function promptItem(session: OpenedSession, passes: Passes, pick: Pick): Promise<ContextItem> {
  const prompt = await promptFacts(session, passes);
  return {
    ...common(session, passes, pick),
    title: "prompt",
    tone: "system",
    hidden: false,
    notes: [["The effective prompt and tools: all system messages of this context, replayed in order."]],
    blocks: prompt === null ? [] : [prompt.block],
  };
}

function common(session: OpenedSession, passes: Passes, { index: position, row, tokens }: Pick) {
  const { index } = session;
  return {
    index: position,
    row,
    id: index.id(row),
    fate: fateOf(index, passes, row),
    time: timeOfRow(index, row),
    tokens,
  };
}

/** What is said of a message of an extension beside its content, before any conversion. */
function customFacts(message: unknown): { hidden: boolean; customType?: string } {
  if (roleOf(message) !== customRole) return { hidden: false };
  const type = asString(field(message, "customType"));
  return { hidden: isHidden(message), ...(type !== undefined && { customType: cut(type, TITLE_UNITS) }) };
}

/** Where a message lies in its entry as the file has it. */
function storedPlace(index: SessionIndex, row: number, part: number): Place {
  if (index.type(row) === "message") return { row, path: ["message"] };
  return { row, path: isCheckpoint(index, row, part) ? ["systemMessage"] : [] };
}

function isCheckpoint(index: SessionIndex, row: number, part: number): boolean {
  return part === 0 && index.has(row, FLAG.checkpoint);
}

function messageTitle(message: unknown): string {
  const { role } = roleOf(message);
  const stored = asString(field(message, "role"));
  const title = role === "toolResult" ? asString(field(message, "toolName")) || "tool" : (TITLES.get(role) ?? stored);
  return cut(title || "no role", TITLE_UNITS);
}

/** The title of an entry as stored: a message's, else its type. */
function storedTitle(index: SessionIndex, row: number): string {
  if (index.type(row) !== "message") return cut(index.type(row) || "no type", TITLE_UNITS);
  return messageTitle({ role: index.role(row), toolName: index.tool(row) });
}
