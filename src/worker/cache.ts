import { HEAD_BYTES, LIMITS, putFirst, readDirectory, recentsOf, writeDirectory, type Known } from "./directory.ts";
import type { Found, Remembered, Saved, SessionCache } from "./ports.ts";
import type { Recents } from "./protocol.ts";
import { packColumns, packedSize, unpackColumns } from "./record.ts";
import { PatientStorage, type Change, type Storage } from "./storage.ts";

/** What the cache must know of files and columns. */
export interface CacheOptions<Index extends Saved> {
  readonly storage: Storage;
  /** Columns of another version are not looked at. */
  readonly indexVersion: number;
  /** A cheap name for the first `end` bytes of a file. */
  readonly fingerprint: (file: Blob, end: number) => Promise<string>;
  /** Is this the shape of columns? Their numbers are checked by the record's own checksum. */
  readonly isIndex: (value: unknown) => value is Index;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/** How long the storage may take, in ms. Nobody waits for writing; the start page can wait longer for its list than a file. */
const WAIT = { find: 1_000, list: 3_000, forget: 10_000, write: 60_000 } as const;

/** ms more for every so many bytes of columns: a slow disk is not a dead one. */
const BYTES_PER_MS = 20_000;

const DIRECTORY = "recents";

/**
 * Records in IndexedDB: the directory (`recents`), the columns of each session (`v<version>:<fingerprint>`) and copies of
 * files (`copy:<fingerprint>`). Storage is a favour: whatever it does, nothing here rejects or waits for long.
 */
export function createCache<Index extends Saved>(options: CacheOptions<Index>): SessionCache<Index> {
  return new Cache(options);
}

class Cache<Index extends Saved> implements SessionCache<Index> {
  readonly #options: CacheOptions<Index>;
  readonly #storage: PatientStorage;
  /** Grows with everything forgotten. */
  #stamp = 0;
  #swept = false;
  /** Writing goes one by one: a Forget must not be overtaken by the storing of what it forgets. */
  #writing: Promise<void> = Promise.resolve();

  constructor(options: CacheOptions<Index>) {
    this.#options = options;
    this.#storage = new PatientStorage(options.storage);
  }

  stamp(): number {
    return this.#stamp;
  }

  async find(file: Blob): Promise<Found<Index> | undefined> {
    return this.#find(file).catch(() => undefined);
  }

  async #find(file: Blob): Promise<Found<Index> | undefined> {
    // The directory first: a fingerprint costs reads all over the file, and most files are new.
    const directory = readDirectory(await this.#read(DIRECTORY));
    return (await this.#findWhole(file, directory)) ?? (await this.#findBeginning(file, directory));
  }

  async #findWhole(file: Blob, directory: readonly Known[]): Promise<Found<Index> | undefined> {
    const likely = directory.find(({ size }) => size === file.size)?.key;
    if (likely === undefined) return undefined;
    // Files of one length are most often the same file: its columns are fetched while that is made sure of.
    const fetched = this.#columns(likely).catch(() => undefined);
    const key = await this.#options.fingerprint(file, file.size);
    if (!directory.some((known) => known.key === key)) return undefined;
    const saved = await (key === likely ? fetched : this.#columns(key));
    return saved !== undefined && saved.resumeOffset <= file.size ? { key, saved, source: "cached" } : undefined;
  }

  async #findBeginning(file: Blob, directory: readonly Known[]): Promise<Found<Index> | undefined> {
    const { fingerprint } = this.#options;
    const shorter = directory.filter((known) => known.resumeOffset > 0 && known.resumeOffset < file.size);
    if (shorter.length === 0) return undefined;
    const beginning = new Blob([await file.slice(0, HEAD_BYTES).arrayBuffer()]);
    const heads = new Map<number, Promise<string>>();
    // The longest beginning first.
    for (const known of shorter.toSorted((a, b) => b.resumeOffset - a.resumeOffset)) {
      const bytes = Math.min(HEAD_BYTES, known.resumeOffset);
      const head = heads.get(bytes) ?? fingerprint(beginning, bytes);
      heads.set(bytes, head);
      if ((await head) !== known.head) continue;
      const [resume, saved] = await Promise.all([fingerprint(file, known.resumeOffset), this.#columns(known.key)]);
      if (resume !== known.resume || saved?.resumeOffset !== known.resumeOffset) continue;
      return { key: known.key, saved, source: "grown" };
    }
    return undefined;
  }

  async #read(key: string): Promise<unknown> {
    const [value] = await this.#storage.within(WAIT.find, (storage) => storage.read([key]));
    return value;
  }

  async #columns(key: string): Promise<Index | undefined> {
    return this.#unpack(await this.#read(this.#columnsKey(key)));
  }

  async #unpack(record: unknown): Promise<Index | undefined> {
    const bytes = packedSize(record);
    const value = await this.#storage.within(WAIT.find + bytes / BYTES_PER_MS, () => unpackColumns(record));
    return value !== undefined && this.#options.isIndex(value) ? value : undefined;
  }

  async remember(session: Remembered<Index>): Promise<void> {
    return this.#write(() => this.#remember(session));
  }

  async #remember(session: Remembered<Index>): Promise<void> {
    if (session.stamp !== this.#stamp) return;
    const { file, saved, replaces } = session;
    const described = await this.#describe(session);
    const columns = saved === undefined ? undefined : await packColumns(saved);
    let copied = 0;
    const store = (old: readonly Known[]): Change => {
      const before = old.find(({ key }) => key === described.key);
      // Without columns there is only a date to change, and a record that another tab forgot stays forgotten.
      if (columns === undefined && before === undefined) return { put: new Map(), remove: [] };
      const kept = old.filter(({ key }) => key !== replaces);
      copied = before?.copied ?? 0;
      const resume = columns === undefined && before !== undefined ? before : described;
      const { resumeOffset, resume: hash, head } = resume;
      const first = { ...described, copied, resumeOffset, resume: hash, head };
      const stored: [string, unknown][] = columns === undefined ? [] : [[this.#columnsKey(described.key), columns]];
      return this.#put(kept, first, stored, replaces === undefined ? [] : [replaces]);
    };
    try {
      await this.#change(store);
    } catch (error) {
      if (!isFull(error)) throw error;
      // One more try, with the older half of everything gone.
      await this.#change((old) =>
        this.#removal(
          old,
          old.slice(Math.ceil(old.length / 2)).map(({ key }) => key),
        ),
      );
      await this.#change(store);
    }
    if (copied === 0 && file.size <= LIMITS.copy) await this.#copy(file, described.key);
    if (!this.#swept) await this.#sweep();
  }

  async #describe({ file, info, saved }: Remembered<Index>): Promise<Known> {
    const { fingerprint, now = Date.now } = this.#options;
    const { fileName, cwd, created, entries } = info;
    const title = (info.name ?? info.firstMessage ?? fileName).slice(0, 200);
    const resumeOffset = saved?.resumeOffset ?? 0;
    const [key, resume, head] = await Promise.all([
      fingerprint(file, file.size),
      fingerprint(file, resumeOffset),
      fingerprint(file, Math.min(HEAD_BYTES, resumeOffset)),
    ]);
    const size = file.size;
    return { key, fileName, title, cwd, opened: now(), created, entries, size, copied: 0, resumeOffset, resume, head };
  }

  /** Keeps a copy of a file that has none. By itself: a disk too full for the copy may do for the rest. */
  async #copy(file: Blob, key: string): Promise<void> {
    // The bytes, not the file: in a private window Chromium stores a file as a reference, and loses it with the original.
    const copy = new Blob([await file.arrayBuffer()]);
    await this.#change((old) => {
      const known = old.find((other) => other.key === key);
      if (known === undefined) return { put: new Map(), remove: [] };
      const others = old.filter((other) => other.key !== key);
      return this.#put(others, { ...known, copied: file.size }, [[copyKey(key), copy]], []);
    });
  }

  /** Removes what no directory speaks of: columns of other versions, the leavings of another tab. */
  async #sweep(): Promise<void> {
    this.#swept = true;
    const keys = await this.#storage.within(WAIT.write, (storage) => storage.keys());
    await this.#change((old) => {
      const needed = new Set([DIRECTORY, ...old.flatMap(({ key }) => [this.#columnsKey(key), copyKey(key)])]);
      const remove = keys.filter((key): key is string => typeof key === "string" && !needed.has(key));
      return { put: new Map(), remove };
    });
  }

  async drop(key: string): Promise<void> {
    return this.#write(() => this.#change((old) => this.#removal(old, [key])));
  }

  async copy(key: string): Promise<{ file: Blob; fileName: string } | undefined> {
    try {
      const keys = [DIRECTORY, copyKey(key)];
      const [directory, file] = await this.#storage.within(WAIT.list, (storage) => storage.read(keys));
      const known = readDirectory(directory).find((other) => other.key === key);
      if (known !== undefined && file instanceof Blob) return { file, fileName: known.fileName };
      if (known !== undefined) void this.#write(() => this.#change((old) => this.#removal(old, [key])));
    } catch {
      // As if there were none.
    }
    return undefined;
  }

  async recents(): Promise<Recents> {
    try {
      const [directory] = await this.#storage.within(WAIT.list, (storage) => storage.read([DIRECTORY]));
      return recentsOf(readDirectory(directory), true);
    } catch {
      return recentsOf([], false);
    }
  }

  async forget(key?: string): Promise<Recents> {
    this.#stamp++;
    const all = (): Promise<void> => this.#storage.within(WAIT.forget, (storage) => storage.clear());
    const one = (gone: string): Promise<void> => this.#change((old) => this.#removal(old, [gone]), WAIT.forget);
    await this.#write(() => (key === undefined ? all() : one(key)));
    return this.recents();
  }

  /** The change that puts a session first and removes what then has no room, and `gone`. */
  #put(old: readonly Known[], first: Known, stored: [string, unknown][], gone: readonly string[]): Change {
    const { sessions, forgotten, uncopied } = putFirst(old, first);
    return {
      put: new Map([...stored, [DIRECTORY, writeDirectory(sessions)]]),
      remove: [...this.#recordsOf([...forgotten, ...gone]), ...uncopied.map(copyKey)],
    };
  }

  #removal(old: readonly Known[], gone: readonly string[]): Change {
    const left = old.filter(({ key }) => !gone.includes(key));
    return { put: new Map([[DIRECTORY, writeDirectory(left)]]), remove: this.#recordsOf(gone) };
  }

  #recordsOf(keys: readonly string[]): string[] {
    return keys.flatMap((key) => [this.#columnsKey(key), copyKey(key)]);
  }

  #change(step: (old: readonly Known[]) => Change, wait: number = WAIT.write): Promise<void> {
    return this.#storage.within(wait, (storage) => storage.change(DIRECTORY, (value) => step(readDirectory(value))));
  }

  async #write(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work).catch(() => undefined);
    this.#writing = done;
    return done;
  }

  #columnsKey(fingerprint: string): string {
    return `v${this.#options.indexVersion}:${fingerprint}`;
  }
}

function copyKey(fingerprint: string): string {
  return `copy:${fingerprint}`;
}

function isFull(error: unknown): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === "QuotaExceededError";
}
