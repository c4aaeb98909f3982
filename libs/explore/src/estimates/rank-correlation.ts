/** Spearman's rank correlation: 1 if two columns rise together, −1 if one falls as the other rises. */

/**
 * By figure, its correlation with each column. Rows in which the figure or any column has no number are omitted; NaN if
 * fewer than two rows remain, or if either is constant.
 */
export function rankCorrelations(
  columns: readonly Float64Array[],
  figures: readonly Float64Array[],
): readonly (readonly number[])[] {
  // Figures are mostly missing at the same places, for which columns are ranked once.
  let last: { readonly places: readonly number[]; readonly ranks: readonly number[][] } | null = null;
  const hasColumns = (place: number): boolean => columns.every((column) => Number.isFinite(column[place]));
  return figures.map((figure) => {
    const places = [...figure.keys()].filter((place) => Number.isFinite(figure[place]) && hasColumns(place));
    const ranked = (column: Float64Array): number[] => ranksOf(places.map((place) => column[place]!));
    const isKnown = last?.places.length === places.length && places.every((place, n) => last?.places[n] === place);
    if (!isKnown || last === null) last = { places, ranks: columns.map(ranked) };
    const own = ranked(figure);
    return last.ranks.map((ranks) => correlationOf(ranks, own));
  });
}

function correlationOf(one: readonly number[], other: readonly number[]): number {
  // The mean of all ranks, with or without ties.
  const middle = (one.length - 1) / 2;
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (const [place, rank] of one.entries()) {
    both += (rank - middle) * (other[place]! - middle);
    ofOne += (rank - middle) ** 2;
    ofOther += (other[place]! - middle) ** 2;
  }
  return ofOne === 0 || ofOther === 0 ? NaN : both / Math.sqrt(ofOne * ofOther);
}

/** The rank of each value, from 0; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].toSorted((a, b) => values[a]! - values[b]!);
  const ranks = Array.from({ length: values.length }, () => 0);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let place = from; place < to; place++) ranks[order[place]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
