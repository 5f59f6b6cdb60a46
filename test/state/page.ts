/** What the state layer needs of a browser, for tests in Node. */
export interface FakePage {
  hash: string;
  /** Every hash that was written. */
  readonly written: string[];
  /** What the history holds. */
  readonly entries: { hash: string; state: unknown }[];
  /** Follows a link that was typed into the address. */
  go(hash: string): void;
  /** Back or forward. */
  step(by: -1 | 1): void;
}

/** Puts a location, a history and a storage in the global scope. Call it before anything is imported that uses them. */
export function fakePage(): FakePage {
  const listeners = { hashchange: new Set<() => void>(), popstate: new Set<() => void>() };
  let at = 0;
  const hashOf = (url: string): string => (url.includes("#") ? url.slice(url.indexOf("#")) : "");
  const page: FakePage = {
    get hash() {
      return page.entries[at]?.hash ?? "";
    },
    set hash(hash) {
      page.entries[at] = { hash, state: null };
    },
    written: [],
    entries: [{ hash: "", state: null }],
    go(hash) {
      page.entries.splice(at + 1, Infinity, { hash, state: null });
      at += 1;
      for (const listener of listeners.hashchange) listener();
    },
    step(by) {
      at += by;
      for (const listener of [...listeners.popstate, ...listeners.hashchange]) listener();
    },
  };
  const stored = new Map<string, string>();
  Object.assign(globalThis, {
    location: {
      protocol: "https:",
      pathname: "/viewer/",
      search: "",
      get hash() {
        return page.hash;
      },
    },
    history: {
      get state() {
        return page.entries[at]?.state ?? null;
      },
      replaceState(state: unknown, _: string, url: string) {
        page.entries[at] = { hash: hashOf(url), state };
        page.written.push(page.hash);
      },
      pushState(state: unknown, _: string, url: string) {
        page.entries.splice(at + 1, Infinity, { hash: hashOf(url), state });
        at += 1;
        page.written.push(page.hash);
      },
    },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      clear: () => stored.clear(),
    },
    addEventListener: (type: "hashchange" | "popstate", listener: () => void) => listeners[type]?.add(listener),
    removeEventListener: (type: "hashchange" | "popstate", listener: () => void) => listeners[type]?.delete(listener),
  });
  return page;
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
