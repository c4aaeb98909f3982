/** Places labels next to their marks without overlap. */

export interface Mark<T> {
  readonly item: T;
  /** Position of the mark. */
  readonly anchor: number;
  /** Length of the label along the line; 0 if absent. */
  readonly extent?: number;
}

export interface Label<T> {
  readonly item: T;
  readonly anchor: number;
  /** Position of the label's middle. */
  readonly position: number;
}

/**
 * Places labels as near to their marks as possible, in the order of the marks, at least `gap` apart, between `from` and
 * `to` (pixels). If there is not enough room, the last labels end beyond `to`.
 */
export function pushApart<T>(marks: readonly Mark<T>[], gap: number, from: number, to: number): readonly Label<T>[] {
  const sorted = marks.toSorted((a, b) => a.anchor - b.anchor);
  const halfOf = (index: number): number => (sorted[index]?.extent ?? 0) / 2;
  /** Minimum distance of each label from the first one. */
  const offsets: number[] = [];
  for (const index of sorted.keys())
    offsets.push(index === 0 ? 0 : offsets[index - 1]! + halfOf(index - 1) + gap + halfOf(index));
  // Isotonic regression: labels that touch form a group, placed at the mean of its members' anchors.
  const groups: { sum: number; count: number }[] = [];
  for (const [index, { anchor }] of sorted.entries()) {
    let group = { sum: anchor - offsets[index]!, count: 1 };
    for (
      let last = groups.at(-1);
      last !== undefined && last.sum / last.count > group.sum / group.count;
      last = groups.at(-1)
    ) {
      groups.pop();
      group = { sum: last.sum + group.sum, count: last.count + group.count };
    }
    groups.push(group);
  }
  const first = from + halfOf(0);
  const last = Math.max(first, to - halfOf(sorted.length - 1) - (offsets.at(-1) ?? 0));
  const starts = groups.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => Math.max(first, Math.min(last, sum / count))),
  );
  return sorted.map(({ item, anchor }, index) => ({ item, anchor, position: starts[index]! + offsets[index]! }));
}

/** The number of labels that have room between `from` and `to`. */
export const capacity = (gap: number, from: number, to: number): number =>
  Math.max(1, Math.floor((to - from) / gap) + 1);

export interface Split<T> {
  readonly labelledMarks: readonly T[];
  /** Members of the label "and n more"; never exactly one. */
  readonly groupedMarks: readonly T[];
}

/** Chooses the marks that share one label: thin marks, then the smallest ones until `maxLabels` labels remain. */
export function splitMarks<T>(
  marks: readonly T[],
  maxLabels: number,
  { isThin, sizeOf }: { readonly isThin: (mark: T) => boolean; readonly sizeOf: (mark: T) => number },
): Split<T> {
  const thin = marks.filter(isThin);
  const groupedMarks = new Set(thin.length > 1 ? thin : []);
  const candidates = marks.filter((mark) => !groupedMarks.has(mark)).toSorted((a, b) => sizeOf(a) - sizeOf(b));
  while (marks.length - groupedMarks.size + Math.sign(groupedMarks.size) > maxLabels && candidates.length > 0) {
    groupedMarks.add(candidates.shift()!);
    if (groupedMarks.size === 1 && candidates.length > 0) groupedMarks.add(candidates.shift()!);
  }
  return {
    labelledMarks: marks.filter((mark) => !groupedMarks.has(mark)),
    groupedMarks: marks.filter((mark) => groupedMarks.has(mark)),
  };
}
