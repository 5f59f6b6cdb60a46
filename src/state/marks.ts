/** Moments of opening a session: the page waits for some of them, and whoever measures it from outside sees all. See test/browser. */

export const MARKS = ["session:open", "session:rows", "session:tree", "session:indexed", "session:context"] as const;
export type Mark = (typeof MARKS)[number];

/** When each moment of the session that is open or being opened came, ms since the page began. */
const came = new Map<Mark, number>();

/** Forgets the moments of the session before, and notes that a file was received. */
export function markOpen(): void {
  for (const name of MARKS) performance.clearMarks(name);
  came.clear();
  markOnce("session:open");
}

/** Notes a moment, once a session. */
export function markOnce(name: Mark): void {
  if (!hasCome(name)) came.set(name, performance.mark(name).startTime);
}

/** Whether the moment has come. */
export function hasCome(name: Mark): boolean {
  return came.has(name);
}

/** How long ago, in ms, the file was received that is being opened. */
export function sinceOpen(): number {
  const opened = came.get("session:open");
  return opened === undefined ? 0 : performance.now() - opened;
}
