/**
 * The limits on all results that an engine caches for reuse, within one budget in bytes. Each kind of result has a
 * share of the budget; the least recently used results are evicted first. The current calculation does not count: with
 * a budget of 0, the engine caches only the start state and ranges of the last area, and its results are bit-identical.
 */
const MB = 1_000_000;

/** Number of results cached within the default budget, and bytes per result for a model the size of the Netherlands. */
const KINDS = {
  /** Curves and dispatch results, by content. */
  curveBytes: { count: 42 * MB, bytes: 1 },
  /**
   * Arguments of computations on curves, enough for about a hundred solves. Each takes 20 bytes, including overhead.
   */
  computations: { count: 2 ** 18, bytes: 20 },
  /** Idle memory, ready for the next curve or state. */
  idleBytes: { count: 34 * MB, bytes: 1 },
  /** Areas with their start state and last base year. */
  areas: { count: 24, bytes: 2.2 * MB },
  /** Start states of scaled scenarios, and tables of ranges by end year, of one area. */
  startsOfArea: { count: 4, bytes: 0.7 * MB },
  rangesOfArea: { count: 8, bytes: 0.2 * MB },
  /** Base years, besides the last one of each area: a state and its query results. */
  baseYears: { count: 12, bytes: 2 * MB },
  /** Calculated years, markets, heat and results of members, for sliders that move back and forth. */
  years: { count: 3, bytes: 8 * MB },
  /** Flows of passes over a graph; an hourly year has two passes. */
  passes: { count: 6, bytes: 0.43 * MB },
  /** Future years with the first inputs of a recipe applied. */
  prefixes: { count: 4, bytes: 0.8 * MB },
  /** Electricity of years without dispatch, for the two years that are queried. */
  systems: { count: 2, bytes: 4 * MB },
} as const satisfies { readonly [kind: string]: { readonly count: number; readonly bytes: number } };

/** Bytes of all kinds within the default budget. */
export const TOTAL_BYTES = Object.values(KINDS).reduce((sum, { count, bytes }) => sum + count * bytes, 0);

/** The number of results of each kind that an engine caches. */
export type Limits = { readonly [kind in keyof typeof KINDS]: number };

/** The default budget of an engine: the bytes of all kinds, rounded; limits.test.ts checks it. */
export const DEFAULT_MEMORY_BYTES = 200_000_000;

/** The limits within a budget (bytes), in proportion to the default one. Throws `RangeError` for a negative budget. */
export function limitsOf(memoryBytes: number): Limits {
  if (!(memoryBytes >= 0)) throw new RangeError(`memoryBytes is ${memoryBytes}; expected 0 or more`);
  const part = memoryBytes / DEFAULT_MEMORY_BYTES;
  return Object.fromEntries(
    Object.entries(KINDS).map(([kind, { count }]) => [kind, Math.floor(count * part)]),
  ) as unknown as Limits;
}

export const DEFAULT_LIMITS: Limits = limitsOf(DEFAULT_MEMORY_BYTES);

/** The fraction of the limit that an eviction of curves or computations frees, so that the next solves have room. */
export const EVICTED_PART = 1 / 8;
/**
 * Factor by which a dispatch result remains cached longer than a sum of curves, because it takes milliseconds instead
 * of microseconds.
 */
export const EXPENSIVE_LIFETIME = 16;
/** Applying this many inputs takes longer than copying a state. */
export const INPUTS_WORTH_CACHING = 8;
/** User orders, each cached as one object that serves as a key, of about a hundred bytes. */
export const ORDERS = 24;
