import { estimateTokens, roleOf } from "../messages/roles.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, replacingEdit, type Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import { PROMPT_PART, type Form } from "../view/context.ts";
import { batches } from "./batches.ts";
import { Once } from "./once.ts";
import { promptFacts } from "./prompt.ts";

/** The items of a context as plain columns: what {@link ContextView} hands out copies of. */
export interface ItemList {
  readonly rows: Int32Array<ArrayBuffer>;
  readonly parts: Uint8Array<ArrayBuffer>;
  readonly tokens: Uint32Array<ArrayBuffer>;
}

const lists: Readonly<Record<Form, Once<Passes, ItemList>>> = {
  stored: new Once(),
  projected: new Once(),
  sent: new Once(),
};

/**
 * The items of a form at the point of the passes, in order: entries of the path (stored), messages of buildSessionContext
 * (projected), or what convertToLlm leaves of them, led by the effective prompt (sent). Runs on columns; read are edited
 * messages, for their estimates, and what carries system messages.
 */
export function itemList(session: OpenedSession, passes: Passes, form: Form): Promise<ItemList> {
  return lists[form].get(passes, () => makeList(session, passes, form));
}

async function makeList(session: OpenedSession, passes: Passes, form: Form): Promise<ItemList> {
  const { index } = session;
  if (form === "stored") {
    const list = new Columns(passes.path.length);
    for (const row of passes.path) list.add(row, 0, index.columns.tokens.at(row));
    return list.list();
  }
  // One for the prompt, one for a compaction's second message.
  const list = new Columns(passes.selected.length + 2);
  const sent = form === "sent";
  const prompt = sent ? await promptFacts(session, passes) : null;
  if (prompt !== null) list.add(prompt.row, PROMPT_PART, prompt.figures.tokens + prompt.figures.toolTokens);
  const edited = await editedTokens(session, passes);
  for (const row of passes.selected) {
    if (!isProjected(index, passes, row)) continue;
    if (index.has(row, FLAG.checkpoint)) await addCheckpoint(session, passes, row, sent, list);
    else if (!sent || !index.has(row, FLAG.notSent)) list.add(row, 0, edited.get(row) ?? index.columns.tokens.at(row));
  }
  return list.list();
}

class Columns {
  readonly #rows: Int32Array<ArrayBuffer>;
  readonly #parts: Uint8Array<ArrayBuffer>;
  readonly #tokens: Uint32Array<ArrayBuffer>;
  #length = 0;

  /** @param most items there will be */
  constructor(most: number) {
    this.#rows = new Int32Array(most);
    this.#parts = new Uint8Array(most);
    this.#tokens = new Uint32Array(most);
  }

  add(row: number, part: number, tokens: number): void {
    const at = this.#length++;
    this.#rows[at] = row;
    this.#parts[at] = part;
    this.#tokens[at] = tokens;
  }

  list(): ItemList {
    const length = this.#length;
    return {
      rows: this.#rows.subarray(0, length),
      parts: this.#parts.subarray(0, length),
      tokens: this.#tokens.subarray(0, length),
    };
  }
}

/** The compaction in force when it makes two messages. Its checkpoint may be any value: only reading tells whether it is sent. */
async function addCheckpoint(
  session: OpenedSession,
  passes: Passes,
  row: number,
  sent: boolean,
  list: Columns,
): Promise<void> {
  const [entry] = await projectRows(session.index, session.bodies, passes, [row]);
  for (const [part, message] of (entry?.messages ?? []).entries()) {
    if (!sent || roleOf(message).toLlm(message) !== undefined) list.add(row, part, estimateTokens(message));
  }
}

/** Estimates for rows whose content an edit replaces. */
async function editedTokens(session: OpenedSession, passes: Passes): Promise<Map<number, number>> {
  const { index, bodies } = session;
  const rows = [...passes.edits.keys()].filter(
    (row) => replacingEdit(index, passes, row) !== -1 && isProjected(index, passes, row),
  );
  const tokens = new Map<number, number>();
  for (const batch of batches(index, rows)) {
    for (const { row, messages } of await projectRows(index, bodies, passes, batch)) {
      let sum = 0;
      for (const message of messages) sum += estimateTokens(message);
      tokens.set(row, sum);
    }
  }
  return tokens;
}
