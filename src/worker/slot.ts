import type { SessionInfo } from "../core/view/info.ts";
import type { Row } from "../core/view/row.ts";
import { CodedError, toWireError } from "./errors.ts";
import type { Clock, Core, Found, Saved, SessionCache } from "./ports.ts";
import type { Progress } from "./protocol.ts";

/** What an opening tells while it goes on. Either may be called as often as is convenient. */
export interface OpenHooks {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onPreview: (rows: () => readonly Row[]) => void;
}

export interface OpenSession<Session> {
  readonly session: Session;
  readonly file: Blob;
  readonly fileName: string;
  readonly info: SessionInfo;
}

/**
 * ms after which the work that nobody waits for begins: the page's first questions come first, at the pace of a slow
 * machine. What came from the cache is checked sooner than what is new is stored.
 */
const CHECK_DELAY = 400;
const STORE_DELAY = 800;

/**
 * The one place for an open session. Opening drops the session before, so that two are never in memory by design; a failed
 * opening leaves the place empty.
 */
export class Slot<Session, Index extends Saved> {
  readonly #core: Core<Session, Index>;
  readonly #cache: SessionCache<Index>;
  readonly #clock: Clock;
  readonly #onReplaced: (info: SessionInfo) => void;
  #open: OpenSession<Session> | undefined;
  /** Why the open session can no longer be trusted. */
  #failure: CodedError | undefined;
  /** Ends all work for the file that is, or is being, opened. */
  #life = new AbortController();

  /** `onReplaced`: the open session was read again, what was asked of it is void. Called after the exchange. */
  constructor(
    core: Core<Session, Index>,
    cache: SessionCache<Index>,
    clock: Clock,
    onReplaced: (info: SessionInfo) => void,
  ) {
    this.#core = core;
    this.#cache = cache;
    this.#clock = clock;
    this.#onReplaced = onReplaced;
  }

  /** Throws a CodedError, `no-session` when there is none. */
  current(): OpenSession<Session> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#open === undefined) throw new CodedError("no-session", "No session is open.");
    return this.#open;
  }

  /** Empties the place and ends the work for what was in it. */
  drop(): void {
    this.#life.abort();
    this.#open = undefined;
    this.#failure = undefined;
  }

  /**
   * Reads a file, from the cache as far as `useCache` allows and the cache knows it. Rejects as openSession does, and with
   * `empty-file`.
   */
  async open(file: Blob, fileName: string, useCache: boolean, hooks: OpenHooks): Promise<SessionInfo> {
    this.drop();
    const life = new AbortController();
    this.#life = life;
    hooks.signal.addEventListener("abort", () => life.abort(), { once: true });
    hooks.signal.throwIfAborted();
    if (file.size === 0) {
      // A file that is gone has no bytes either, in Chromium: reading tells.
      await file.arrayBuffer();
      throw new CodedError("empty-file", "This file is empty.");
    }
    // Tells the page that somebody is at work, however slow the file or the cache may be.
    hooks.onProgress({ bytes: 0, totalBytes: file.size, entries: 0 });
    const stamp = this.#cache.stamp();
    const found = useCache ? await this.#cache.find(file) : undefined;
    life.signal.throwIfAborted();
    const read = { ...hooks, signal: life.signal };
    const resumed = found === undefined ? undefined : await this.#resume(file, found, read);
    const session = resumed ?? (await this.#core.openSession(file, read));
    life.signal.throwIfAborted();
    const source = resumed === undefined || found === undefined ? "parsed" : found.source;
    const info = this.#core.sessionInfo(session, fileName, source);
    const open = { session, file, fileName, info };
    this.#open = open;
    if (useCache) void this.#keep(open, resumed === undefined ? undefined : found, stamp, life.signal);
    return info;
  }

  /** Reads on from columns. Undefined when they turn out unusable: the file is then read from its beginning. */
  async #resume(file: Blob, found: Found<Index>, read: OpenHooks): Promise<Session | undefined> {
    try {
      return await this.#core.openSession(file, { ...read, saved: found.saved });
    } catch (error) {
      // The file or the user stopped it: the columns are not to blame.
      const { code } = toWireError(error, true);
      if (code === "cancelled" || code === "changed-on-disk") throw error;
      void this.#cache.drop(found.key);
      return undefined;
    }
  }

  /** After the answer: checks what the cache said against every byte, and stores what is new. Never rejects. */
  async #keep(
    open: OpenSession<Session>,
    found: Found<Index> | undefined,
    stamp: number,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await this.#clock.sleep(found === undefined ? STORE_DELAY : CHECK_DELAY);
      const kept = found === undefined || (await this.#isTrue(open.file, found, signal));
      signal.throwIfAborted();
      const { file, session, info } = kept ? open : await this.#readAgain(open, found.key, signal);
      const cached = kept && found?.source === "cached";
      const saved = cached ? undefined : await this.#core.saveIndex(session, signal);
      const replaces = kept && found?.source === "grown" ? found.key : undefined;
      await this.#cache.remember({ file, info, saved, replaces, stamp });
    } catch {
      // Dropped meanwhile, or no longer readable: whoever asks for a body next is told.
    }
  }

  async #isTrue(file: Blob, { saved }: Found<Index>, signal: AbortSignal): Promise<boolean> {
    return (await this.#core.contentHash(file, saved.resumeOffset, signal)) === saved.contentHash;
  }

  /** The columns are of another content with the same fingerprint. What is shown is wrong until this is done. */
  async #readAgain(open: OpenSession<Session>, key: string, signal: AbortSignal): Promise<OpenSession<Session>> {
    const { file, fileName } = open;
    try {
      void this.#cache.drop(key);
      const quiet = { signal, onProgress: () => undefined, onPreview: () => undefined };
      const session = await this.#core.openSession(file, quiet);
      signal.throwIfAborted();
      const again = { session, file, fileName, info: this.#core.sessionInfo(session, fileName, "parsed") };
      this.#open = again;
      this.#onReplaced(again.info);
      return again;
    } catch (error) {
      if (!signal.aborted) {
        const { code, message } = toWireError(error, true);
        this.#failure = new CodedError(code, message);
      }
      throw error;
    }
  }
}
