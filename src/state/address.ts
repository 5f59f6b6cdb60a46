/** Keeps the hash of the address in step with where the reader is, both ways. */
import { effect } from "@preact/signals";
import { setFilter, setForm } from "./actions.ts";
import * as cells from "./cells.ts";
import { readHash, showHash, writeHash, type Place } from "./hash.ts";
import { arrive, here, locate } from "./landing.ts";
import { openSample } from "./opening.ts";

/** Browsers allow some hundred changes of the address in half a minute: a key held down must not use them up. */
const settleMs = 200;

/** Follows a link that was pasted into the address while the page was open, or a step in the history. */
async function go(): Promise<void> {
  const place: Place = { form: "projected", filter: "default", ...readHash(location.hash) };
  const info = cells.info.peek();
  if (place.sample && cells.subject.peek()?.kind !== "sample") {
    setForm("projected");
    setFilter("default");
    return openSample(true);
  }
  if (cells.phase.peek() !== "ready" || info === null) return;
  const generation = cells.generation.peek();
  const found = await locate(place, info);
  if (cells.generation.peek() !== generation) return;
  arrive(found);
}

/** Opens what the address asks for, then follows it. Returns the end of that. */
export function startAddress(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    const place = here();
    clearTimeout(timer);
    if (place !== null) timer = setTimeout(() => showHash(writeHash(place)), settleMs);
  });
  const onChange = (): void => {
    go().catch(() => {
      // The session was closed meanwhile, or can no longer be read: that is said elsewhere.
    });
  };
  addEventListener("hashchange", onChange);
  if (readHash(location.hash).sample) onChange();
  return () => {
    end();
    clearTimeout(timer);
    removeEventListener("hashchange", onChange);
  };
}
