/** Keeps the hash of the address in step with where the reader is, both ways. */
import { effect } from "@preact/signals";
import * as cells from "./cells.ts";
import { readHash, writeHash, type Place } from "./hash.ts";
import { showPlace, shownSession, START_PAGE } from "./history.ts";
import { arrive, here, locate, resetView } from "./landing.ts";
import { currentId, openSample, openShown, toStart } from "./opening.ts";

/** Browsers allow some hundred changes of the address in half a minute: a key held down must not use them up. */
const settleMs = 200;

/** Follows a link that was pasted into the address while the page was open, or a step in the history of a session. */
async function go(): Promise<void> {
  const place: Place = { form: "projected", filter: "default", ...readHash(location.hash) };
  const info = cells.info.peek();
  if (place.sample && cells.subject.peek()?.kind !== "sample") {
    const opened = openSample(true);
    resetView();
    return opened;
  }
  if (cells.phase.peek() !== "ready" || info === null) return;
  const generation = cells.generation.peek();
  const found = await locate(place, info);
  if (cells.generation.peek() !== generation) return;
  if (place.view === undefined) cells.middlePane.value = "context";
  arrive(found);
}

/** Follows a step in the history, to the start page or into a session. */
async function travel(): Promise<void> {
  const session = shownSession();
  if (session === START_PAGE) {
    if (cells.phase.peek() !== "empty") toStart();
  } else if (session === currentId() || session === null || !openShown(session)) await go();
}

/** Opens what the address asks for, then follows it. Returns the end of that. */
export function startAddress(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    const place = here();
    clearTimeout(timer);
    const session = currentId();
    if (place !== null && session !== null) {
      timer = setTimeout(() => showPlace(writeHash(place), session), settleMs);
    }
  });
  const follow = (way: () => Promise<void>): void => {
    // What is waiting to be written is of the place before.
    clearTimeout(timer);
    way().catch(() => {
      // The session was closed meanwhile, or can no longer be read: that is said elsewhere.
    });
    noteLink();
  };
  const onStep = (): void => {
    if (shownSession() !== null) follow(travel);
  };
  const onChange = (): void => {
    if (shownSession() === null) follow(go);
  };
  addEventListener("popstate", onStep);
  addEventListener("hashchange", onChange);
  showPlace(location.hash, START_PAGE);
  follow(go);
  return () => {
    end();
    clearTimeout(timer);
    removeEventListener("popstate", onStep);
    removeEventListener("hashchange", onChange);
  };
}

/** Whether the address waits for a session. */
function noteLink(): void {
  const { point, entry, sample } = readHash(location.hash);
  cells.linked.value = !sample && (point !== undefined || entry !== undefined);
}
