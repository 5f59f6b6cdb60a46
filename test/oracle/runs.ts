import type { Parameters } from "fast-check";

/**
 * How often and from where random tests run. A fixed seed by default: the same commit gives the same answer everywhere.
 * `ORACLE_SEED=7 ORACLE_RUNS=20000 npx vitest run --project unit test/oracle` goes hunting; what it finds is kept in
 * kept.test.ts.
 */
export function runs(usual: number): Parameters<unknown> {
  return {
    numRuns: Number(process.env["ORACLE_RUNS"] ?? usual),
    seed: Number(process.env["ORACLE_SEED"] ?? 20_260_312),
  };
}
