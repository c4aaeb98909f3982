/** Differences between slider values. */
import type { Values } from "@etesian/sliders";

/** Values to set and to remove so that `before` becomes `after`. */
export function differences<V>(
  before: { readonly [key: string]: V },
  after: { readonly [key: string]: V },
): { set: { [key: string]: V }; removed: string[] } {
  return {
    set: Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value)),
    removed: Object.keys(before).filter((key) => after[key] === undefined),
  };
}

/** Applies set and removed values. */
export function applyChanges<V extends Values>(values: V, set: V, removed: readonly string[]): V {
  const next: { [input: string]: number | string } = { ...values, ...set };
  for (const key of removed) delete next[key];
  return next as V;
}
