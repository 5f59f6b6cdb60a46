/** What a word is worth in a name: at its start, at the start of a word, anywhere, not at all. */
function worth(name: string, word: string): number {
  if (name.startsWith(word)) return 3;
  if (name.includes(` ${word}`)) return 2;
  return name.includes(word) ? 1 : 0;
}

/** The items whose names have all the words, the best first; without words, all of them as they are. */
export function bestFirst<T extends { readonly name: string }>(items: readonly T[], words: string): readonly T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.flatMap((item) => {
    const scores = wanted.map((word) => worth(item.name.toLowerCase(), word));
    return scores.includes(0) ? [] : [{ item, score: scores.reduce((sum, score) => sum + score, 0) }];
  });
  return found.toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}
