import { GROWTH_KINDS, type Growth } from "../../../src/core/view/growth.ts";

/** One request of a made-up branch; what is not given is nothing, or unknown. */
export interface MadeRequest {
  readonly row?: number;
  readonly time?: number;
  /** By kind, in the order of GROWTH_KINDS. */
  readonly kinds?: readonly number[];
  readonly input?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cost?: number;
  readonly marks?: number;
}

/** The columns of such requests. Answers stand in every second row from 1 on, as in the sessions of the fake worker. */
export function growthOf(requests: readonly MadeRequest[], at = requests.length - 1): Growth {
  const floats = (name: "input" | "cacheRead" | "cacheWrite"): Float32Array<ArrayBuffer> =>
    Float32Array.from(requests, (request) => request[name] ?? NaN);
  return {
    rows: Int32Array.from(requests, ({ row }, i) => row ?? 2 * i + 1),
    times: Float64Array.from(requests, ({ time }) => time ?? NaN),
    kinds: GROWTH_KINDS.map((_, kind) => Uint32Array.from(requests, ({ kinds }) => kinds?.[kind] ?? 0)),
    input: floats("input"),
    output: new Float32Array(requests.length).fill(NaN),
    cacheRead: floats("cacheRead"),
    cacheWrite: floats("cacheWrite"),
    cost: Float64Array.from(requests, ({ cost }) => cost ?? NaN),
    marks: Uint8Array.from(requests, ({ marks }) => marks ?? 0),
    at,
  };
}
