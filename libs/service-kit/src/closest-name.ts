/** Suggests known names for unknown ones. */

/** Maximum edit distance of a suggestion. */
const MAX_EDITS = 2;

/** The known name closest to a misspelt one; null if none is within two edits. */
export function closestName(text: string, names: Iterable<string>): string | null {
  let closest: string | null = null;
  let fewest = MAX_EDITS + 1;
  for (const name of names) {
    const mistakes = distance(text, name);
    if (mistakes < fewest) [closest, fewest] = [name, mistakes];
  }
  return closest;
}

/** Number of inserted, deleted, replaced and transposed characters (optimal string alignment distance). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_EDITS) return MAX_EDITS + 1;
  let [rowBeforeLast, lastRow] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const currentRow = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitutionCost = a[row - 1] === b[column - 1] ? 0 : 1;
      let fewest = Math.min(lastRow[column]! + 1, currentRow[column - 1]! + 1, lastRow[column - 1]! + substitutionCost);
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) fewest = Math.min(fewest, rowBeforeLast[column - 2]! + 1);
      currentRow.push(fewest);
    }
    [rowBeforeLast, lastRow] = [lastRow, currentRow];
  }
  return lastRow[b.length]!;
}
