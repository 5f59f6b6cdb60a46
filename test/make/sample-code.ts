/** Files and outputs that the sample session shows: the made-up ticketing API of some island ferries. */

export const tokensBefore = `import { createHash, randomBytes } from 'node:crypto';
import type { RefreshRecord, SessionStore } from './session-store.js';

export const REFRESH_TTL_MS = 30 * 24 * 3_600_000;

export class UnknownTokenError extends Error {}
export class TokenReuseError extends Error {
  constructor(readonly familyId: string) {
    super(\`family \${familyId} was used twice\`);
  }
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Swaps a refresh token for a new one. A token that was swapped before revokes its whole family. */
export async function rotate(store: SessionStore, token: string, now = Date.now()) {
  const record = await store.findByHash(hashToken(token));
  if (!record) throw new UnknownTokenError();
  if (record.rotatedAt !== null) {
    await store.revokeFamily(record.familyId, 'reuse');
    throw new TokenReuseError(record.familyId);
  }

  const next = randomBytes(32).toString('base64url');
  await store.insert(successor(record, hashToken(next), now));
  await store.markRotated(record.id, now);
  return { token: next, userId: record.userId };
}

function successor(record: RefreshRecord, hash: string, now: number) {
  return { ...record, id: undefined, hash, rotatedAt: null, expiresAt: now + REFRESH_TTL_MS };
}
`;

export const grepResult = `src/auth/routes.ts:31:  app.post('/auth/refresh', async (request, reply) => {
src/auth/routes.ts:34:    const { token, userId } = await rotate(store, cookie);
src/auth/routes.ts:38:    if (error instanceof TokenReuseError) return logout(reply, 'reuse');
src/auth/tokens.ts:19:export async function rotate(store: SessionStore, token: string, now = Date.now()) {
test/auth/rotation.test.ts:12:  const first = await rotate(store, token);`;

export const gitLog = `7c1e0b9 Tue Mar 10 08:55  auth: revoke the whole family on refresh token reuse (#412)
44ab0d2 Mon Mar  9 16:20  auth: refresh tokens are single-use
f0e91aa Thu Mar  5 11:02  tickets: bicycles count as half a car`;

/** Two minutes of the log: the huge result that is taken out of the context later. */
export const authLog = Array.from({ length: 12 }, (_, line) => {
  const minute = String(2 + Math.floor(line / 8)).padStart(2, "0");
  const second = String((line * 7) % 60).padStart(2, "0");
  const user = 48_213 + (((line >> 1) * 37) % 900);
  const at = `2026-03-10T09:${minute}:${second}`;
  return line % 2 === 0
    ? `${at}.${100 + line}Z info  auth.refresh user=${user} family=f${user}a status=200 ms=11 tab=visible`
    : `${at}.${131 + line}Z warn  auth.reuse   user=${user} family=f${user}a status=401 revoked=family age_ms=${31 + (line % 9)}`;
}).join("\n");

export const lockTestOutput = ` ✓ test/auth/login.test.ts (6 tests) 212ms
 ❯ test/auth/rotation.test.ts (4 tests | 1 failed) 5063ms
   × two tabs refresh at the same time 5012ms
     → Test timed out in 5000ms.

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 9 passed (10)`;

export const rotationTest = `import { expect, it } from 'vitest';
import { GRACE_MS, rotate, TokenReuseError } from '../../src/auth/tokens.js';
import { store, token } from '../support/auth.js';

it('lets two tabs refresh with the same token at the same time', async () => {
  const [left, right] = await Promise.all([rotate(store, token), rotate(store, token)]);
  expect(left.userId).toBe(right.userId);
  expect(await store.revokedFamilies()).toEqual([]);
});

it('still takes a late second use for theft', async () => {
  await rotate(store, token, 1_000);
  await expect(rotate(store, token, 1_000 + GRACE_MS + 1)).rejects.toThrow(TokenReuseError);
  expect(await store.revokedFamilies()).toHaveLength(1);
});

it('gives the grace only to the direct predecessor', async () => {
  const second = await rotate(store, token, 1_000);
  await rotate(store, second.token, 2_000);
  await expect(rotate(store, token, 3_000)).rejects.toThrow(TokenReuseError);
});
`;

export const redOutput = ` ❯ test/auth/rotation.test.ts (3 tests | 2 failed) 41ms
   × lets two tabs refresh with the same token at the same time
     → family f-mira was used twice
   ✓ still takes a late second use for theft
   × gives the grace only to the direct predecessor
     → GRACE_MS is not exported by src/auth/tokens.ts

      Tests  2 failed | 1 passed (3)`;

export const oldReuse = `  if (record.rotatedAt !== null) {
    await store.revokeFamily(record.familyId, 'reuse');
    throw new TokenReuseError(record.familyId);
  }`;

export const newReuse = `  if (record.rotatedAt !== null && !(await inGrace(store, record, now))) {
    await store.revokeFamily(record.familyId, 'reuse');
    throw new TokenReuseError(record.familyId);
  }`;

export const graceDiff = `  4 export const REFRESH_TTL_MS = 30 * 24 * 3_600_000;
+ 5 /** How long the token before the current one is still taken. */
+ 6 export const GRACE_MS = 10_000;
...
-22   if (record.rotatedAt !== null) {
+24   if (record.rotatedAt !== null && !(await inGrace(store, record, now))) {
...
+36 async function inGrace(store: SessionStore, record: RefreshRecord, now: number) {
+37   if (now - record.rotatedAt > GRACE_MS) return false;
+38   return (await store.newestRotated(record.familyId)) === record.id;
+39 }`;

export const greenOutput = ` ✓ test/auth/login.test.ts (6 tests) 208ms
 ✓ test/auth/rotation.test.ts (3 tests) 18ms

 Test Files  2 passed (2)
      Tests  9 passed (9)`;

export const ciLog = `FAIL test/auth/rotation.test.ts > gives the grace only to the direct predecessor (Postgres)
AssertionError: promise resolved "{ token: 'Zk1…', userId: 'mira' }" instead of rejecting

 ❯ test/auth/rotation.test.ts:20:3`;

export const migration = `-- 0043: which token replaced which. Old servers ignore the column, so both versions can run.
alter table refresh_tokens add column if not exists replaced_by bigint;
create index concurrently if not exists refresh_tokens_replaced_by on refresh_tokens (replaced_by);
`;

export const backfillCode = `const files = (await tools.bash({ command: 'ls fixtures/sessions/*.sql' })).output.trim().split('\\n');
const counts = await Promise.all(
  files.map(async (file) => {
    const { output } = await tools.bash({ command: \`psql -qAt -f \${file} quayside_test && psql -qAt -c 'select count(*) from refresh_tokens where replaced_by is null and rotated_at is not null' quayside_test\` });
    return [file, Number(output)];
  }),
);
return Object.fromEntries(counts);`;

export const docs = `## Staying signed in

Every fifteen minutes the app renews the sign-in by itself. Two open tabs may do so at the same moment:
for ten seconds the server accepts both. After that, a sign-in that is used twice counts as stolen.
`;

export const benchOutput = `scenario                      refreshes   revoked   p50 ms   p99 ms
one tab                            2000         0      4.1     11.8
two tabs, same millisecond         2000         0      4.6     13.0
two tabs, 200 ms apart             2000         0      4.4     12.1
two tabs, 11 s apart               2000      1000      4.2     12.4
stolen token, one hour later        500       500      3.9     10.2`;
