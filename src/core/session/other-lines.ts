import { Growing } from "../../lib/growing.ts";

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
    this.line = new Growing(Uint32Array, saved?.line);
    this.offset = new Growing(Float64Array, saved?.offset);
    this.length = new Growing(Uint32Array, saved?.length);
    this.kind = new Growing(Uint8Array, saved?.kind);
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
      line: this.line.view(count),
      offset: this.offset.view(count),
      length: this.length.view(count),
      kind: this.kind.view(count),
    };
  }
}
