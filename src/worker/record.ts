import { isArray, isObject } from "../lib/json.ts";
import { nextTask } from "../lib/next-task.ts";

/**
 * Columns as they are stored: all typed arrays in one Blob, because IndexedDB reads a large buffer for seconds and a Blob
 * only when it is used. `rest` is the value with null in the place of each array.
 */
interface StoredColumns {
  readonly format: typeof FORMAT;
  readonly rest: object;
  readonly columns: readonly Column[];
  readonly bytes: Blob;
  /** Of `bytes`. */
  readonly checksum: number;
}

interface Column {
  /** Keys down to the array. */
  readonly path: readonly string[];
  readonly type: ArrayName;
  /** Byte offset in `bytes`, and number of elements. */
  readonly offset: number;
  readonly length: number;
}

const FORMAT = 2;

/** Every array starts at a multiple of this many bytes, as the widest elements need it. */
const ALIGNMENT = 8;

const ARRAYS = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;

type ArrayName = keyof typeof ARRAYS;

/** Bytes packed in one go: a few ms of work. */
const PIECE_BYTES = 4 << 20;

/**
 * Packs a value made of plain objects, with typed arrays in them at any depth and anything else that can be cloned. The arrays'
 * bytes go straight into Blobs, which lie outside of this process: no second copy of them is made here. Other work comes between.
 */
export async function packColumns(value: object): Promise<unknown> {
  const columns: Column[] = [];
  const arrays: ArrayBufferView<ArrayBuffer>[] = [];
  let offset = 0;
  const strip = (from: object, path: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(from).map(([key, item]: [string, unknown]) => {
        const here = [...path, key];
        if (!isColumn(item)) return [key, isPlain(item) ? strip(item, here) : item];
        columns.push({ path: here, type: nameOf(item), offset, length: item.byteLength / bytesEach(item) });
        arrays.push(item);
        offset += padded(item.byteLength);
        return [key, null];
      }),
    );
  const rest = strip(value, []);
  const parts: Blob[] = [];
  let checksum = 0;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let from = 0; from < byteLength; from += PIECE_BYTES) {
      const piece = pieceOf(new Uint8Array(buffer, byteOffset + from, Math.min(PIECE_BYTES, byteLength - from)));
      parts.push(new Blob([piece]));
      checksum = sumOf(new Int32Array(piece.buffer, piece.byteOffset, piece.byteLength / 4), checksum);
      await nextTask();
    }
  }
  return { format: FORMAT, rest, columns, bytes: new Blob(parts), checksum } satisfies StoredColumns;
}

/** The bytes as whole, aligned words, with zeros behind them where they are none. */
function pieceOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.length === padded(bytes.length) && bytes.byteOffset % ALIGNMENT === 0) return bytes;
  const piece = new Uint8Array(padded(bytes.length));
  piece.set(bytes);
  return piece;
}

function padded(length: number): number {
  return length + (-length & (ALIGNMENT - 1));
}

/** Size in bytes of a stored record's arrays; 0 for anything that is no record. */
export function packedSize(record: unknown): number {
  return isStored(record) ? record.bytes.size : 0;
}

/** What was packed, or undefined for a record that is damaged or none. The arrays are windows on one buffer. */
export async function unpackColumns(record: unknown): Promise<object | undefined> {
  if (!isStored(record)) return undefined;
  const buffer = await record.bytes.arrayBuffer();
  const value = structuredClone(record.rest);
  if (buffer.byteLength % ALIGNMENT !== 0 || sumOf(new Int32Array(buffer)) !== record.checksum) return undefined;
  for (const { path, type, offset, length } of record.columns) {
    let parent: unknown = value;
    for (const key of path.slice(0, -1)) parent = isPlain(parent) ? Reflect.get(parent, key) : undefined;
    const last = path.at(-1);
    const { BYTES_PER_ELEMENT } = ARRAYS[type];
    const fits = offset % ALIGNMENT === 0 && offset + length * BYTES_PER_ELEMENT <= buffer.byteLength;
    if (!isPlain(parent) || last === undefined || !fits) return undefined;
    Reflect.set(parent, last, new ARRAYS[type](buffer, offset, length));
  }
  return value;
}

function isPlain(value: unknown): value is object {
  return isObject(value) && [Object.prototype, null].includes(prototypeOf(value));
}

function prototypeOf(value: object): object | null {
  const prototype: unknown = Object.getPrototypeOf(value);
  return typeof prototype === "object" ? prototype : null;
}

function isColumn(value: unknown): value is ArrayBufferView<ArrayBuffer> {
  return ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer && !(value instanceof DataView);
}

function isArrayName(name: unknown): name is ArrayName {
  return typeof name === "string" && Object.hasOwn(ARRAYS, name);
}

function nameOf(array: ArrayBufferView): ArrayName {
  const { name } = array.constructor;
  if (!isArrayName(name)) throw new TypeError(`${name} cannot be stored`);
  return name;
}

function bytesEach(array: ArrayBufferView): number {
  return ARRAYS[nameOf(array)].BYTES_PER_ELEMENT;
}

function isStored(value: unknown): value is StoredColumns {
  if (!isObject(value) || value["format"] !== FORMAT || typeof value["checksum"] !== "number") return false;
  const { rest, columns, bytes } = value;
  return isPlain(rest) && bytes instanceof Blob && isArray(columns) && columns.every(isStoredColumn);
}

function isStoredColumn(value: unknown): value is Column {
  if (!isObject(value)) return false;
  const { path, type, offset, length } = value;
  const isPath = isArray(path) && path.every((key) => typeof key === "string");
  return isPath && isArrayName(type) && isCount(offset) && isCount(length);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Tells damage, a word at a time. Words may come in pieces, each going on from the sum of those before. */
function sumOf(words: Int32Array, start = 0): number {
  let sum = start;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ words[i]!, 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum;
}
