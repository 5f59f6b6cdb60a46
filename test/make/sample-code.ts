/** Files and outputs that the sample session shows: the made-up ticketing API of some island ferries. */

export const tokensBefore = `import { createHash, randomBytes } from 'node:crypto';
import type { RefreshRecord, SessionStore } from './session-store.js';

export const REFRESH_TTL_MS = 30 * 24 * 3_600_000;

export class UnknownTokenError extends Error {}
export class ExpiredTokenError extends Error {}

export class TokenReuseError extends Error {
  constructor(readonly familyId: string) {
    super(\`refresh token of family \${familyId} was used twice\`);
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
  if (record.expiresAt <= now) throw new ExpiredTokenError();

  const next = randomBytes(32).toString('base64url');
  await store.insert(successor(record, hashToken(next), now));
  await store.markRotated(record.id, now);
  return { token: next, userId: record.userId };
}

function successor(record: RefreshRecord, hash: string, now: number): Omit<RefreshRecord, 'id'> {
  return {
    familyId: record.familyId,
    userId: record.userId,
    hash,
    rotatedAt: null,
    expiresAt: now + REFRESH_TTL_MS,
  };
}
`;

export const store = `export interface RefreshRecord {
  id: number;
  familyId: string;
  userId: string;
  hash: string;
  rotatedAt: number | null;
  expiresAt: number;
}

export class SessionStore {
  constructor(private readonly db: Db) {}

  async findByHash(hash: string): Promise<RefreshRecord | undefined> {
    return this.db.one('select * from refresh_tokens where hash = $1 and revoked_at is null', [hash]);
  }

  async insert(record: Omit<RefreshRecord, 'id'>): Promise<void> {
    await this.db.insert('refresh_tokens', record);
  }

  async markRotated(id: number, now: number): Promise<void> {
    await this.db.run('update refresh_tokens set rotated_at = $2 where id = $1', [id, now]);
  }

  async revokeFamily(familyId: string, reason: string): Promise<void> {
    await this.db.run(
      'update refresh_tokens set revoked_at = now(), revoked_for = $2 where family_id = $1',
      [familyId, reason],
    );
  }
}
`;

export const grepResult = `src/auth/routes.ts:31:  app.post('/auth/refresh', async (request, reply) => {
src/auth/routes.ts:34:    const { token, userId } = await rotate(store, cookie);
src/auth/routes.ts:38:    if (error instanceof TokenReuseError) return logout(reply, 'reuse');
src/auth/tokens.ts:20:/** Swaps a refresh token for a new one. A token that was swapped before revokes its whole family. */
src/auth/tokens.ts:21:export async function rotate(store: SessionStore, token: string, now = Date.now()) {
test/auth/rotation.test.ts:12:  const first = await rotate(store, token);`;

export const gitLog = `7c1e0b9 Tue Mar 10 08:55  auth: revoke the whole family on refresh token reuse (#412)
44ab0d2 Mon Mar  9 16:20  auth: refresh tokens are single-use
f0e91aa Thu Mar  5 11:02  tickets: bicycles count as half a car
b29d7c4 Wed Mar  4 09:41  deps: fastify 5.2`;

/** Seven minutes of the log: the huge result that is taken out of the context later. */
export const authLog = Array.from({ length: 56 }, (_, line) => {
  const minute = String(2 + Math.floor(line / 8)).padStart(2, "0");
  const second = String((line * 7) % 60).padStart(2, "0");
  const user = 48_213 + (((line >> 1) * 37) % 900);
  const at = `2026-03-10T09:${minute}:${second}`;
  return line % 2 === 0
    ? `${at}.${100 + line}Z info  auth.refresh user=${user} family=f${user}a status=200 ms=11 tab=visible`
    : `${at}.${131 + line}Z warn  auth.reuse   user=${user} family=f${user}a status=401 revoked=family age_ms=${31 + (line % 9)}`;
}).join("\n");

export const traceOfOneUser = `One passenger's trace, from the ticket she opened:

09:14:02.118 GET  /bookings            200  tab 1
09:29:02.004 POST /auth/refresh        200  tab 1   rt=…9fQ2 -> …Lm71
09:29:02.042 POST /auth/refresh        401  tab 2   rt=…9fQ2  reuse, family f48213a revoked
09:29:02.060 GET  /auth/logout         302  tab 2
09:29:07.730 POST /auth/refresh        401  tab 1   rt=…Lm71  unknown
09:29:07.751 GET  /auth/logout         302  tab 1
09:31:40.220 POST /auth/login          200  tab 1
09:46:40.217 POST /auth/refresh        200  tab 1   rt=…c0Wd -> …u8Ya
09:46:40.260 POST /auth/refresh        401  tab 2   rt=…c0Wd  reuse, family f48213b revoked
09:46:40.281 GET  /auth/logout         302  tab 2
09:46:45.914 POST /auth/refresh        401  tab 1   rt=…u8Ya  unknown
09:46:45.930 GET  /auth/logout         302  tab 1
(and so on, every fifteen minutes, until she closed the second tab at 11:20)`;

export const lockDiff = ` 20 export async function rotate(store: SessionStore, token: string, now = Date.now()) {
-21   const record = await store.findByHash(hashToken(token));
+21   const hash = hashToken(token);
+22   return withLock(redis, \`rotate:\${hash}\`, 5_000, () => rotateLocked(store, hash, now));
+23 }`;

export const lockTestOutput = `> quayside@3.8.0 test
> vitest run auth

 ✓ test/auth/login.test.ts (6 tests) 212ms
 ❯ test/auth/rotation.test.ts (4 tests | 2 failed) 10063ms
   × two tabs refresh at the same time 5012ms
     → Test timed out in 5000ms.
   × a holder that dies releases the lock 5008ms
     → Test timed out in 5000ms.

 Test Files  1 failed | 1 passed (2)
      Tests  2 failed | 8 passed (10)

Command exited with code 1`;

export const rotationTest = `import { beforeEach, expect, it } from 'vitest';
import { GRACE_MS, rotate, TokenReuseError } from '../../src/auth/tokens.js';
import { family, memoryStore } from '../support/auth.js';

let store: ReturnType<typeof memoryStore>;
let token: string;

beforeEach(async () => {
  store = memoryStore();
  token = await family(store, 'mira');
});

it('lets two tabs refresh with the same token at the same time', async () => {
  const [left, right] = await Promise.all([rotate(store, token), rotate(store, token)]);
  expect(left.userId).toBe('mira');
  expect(right.userId).toBe('mira');
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

export const redOutput = `> quayside@3.8.0 test
> vitest run auth/rotation

 ❯ test/auth/rotation.test.ts (3 tests | 2 failed) 41ms
   × lets two tabs refresh with the same token at the same time
     → refresh token of family f-mira was used twice
   ✓ still takes a late second use for theft
   × gives the grace only to the direct predecessor
     → GRACE_MS is not exported by src/auth/tokens.ts

      Tests  2 failed | 1 passed (3)

Command exited with code 1`;

export const editMiss =
  "Could not find the exact text in src/auth/tokens.ts. The old text must match exactly including all whitespace and newlines.";

export const oldReuse = `  if (record.rotatedAt !== null) {
    await store.revokeFamily(record.familyId, 'reuse');
    throw new TokenReuseError(record.familyId);
  }`;

export const newReuse = `  if (record.rotatedAt !== null && !(await inGrace(store, record, now))) {
    await store.revokeFamily(record.familyId, 'reuse');
    throw new TokenReuseError(record.familyId);
  }`;

export const graceDiff = `  4 export const REFRESH_TTL_MS = 30 * 24 * 3_600_000;
+ 5 /** How long the token before the current one is still taken: two tabs refresh within milliseconds. */
+ 6 export const GRACE_MS = 10_000;
...
-24   if (record.rotatedAt !== null) {
+26   if (record.rotatedAt !== null && !(await inGrace(store, record, now))) {
...
+39 /** True for the direct predecessor of the family's newest token, shortly after it was swapped. */
+40 async function inGrace(store: SessionStore, record: RefreshRecord, now: number): Promise<boolean> {
+41   if (record.rotatedAt === null || now - record.rotatedAt > GRACE_MS) return false;
+42   return (await store.newestRotated(record.familyId)) === record.id;
+43 }`;

export const greenOutput = `> quayside@3.8.0 test
> vitest run auth

 ✓ test/auth/login.test.ts (6 tests) 208ms
 ✓ test/auth/rotation.test.ts (3 tests) 18ms

 Test Files  2 passed (2)
      Tests  9 passed (9)`;

export const ciLog = `FAIL test/auth/rotation.test.ts > gives the grace only to the direct predecessor (Postgres)
AssertionError: promise resolved "{ token: 'Zk1…', userId: 'mira' }" instead of rejecting

 ❯ test/auth/rotation.test.ts:31:3
     29|   const second = await rotate(store, token, 1_000);
     30|   await rotate(store, second.token, 2_000);
     31|   await expect(rotate(store, token, 3_000)).rejects.toThrow(TokenReuseError);
       |   ^`;

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

A passenger stays signed in for thirty days after the last visit. Every fifteen minutes the app renews
the sign-in by itself. Two open tabs may do so at the same moment: for ten seconds the server accepts
both, and nobody is signed out. After that, a sign-in that is used twice counts as stolen, and every
device of that sign-in is signed out at once.
`;

export const benchOutput = `scenario                      refreshes   revoked   p50 ms   p99 ms
one tab                            2000         0      4.1     11.8
two tabs, same millisecond         2000         0      4.6     13.0
two tabs, 200 ms apart             2000         0      4.4     12.1
two tabs, 11 s apart               2000      1000      4.2     12.4
stolen token, one hour later        500       500      3.9     10.2`;
