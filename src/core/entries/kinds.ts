import { branchSummaryKind } from "./branch-summary.ts";
import { compactionKind } from "./compaction.ts";
import { contextEditKind } from "./context-edit.ts";
import { customMessageKind } from "./custom-message.ts";
import { customKind } from "./custom.ts";
import type { EntryKind } from "./kind.ts";
import { labelKind } from "./label.ts";
import { messageKind } from "./message.ts";
import { modelChangeKind } from "./model-change.ts";
import { sessionInfoKind } from "./session-info.ts";
import { thinkingLevelChangeKind } from "./thinking-level-change.ts";
import { unknownKind } from "./unknown.ts";
import { usageKind } from "./usage.ts";

const kinds = [
  messageKind,
  modelChangeKind,
  thinkingLevelChangeKind,
  usageKind,
  compactionKind,
  contextEditKind,
  branchSummaryKind,
  customKind,
  customMessageKind,
  labelKind,
  sessionInfoKind,
];

/** The entry types Pi 1.6.0 knows. */
export const ENTRY_TYPES: readonly string[] = kinds.map(({ type }) => type);

const byType = new Map(kinds.map((kind): [string, EntryKind] => [kind.type, kind]));

/** The kind of an entry by its `type`, which may be any value; the unknown kind for all Pi does not know. */
export function kindOf(type: unknown): EntryKind {
  return (typeof type === "string" ? byType.get(type) : undefined) ?? unknownKind;
}
