/**
 * Memoised calculations of years. A calculation records which stored numbers of nodes it accesses; flows, records,
 * carriers and everything else are treated as read (a verifying trace). If a year differs from a recent one only in
 * numbers that the calculation did not access, as after most moves of cost sliders, the recent result is restored,
 * except for those numbers.
 */
import { RecentList } from "@etesian/collections";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { areEqual } from "./equality.ts";
import type { UnaccessedChanges, YearState } from "./year.ts";

interface CalculatedYear<Result> {
  readonly value: unknown;
  readonly original: YearState;
  /** Includes the recorded accesses of the calculation. */
  readonly calculated: YearState;
  readonly result: Result;
}

const NO_CHANGES: UnaccessedChanges = { energy: [], molecules: [] };

export class YearMemo<Result> {
  readonly #years: RecentList<CalculatedYear<Result>>;

  /** `limit`: the number of years cached. */
  constructor(limit: number = DEFAULT_LIMITS.years) {
    this.#years = new RecentList(limit);
  }

  /**
   * Changes the year like `calculate` and returns its result, which must be a function of the year and of `value`
   * (plain values). `calculate` receives a copy of the uncalculated year, which it must not change.
   */
  run(year: YearState, value: unknown, calculate: (original: YearState) => Result): Result {
    const key = { span: year.span, value };
    let changes: UnaccessedChanges | null = null;
    const cached = this.#years.find(({ value: cachedValue, original, calculated }) => {
      changes = areEqual(cachedValue, key) ? year.unaccessedChanges(original, calculated) : null;
      return changes !== null;
    });
    if (cached !== undefined) {
      year.reuse(cached.calculated, changes!);
      return cached.result;
    }
    const oldest = this.#years.takeOldest();
    const original = copyYear(year, oldest?.original);
    year.clearAccesses();
    const result = calculate(original);
    const calculated = copyYear(year, oldest?.calculated);
    calculated.copyAccesses(year);
    this.#years.add({ value: key, original, calculated, result });
    return result;
  }
}

/** Copies a year, into a reusable state if there is one. */
function copyYear(year: YearState, reusable: YearState | undefined): YearState {
  const copy = reusable ?? year.blank();
  copy.reuse(year, NO_CHANGES);
  return copy;
}
