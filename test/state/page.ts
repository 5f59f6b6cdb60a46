/** What the state layer needs of a browser, for tests in Node. */
export interface FakePage {
  hash: string;
  /** Every hash that was written. */
  readonly written: string[];
  go(hash: string): void;
}

/** Puts a location, a history and a storage in the global scope. Call it before anything is imported that uses them. */
export function fakePage(): FakePage {
  const listeners = new Set<() => void>();
  const page: FakePage = {
    hash: "",
    written: [],
    go(hash) {
      page.hash = hash;
      for (const listener of listeners) listener();
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
      state: null,
      replaceState(_: unknown, __: string, url: string) {
        page.hash = url.includes("#") ? url.slice(url.indexOf("#")) : "";
        page.written.push(page.hash);
      },
    },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      clear: () => stored.clear(),
    },
    addEventListener: (type: string, listener: () => void) => type === "hashchange" && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  });
  return page;
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
