import { type Fields, usage } from "./messages.ts";

/**
 * Fills in what a drawing leaves out of a realistic session: which model answered, and tokens that grow with the context.
 */

const APIS: { readonly [provider: string]: string } = { anthropic: "anthropic-messages", openai: "openai-responses" };
const ANSWERING: { readonly [model: string]: string } = {
  "claude-sonnet-4-5": "claude-sonnet-4-5-20250929",
  "gpt-5.2": "gpt-5.2-2026-01-20",
};
const LONG_PAUSE = 5 * 60_000;

interface State {
  provider: string;
  model: string;
  thinkingLevel: string;
  /** Tokens of the context so far, and of that what the provider has in its cache. */
  context: number;
  cached: number;
  time: number;
}

function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 3.6);
}

/** Tokens that a message other than an answer adds to the context. */
function contribution(message: Fields): number {
  if (message["excludeFromContext"] === true) return 0;
  return ["content", "output", "sections", "toolsAdded"].reduce((sum, key) => sum + tokensOf(message[key] ?? ""), 0);
}

/** The message as written by the model in use, with figures if it has none. */
function answer(message: Fields, state: State): Fields {
  const physical = typeof message["thinkingLevel"] === "string" ? "anthropic" : state.provider;
  const written = tokensOf(message["content"]);
  const fresh = Math.max(0, state.context - state.cached);
  const drawn = (message["usage"] as Fields)["totalTokens"];
  // 19 is the builder's default: no figures were drawn.
  const figures = drawn === 19 ? usage(3 + (written % 9), written, state.cached, fresh) : message["usage"];
  const model = message["model"] === "beacon-1" ? state.model : String(message["model"]);
  const { role, content, responseModel, stopReason, errorMessage, timestamp } = message;
  return {
    role,
    content,
    api: APIS[physical],
    provider: physical,
    model,
    ...(stopReason === "error" ? {} : { responseModel: responseModel ?? ANSWERING[model] }),
    thinkingLevel: message["thinkingLevel"] ?? state.thinkingLevel,
    usage: figures,
    stopReason,
    ...(errorMessage === undefined ? {} : { errorMessage }),
    timestamp,
  };
}

/** One entry, and the state of the branch after it. */
function settleEntry(entry: Fields, before: State): { entry: Fields; state: State } {
  const state = { ...before };
  const time = Date.parse(String(entry["timestamp"]));
  if (time - state.time > LONG_PAUSE) state.cached = 0;
  state.time = time;
  const message = entry["message"] as Fields | undefined;
  if (entry["type"] === "model_change") {
    Object.assign(state, { provider: entry["provider"], model: entry["modelId"], cached: 0 });
  } else if (entry["type"] === "thinking_level_change") state.thinkingLevel = String(entry["thinkingLevel"]);
  else if (entry["type"] === "compaction") {
    const settled = { ...entry, tokensBefore: state.context };
    state.context = tokensOf(entry["summary"]) + 4200;
    state.cached = 0;
    return { entry: settled, state };
  } else if (entry["type"] === "usage") {
    state.cached = state.context;
    const { provider, model } = state;
    return { entry: { ...entry, provider, model, usage: usage(0, 0, state.context) }, state };
  } else if (message?.["role"] === "assistant") {
    const settled = { ...entry, message: answer(message, state) };
    if (message["stopReason"] !== "error") state.cached = state.context;
    state.context += tokensOf(message["content"]);
    return { entry: settled, state };
  } else if (message) state.context += contribution(message);
  return { entry, state };
}

/** Completes a session's lines, header first. Each branch counts from where it left the other. */
export function settle(lines: readonly Fields[]): Fields[] {
  const states = new Map<unknown, State>();
  const start: State = { provider: "", model: "", thinkingLevel: "off", context: 0, cached: 0, time: 0 };
  return lines.map((line) => {
    if (line["type"] === "session") return line;
    const { entry, state } = settleEntry(line, states.get(line["parentId"]) ?? start);
    states.set(line["id"], state);
    return entry;
  });
}
