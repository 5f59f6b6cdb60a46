/** Opening a damaged file in another reading that its damage suggests. */
import type { Reading } from "../core/view/info.ts";
import { info } from "./cells.ts";
import { ask } from "./client.ts";
import { openMade } from "./opening.ts";

/** What a reading is called, in buttons and in the name of the file it makes. */
export const READINGS: Readonly<
  Record<Reading, { readonly offer: string; readonly action: string; readonly name: string; readonly made: string }>
> = {
  "version-3": {
    offer: "Its entries carry ids of their own: read by them, branches, labels and edits stand as they were written.",
    action: "Read as version 3",
    name: "read as version 3",
    made: "This is the file read as version 3, by its own ids. Pi does not read it so.",
  },
  salvaged: {
    offer: "Records that Pi cannot read can be saved: a view with them, beside what Pi makes of the file.",
    action: "Open the salvaged view",
    name: "salvaged",
    made: "This is a salvaged view: records that Pi cannot read stand here as entries. Pi reads the file without them.",
  },
};

/** Opens the file as the reading has it, under a name that says so. The file itself stays as it is. */
export async function openReading(reading: Reading): Promise<void> {
  const fileName = info.peek()?.fileName ?? "session.jsonl";
  const stem = fileName.replace(/\.jsonl?$/i, "");
  const file = await ask("readAs", { reading });
  await openMade(new File([file], `${stem} (${READINGS[reading].name}).jsonl`), reading);
}
