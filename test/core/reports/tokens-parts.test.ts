import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/core/messages/roles.ts";
import { getCurrentSystemMessage } from "../../../src/core/messages/transcript.ts";
import { allocate, messageParts, promptParts } from "../../../src/core/reports/tokens-parts.ts";
import { message, systemMessage } from "../../oracle/arbitrary-content.ts";

const chars = (parts: readonly { chars: number }[]): number => parts.reduce((sum, part) => sum + part.chars, 0);

describe("the parts of a message", () => {
  it("have the characters that its estimate is made of, whatever it holds", () => {
    fc.assert(
      fc.property(message(3), (any) => {
        fc.pre((any as { role?: unknown } | null)?.role !== "system");
        expect(Math.ceil(chars(messageParts(any)) / 4)).toBe(estimateTokens(any));
      }),
      { numRuns: 2000 },
    );
  });

  it("of a prompt have them too", () => {
    fc.assert(
      fc.property(fc.array(systemMessage(2), { minLength: 1, maxLength: 3 }), (messages) => {
        const current = getCurrentSystemMessage(messages);
        if (current === undefined) return;
        expect(Math.ceil(chars(promptParts(current)) / 4)).toBe(estimateTokens(current));
      }),
      { numRuns: 1000 },
    );
  });

  it("are told apart by kind and name", () => {
    const answer = {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Yes." },
        { type: "toolCall", id: "c", name: "read", arguments: { path: "a" } },
        { type: "future", text: "none" },
      ],
    };
    expect(messageParts(answer)).toEqual([
      { kind: "thinking", name: "", chars: 2 },
      { kind: "assistant", name: "", chars: 4 },
      // `read` and `{"path":"a"}`.
      { kind: "call", name: "read", chars: 16 },
    ]);
    const content = [{ type: "text", text: "abc" }, { type: "image" }];
    expect(messageParts({ role: "toolResult", toolName: "read", content })).toEqual([
      { kind: "result", name: "read", chars: 3 },
      { kind: "image", name: "", chars: 4800 },
    ]);
    expect(messageParts({ role: "bashExecution", command: "ls", output: "a.ts", excludeFromContext: true })).toEqual([
      { kind: "kept out", name: "", chars: 6 },
    ]);
  });
});

describe("sharing out a whole number", () => {
  it.each<[total: number, sizes: number[], shares: number[]]>([
    [2, [3, 4], [1, 1]],
    [3, [4, 5], [1, 2]],
    // Thirds: the remainders are equal, the first ones get them.
    [2, [1, 1, 1], [1, 1, 0]],
    [10, [0, 0, 40], [0, 0, 10]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])("%d among %j", (total, sizes, shares) => {
    expect(allocate(total, sizes)).toEqual(shares);
  });

  it("loses nothing, and is nowhere a whole one off", () => {
    const sizes = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(sizes, (parts) => {
        const sum = parts.reduce((all, part) => all + part, 0);
        const total = Math.ceil(sum / 4);
        const shares = allocate(total, parts);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total);
        for (const [at, share] of shares.entries()) {
          expect(Math.abs(share - (sum === 0 ? 0 : (parts[at]! / sum) * total))).toBeLessThan(1);
        }
      }),
    );
  });
});
