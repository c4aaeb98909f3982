/**
 * Memoised calculations of whole years. A calculation records which stored numbers of nodes it accesses; flows,
 * records, carriers and everything else count as read (a verifying trace). If a year differs
 * from a recent one only in numbers that the calculation did not access, as after most moves of cost sliders, that result
 * is restored, with the year's own numbers in the other places.
 */
import { RecentList } from "@etesian/collections";
import { DEFAULT_LIMITS } from "../../limits.ts";
import { sameAs } from "./same-as.ts";
import type { UnaccessedChanges, YearState } from "./year.ts";

interface Calculated<Result> {
  readonly given: unknown;
  readonly before: YearState;
  /** Has the accesses of the calculation. */
  readonly after: YearState;
  readonly result: Result;
}

const NO_CHANGES: UnaccessedChanges = { energy: [], molecules: [] };

export class YearMemo<Result> {
  readonly #kept: RecentList<Calculated<Result>>;

  /** `limit`: the number of years kept. */
  constructor(limit: number = DEFAULT_LIMITS.years) {
    this.#kept = new RecentList(limit);
  }

  /**
   * Changes the year like `calculate`, and returns its result: a function of the year, and of `given` (plain values).
   * `calculate` receives a copy of the uncalculated year, which it must not change.
   */
  run(year: YearState, given: unknown, calculate: (original: YearState) => Result): Result {
    const all = { span: year.span, given };
    let changes: UnaccessedChanges | null = null;
    const known = this.#kept.find(({ given, before, after }) => {
      changes = sameAs(given, all) ? year.unaccessedChanges(before, after) : null;
      return changes !== null;
    });
    if (known !== undefined) {
      year.reuse(known.after, changes!);
      return known.result;
    }
    const oldest = this.#kept.takeOldest();
    const before = copyOf(year, oldest?.before);
    year.clearAccesses();
    const result = calculate(before);
    const after = copyOf(year, oldest?.after);
    after.copyAccesses(year);
    this.#kept.add({ given: all, before, after, result });
    return result;
  }
}

/** A copy, in the memory of an unused state. */
function copyOf(year: YearState, unused: YearState | undefined): YearState {
  const copy = unused ?? year.blank();
  copy.reuse(year, NO_CHANGES);
  return copy;
}
