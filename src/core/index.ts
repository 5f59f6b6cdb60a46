/**
 * The door: reading a session file and asking what the model saw. Used by the worker, the tests and checks from outside,
 * in a worker and in Node alike. Nothing here touches the DOM, storage or the network.
 */
export { openSession } from "./session/open.ts";
export type { OpenOptions, Progress, Session } from "./session/session.ts";
export { WrongKindError } from "./format/sniff.ts";
export type { Problem, ProblemCode } from "./format/problem.ts";
export type { SessionHeader } from "./format/header.ts";
export type { SessionEntry } from "./entries/kind.ts";
export type { AgentMessage } from "./messages/role.ts";
export type { Fate } from "./view/fate.ts";
export type { UsageTotals } from "./view/info.ts";
export { convertToLlm } from "./messages/roles.ts";
export { getCurrentSystemMessage, getCurrentSystemPrompt, getCurrentTools } from "./messages/transcript.ts";
