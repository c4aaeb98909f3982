/** Differences between slider values. */
import type { Values } from "@etesian/sliders";

/** Values to set and to remove so that `previous` becomes `next`. */
export function differences<V>(
  previous: { readonly [key: string]: V },
  next: { readonly [key: string]: V },
): { set: { [key: string]: V }; removed: string[] } {
  return {
    set: Object.fromEntries(Object.entries(next).filter(([key, value]) => previous[key] !== value)),
    removed: Object.keys(previous).filter((key) => next[key] === undefined),
  };
}

/** Applies set and removed values. */
export function applyChanges<V extends Values>(values: V, set: V, removed: readonly string[]): V {
  const next: { [input: string]: number | string } = { ...values, ...set };
  for (const key of removed) delete next[key];
  return next as V;
}
