/**
 * Snapshots of input prefixes. Inputs are applied in sequence, and the writes of the first inputs do not depend on
 * later ones. If a recipe's first inputs equal a recent recipe's, the future resumes from their snapshot, so a moved
 * slider reapplies only itself and the inputs after it. Reads of the scenario are recorded and verified (a verifying
 * trace), because an input may read the value of a later one.
 */
import { RecentList } from "@etesian/collections";
import type { Evaluation, CachedResults, Value } from "@etesian/gql";
import { DEFAULT_LIMITS, INPUTS_WORTH_CACHING } from "../../limits.ts";
import type { YearState } from "../../graph/state/year.ts";
import type { InputPrograms } from "./input-programs.ts";
import type { AppliedInput } from "./input-selection.ts";
import type { ScenarioReader } from "../year/year-world.ts";

/** The result of the first inputs of a recipe. */
interface InputPrefix {
  readonly identity: string;
  readonly inputs: readonly AppliedInput[];
  /** The scenario values that these inputs read. */
  readonly reads: ScenarioReads;
  readonly state: YearState;
  /** Results of queries that these inputs evaluated and that remain valid. */
  readonly results: CachedResults;
}

interface ScenarioReads {
  readonly values: ReadonlyMap<string, Value>;
  readonly curves: ReadonlyMap<string, Float64Array | null>;
}

/** A future whose remaining inputs are to be applied. */
export interface ResumedFuture {
  /** The initial state, to be copied; null for the area's initial state. */
  readonly state: YearState | null;
  /** The scenario that queries of the inputs must read through. */
  readonly scenario: ScenarioReader;
  /** Applies the remaining inputs to the copy. Throws `CalculationError`. */
  apply(programs: InputPrograms, evaluation: Evaluation, future: YearState): void;
}

export class InputMemo {
  readonly #prefixes: RecentList<InputPrefix>;
  #lastRecipe: Pick<InputPrefix, "identity" | "inputs"> | null = null;

  /** `limit`: the number of prefixes cached. */
  constructor(limit: number = DEFAULT_LIMITS.prefixes) {
    this.#prefixes = new RecentList(limit);
  }

  /**
   * The future of a recipe. `identity` covers its dependencies besides its inputs and their reads of the scenario: the
   * data of the area, both years, and the base-year result. Null disables snapshots.
   */
  resume(identity: string | null, inputs: readonly AppliedInput[], scenario: ScenarioReader): ResumedFuture {
    const prefix = identity === null ? null : this.#longestPrefix(identity, inputs, scenario);
    const appliedCount = prefix?.inputs.length ?? 0;
    // The next recipe is likely to diverge from this one at the input where this one diverges from the last.
    const commonCount =
      identity !== null && this.#lastRecipe?.identity === identity ? commonLength(this.#lastRecipe.inputs, inputs) : 0;
    const isWorthCaching =
      commonCount - appliedCount >= INPUTS_WORTH_CACHING || (appliedCount === 0 && commonCount > 0);
    if (identity !== null) this.#lastRecipe = { identity, inputs };

    const tracedScenario = new TracedScenario(scenario, prefix?.reads);
    return {
      state: prefix?.state ?? null,
      scenario: tracedScenario,
      apply: (programs, evaluation, future) => {
        if (prefix !== null) evaluation.resumeFrom(prefix.results);
        const apply = (from: number, to: number): void =>
          programs.apply(inputs.slice(from, to), evaluation, "future", future.span);
        if (!isWorthCaching) return apply(appliedCount, inputs.length);
        apply(appliedCount, commonCount);
        const { cachedResults: results } = evaluation;
        if (results !== null)
          this.#storePrefix(
            { identity: identity!, inputs: inputs.slice(0, commonCount), reads: tracedScenario.reads, results },
            future,
          );
        apply(commonCount, inputs.length);
      },
    };
  }

  #longestPrefix(identity: string, inputs: readonly AppliedInput[], scenario: ScenarioReader): InputPrefix | null {
    const [longest] = [...this.#prefixes]
      .filter((prefix) => prefix.identity === identity && commonLength(prefix.inputs, inputs) === prefix.inputs.length)
      .sort((a, b) => b.inputs.length - a.inputs.length)
      .filter(({ reads }) => readsSameValues(scenario, reads));
    return longest === undefined ? null : this.#prefixes.find((prefix) => prefix === longest)!;
  }

  /** Stores a prefix with a copy of the state, in the memory of the least recently used prefix. */
  #storePrefix(prefix: Omit<InputPrefix, "state">, future: YearState): void {
    const state = this.#prefixes.takeOldest()?.state ?? future.blank();
    state.copyFrom(future);
    this.#prefixes.add({ ...prefix, state });
  }
}

/** The number of equal leading inputs, with equal values, of two recipes. */
function commonLength(a: readonly AppliedInput[], b: readonly AppliedInput[]): number {
  let length = 0;
  while (length < a.length && length < b.length && isSame(a[length]!, b[length]!)) length++;
  return length;
}

const isSame = (one: AppliedInput, other: AppliedInput): boolean =>
  one.input === other.input && Object.is(one.value, other.value);

function readsSameValues(scenario: ScenarioReader, { values, curves }: ScenarioReads): boolean {
  for (const [key, value] of values) if (!Object.is(scenario.inputValue(key), value)) return false;
  for (const [key, curve] of curves) if (scenario.attachedCurve(key) !== curve) return false;
  return true;
}

/** Reads a scenario, and records the results. */
class TracedScenario implements ScenarioReader {
  readonly area: ScenarioReader["area"];
  readonly curves: ScenarioReader["curves"];
  readonly #scenario: ScenarioReader;
  readonly #values: Map<string, Value>;
  readonly #curves: Map<string, Float64Array | null>;

  constructor(scenario: ScenarioReader, reads?: ScenarioReads) {
    this.#scenario = scenario;
    this.area = scenario.area;
    this.curves = scenario.curves;
    this.#values = new Map(reads?.values);
    this.#curves = new Map(reads?.curves);
  }

  /** All recorded reads. */
  get reads(): ScenarioReads {
    return { values: new Map(this.#values), curves: new Map(this.#curves) };
  }

  inputValue(key: string): Value {
    const value = this.#scenario.inputValue(key);
    this.#values.set(key, value);
    return value;
  }

  attachedCurve(key: string): Float64Array | null {
    const curve = this.#scenario.attachedCurve(key);
    this.#curves.set(key, curve);
    return curve;
  }
}
