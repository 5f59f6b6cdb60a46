import { GROWTH_KINDS } from "../../core/view/growth.ts";
import { KIND_NAMES } from "./look.ts";
import type { Reading } from "./readings.ts";
import type { Shown } from "./series.ts";

export interface Column {
  /** Of its class. */
  readonly name: "number" | "time" | "figure" | "kind" | "marks";
  readonly title: string;
  readonly about: string;
  readonly words: (reading: Reading) => string;
  /** What it is sorted by, one a request; NaN for none. */
  readonly values: (shown: Shown) => ArrayLike<number>;
}

const before: readonly Column[] = [
  {
    name: "number",
    title: "Request",
    about: "Along the branch",
    words: ({ number }) => number,
    values: ({ series }) => Int32Array.from({ length: series.count }, (_, i) => i),
  },
  {
    name: "time",
    title: "Time",
    about: "When its answer was stored",
    words: ({ time }) => time,
    values: ({ growth }) => growth.times,
  },
  {
    name: "figure",
    title: "Context",
    about: "Estimated tokens of the context it was made with",
    words: ({ context }) => context,
    values: ({ series }) => series.totals,
  },
];

const after: readonly Column[] = [
  {
    name: "figure",
    title: "Provider",
    about: "The same by the provider’s count: input, cache reads and cache writes",
    words: ({ provider }) => provider,
    values: ({ series }) => series.provider,
  },
  {
    name: "figure",
    title: "Cached",
    about: "Part of the provider’s prompt that was read from the cache",
    words: ({ cached }) => cached,
    values: ({ series }) => series.cached,
  },
  {
    name: "figure",
    title: "Cost",
    about: "In US dollars",
    words: ({ cost }) => cost,
    values: ({ growth }) => growth.cost,
  },
  {
    name: "marks",
    title: "Before it",
    about: "What lies between it and the request before, and whether it failed",
    words: ({ marks }) => marks,
    values: ({ growth }) => growth.marks,
  },
];

/** The columns of the table; the layers of the chart that this branch has are among them. */
export function columnsOf({ series }: Shown): readonly Column[] {
  const kinds = GROWTH_KINDS.flatMap((kind, i): readonly Column[] => {
    if (series.present[i] !== true) return [];
    const [title, about] = KIND_NAMES[kind];
    return [
      {
        name: "kind",
        title: `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`,
        about,
        words: ({ kinds }) => kinds[i] ?? "",
        values: ({ growth }) => growth.kinds[i] ?? [],
      },
    ];
  });
  return [...before, ...kinds, ...after];
}

/** How the table is sorted: by a column, from its largest down or up. */
export interface Order {
  readonly column: Column;
  readonly down: boolean;
}

/** The requests in the order of the table; equal ones as they came, what has no figure last. */
export function orderOf(shown: Shown, order: Order | null): Int32Array {
  const requests = Int32Array.from({ length: shown.series.count }, (_, i) => i);
  if (order === null) return requests;
  const values = order.column.values(shown);
  const sign = order.down ? -1 : 1;
  return requests.toSorted((a, b) => {
    const [one, other] = [values[a] ?? Number.NaN, values[b] ?? Number.NaN];
    const missing = Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    return missing !== 0 ? missing : Number.isNaN(one) ? a - b : sign * (one - other) || a - b;
  });
}
