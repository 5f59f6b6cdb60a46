import { bytes, doubles, Growing, words } from "../../lib/growing.ts";

/** What a line is that is not an entry. */
export const OTHER = { header: 0, broken: 1, ignored: 2, tooLong: 3 } as const;

export interface SavedOtherLines {
  readonly line: Uint32Array<ArrayBuffer>;
  readonly offset: Float64Array<ArrayBuffer>;
  readonly length: Uint32Array<ArrayBuffer>;
  readonly kind: Uint8Array<ArrayBuffer>;
}

/** The lines of the file that are not entries and not blank: headers, broken lines, values Pi ignores. */
export class OtherLines {
  readonly line: Growing<Uint32Array<ArrayBuffer>>;
  readonly offset: Growing<Float64Array<ArrayBuffer>>;
  readonly length: Growing<Uint32Array<ArrayBuffer>>;
  readonly kind: Growing<Uint8Array<ArrayBuffer>>;

  constructor(saved?: SavedOtherLines) {
    this.line = new Growing(words, saved?.line);
    this.offset = new Growing(doubles, saved?.offset);
    this.length = new Growing(words, saved?.length);
    this.kind = new Growing(bytes, saved?.kind);
  }

  get count(): number {
    return this.line.length;
  }

  push(line: number, offset: number, length: number, kind: number): void {
    this.line.push(line);
    this.offset.push(offset);
    this.length.push(length);
    this.kind.push(kind);
  }

  save(count: number): SavedOtherLines {
    return {
      line: this.line.copy(count),
      offset: this.offset.copy(count),
      length: this.length.copy(count),
      kind: this.kind.copy(count),
    };
  }
}
