/**
 * Spearman's rank correlation of two columns: 1 if they rise together, −1 if one falls as the other rises. Pairs without a
 * number are left out; NaN if fewer than two are left, or a column does not vary.
 */
export function rankCorrelation(one: Float64Array, other: Float64Array): number {
  const places = [...one.keys()].filter((place) => Number.isFinite(one[place]) && Number.isFinite(other[place]));
  const [a, b] = [one, other].map((column) => ranksOf(places.map((place) => column[place]!))) as [number[], number[]];
  // The mean of all ranks, with or without ties.
  const middle = (places.length - 1) / 2;
  let [both, ofOne, ofOther] = [0, 0, 0];
  for (const [place, rank] of a.entries()) {
    both += (rank - middle) * (b[place]! - middle);
    ofOne += (rank - middle) ** 2;
    ofOther += (b[place]! - middle) ** 2;
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
