import * as code from "./sample-code.ts";
import { drawLines } from "./draw.ts";
import { jsonl } from "./entries.ts";
import { type Fields, image } from "./messages.ts";
import { settle } from "./sample-figures.ts";
import { chartAfterFix, chartOfTuesday } from "./sample-images.ts";
import * as prompt from "./sample-prompt.ts";
import * as words from "./sample-words.ts";

/** The sample session that ships with the page: one working day on a made-up bug, with every kind of entry there is. */
const DRAWING = `
m1 +1s model anthropic/claude-sonnet-4-5
t1 +1s thinking medium
s1 +2m system sections=$firstSections toolsAdded=$firstTools
u1 +1s user $firstPrompt
a1 +9s assistant ~"Two tabs, since a deploy that touched auth. Refresh token rotation is the first suspect. Look for the callers of rotate." "I'll start with the refresh path." c01:grep{"pattern":"rotate\\\\(|TokenReuse","path":".","glob":"*.ts"} c02:read{"path":"src/auth/tokens.ts"}
r1 +1s result c01 $grepResult
r2 result c02 $tokensBefore
a2 +7s assistant "Reuse revokes the whole family. When did that start?" c04:bash{"command":"git log --date=format:'%a %b %e %H:%M' --format='%h %ad  %s' -3"}
r4 +1s result c04 $gitLog
a3 +6s assistant "The change went out on Tuesday at 08:55. I'll look at the log of that morning." c05:bash{"command":"zgrep -hE 'auth.(refresh|reuse)' logs/auth-2026-03-10.log.gz | head -12"}
r5 +2s result c05 $authLog
a4 +14s assistant ~"Pairs: a refresh that succeeds, then a reuse 31 to 39 ms later for the same family. Always the same user, always two lines. That is two tabs with one timer, not an attacker." $rootCause
w1 +4m usage cache_warm
l1 +20s label a4 "root cause"
n1 +2s name "Random logouts"
o1 +3s omit r5
u2 +1m user "Does Tuesday's chart fit that?" $chartOfTuesday
a5 +8s assistant "Yes. It is flat until nine, then jumps with the deploy and follows the number of people on the site. A leaked token would show as a burst, not as office hours."
b2 +20s bash "git stash list" "stash@{0}: WIP on main: half a try at the same bug, do not show anyone" excludeFromContext=true
u4 +5m user "What are our options?"
a7 +19s assistant ~"Lock, grace window, leader election. The grace window is what most providers do. Name the cost of each honestly." $options
  u5 +2m user "Try A, the lock. Redis is there anyway."
  a8 +11s assistant ~$lockThought "Trying it, though it puts Redis into the sign-in path." c06:edit{"path":"src/auth/tokens.ts","edits":[{"oldText":"  const record = await store.findByHash(hashToken(token));","newText":"  const hash = hashToken(token);\\n  return withLock(redis, \`rotate:\${hash}\`, 5_000, () => rotateLocked(store, hash, now));"}]}
  r6 +1s result c06 "Successfully replaced 1 block(s) in src/auth/tokens.ts."
  a9 +5s assistant c07:bash{"command":"npm test -- auth","timeout":60}
  r7 +12s result c07 $lockTestOutput isError=true
  a10 +9s assistant ~"It times out. The waiting tab polls until the key is gone, and then the token is swapped, so" "The waiting tab gets nothing to return. I could store the answer beside the lock, encrypted with" stopReason=aborted errorMessage="Request was aborted."
  u6 +40s user "Stop. I don't want tokens in Redis, encrypted or not. Is there any version of the lock without that?"
  a11 +31s assistant stopReason=error errorMessage="529 {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"overloaded_error\\",\\"message\\":\\"Overloaded\\"}}" content=[] usage={"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}
  a12 +22s assistant $lockVerdict
  l2 +50s label a12 "dead end: lock"
f1 +9s branch $lockSummary from=l2 use=[3,412,9120,180] details=$lockFiles
t2 +20s thinking high
u7 +10s user $gracePrompt
a13 +16s assistant ~$graceThought "Three cases, the third is the one that keeps thieves out." c08:write{"path":"test/auth/rotation.test.ts","content":$rotationTest}
r8 +1s result c08 "Successfully wrote 960 bytes to test/auth/rotation.test.ts"
a14 +4s assistant c09:bash{"command":"npm test -- auth/rotation"}
r9 +3s result c09 $redOutput isError=true
a17 +10s assistant "Red for the right reason. Now the window." c12:edit{"path":"src/auth/tokens.ts","edits":[{"oldText":$oldReuse,"newText":$newReuse}]}
r12 +1s result c12 "Successfully replaced 2 block(s) in src/auth/tokens.ts." details=$graceDetails
a18 +8s assistant c13:edit{"path":"src/auth/session-store.ts","edits":[{"oldText":"  async revokeFamily(","newText":"  async newestRotated(familyId: string): Promise<number | undefined> {\\n    const row = await this.db.one('select id from refresh_tokens where family_id = $1 and rotated_at is not null order by rotated_at desc limit 1', [familyId]);\\n    return row?.id;\\n  }\\n\\n  async revokeFamily("}]} c14:bash{"command":"npm test -- auth"}
r13 +1s result c13 "Successfully replaced 1 block(s) in src/auth/session-store.ts."
r14 +3s result c14 $greenOutput
a19 +9s assistant $graceDone
g1 +2s entry git_state branch="fix/two-tabs" commit="5d0c1ae" dirty=false
x1 +6m extension ci.status $ciMessage details={"run":1842,"job":"test-postgres"}
a20 +21s assistant ~$ciThought "It passes in memory and fails on Postgres. Let me see the query." c15:bash{"command":"npm run -s db -- 'select id, rotated_at from refresh_tokens order by rotated_at desc limit 3'"}
r15 +2s result c15 "  id | rotated_at\\n  81 | 1000\\n  83 | 2000\\n(2 rows)\\n\\nnote: rotated_at is text since 0031"
a21 +12s assistant "\`rotated_at\` became \`text\` in migration 0031, so the order is by characters, and \`limit 1\` takes the wrong row once the digits differ. The cause is the sort, not the test."
k1 +7m compaction $firstSummary keep=a17 fromHook=true details=$firstFiles
s2 +124m system sections=$firstSections toolsAdded=$firstTools
u8 user $linkPrompt
a22 +13s assistant ~"" "A nullable column and an index built concurrently are safe for the old version." c16:write{"path":"migrations/0043_replaced_by.sql","content":$migration} c17:edit{"path":"src/auth/tokens.ts","edits":[{"oldText":"  return (await store.newestRotated(record.familyId)) === record.id;","newText":"  const next = await store.successorOf(record.id);\\n  return next !== undefined && next.rotatedAt === null;"}]}
r16 +1s result c16 "Successfully wrote 264 bytes to migrations/0043_replaced_by.sql"
r17 result c17 "Successfully replaced 1 block(s) in src/auth/tokens.ts."
a23 +6s assistant c18:bash{"command":"npm run -s migrate && npm test -- auth --store=memory,postgres","timeout":180}
r18 +14s result c18 $greenBoth
a24 +8s assistant $linkDone
l3 +30s label a24 "ready for review"
m2 +2m model router/auto
t3 +2s thinking low
v1 custom pi.virtual-model-state {"provider":"router","modelId":"auto","state":{"turns":0,"last":"claude-haiku-4-5"}}
s3 system sections=$withCodemode toolsAdded=$codemodeTool gone=["grep"]
u9 user "Do rows from before the migration need a backfill? Check all session fixtures, I don't want to read five dumps."
a25 +6s assistant "One script for all five." c19:codemode{"code":$backfillCode} model=claude-haiku-4-5 responseModel=claude-haiku-4-5-20251001 thinkingLevel=low
r19 +4s result c19 $backfillResult nestedCalls=$nested usage=$smallUsage
a26 +5s assistant "None of the five needs it: \`rotated_at\` and no \`replaced_by\` occurs 0 times in four of them and 3 times in \`legacy.sql\`, all older than the window. No backfill." model=claude-haiku-4-5 responseModel=claude-haiku-4-5-20251001 thinkingLevel=low
v2 +1s custom pi.virtual-model-state {"provider":"router","modelId":"auto","state":{"turns":1,"last":"claude-haiku-4-5"}}
  u10 +2m user "Write the docs page for support."
  a27 +9s assistant "I'd describe the new parameter \`graceMs\` of \`POST /auth/refresh\`…" model=claude-haiku-4-5 responseModel=claude-haiku-4-5-20251001 thinkingLevel=low
u11 +3m user "Write the docs page for support. They are not programmers: no parameters, no endpoints."
a28 +11s assistant "In their words, then." c20:write{"path":"docs/staying-signed-in.md","content":$docs} model=claude-sonnet-4-5 responseModel=claude-sonnet-4-5-20250929 thinkingLevel=medium
r20 +1s result c20 "Successfully wrote 224 bytes to docs/staying-signed-in.md"
a29 +4s assistant "\`docs/staying-signed-in.md\` says it without a single technical word. Next would be the benchmark." model=claude-sonnet-4-5 responseModel=claude-sonnet-4-5-20250929 thinkingLevel=medium
l4 +1m label a24
n2 +3s name "Two tabs, one logout: grace window for refresh tokens"
k2 +2m compaction $secondSummary keep=a18 use=[4,623,8200,410] details=$secondFiles systemMessage=$checkpoint
m3 +168m model openai/gpt-5.2
t4 +1s thinking high
u12 +2s user "Benchmark before the gate: one tab, two tabs, theft. Revocations must not change for theft."
a30 +17s assistant $hiddenThought "Running the five scenarios against a local Postgres." c21:bash{"command":"npm run -s bench -- auth --scenarios=all","timeout":600}
r21 +52s result c21 $benchLong
a31 +9s assistant $benchTable
p2 +20s replace r21 $benchOutput
s4 +4m system "The deploy window of the harbour gate is 15:00 to 16:00 today." sections=$withoutSkills
u13 +121m user $deployPrompt
a32 +6s assistant c22:read{"path":"/tmp/logouts.png"}
r22 +1s result c22 "Read image file [image/png]" $chartAfterFix
a33 +9s assistant ~"Falls at 15:30, stays under five. Compare with the level before #412: three to five an hour. Good." $chartRead
l5 +40s label u13 "through the gate"
w2 +5m usage cache_warm note="kept warm while you were away"
u14 +8m user $pastedErrors
a34 +12s assistant ~"FST_ERR_REP_ALREADY_SENT on the refresh route. logout() sends, and then the handler returns a value." "Not from this change: \`logout()\` answers, and the handler then returns a value as well. It has been there since #412 and does no harm; I'd fix it in its own pull request."
o2 +30s omit u14
b4 +1m bash "gh pr merge --squash" "✓ Squashed and merged pull request quayside#431 (Accept the previous refresh token for ten seconds)"
b5 +40s bash "gh auth status" "Logged in to git.example.invalid as mira (keyring)" excludeFromContext=true
u15 +2m user "Leave it for tomorrow. The note, please."
a35 +13s assistant $supportNote
`;

const secondFiles = {
  readFiles: ["src/auth/routes.ts"],
  modifiedFiles: [
    "migrations/0043_replaced_by.sql",
    "src/auth/session-store.ts",
    "src/auth/tokens.ts",
    "test/auth/rotation.test.ts",
  ],
};

const values: Fields = {
  ...code,
  ...words,
  ...prompt,
  codemodeTool: [prompt.codemode],
  chartOfTuesday: image(chartOfTuesday),
  chartAfterFix: image(chartAfterFix),
  greenBoth:
    " ✓ test/auth/login.test.ts (6 tests) 231ms\n ✓ test/auth/rotation.test.ts [memory] (3 tests) 17ms\n ✓ test/auth/rotation.test.ts [postgres] (3 tests) 164ms\n\n Test Files  3 passed (3)\n      Tests  12 passed (12)",
  graceDetails: { diff: code.graceDiff, firstChangedLine: 5 },
  lockFiles: { readFiles: ["src/auth/tokens.ts"], modifiedFiles: [] },
  firstFiles: { readFiles: ["src/auth/routes.ts"], modifiedFiles: secondFiles.modifiedFiles.slice(1) },
  secondFiles,
  ciMessage: `CI run 1842 failed: test-postgres\n\n${code.ciLog}`,
  backfillResult:
    'Script completed in 3.1 s\n{"empty.sql":0,"one-tab.sql":0,"two-tabs.sql":0,"stolen.sql":0,"legacy.sql":3}',
  smallUsage: {
    input: 610,
    output: 42,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 652,
    cost: { input: 0.00061, output: 0.00021, cacheRead: 0, cacheWrite: 0, total: 0.00082 },
  },
  nested: {
    calls: [
      { id: "c19/1", name: "bash", arguments: { command: "ls fixtures/sessions/*.sql" }, status: "ok", durationMs: 21 },
      ...["empty", "one-tab", "two-tabs", "stolen", "legacy"].map((name, index) => ({
        id: `c19/${index + 2}`,
        name: "bash",
        arguments: { command: `psql -qAt -f fixtures/sessions/${name}.sql quayside_test && psql …` },
        ...(name === "stolen"
          ? { status: "error", durationMs: 1204, error: "deadlock detected, retried" }
          : { status: "ok", durationMs: 590 + index * 37 }),
      })),
    ],
    complete: true,
  },
  hiddenThought: {
    type: "thinking",
    thinking: "",
    thinkingSignature: "gAAAAABpsr1Qh3x0Zk9vQ2ViY1Q4dTJmS0pQb2V3N1Vh",
    redacted: true,
  },
  benchLong: `${Array.from({ length: 16 }, (_, n) => `warm-up ${String(n + 1).padStart(2)}/16  pool=16  ${(4 + ((n * 7) % 11) / 10).toFixed(1)} ms`).join("\n")}\n\n${code.benchOutput}`,
  benchTable:
    "Theft is unchanged (500 of 500 revoked, and all 1,000 of the late second uses), the two-tab race revokes nobody, and p99 rises by about a millisecond. Nothing stands against the gate.",
  checkpoint: {
    role: "system",
    content: "",
    sections: prompt.checkpointSections,
    toolsAdded: prompt.checkpointTools,
    timestamp: Date.parse("2026-03-12T11:40:12.412Z"),
  },
};

/** An eight-digit id for a drawn name, as Pi's look. */
export function sampleId(name: string): string {
  let hash = 0x811c9dc5;
  for (const char of `quayside ${name}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0).toString(16).padStart(8, "0");
}

/** The text of the sample's file. */
export function sample(): string {
  const lines = drawLines(DRAWING, {
    values,
    start: "2026-03-12T08:41:07.412Z",
    header: { id: "019ce1f4-77d4-7c3a-9b1e-5f2d6a8c0e41", cwd: "/home/mira/src/quayside" },
    id: sampleId,
  });
  return jsonl(settle(lines as Fields[]));
}
