/** Steps of a presentation: the charts of the board, one at a time. */

/** Keys of presentation remotes and keyboards, with the step to which they go. */
const MOVES: { readonly [key: string]: (at: number, last: number) => number } = {
  ArrowRight: (at) => at + 1,
  PageDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  PageUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** The step after a key, within the presentation; null for other keys. */
export function stepAfterKey(key: string, step: number, count: number): number | null {
  const last = count - 1;
  const next = MOVES[key]?.(step, last);
  return next === undefined ? null : Math.max(0, Math.min(last, next));
}

/** The position of a chart among the steps; the first step for an unknown chart. */
export const stepOf = (keys: readonly string[], chart: string | undefined): number =>
  Math.max(0, keys.indexOf(chart ?? ""));
