import { formatAmount, formatCount } from "../../lib/figures.ts";
import type { CacheMiss } from "../session/cache-misses.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { ReportSection } from "../view/report.ts";

/** What the requests of a path had of the cache, in tokens. */
export interface Hits {
  /** Answers of the path. */
  readonly answers: number;
  /** Those whose usage tells of a prompt: of the others nothing can be judged. */
  readonly requests: number;
  readonly prompt: number;
  readonly read: number;
  readonly written: number;
}

/** Counts the answers of the path, and sums those that have a prompt of more than nothing. */
export function hitsOn({ index }: OpenedSession, { path }: Passes): Hits {
  const { usage } = index.columns;
  const hits = { answers: 0, requests: 0, prompt: 0, read: 0, written: 0 };
  for (const row of path) {
    if (index.type(row) !== "message" || index.role(row) !== "assistant") continue;
    hits.answers += 1;
    const at = usage.find(row);
    const [input, read, written] = [usage.input.at(at), usage.cacheRead.at(at), usage.cacheWrite.at(at)];
    if (at === -1 || !(input + read + written > 0)) continue;
    hits.requests += 1;
    hits.prompt += input + read + written;
    hits.read += read;
    hits.written += written;
  }
  return hits;
}

/** The share of the prompt that was read from the cache: `93.1 %`. */
export function percent({ read, prompt }: Hits): string {
  return `${((read / prompt) * 100).toFixed(1)} %`;
}

/** The section on what was read and written; `misses` are those of the whole file. */
export function hitSection(hits: Hits, misses: readonly CacheMiss[]): ReportSection {
  const share = (tokens: number): string =>
    `${formatCount(tokens)}${hits.prompt > 0 ? `, ${percent({ ...hits, read: tokens })}` : ""}`;
  return {
    title: "Use of the cache",
    fact: `${formatAmount(hits.requests, "request")}${hits.answers > hits.requests ? ` of ${formatCount(hits.answers)}` : ""}`,
    parts: [
      {
        kind: "facts",
        facts: [
          { name: "Prompt tokens", value: [formatCount(hits.prompt)] },
          { name: "Read from the cache", value: [share(hits.read)] },
          { name: "Written to the cache", value: [share(hits.written)] },
          { name: "Neither", value: [share(hits.prompt - hits.read - hits.written)] },
          {
            name: "In the whole file",
            value: [
              `${formatAmount(misses.length, "miss", "misses")} of ${formatCount(misses.reduce((sum, { missed }) => sum + missed, 0))} tokens, on all branches, as Pi’s /session counts them.`,
            ],
          },
        ],
      },
    ],
  };
}
