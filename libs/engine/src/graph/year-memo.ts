/**
 * Memoised calculations of whole years. A calculation notes which stored numbers of nodes it touches; flows, records, carriers
 * and all else it may have read (a verifying trace). A year that differs from one of the last in nothing that its calculation
 * touched is left as that one was, with its own numbers in the other places: so it is after many sliders of costs.
 */
import { sameAs } from "./same-as.ts";
import { type UntouchedChanges, YearState } from "./year.ts";

/** Each takes two states of 2 MB in a model like that of the Netherlands; a slider goes forth and back. */
const KEPT_YEARS = 3;

interface Calculated<Result> {
  readonly given: unknown;
  readonly before: YearState;
  /** It notes what the calculation has touched. */
  readonly after: YearState;
  readonly result: Result;
}

const NO_CHANGES: UntouchedChanges = { energy: [], molecules: [] };

export class YearMemo<Result> {
  /** The one that was used last comes first. */
  readonly #kept: Calculated<Result>[] = [];
  /** States that are no longer needed, to be written over. */
  readonly #spare: YearState[] = [];

  /**
   * Leaves the year as `calculate` does, and answers what that answers: a function of the year, and of what is `given` (plain
   * values). `calculate` is handed a copy of the year as it was, which it does not change.
   */
  run(year: YearState, given: unknown, calculate: (original: YearState) => Result): Result {
    const all = { span: year.span, given };
    for (let place = 0; place < this.#kept.length; place++) {
      const known = this.#kept[place]!;
      const changes = sameAs(known.given, all) ? year.untouchedChanges(known.before, known.after) : null;
      if (changes === null) continue;
      year.takeOver(known.after, changes);
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
    const copy = this.#spare.pop() ?? new YearState(year.topology, year.span);
    copy.takeOver(year, NO_CHANGES);
    return copy;
  }
}
