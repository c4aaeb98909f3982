/** The frame of all benchmarks: running them, and printing distributions. */

export type Print = (line: string) => void;

export interface Bench {
  readonly about: string;
  /** Takes long and shows that something holds, not how fast it is: runs only when it is named. */
  readonly isProof?: boolean;
  /** True when every figure is within its limit. */
  readonly run: (print: Print) => Promise<boolean>;
}

/** A figure that was printed. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** By what it is: `value`, or `p50`, `p99` … of a distribution. */
  readonly values: { readonly [what: string]: number };
  /** Whether it is within its limits; null where it has none. */
  readonly within: boolean | null;
}

/** All that this process has printed, in its order. */
export const printed: Figure[] = [];

/** How long something takes (ms). */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Value below which a share of the sorted numbers lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/**
 * Times of rounds (ms): on the clock, and of the processor in this thread where known. Systems count processor time in
 * steps of some milliseconds, so that only the mean of many rounds is meaningful.
 */
export interface Times {
  readonly wall: readonly number[];
  readonly cpu?: readonly number[];
}

export interface Limits {
  readonly p50?: number;
  readonly p99?: number;
  /** p90 / p50. */
  readonly tail?: number;
}

/**
 * `name  best 10.1  p50 12.3 … ms (n = 100)`, the same of processor time, and how many times the reference's time fits in
 * the median. True when the limits, which are of wall time, are met.
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
      figure === "tail" ? `p90/p50 ${figures.tail.toFixed(2)}, limit ${limit}` : `limit of ${figure} ${limit} ms`;
    return { met, text: Number.isFinite(limit) ? `, ${label}: ${met ? "met" : "NOT MET"}` : "" };
  });
  const ratio = referenceMs === undefined ? "" : `, ${(referenceMs / p50).toFixed(0)} times the reference's speed`;
  const processor = cpu === undefined ? "" : `; cpu mean ${mean(cpu).toFixed(1)} ms`;
  print(
    `${name.padEnd(44)} ${describe(wall, ["best", "p50", "p90", "p99", "max"])} ms${processor} (n = ${wall.length})` +
      `${verdicts.map(({ text }) => text).join("")}${ratio}`,
  );
  const within = verdicts.every(({ met }) => met);
  const of = Object.fromEntries(Object.entries(SHARES).map(([label, share]) => [label, percentile(sorted, share)]));
  const values = { ...of, ...(cpu === undefined ? {} : { "cpu mean": mean(cpu) }), n: wall.length };
  printed.push({ name, unit: "ms", values, within: Object.keys(limits).length === 0 ? null : within });
  return within;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const SHARES = { best: 0, p50: 0.5, p90: 0.9, p99: 0.99, max: 1 };

function describe(values: readonly number[], shown: readonly (keyof typeof SHARES)[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return shown.map((label) => `${label} ${percentile(sorted, SHARES[label]).toFixed(1)}`).join("  ");
}

/** `name  12.3 unit, limit …`: one figure that must not be above (or below) its limit. */
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
  printed.push({ name, unit, values: { value }, within: limit === undefined ? null : met });
  return met;
}
