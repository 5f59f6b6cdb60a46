import { useState } from "preact/hooks";
import { failureOf } from "../../state/client.ts";
import { download } from "../../state/download.ts";

export interface Saving {
  /** What to say of it: that it is being read, or why it is not saved. Empty for nothing. */
  readonly words: string;
  readonly busy: boolean;
  readonly save: () => void;
}

const READING = "Reading…";

/** Asks for a blob and saves it under a name. */
export function useSave(name: string, ask: () => Promise<Blob>): Saving {
  const [words, say] = useState("");
  const save = (): void => {
    say(READING);
    ask().then(
      (blob) => {
        download(name, blob);
        say("");
      },
      (error: unknown) => say(`Not saved: ${failureOf(error).message}`),
    );
  };
  return { words, busy: words === READING, save };
}
