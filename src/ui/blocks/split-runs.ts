/** So many characters without a space are left in one piece; longer runs are given places to break. */
const LONG = 240;
const STEP = 160;
/** Places are elements: no text gets more. */
const MOST = 600;

/** Characters that belong to the one before them. */
const joined = /^[\p{M}\p{Cf}\u{fe00}-\u{fe0f}\udc00-\udfff]/u;

/**
 * A text in pieces between which a line may break, so that no run without a space is long. Browsers shape a run anew for
 * every line they cut from it: 20,000 times `<` took Chromium three seconds, 200,000 Arabic letters minutes.
 */
export function splitRuns(text: string): string[] {
  const runs = [...text.matchAll(new RegExp(`\\S{${LONG},}`, "g"))];
  const total = runs.reduce((sum, [run]) => sum + run.length, 0);
  const step = Math.max(STEP, Math.ceil(total / MOST));
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: run, index } of runs) {
    const end = index + run.length;
    for (let at = index + step; at < end - 1; at += step) {
      let cut = at;
      // Within reason: a text of nothing but marks is cut all the same.
      while (cut < Math.min(end - 1, at + 20) && joined.test(text.slice(cut, cut + 2))) cut += 1;
      if (isLow(text.charCodeAt(cut))) cut += 1;
      pieces.push(text.slice(from, cut));
      from = cut;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
