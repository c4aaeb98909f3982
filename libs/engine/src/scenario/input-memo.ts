/**
 * Memoised beginnings of futures. Inputs are applied one after the other, and what the first ones write does not depend on
 * later ones: where a recipe's first inputs are those of one of the last recipes, the future goes on from the state that they
 * left, so that a slider which moves has the inputs after it applied again, not those before. What they ask the scenario for
 * is noted and asked again (a verifying trace): it may be the value of an input that comes later.
 */
import type { Evaluation, FoundResults, Value } from "@etesian/gql";
import { YearState } from "../graph/year.ts";
import type { InputPrograms } from "./input-programs.ts";
import type { AppliedInput } from "./input-selection.ts";
import type { ScenarioReader } from "./year-world.ts";

/** Each takes a state of 0.8 MB in a model like that of the Netherlands. */
const KEPT_BEGINNINGS = 4;
/** To apply so many inputs takes longer than to copy a state. */
const WORTH_KEEPING = 8;

/** What the first inputs of a recipe have left. */
interface Beginning {
  readonly identity: string;
  readonly inputs: readonly AppliedInput[];
  /** What these have asked the scenario for. */
  readonly asked: Asked;
  readonly state: YearState;
  /** Results of queries that they have asked, which keep them. */
  readonly results: FoundResults;
}

interface Asked {
  readonly values: ReadonlyMap<string, Value>;
  readonly curves: ReadonlyMap<string, Float64Array | null>;
}

/** A future that inputs are to be applied to. */
export interface BegunFuture {
  /** The state to begin with, to be copied; null: that of the area. */
  readonly state: YearState | null;
  /** By what queries of the inputs are to read the scenario. */
  readonly scenario: ScenarioReader;
  /** Applies the inputs that are left to the copy. Raises `CalculationError`. */
  apply(programs: InputPrograms, evaluation: Evaluation, future: YearState): void;
}

export class InputMemo {
  /** The one that was used last comes first. */
  readonly #kept: Beginning[] = [];
  #last: Pick<Beginning, "identity" | "inputs"> | null = null;

  /**
   * The future of a recipe. `identity` tells all that it follows from besides its inputs and what these ask the scenario for:
   * the data of the area, both years, the present; null where that cannot be told.
   */
  begin(identity: string | null, inputs: readonly AppliedInput[], scenario: ScenarioReader): BegunFuture {
    const known = identity === null ? null : this.#longest(identity, inputs, scenario);
    const begun = known?.inputs.length ?? 0;
    // The next recipe is likely to leave this one where this one leaves the last.
    const common = identity !== null && this.#last?.identity === identity ? commonLength(this.#last.inputs, inputs) : 0;
    const isWorthKeeping = common - begun >= WORTH_KEEPING || (begun === 0 && common > 0);
    if (identity !== null) this.#last = { identity, inputs };

    const notes = new ScenarioNotes(scenario, known?.asked);
    return {
      state: known?.state ?? null,
      scenario: notes,
      apply: (programs, evaluation, future) => {
        if (known !== null) evaluation.goOnFrom(known.results);
        const apply = (from: number, to: number): void =>
          programs.apply(inputs.slice(from, to), evaluation, "future", future.span);
        if (!isWorthKeeping) return apply(begun, inputs.length);
        apply(begun, common);
        const { found: results } = evaluation;
        if (results !== null)
          this.#keep({ identity: identity!, inputs: inputs.slice(0, common), asked: notes.asked, results }, future);
        apply(common, inputs.length);
      },
    };
  }

  #longest(identity: string, inputs: readonly AppliedInput[], scenario: ScenarioReader): Beginning | null {
    const [longest] = this.#kept
      .filter((kept) => kept.identity === identity && commonLength(kept.inputs, inputs) === kept.inputs.length)
      .sort((a, b) => b.inputs.length - a.inputs.length)
      .filter(({ asked }) => answersTheSame(scenario, asked));
    const place = longest === undefined ? -1 : this.#kept.indexOf(longest);
    if (place > 0) this.#kept.unshift(...this.#kept.splice(place, 1));
    return longest ?? null;
  }

  /** Keeps a copy of the state, in the memory of the beginning that has not been used for longest. */
  #keep(beginning: Omit<Beginning, "state">, future: YearState): void {
    const oldest = this.#kept.length < KEPT_BEGINNINGS ? undefined : this.#kept.pop();
    const state = oldest?.state ?? new YearState(future.topology, future.span);
    state.copyFrom(future);
    this.#kept.unshift({ ...beginning, state });
  }
}

/** How many inputs two recipes begin with that are the same, with the same values. */
function commonLength(some: readonly AppliedInput[], others: readonly AppliedInput[]): number {
  let length = 0;
  while (length < some.length && length < others.length && isSame(some[length]!, others[length]!)) length++;
  return length;
}

const isSame = (one: AppliedInput, other: AppliedInput): boolean =>
  one.input === other.input && Object.is(one.value, other.value);

function answersTheSame(scenario: ScenarioReader, { values, curves }: Asked): boolean {
  for (const [key, value] of values) if (!Object.is(scenario.inputValue(key), value)) return false;
  for (const [key, curve] of curves) if (scenario.attachedCurve(key) !== curve) return false;
  return true;
}

/** Reads a scenario, and notes what it has answered. */
class ScenarioNotes implements ScenarioReader {
  readonly area: ScenarioReader["area"];
  readonly curves: ScenarioReader["curves"];
  readonly #scenario: ScenarioReader;
  readonly #values: Map<string, Value>;
  readonly #curves: Map<string, Float64Array | null>;

  constructor(scenario: ScenarioReader, asked?: Asked) {
    this.#scenario = scenario;
    this.area = scenario.area;
    this.curves = scenario.curves;
    this.#values = new Map(asked?.values);
    this.#curves = new Map(asked?.curves);
  }

  /** All that was asked so far. */
  get asked(): Asked {
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
