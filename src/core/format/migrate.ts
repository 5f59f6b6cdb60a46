import { field, isObject, type JsonObject } from "../../lib/json.ts";

/** Where a v1 entry comes to stand: v1 files have no tree, so each entry is the child of the one before it. */
export interface ChainPlace {
  readonly id: string;
  readonly parentId: string | null;
  /**
   * For a compaction with a numeric `firstKeptEntryIndex` that names an entry: that entry's id, or what a later entry has
   * for an id in the file (Pi takes it before it has given that entry one).
   */
  readonly kept?: { readonly id: unknown };
}

/**
 * One entry from v1 to v2: a new id, a parent, and an id instead of an index (Pi: migrateV1ToV2).
 * A compaction whose index names nothing keeps whatever `firstKeptEntryId` it had.
 */
export function migrateV1ToV2(entry: JsonObject, place: ChainPlace): JsonObject {
  const migrated: Record<string, unknown> = { ...entry, id: place.id, parentId: place.parentId };
  if (field(entry, "type") === "compaction" && typeof field(entry, "firstKeptEntryIndex") === "number") {
    delete migrated["firstKeptEntryIndex"];
    if (place.kept !== undefined) migrated["firstKeptEntryId"] = place.kept.id;
  }
  return migrated;
}

/** One entry from v2 to v3: the role `hookMessage` of a message entry becomes `custom` (Pi: migrateV2ToV3). */
export function migrateV2ToV3(entry: JsonObject): JsonObject {
  const message = field(entry, "message");
  if (field(entry, "type") !== "message" || !isObject(message) || field(message, "role") !== "hookMessage")
    return entry;
  return { ...entry, message: { ...message, role: "custom" } };
}
