import { isArray, isObject } from "../lib/json.ts";

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

const FORMAT = 1;

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

/** Packs a value made of plain objects, with typed arrays in them at any depth and anything else that can be cloned. */
export async function packColumns(value: object): Promise<unknown> {
  const columns: Column[] = [];
  const parts: ArrayBufferView<ArrayBuffer>[] = [];
  let offset = 0;
  const strip = (from: object, path: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(from).map(([key, item]: [string, unknown]) => {
        const here = [...path, key];
        if (!isColumn(item)) return [key, isPlain(item) ? strip(item, here) : item];
        columns.push({ path: here, type: nameOf(item), offset, length: item.byteLength / bytesEach(item) });
        const padding = -item.byteLength & (ALIGNMENT - 1);
        parts.push(item, new Uint8Array(padding));
        offset += item.byteLength + padding;
        return [key, null];
      }),
    );
  const rest = strip(value, []);
  const bytes = new Blob(parts);
  const checksum = checksumOf(new Int32Array(await bytes.arrayBuffer()));
  return { format: FORMAT, rest, columns, bytes, checksum } satisfies StoredColumns;
}

/** Size in bytes of a stored record's arrays; 0 for anything that is no record. */
export function packedSize(record: unknown): number {
  return isStored(record) ? record.bytes.size : 0;
}

/** What was packed, or undefined for a record that is damaged or none. The arrays are windows on one buffer. */
export async function unpackColumns(record: unknown): Promise<object | undefined> {
  if (!isStored(record)) return undefined;
  const buffer = await record.bytes.arrayBuffer();
  if (buffer.byteLength % ALIGNMENT !== 0 || checksumOf(new Int32Array(buffer)) !== record.checksum) return undefined;
  const value = structuredClone(record.rest);
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

/** Tells damage, a word at a time. */
function checksumOf(words: Int32Array): number {
  let sum = words.length;
  for (let i = 0; i < words.length; i++) {
    sum = Math.imul(sum ^ (words[i] ?? 0), 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum;
}
