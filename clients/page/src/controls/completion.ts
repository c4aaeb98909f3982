/** Completion of the word before the caret. */

export interface Completion {
  readonly key: string;
  readonly label: string;
  /** Shown after the label. */
  readonly detail?: string | null;
  /** The text that replaces the unfinished word. */
  readonly insert: string;
}

/** The options for an unfinished word, which begins at an offset and ends at the caret. */
export interface Completions {
  readonly start: number;
  readonly options: readonly Completion[];
}

/** Applies a completion to the text, and places the caret after it. An inserted space replaces a space that follows. */
export function applyCompletion(
  text: string,
  { start, caret }: { readonly start: number; readonly caret: number },
  insert: string,
): { readonly text: string; readonly caret: number } {
  const textBefore = text.slice(0, start) + insert;
  const textAfter = text.slice(caret);
  return {
    text: textBefore + (insert.endsWith(" ") ? textAfter.replace(/^ /, "") : textAfter),
    caret: textBefore.length,
  };
}
