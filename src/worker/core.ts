import { contentHash } from "../core/format/fingerprint.ts";
import { contextView } from "../core/present/context.ts";
import { entryView } from "../core/present/entry.ts";
import { exportBranch, exportMessages } from "../core/present/export.ts";
import { growthOf } from "../core/present/growth.ts";
import { sessionInfo } from "../core/present/info.ts";
import { contextItems } from "../core/present/items.ts";
import { fileLines } from "../core/present/lines.ts";
import { minimapOf, pathStrip } from "../core/present/minimap.ts";
import { readBlob, readText } from "../core/present/place.ts";
import { previewRows } from "../core/present/preview.ts";
import { problemViews } from "../core/present/problems.ts";
import { effectivePrompt } from "../core/present/prompt.ts";
import { rawLine, rawView } from "../core/present/raw.ts";
import { readAs } from "../core/present/readings.ts";
import { codeTokens, readMarkdown } from "../core/present/rich.ts";
import { rowsOf } from "../core/present/rows.ts";
import { readStyled } from "../core/present/styled.ts";
import { step } from "../core/present/step.ts";
import { treeView } from "../core/present/tree.ts";
import { entryStory } from "../core/reports/entry-story.ts";
import { reportOf } from "../core/reports/report.ts";
import { openSession } from "../core/session/open.ts";
import { saveIndex, type SavedIndex } from "../core/session/saved.ts";
import type { OpenedSession } from "../core/session/session.ts";
import { isObject } from "../lib/json.ts";
import type { Core } from "./ports.ts";
import { compileScanner } from "./scanner.ts";

const scanner = compileScanner();

/** The functions of the core, as the server is given them. */
export const core: Core<OpenedSession, SavedIndex> = {
  openSession: (file, { signal, onProgress, onPreview, saved }) =>
    openSession(file, {
      signal,
      onProgress,
      saved,
      scanner,
      onRows: (loading) => onPreview(() => previewRows(loading)),
    }),
  saveIndex,
  contentHash,
  sessionInfo,
  treeView,
  rowsOf,
  growthOf,
  minimapOf,
  pathStrip,
  reportOf,
  contextView,
  contextItems,
  effectivePrompt,
  entryView,
  entryStory,
  fileLines,
  rawView,
  rawLine,
  readAs,
  problemViews,
  readText,
  readStyled,
  readMarkdown,
  codeTokens,
  readBlob,
  step,
  findRow: ({ index }, id) => {
    const row = index.rowOf(id);
    return row === -1 ? null : row;
  },
  exportMessages,
  exportBranch,
};

/** A shape only: that the columns are those once stored is for the record's checksum and the version in its key. */
export function isSavedIndex(value: unknown): value is SavedIndex {
  if (!isObject(value)) return false;
  const { resumeOffset, contentHash, builder } = value;
  return typeof resumeOffset === "number" && typeof contentHash === "string" && isObject(builder);
}
