/** Lists of indices in two flat arrays. */

/** List i is `items[start[i]]` to `items[start[i + 1] − 1]`. */
export interface IndexLists {
  readonly start: Int32Array;
  readonly items: Int32Array;
}

export function indexLists(lists: readonly (readonly number[])[]): IndexLists {
  const start = new Int32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) start[i + 1] = start[i]! + lists[i]!.length;
  return { start, items: Int32Array.from(lists.flat()) };
}

/** List i as an array, for set-up rather than hot loops. */
export function listAt({ start, items }: IndexLists, i: number): number[] {
  return Array.from(items.subarray(start[i], start[i + 1]));
}
