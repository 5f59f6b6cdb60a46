/** Where an item, or the nearest one above it that is still there, went. Null where none is found nearby. */
export function nearestKey(old: Int32Array | undefined, next: Int32Array | undefined, index: number): number | null {
  if (old === undefined || next === undefined) return index;
  for (let i = index; i >= 0 && i > index - 200; i--) {
    const key = old[i];
    if (key === undefined) continue;
    const found = next[index] === key ? index : next.indexOf(key);
    if (found >= 0) return found;
  }
  return null;
}
