/**
 * Memoised calculations of whole years. A calculation records which stored numbers of nodes it accesses; flows,
 * records, carriers and everything else count as read (a verifying trace). A year may differ from one of the last only
 * in numbers that its calculation did not access, as after many moves of cost sliders. Then that result is restored,
 * with the year's own numbers in the other places.
 */
import { sameAs } from "./same-as.ts";
import type { UnaccessedChanges, YearState } from "./year.ts";

/** Each takes two states of 2 MB in a model like that of the Netherlands; a slider moves back and forth. */
const KEPT_YEARS = 3;

interface Calculated<Result> {
  readonly given: unknown;
  readonly before: YearState;
  /** Has the accesses of the calculation. */
  readonly after: YearState;
  readonly result: Result;
}

const NO_CHANGES: UnaccessedChanges = { energy: [], molecules: [] };

export class YearMemo<Result> {
  /** Most recently used first. */
  readonly #kept: Calculated<Result>[] = [];
  /** Unused states to overwrite. */
  readonly #spare: YearState[] = [];

  /**
   * Leaves the year as `calculate` does, and returns its result: a function of the year, and of `given` (plain values).
   * `calculate` receives a copy of the uncalculated year, which it must not change.
   */
  run(year: YearState, given: unknown, calculate: (original: YearState) => Result): Result {
    const all = { span: year.span, given };
    for (let place = 0; place < this.#kept.length; place++) {
      const known = this.#kept[place]!;
      const changes = sameAs(known.given, all) ? year.unaccessedChanges(known.before, known.after) : null;
      if (changes === null) continue;
      year.reuse(known.after, changes);
      if (place > 0) this.#kept.unshift(...this.#kept.splice(place, 1));
      return known.result;
    }
    const before = this.#copyOf(year);
    year.touchNothing();
    const result = calculate(before);
    const oldest = this.#kept.length < KEPT_YEARS ? undefined : this.#kept.pop();
    if (oldest !== undefined) this.#spare.push(oldest.before, oldest.after);
    const after = this.#copyOf(year);
    after.touchAsIn(year);
    this.#kept.unshift({ given: all, before, after, result });
    return result;
  }

  #copyOf(year: YearState): YearState {
    const copy = this.#spare.pop() ?? year.blank();
    copy.reuse(year, NO_CHANGES);
    return copy;
  }
}
