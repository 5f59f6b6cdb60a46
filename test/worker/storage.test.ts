import { afterEach, describe, expect, it, vi } from "vitest";
import { idbStorage } from "../../src/worker/storage.ts";

// What IndexedDB does when all is well is for the browser tests; here, what a page may be given in its place.

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A database whose transactions do as told, and which can be closed. */
function stubDatabase(transaction: (db: { closed: boolean }) => unknown) {
  const databases: { closed: boolean; onversionchange?: () => void }[] = [];
  const open = (): object => {
    const db = {
      closed: false,
      close: () => void (db.closed = true),
      transaction: () => transaction(db),
    };
    databases.push(db);
    const request = { result: db };
    queueMicrotask(() => (request as unknown as { onsuccess: () => void }).onsuccess());
    return request;
  };
  vi.stubGlobal("indexedDB", { open });
  return databases;
}

/** An object store whose every request answers 7. */
function answering(db: object): object {
  const transaction = { db };
  const get = (): object => {
    const request = { result: 7 };
    queueMicrotask(() => (request as unknown as { onsuccess: () => void }).onsuccess());
    return request;
  };
  return { objectStore: () => ({ transaction, get }) };
}

describe("IndexedDB", () => {
  it("that is absent rejects", async () => {
    await expect(idbStorage().read(["a"])).rejects.toThrow(ReferenceError);
  });

  it("that throws rejects", async () => {
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    });
    await expect(idbStorage().keys()).rejects.toThrow("no");
  });

  it("of a newer version, without our store, rejects", async () => {
    stubDatabase(() => {
      throw new DOMException("no such store", "NotFoundError");
    });
    await expect(idbStorage().clear()).rejects.toThrow("no such store");
  });

  it("is let go when another tab wants to change or delete it, and opened again when needed", async () => {
    const databases = stubDatabase(answering);
    const storage = idbStorage();
    expect(await storage.read(["a", "b"])).toEqual([7, 7]);
    expect(databases).toHaveLength(1);
    databases[0]!.onversionchange?.();
    expect(databases[0]!.closed).toBe(true);
    expect(await storage.read(["a"])).toEqual([7]);
    expect(databases).toHaveLength(2);
  });
});
