import type { Design } from "./design.ts";

/** Consecutive rows of a design, from `from` (inclusive) to `to` (exclusive). */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a design into parts of at most `rows` rows that contain whole blocks; a longer block forms its own part.
 * Threads, queues and shards use the same parts.
 */
export function partsOf(design: Design, rows: number): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  while (from < design.rows) {
    let to = endOfBlock(design, from);
    while (to < design.rows) {
      const next = endOfBlock(design, to);
      if (next - from > rows) break;
      to = next;
    }
    parts.push({ from, to });
    from = to;
  }
  return parts;
}

/** The first row after the block of a row. */
function endOfBlock({ rows, blockOf }: Design, row: number): number {
  let end = row + 1;
  while (end < rows && blockOf(end) === blockOf(row)) end++;
  return end;
}

/** The parts of shard `shard` (from 0) of `count`: every `count`-th part, so that shards take about the same time. */
export const shardOf = (parts: readonly Part[], shard: number, count: number): readonly Part[] =>
  parts.filter((_, index) => index % count === shard);
