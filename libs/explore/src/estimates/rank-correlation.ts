/** Spearman's rank correlation: 1 if two columns rise together, −1 if one falls as the other rises. */

/**
 * For each figure, its correlation with each column. Rows in which the figure or any column has no number are omitted;
 * NaN if fewer than two rows remain, or if either is constant.
 */
export function rankCorrelations(
  columns: readonly Float64Array[],
  figures: readonly Float64Array[],
): readonly (readonly number[])[] {
  // Most figures are missing in the same rows, so the ranks of the columns are cached.
  let lastRanks: { readonly indices: readonly number[]; readonly ranks: readonly number[][] } | null = null;
  const hasColumns = (index: number): boolean => columns.every((column) => Number.isFinite(column[index]));
  return figures.map((figure) => {
    const positions = [...figure.keys()].filter((index) => Number.isFinite(figure[index]) && hasColumns(index));
    const ranksOfRows = (column: Float64Array): number[] => ranksOf(positions.map((index) => column[index]!));
    const hasSameRows =
      lastRanks?.indices.length === positions.length && positions.every((index, n) => lastRanks?.indices[n] === index);
    if (!hasSameRows || lastRanks === null) lastRanks = { indices: positions, ranks: columns.map(ranksOfRows) };
    const figureRanks = ranksOfRows(figure);
    return lastRanks.ranks.map((ranks) => correlationOf(ranks, figureRanks));
  });
}

function correlationOf(one: readonly number[], other: readonly number[]): number {
  // The mean of all ranks, with or without ties.
  const middle = (one.length - 1) / 2;
  let [covariance, oneVariance, otherVariance] = [0, 0, 0];
  for (const [index, rank] of one.entries()) {
    covariance += (rank - middle) * (other[index]! - middle);
    oneVariance += (rank - middle) ** 2;
    otherVariance += (other[index]! - middle) ** 2;
  }
  return oneVariance === 0 || otherVariance === 0 ? NaN : covariance / Math.sqrt(oneVariance * otherVariance);
}

/** The rank of each value, from 0; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].toSorted((a, b) => values[a]! - values[b]!);
  const ranks = Array.from({ length: values.length }, () => 0);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let index = from; index < to; index++) ranks[order[index]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
