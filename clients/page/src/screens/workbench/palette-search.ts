/** Ranks the entries that match the text typed in the global search, and marks the matching words in a name. */

export interface SearchEntry {
  readonly name: string;
  /** Further searchable words, such as its key and its name in the other language. */
  readonly keywords: string;
  /** Whether users often look for it; among equal matches, such entries are first. */
  readonly isFrequent?: boolean;
}

/** Abbreviations used in the energy sector, each with prefixes of the words in its full form. */
const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  bev: ["electric", "car"],
  ccs: ["capture"],
  dac: ["air", "capture"],
  ev: ["electric", "car"],
  evs: ["electric", "car"],
  ghg: ["gases"],
  h2: ["hydrogen"],
  hp: ["heat", "pump"],
  p2g: ["electrolysis"],
  p2h: ["heat", "electric"],
  pv: ["solar"],
  re: ["renewable"],
};

/** The words of a text or a key, in lower case. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== "");

/** Shorter words only match at the start of a word: "ev" does not find televisions. */
const MIN_INSIDE = 3;

const tokensOf = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}₂]+/u);

/** Rank of a match: 0 is a whole word of the name; null if it does not match. */
function rankOf(word: string, name: readonly string[], keywords: readonly string[]): number | null {
  const isIn = (parts: readonly string[]): boolean =>
    word.length >= MIN_INSIDE && parts.some((part) => part.includes(word));
  if (name.includes(word)) return 0;
  if (name.some((part) => part.startsWith(word))) return 1;
  if (keywords.some((part) => part.startsWith(word))) return 3;
  if (isIn(name)) return 4;
  return isIn(keywords) ? 6 : null;
}

/** The entries that match all words, the best match first. */
export function searchEntries<Entry extends SearchEntry>(
  all: readonly Entry[],
  words: readonly string[],
): readonly Entry[] {
  if (words.length === 0) return all;
  const expandedWords = words.flatMap((word) => ABBREVIATIONS[word] ?? [word]);
  const isUnchanged =
    expandedWords.length === words.length && expandedWords.every((word, index) => word === words[index]);
  const ranked = all.flatMap((entry, index) => {
    const [name, keywordTokens] = [tokensOf(entry.name), tokensOf(entry.keywords)];
    const rank = (searchWords: readonly string[]): number | null =>
      searchWords.reduce<number | null>((sum, word) => {
        const wordRank = rankOf(word, name, keywordTokens);
        return sum === null || wordRank === null ? null : sum + wordRank;
      }, 0);
    const isKey = entry.keywords.toLowerCase().split(" ").includes(words.join("_"));
    const ranks = [isKey ? -1 : null, rank(words), isUnchanged ? null : rank(expandedWords)].flatMap(
      (candidate) => candidate ?? [],
    );
    // Among equal matches, the name with the fewest other words is the most likely one.
    const others = Math.min(9, name.length) / 10;
    return ranks.length === 0
      ? []
      : [{ entry, index, rank: Math.min(...ranks) + (entry.isFrequent ? -0.5 : 0) + others }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank || a.index - b.index).map(({ entry }) => entry);
}

/** A name in parts, with matching parts marked. */
export function markMatches(
  name: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isMatch: boolean }[] {
  const plain = name.toLowerCase();
  const isMatched = Array.from(name, () => false);
  for (const word of words)
    for (let index = plain.indexOf(word); index !== -1; index = plain.indexOf(word, index + 1))
      isMatched.fill(true, index, index + word.length);
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [index, character] of Array.from(name).entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.isMatch === isMatched[index]) last.text += character;
    else parts.push({ text: character, isMatch: isMatched[index]! });
  }
  return parts;
}
