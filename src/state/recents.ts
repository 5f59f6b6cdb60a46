/** Sessions opened before. The worker keeps them; without storage there are none, and nothing else is wrong. */
import type { Recents } from "../worker/protocol.ts";
import { recents } from "./cells.ts";
import { client } from "./client.ts";
import { forgetClosed } from "./opening.ts";
import { keepRecents } from "./preferences.ts";

async function take(answer: Promise<Recents>): Promise<void> {
  try {
    recents.value = await answer;
  } catch {
    recents.value = null;
  }
}

/** Asks for them anew, unless the reader has them switched off: then storage is not touched at all. */
export async function loadRecents(): Promise<void> {
  if (keepRecents.peek()) await take(client().request("recents", {}));
  else recents.value = null;
}

export async function forget(key: string): Promise<void> {
  await take(client().request("forget", { key }));
}

export async function forgetAll(): Promise<void> {
  forgetClosed();
  await take(client().request("forget", {}));
}

/** Switches remembering on or off. Switching it off forgets what was remembered. */
export async function setKeepRecents(keep: boolean): Promise<void> {
  keepRecents.value = keep;
  if (keep) return loadRecents();
  await forgetAll();
  recents.value = null;
}
