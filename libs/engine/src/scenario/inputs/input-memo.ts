/**
 * Snapshots of input prefixes. Inputs are applied in sequence, and the writes of the first ones do not depend on later
 * ones. If a recipe's first inputs equal a recent recipe's, the future resumes from their snapshot. So a moved slider
 * reapplies only itself and the inputs after it. Reads of the scenario are recorded and verified (a verifying trace),
 * since an input may read the value of a later one.
 */
import { RecentList } from "@etesian/collections";
import type { Evaluation, FoundResults, Value } from "@etesian/gql";
import { DEFAULT_LIMITS, INPUTS_WORTH_KEEPING } from "../../limits.ts";
import type { YearState } from "../../graph/state/year.ts";
import type { InputPrograms } from "./input-programs.ts";
import type { AppliedInput } from "./input-selection.ts";
import type { ScenarioReader } from "../year/year-world.ts";

/** The result of the first inputs of a recipe. */
interface InputPrefix {
  readonly identity: string;
  readonly inputs: readonly AppliedInput[];
  /** Their reads of the scenario. */
  readonly reads: ScenarioReads;
  readonly state: YearState;
  /** Results of queries that they evaluated and that remain valid. */
  readonly results: FoundResults;
}

interface ScenarioReads {
  readonly values: ReadonlyMap<string, Value>;
  readonly curves: ReadonlyMap<string, Float64Array | null>;
}

/** A future whose remaining inputs are to be applied. */
export interface ResumedFuture {
  /** The initial state, to be copied; null for the area's own. */
  readonly state: YearState | null;
  /** The scenario that queries of the inputs must read through. */
  readonly scenario: ScenarioReader;
  /** Applies the remaining inputs to the copy. Raises `CalculationError`. */
  apply(programs: InputPrograms, evaluation: Evaluation, future: YearState): void;
}

export class InputMemo {
  readonly #kept: RecentList<InputPrefix>;
  #last: Pick<InputPrefix, "identity" | "inputs"> | null = null;

  /** `limit`: the number of prefixes kept. */
  constructor(limit: number = DEFAULT_LIMITS.prefixes) {
    this.#kept = new RecentList(limit);
  }

  /**
   * The future of a recipe. `identity` covers its dependencies besides its inputs and their reads of the scenario: the
   * data of the area, both years, the base-year result. Null if there is no such key.
   */
  resume(identity: string | null, inputs: readonly AppliedInput[], scenario: ScenarioReader): ResumedFuture {
    const prefix = identity === null ? null : this.#longest(identity, inputs, scenario);
    const applied = prefix?.inputs.length ?? 0;
    // The next recipe is likely to diverge from this one where this one diverges from the last.
    const common = identity !== null && this.#last?.identity === identity ? commonLength(this.#last.inputs, inputs) : 0;
    const isWorthKeeping = common - applied >= INPUTS_WORTH_KEEPING || (applied === 0 && common > 0);
    if (identity !== null) this.#last = { identity, inputs };

    const traced = new TracedScenario(scenario, prefix?.reads);
    return {
      state: prefix?.state ?? null,
      scenario: traced,
      apply: (programs, evaluation, future) => {
        if (prefix !== null) evaluation.resumeFrom(prefix.results);
        const apply = (from: number, to: number): void =>
          programs.apply(inputs.slice(from, to), evaluation, "future", future.span);
        if (!isWorthKeeping) return apply(applied, inputs.length);
        apply(applied, common);
        const { found: results } = evaluation;
        if (results !== null)
          this.#keep({ identity: identity!, inputs: inputs.slice(0, common), reads: traced.reads, results }, future);
        apply(common, inputs.length);
      },
    };
  }

  #longest(identity: string, inputs: readonly AppliedInput[], scenario: ScenarioReader): InputPrefix | null {
    const [longest] = [...this.#kept]
      .filter((kept) => kept.identity === identity && commonLength(kept.inputs, inputs) === kept.inputs.length)
      .sort((a, b) => b.inputs.length - a.inputs.length)
      .filter(({ reads }) => readsSameValues(scenario, reads));
    return longest === undefined ? null : this.#kept.find((kept) => kept === longest)!;
  }

  /** Stores a copy of the state, in the memory of the least recently used prefix. */
  #keep(prefix: Omit<InputPrefix, "state">, future: YearState): void {
    const state = this.#kept.takeOldest()?.state ?? future.blank();
    state.copyFrom(future);
    this.#kept.add({ ...prefix, state });
  }
}

/** The number of equal leading inputs, with equal values, of two recipes. */
function commonLength(some: readonly AppliedInput[], others: readonly AppliedInput[]): number {
  let length = 0;
  while (length < some.length && length < others.length && isSame(some[length]!, others[length]!)) length++;
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

  /** All reads so far. */
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
