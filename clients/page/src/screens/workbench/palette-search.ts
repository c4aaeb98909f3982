/** What a typed text finds in the search over everything, and where it stands in a name. */

/** A thing that can be found. */
export interface Findable {
  readonly name: string;
  /** Further words that find it, as its key and its name in the other language. */
  readonly more: string;
}

/** The words of a text, without case. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** Those that have all words, those with all of them in their name first. */
export function findAll<One extends Findable>(all: readonly One[], words: readonly string[]): readonly One[] {
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const byName = (one: One): boolean => has(one.name.toLowerCase());
  const found = all.filter(({ name, more }) => has(`${name} ${more}`.toLowerCase()));
  return [...found.filter(byName), ...found.filter((one) => !byName(one))];
}

/** A name in parts, those that a word finds marked. */
export function marked(
  name: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isFound: boolean }[] {
  const plain = name.toLowerCase();
  const isFound = Array.from(name, () => false);
  for (const word of words)
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + 1))
      isFound.fill(true, at, at + word.length);
  const parts: { text: string; isFound: boolean }[] = [];
  for (const [index, letter] of Array.from(name).entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.isFound === isFound[index]) last.text += letter;
    else parts.push({ text: letter, isFound: isFound[index]! });
  }
  return parts;
}
