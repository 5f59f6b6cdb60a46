/** What is said in the sample session: prompts, answers and summaries too long for one line of the drawing. */

export const firstPrompt = `Support says passengers are being logged out at random since Tuesday's deploy, mostly people who keep two tabs open (one with the timetable, one with the booking). Find out why. Don't change anything yet.`;

export const rootCause = `It is a race, not theft.

1. Since #412 a refresh token may be used once. A second use revokes the whole family (\`src/auth/tokens.ts:24\`).
2. Every tab renews on its own timer, every fifteen minutes. Tabs opened together renew within the same few milliseconds.
3. The slower tab presents the token the faster one has just swapped. That counts as reuse, so **both** are signed out.

The log agrees: of 1,846 reuse events on Tuesday, 1,839 come less than 100 ms after the swap (\`age_ms\`). A thief would not be that punctual.`;

export const options = `Three ways, from smallest to largest:

| | what changes | cost |
|---|---|---|
| **A. Lock** | one refresh per token at a time, the second waits for the first's answer | needs Redis in the sign-in path |
| **B. Grace window** | for some seconds the direct predecessor is still accepted | a thief gets the same seconds |
| **C. One tab leads** | the app elects a tab that renews for all | app release, old apps stay broken |

I would take **B** with ten seconds: it is the usual answer to this race, and it stays on the server.`;

export const lockThought = `The user wants the lock. Redis is used for rate limits only, so a lock in the sign-in path makes Redis a hard dependency of signing in. I should say so, but try it as asked. withLock(key, ttl, fn): SET key NX PX, poll until free. The second caller must get the first caller's answer, so the answer has to be stored too.`;

export const lockVerdict = `Agreed, it is the wrong tool. With the lock:

- a holder that dies blocks the other tab for the full five seconds,
- the second tab still needs the *answer* of the first, so we would keep fresh tokens in Redis in the clear,
- Redis down means nobody can stay signed in.

I have restored \`src/auth/tokens.ts\`; the working tree is clean.`;

export const lockSummary = `## Goal
Stop random logouts caused by two tabs refreshing at once; this branch tried a Redis lock around rotate().

## Progress
### Done
- [x] withLock(redis, key, ttl, fn) around rotate() in src/auth/tokens.ts, then reverted

### Blocked
- Tests time out: the waiting tab has no answer to return, and a dead holder blocks for the whole ttl

## Key Decisions
- **No lock**: fresh tokens would lie in Redis in the clear, and Redis would become a dependency of signing in

## Next Steps
1. Grace window for the direct predecessor (option B)

<read-files>
src/auth/tokens.ts
</read-files>`;

export const gracePrompt = `OK, B then: grace window, ten seconds, only for the direct predecessor. Write the test first.`;

export const graceThought = `Test first. Three cases: two tabs at the same instant succeed; a late second use is still theft; an older ancestor inside the window is still theft. The third matters: without it a thief who has any token of the last ten seconds could hop along.

The memory store needs revokedFamilies(). It has it already (test/support/auth.ts).`;

export const graceDone = `The window is in.

- \`src/auth/tokens.ts\`: \`GRACE_MS = 10_000\`, \`inGrace()\`; theft handling unchanged otherwise.
- \`src/auth/session-store.ts\`: \`newestRotated(familyId)\`.
- \`test/auth/rotation.test.ts\`: the three cases, green with the memory store.

Not done: a migration. \`newestRotated\` sorts by \`rotated_at\`; two swaps in one millisecond would tie.`;

export const ciThought = `Passes in memory, fails on Postgres. In Postgres rotated_at is timestamptz written from a number of milliseconds... no, the test passes 1_000, 2_000, 3_000. newestRotated orders by rotated_at desc: second.token was rotated at 2_000, so newest rotated should be it, and the first token is not. Unless the query compares text: rotated_at is bigint in memory and *text* in the driver: "1000" vs "2000" is fine… but the read is cached by the statement name. Hmm. Look at the query before guessing.`;

export const firstSummary = `## Goal
Passengers with two tabs are logged out at random since #412 (refresh tokens single-use). Fix it on the server.

## Constraints & Preferences
- Tests first; no new dependency, no feature flag; migrations must run while the old version serves
- Grace window of ten seconds, direct predecessor only

## Progress
### Done
- [x] Cause found: tabs renew in the same millisecond, the slower one trips reuse detection
- [x] Lock tried and dropped
- [x] GRACE_MS and inGrace() in src/auth/tokens.ts; newestRotated() in src/auth/session-store.ts; three tests

### In Progress
- [ ] Postgres run of "gives the grace only to the direct predecessor" fails on CI (run 1842)

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

export const linkDone = `Done: \`replaced_by\` links a token to its successor, and \`inGrace\` asks whether the successor is still unswapped. No sorting, no clock, and Postgres agrees with the memory store: 12 tests green against both.

The migration (\`migrations/0043_replaced_by.sql\`) only adds a nullable column and an index built concurrently, so the old version keeps serving.`;

export const secondSummary = `## Goal
Two-tab logouts: accept the direct predecessor of a refresh token for ten seconds. Server side only.

## Constraints & Preferences
- Migrations must run while the old version serves; no flag; docs in plain words for support

## Progress
### Done
- [x] Cause, dead end with a lock, grace window (src/auth/tokens.ts)
- [x] replaced_by instead of sorting by time; migrations/0043_replaced_by.sql
- [x] Backfill checked on the five session fixtures: nothing to fill

### In Progress
- [ ] docs/staying-signed-in.md, benchmark before the deploy at the harbour gate

## Key Decisions
- **No backfill**: tokens swapped before the migration are older than the window
- **Grace by link, not by time**: ties and clock skew cannot matter

## Critical Context
- Revocations must stay at 1,000 for "two tabs, 11 s apart": that is theft by definition

<modified-files>
migrations/0043_replaced_by.sql
src/auth/session-store.ts
src/auth/tokens.ts
test/auth/rotation.test.ts
</modified-files>`;

export const deployPrompt = `It's through the gate since 15:30. Chart from Grafana is at /tmp/logouts.png, have a look, then write the note for support.`;

export const chartRead = `The forced logouts fall from about a hundred an hour to under five within the hour of the deploy, and stay there. What is left matches the level before #412: people who change their password.`;

export const supportNote = `Here is the note:

> **Random logouts, fixed on 12 March at 15:30.** Passengers with two open tabs were signed out when both renewed at the same moment. The server now accepts both for ten seconds. Nobody needs to do anything; whoever was signed out signs in once more. If someone still reports it after today, please send us the time and the booking number.

Open points, none urgent:
1. The app could let one tab lead (option C); it would halve the refreshes.
2. \`revokeFamily\` writes no audit line. Worth a ticket.`;

export const pastedErrors = `these keep coming in the gate log, ours?

15:41:07 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7x1
15:41:07 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7x1
15:41:09 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7x4
15:41:12 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7xa
15:41:12 INFO  fastify  request completed         route=/auth/refresh reqId=req-7xa status=200
15:41:13 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7xd
15:41:15 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7xf
15:41:19 WARN  fastify  FST_ERR_REP_ALREADY_SENT  route=/auth/refresh reqId=req-7xk`;
