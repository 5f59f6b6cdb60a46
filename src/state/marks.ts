/** Moments of opening a session, for whoever measures the page from outside. See test/browser. */

export const MARKS = ["session:open", "session:rows", "session:tree", "session:indexed", "session:context"] as const;
export type Mark = (typeof MARKS)[number];

/** Forgets the marks of the session before, and notes that a file was received. */
export function markOpen(): void {
  for (const name of MARKS) performance.clearMarks(name);
  performance.mark("session:open");
}

/** Notes a moment, once a session. */
export function markOnce(name: Mark): void {
  if (!isMarked(name)) performance.mark(name);
}

/** Whether the moment has come. */
export function isMarked(name: Mark): boolean {
  return performance.getEntriesByName(name, "mark").length > 0;
}

/** How long ago, in ms, the file was received that is being opened. */
export function sinceOpen(): number {
  const opened = performance.getEntriesByName("session:open", "mark").at(-1);
  return opened === undefined ? 0 : performance.now() - opened.startTime;
}
