/** What all benchmarks share: how they are run, and how distributions are printed. */

export type Print = (line: string) => void;

export interface Bench {
  readonly about: string;
  /** Takes long and shows that something holds, not how fast it is: runs only when it is named. */
  readonly isProof?: boolean;
  /** True when every figure is within its limit. */
  readonly run: (print: Print) => Promise<boolean>;
}

/** Value below which a share of the sorted numbers lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/** `name  p50 12.3  p90 …  ms (n = 100)`, and how many times the reference's time fits in the median. */
export function printDistribution(
  print: Print,
  name: string,
  milliseconds: readonly number[],
  {
    limitP50 = Number.POSITIVE_INFINITY,
    limitP99 = Number.POSITIVE_INFINITY,
    referenceMs,
  }: { limitP50?: number; limitP99?: number; referenceMs?: number } = {},
): boolean {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const p50 = percentile(sorted, 0.5);
  const p99 = percentile(sorted, 0.99);
  const shown = [
    ["best", sorted[0] ?? Number.NaN],
    ["p50", p50],
    ["p90", percentile(sorted, 0.9)],
    ["p99", p99],
    ["max", sorted.at(-1) ?? Number.NaN],
  ] as const;
  const figures = shown.map(([label, value]) => `${label} ${value.toFixed(1)}`).join("  ");
  const verdict = (label: string, value: number, limit: number): string =>
    Number.isFinite(limit) ? `, limit of ${label} ${limit} ms: ${value <= limit ? "met" : "NOT MET"}` : "";
  const limit = verdict("p50", p50, limitP50) + verdict("p99", p99, limitP99);
  const ratio = referenceMs === undefined ? "" : `, ${(referenceMs / p50).toFixed(0)} times the reference's speed`;
  print(`${name.padEnd(44)} ${figures} ms (n = ${sorted.length})${limit}${ratio}`);
  return p50 <= limitP50 && p99 <= limitP99;
}
