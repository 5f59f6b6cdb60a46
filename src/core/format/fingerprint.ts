import { readChunks } from "./chunks.ts";

/** Bytes of a sample, and how many there are between head and tail: every one costs a turn to the file, whatever its size. */
const SAMPLE_BYTES = 32 << 10;
const BETWEEN = 2;

/**
 * A cheap name for the first `end` bytes of a file: its length and a hash of samples (head, tail, two between). Two files
 * that differ only between the samples get the same name: what is found by it is verified by {@link contentHash}.
 */
export async function fingerprint(file: Blob, end: number): Promise<string> {
  const parts: Blob[] = [];
  for (let i = 0; i <= BETWEEN + 1; i++) {
    const at = Math.floor((Math.max(0, end - SAMPLE_BYTES) * i) / (BETWEEN + 1));
    parts.push(file.slice(at, Math.min(at + SAMPLE_BYTES, end)));
  }
  const hash = new ByteHash();
  hash.update(new Uint8Array(await new Blob(parts).arrayBuffer()));
  return `${end.toString(36)}-${hash.digest()}`;
}

/**
 * A hash of every one of the first `end` bytes.
 *
 * @throws what readChunks throws.
 */
export async function contentHash(file: Blob, end: number, signal?: AbortSignal): Promise<string> {
  const hash = new ByteHash();
  await readChunks(file.slice(0, end), 0, (chunk) => hash.update(chunk), signal);
  return hash.digest();
}

/**
 * A streaming hash of bytes, 96 bits: tells contents apart, not meant against forgery. crypto.subtle would need the whole
 * file in memory, and is missing on plain http.
 */
export class ByteHash {
  #a = 0x9e3779b1;
  #b = 0x85ebca77;
  #length = 0;
  /** Bytes of an unfinished word. */
  #word = 0;

  update(bytes: Uint8Array): void {
    let i = 0;
    while (i < bytes.length && (this.#length & 3) !== 0) this.#byte(bytes[i++]!);
    let a = this.#a;
    let b = this.#b;
    const end = i + ((bytes.length - i) & ~3);
    this.#length += end - i;
    for (; i < end; i += 4) {
      const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
      a = Math.imul(a ^ word, 0x9e3779b1);
      a ^= a >>> 15;
      b = (Math.imul(b, 0xc2b2ae3d) + (word ^ a)) | 0;
    }
    this.#a = a;
    this.#b = b;
    while (i < bytes.length) this.#byte(bytes[i++]!);
  }

  digest(): string {
    let a = Math.imul(this.#a ^ this.#word, 0x85ebca6b);
    a ^= a >>> 13;
    let b = Math.imul(this.#b ^ a ^ this.#length, 0xc2b2ae35);
    b ^= b >>> 16;
    return [this.#length, a >>> 0, b >>> 0].map((part) => part.toString(36)).join("-");
  }

  #byte(byte: number): void {
    const shift = (this.#length & 3) * 8;
    this.#word |= byte << shift;
    this.#length += 1;
    if ((this.#length & 3) !== 0) return;
    this.#a = Math.imul(this.#a ^ this.#word, 0x9e3779b1);
    this.#a ^= this.#a >>> 15;
    this.#b = (Math.imul(this.#b, 0xc2b2ae3d) + (this.#word ^ this.#a)) | 0;
    this.#word = 0;
  }
}
