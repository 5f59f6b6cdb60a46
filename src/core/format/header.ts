import { asString, field, type JsonObject } from "../../lib/json.ts";

/** The session header as parsed; `version` as migrated once the file is open. Any field may be missing or odd. */
export type SessionHeader = JsonObject;

/** The version this viewer reads natively: Pi's CURRENT_SESSION_VERSION. */
export const CURRENT_VERSION = 3;

/**
 * The version a header states, as Pi reads it: absent and null count as 1 (Pi: migrateToCurrentVersion, `version ?? 1`), and
 * anything else is compared as a number would be (`"3" >= 3`). NaN for what is no number: Pi migrates nothing then.
 */
export function headerVersion(header: SessionHeader): number {
  return Number(field(header, "version") ?? 1);
}

/** True when Pi's loader accepts it as the first line (Pi: loadEntriesFromFile). */
export function acceptedByPi(header: SessionHeader): boolean {
  return asString(field(header, "id")) !== undefined;
}

/** Versions that are read the same way: 1, 2 and everything from 3 on (NaN included: Pi migrates nothing then). */
export function effectiveVersion(version: number): 1 | 2 | 3 {
  if (version < 2) return 1;
  return version < CURRENT_VERSION ? 2 : 3;
}
