import type { Shown } from "./series.ts";
import type { Reading } from "./readings.ts";

export interface Column {
  /** Of its class. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** What of a reading stands in it. */
  readonly key: Exclude<keyof Reading, "kinds">;
}

export const COLUMNS: readonly Column[] = [
  { name: "number", key: "number", title: "Request", about: "Along the branch" },
  { name: "time", key: "time", title: "Time", about: "When its answer was stored" },
  { name: "figure", key: "context", title: "Context", about: "Estimated tokens of the context it was made with" },
  { name: "figure", key: "provider", title: "Provider", about: "The same by the provider’s count" },
  { name: "figure", key: "cached", title: "Cached", about: "Part of the provider’s prompt read from the cache" },
  { name: "figure", key: "cost", title: "Cost", about: "In US dollars" },
  { name: "marks", key: "marks", title: "Before it", about: "What lies between it and the request before" },
];

/** How the table is sorted: by a column, from its largest down or up. */
export interface Order {
  readonly key: Column["key"];
  readonly down: boolean;
}

/** The requests in the order of the table; equal ones as they came, what has no figure last. */
export function orderOf({ growth, series }: Shown, order: Order | null): Int32Array {
  const requests = Int32Array.from({ length: series.count }, (_, i) => i);
  if (order === null) return requests;
  const columns: Readonly<Record<Column["key"], ArrayLike<number>>> = {
    number: requests.slice(),
    time: growth.times,
    context: series.totals,
    provider: series.provider,
    cached: series.cached,
    cost: growth.cost,
    marks: growth.marks,
  };
  const values = columns[order.key];
  const sign = order.down ? -1 : 1;
  return requests.toSorted((a, b) => {
    const [one, other] = [values[a] ?? Number.NaN, values[b] ?? Number.NaN];
    const missing = Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return missing || sign * (one - other) || a - b;
  });
}
