/** Runs benchmarks and prints distributions. */

export type Print = (line: string) => void;

export interface Benchmark {
  readonly about: string;
  /** A long run that checks a property instead of speed; it runs only when requested by name. */
  readonly isProof?: boolean;
  /** Resolves to true when every figure is within its limit. */
  readonly run: (print: Print) => Promise<boolean>;
}

/** A printed figure. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Values by statistic: `value`, or `p50`, `p99` … of a distribution. */
  readonly values: { readonly [name: string]: number };
  /** Whether it is within its limits; null if it has none. */
  readonly within: boolean | null;
}

/** All figures printed by this process, in order. */
export const printedFigures: Figure[] = [];

/** Duration of `work` (ms). */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The value below which the given share of the sorted numbers lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/**
 * Times of rounds (ms): wall time and, where known, CPU time of this thread. Systems measure CPU time in steps of
 * several milliseconds, so only the mean of many rounds is meaningful.
 */
export interface Times {
  readonly wall: readonly number[];
  readonly cpu?: readonly number[];
}

export interface Limits {
  readonly p50?: number;
  readonly p99?: number;
  /** Limit on p90 / p50. */
  readonly tail?: number;
}

/**
 * Prints `name  best 10.1  p50 12.3 … ms (n = 100)`, the mean CPU time, and the speed relative to the reference.
 * Returns true if the limits on the wall time are met.
 */
export function printDistribution(
  print: Print,
  name: string,
  { wall, cpu }: Times,
  {
    limits = {},
    referenceMs,
  }: { readonly limits?: Limits | undefined; readonly referenceMs?: number | undefined } = {},
): boolean {
  const sorted = wall.toSorted((a, b) => a - b);
  const p50 = percentile(sorted, 0.5);
  const figures = { p50, p99: percentile(sorted, 0.99), tail: percentile(sorted, 0.9) / p50 };
  const verdicts = (Object.keys(figures) as (keyof Limits)[]).map((figure) => {
    const limit = limits[figure] ?? Number.POSITIVE_INFINITY;
    const met = figures[figure] <= limit;
    const label =
      figure === "tail" ? `p90/p50 ${figures.tail.toFixed(2)}, limit ${limit}` : `limit on ${figure} ${limit} ms`;
    return { met, text: Number.isFinite(limit) ? `, ${label}: ${met ? "met" : "NOT MET"}` : "" };
  });
  const ratio = referenceMs === undefined ? "" : `, ${(referenceMs / p50).toFixed(0)} times the reference's speed`;
  const processor = cpu === undefined ? "" : `; cpu mean ${mean(cpu).toFixed(1)} ms`;
  print(
    `${name.padEnd(44)} ${describe(wall, ["best", "p50", "p90", "p99", "max"])} ms${processor} (n = ${wall.length})` +
      `${verdicts.map(({ text }) => text).join("")}${ratio}`,
  );
  const within = verdicts.every(({ met }) => met);
  const percentiles = Object.fromEntries(
    Object.entries(SHARES).map(([label, share]) => [label, percentile(sorted, share)]),
  );
  const values = { ...percentiles, ...(cpu === undefined ? {} : { "cpu mean": mean(cpu) }), n: wall.length };
  printedFigures.push({ name, unit: "ms", values, within: Object.keys(limits).length === 0 ? null : within });
  return within;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const SHARES = { best: 0, p50: 0.5, p90: 0.9, p99: 0.99, max: 1 };

function describe(values: readonly number[], labels: readonly (keyof typeof SHARES)[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return labels.map((label) => `${label} ${percentile(sorted, SHARES[label]).toFixed(1)}`).join("  ");
}

/** Prints `name  12.3 unit, limit …`: one figure that must not be above (or below) its limit. */
export function printFigure(
  print: Print,
  name: string,
  value: number,
  unit: string,
  { atMost, atLeast }: { readonly atMost?: number | undefined; readonly atLeast?: number | undefined } = {},
): boolean {
  const met = value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  const limit = atMost ?? atLeast;
  const verdict = limit === undefined ? "" : `, limit ${limit}: ${met ? "met" : "NOT MET"}`;
  print(`${name.padEnd(44)} ${value.toFixed(value < 10 ? 2 : 0)} ${unit}${verdict}`);
  printedFigures.push({ name, unit, values: { value }, within: limit === undefined ? null : met });
  return met;
}
