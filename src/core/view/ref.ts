/** A link to an entry: its row (position among the entries), its id as shown, and words for it. */
export interface Ref {
  readonly row: number;
  readonly id: string;
  readonly text: string;
}

/** Words with links in them, in reading order. */
export type Sentence = readonly (string | Ref)[];
