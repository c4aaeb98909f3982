/** Labels beside their marks, pushed apart where they would cover each other. */

export interface Label<T> {
  readonly item: T;
  /** Where the mark is. */
  readonly anchor: number;
  /** Where the label stands. */
  readonly y: number;
}

/**
 * Keeps the order of the marks and at least `gap` between labels, within `from` and `to` (pixels, downwards). Labels
 * are as near to their marks as that allows. When there is no room for all, the last ones end below `to`.
 */
export function pushApart<T>(
  marks: readonly { readonly item: T; readonly anchor: number }[],
  gap: number,
  from: number,
  to: number,
): readonly Label<T>[] {
  const sorted = marks.toSorted((a, b) => a.anchor - b.anchor);
  // Groups of labels that touch each other stand around the mean of their marks.
  const groups: { sum: number; count: number; top: number }[] = [];
  const topOf = (sum: number, count: number): number =>
    Math.max(from, Math.min(to - (count - 1) * gap, sum / count - ((count - 1) * gap) / 2));
  for (const { anchor } of sorted) {
    let group = { sum: anchor, count: 1, top: topOf(anchor, 1) };
    for (
      let last = groups.at(-1);
      last !== undefined && last.top + last.count * gap > group.top;
      last = groups.at(-1)
    ) {
      groups.pop();
      const sum = last.sum + group.sum;
      const count = last.count + group.count;
      group = { sum, count, top: topOf(sum, count) };
    }
    groups.push(group);
  }
  const places = groups.flatMap(({ top, count }) => Array.from({ length: count }, (_, index) => top + index * gap));
  return sorted.map(({ item, anchor }, index) => ({ item, anchor, y: places[index]! }));
}
