import { createStore, promisifyRequest, type UseStore } from "idb-keyval";

/** A place for values under keys. Any call may reject, throw or never answer. */
export interface Storage {
  /** The values under the keys, in their order; undefined for none. */
  read(keys: readonly string[]): Promise<unknown[]>;
  /** Changes several values at once or not at all. `step` sees the value under `key` as nobody else can change it meanwhile. */
  change(key: string, step: (value: unknown) => Change): Promise<void>;
  keys(): Promise<unknown[]>;
  clear(): Promise<void>;
}

export interface Change {
  readonly put: ReadonlyMap<string, unknown>;
  readonly remove: readonly string[];
}

/**
 * The one IndexedDB database of this page, opened at the first call. Not by idb-keyval's own `get` and `set`: several values
 * must change in one transaction, or a full disk leaves half of a session behind.
 */
export function idbStorage(): Storage {
  let open: UseStore | undefined;
  const use: UseStore = async (mode, callback) => {
    open ??= createStore("pi-session-viewer", "sessions");
    return open(mode, (objects) => {
      const { db } = objects.transaction;
      // Another tab wants to upgrade or delete the database: an open connection here would block it for ever.
      db.onversionchange = () => {
        db.close();
        open = undefined;
      };
      return callback(objects);
    });
  };
  return {
    read: (keys) =>
      use("readonly", (objects) =>
        Promise.all(keys.map((key): Promise<unknown> => promisifyRequest<unknown>(objects.get(key)))),
      ),
    change: (key, step) => use("readwrite", (objects) => change(objects, key, step)),
    keys: () => use("readonly", (objects) => promisifyRequest<IDBValidKey[]>(objects.getAllKeys())),
    clear: () =>
      use("readwrite", (objects) => {
        objects.clear();
        return promisifyRequest<void>(objects.transaction);
      }),
  };
}

function change(objects: IDBObjectStore, key: string, step: (value: unknown) => Change): Promise<void> {
  const done = promisifyRequest<void>(objects.transaction);
  const request: IDBRequest<unknown> = objects.get(key);
  request.addEventListener("success", () => {
    try {
      const { put, remove } = step(request.result);
      for (const [name, value] of put) objects.put(value, name);
      for (const name of remove) objects.delete(name);
    } catch {
      // A value that cannot be stored: nothing is.
      objects.transaction.abort();
    }
  });
  return done;
}

/** Storage that gives up waiting. Each call says how many ms it has. */
export class PatientStorage {
  readonly #storage: Storage;
  /** Calls that were given up and are still on their way. */
  #hanging = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * Rejects when the storage fails or does not answer in time, and at once while an earlier call hangs: one wait is enough.
   */
  async within<T>(ms: number, work: (storage: Storage) => Promise<T>): Promise<T> {
    if (this.#hanging > 0) throw new Error("storage does not answer");
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late = false;
    const running = (async () => {
      try {
        return await work(this.#storage);
      } finally {
        clearTimeout(timer);
        if (late) this.#hanging--;
      }
    })();
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        late = true;
        this.#hanging++;
        reject(new Error("storage does not answer"));
      }, ms);
    });
    return Promise.race([running, timeout]);
  }
}
