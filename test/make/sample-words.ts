/** What is said in the sample session: prompts, answers and summaries too long for one line of the drawing. */

export const firstPrompt = `Support says passengers are being logged out at random since Tuesday's deploy, mostly people who keep two tabs open. Find out why. Don't change anything yet.`;

export const rootCause = `It is a race, not theft.

1. Since #412 a refresh token may be used once. A second use revokes the whole family (\`src/auth/tokens.ts:22\`).
2. Every tab renews every fifteen minutes. Tabs opened together renew within a few milliseconds.
3. The slower tab presents the token the faster one has just swapped. That counts as reuse, so **both** are signed out.

The log agrees: nearly all reuse comes less than 100 ms after the swap (\`age_ms\`).`;

export const options = `Three ways, from smallest to largest:

| | what changes | cost |
|---|---|---|
| **A. Lock** | the second refresh waits for the first | Redis in the sign-in path |
| **B. Grace window** | for some seconds the predecessor is accepted | so it is from a thief |
| **C. One tab leads** | one tab renews for all | old apps stay broken |

I would take **B** with ten seconds: it stays on the server.`;

export const lockThought = `The user wants the lock. That makes Redis a hard dependency of signing in. I should say so, but try it as asked.`;

export const lockVerdict = `Agreed, it is the wrong tool. With the lock:

- a holder that dies blocks the other tab for five seconds,
- the second tab needs the *answer* of the first, so fresh tokens would lie in Redis.

I have restored \`src/auth/tokens.ts\`.`;

export const lockSummary = `## Goal
Stop random logouts caused by two tabs refreshing at once; this branch tried a Redis lock around rotate().

## Progress
### Done
- [x] withLock() around rotate(), then reverted: the waiting tab has no answer to return

## Key Decisions
- **No lock**: fresh tokens would lie in Redis in the clear

## Next Steps
1. Grace window for the direct predecessor (option B)

<read-files>
src/auth/tokens.ts
</read-files>`;

export const gracePrompt = `OK, B then: grace window, ten seconds, only for the direct predecessor. Write the test first.`;

export const graceThought = `Test first. Three cases: two tabs at once succeed; a late second use and an older ancestor are still theft.`;

export const graceDone = `The window is in.

- \`src/auth/tokens.ts\`: \`GRACE_MS = 10_000\`, \`inGrace()\`; theft unchanged.
- \`src/auth/session-store.ts\`: \`newestRotated(familyId)\`.
- \`test/auth/rotation.test.ts\`: the three cases, green with the memory store.`;

export const ciThought = `Passes in memory, fails on Postgres. newestRotated orders by rotated_at desc, so the newest should be the second token. Look at the query before guessing.`;

export const firstSummary = `## Goal
Passengers with two tabs are logged out at random since #412 (refresh tokens single-use). Fix it on the server.

## Progress
### Done
- [x] Cause found: tabs renew in the same millisecond, the slower one trips reuse detection
- [x] GRACE_MS and inGrace() in src/auth/tokens.ts; newestRotated() in src/auth/session-store.ts; three tests

### In Progress
- [ ] fails on Postgres (CI run 1842)

## Next Steps
1. Replace the sort by an explicit link: replaced_by
2. Migration 0043, docs for support

<read-files>
src/auth/routes.ts
</read-files>
<modified-files>
src/auth/session-store.ts
src/auth/tokens.ts
test/auth/rotation.test.ts
</modified-files>`;

export const linkPrompt = `Sorting by time was fragile anyway. Store which token replaced which, with a migration that runs while the old version serves.`;

export const linkDone = `Done: \`replaced_by\` links a token to its successor, and \`inGrace\` asks whether the successor is still unswapped. No sorting, no clock: 12 tests green against both stores.`;

export const secondSummary = `## Goal
Two-tab logouts: accept the direct predecessor of a refresh token for ten seconds. Server side only.

## Constraints & Preferences
- Docs in plain words for support

## Progress
### Done
- [x] Cause, dead end with a lock, grace window (src/auth/tokens.ts)
- [x] replaced_by instead of sorting by time; migrations/0043_replaced_by.sql
- [x] Backfill checked on the five session fixtures: nothing to fill

### In Progress
- [ ] benchmark before the deploy

## Key Decisions
- **Grace by link, not by time**: ties and clock skew cannot matter

<modified-files>
migrations/0043_replaced_by.sql
src/auth/session-store.ts
src/auth/tokens.ts
test/auth/rotation.test.ts
</modified-files>`;

export const deployPrompt = `It's through the gate since 15:30. Chart from Grafana is at /tmp/logouts.png, have a look, then write the note for support.`;

export const chartRead = `The forced logouts fall from about a hundred an hour to under five within the hour of the deploy, and stay there. What is left matches the level before #412: people who change their password.`;

export const supportNote = `Here is the note:

> **Random logouts, fixed on 12 March at 15:30.** Passengers with two open tabs were signed out when both renewed at the same moment. The server now accepts both for ten seconds. Whoever was signed out signs in once more.

Open: \`revokeFamily\` writes no audit line. Worth a ticket.`;

export const pastedErrors = `these keep coming in the gate log, ours?

15:41:07 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7x1
15:41:09 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7x4
15:41:19 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7xk`;
