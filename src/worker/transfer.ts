/**
 * The buffers of a result that can be handed over instead of copied: those of typed arrays in it, directly under it, or in a list
 * of them there.
 * An array that is a window on a larger buffer is left to be copied: others may look at the rest.
 */
export function transferables(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const parts: unknown[] = ArrayBuffer.isView(value) ? [value] : Object.values(value).flatMap(listOf);
  const buffers = parts.flatMap((part) => {
    if (!ArrayBuffer.isView(part) || !(part.buffer instanceof ArrayBuffer)) return [];
    return part.byteLength === part.buffer.byteLength ? [part.buffer] : [];
  });
  return [...new Set(buffers)];
}

function listOf(part: unknown): unknown[] {
  return Array.isArray(part) && ArrayBuffer.isView(part[0]) ? part : [part];
}
