/** Answers worked out once for each key, and forgotten with it. A failure is not kept: the next one who asks tries again. */
export class Once<K extends object, V> {
  readonly #kept = new WeakMap<K, Promise<V>>();

  get(key: K, make: () => Promise<V>): Promise<V> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.#kept.set(key, made);
    made.catch(() => this.#kept.delete(key));
    return made;
  }
}
