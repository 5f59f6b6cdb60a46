import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { generation } from "../../state/cells.ts";

/** Names the item whose blocks are drawn, so that what was opened in it stays open when it leaves the screen and returns. */
export const Scope = createContext("");

const MOST = 2000;

/** What a reader opened, by the name of the block: kept while the session is open, within a bound. */
export class Kept<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  set(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) return;
      this.#values.delete(oldest);
    }
  }
}

/** The name of a block of the session that is open. */
export function useBlockKey(name: string): string {
  return `${generation.value}/${useContext(Scope)}/${name}`;
}

/** State of a block that outlives the block's place in the document. */
export function useKept<T>(store: Kept<T>, key: string): [T | undefined, (value: T) => void] {
  const [, redraw] = useState({});
  const set = (value: T): void => {
    store.set(key, value);
    redraw({});
  };
  return [store.get(key), set];
}
