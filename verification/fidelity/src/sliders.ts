/**
 * `sliders`: scenarios that the reference created over HTTP with balancing, couplings, curves and scaling. Replays
 * their requests with the rules of `moveSliders`, and compares values, couplings and all inputs.
 */
import { openModel } from "@etesian/model";
import {
  inactiveCouplings,
  customCurves,
  inputsDisabledByCurves,
  type InputTable,
  moveSliders,
  type Scaling,
  type SliderState,
} from "@etesian/sliders";
import { newEngine } from "@etesian/workbench/engine";
import { compareRanges, type ReferenceRanges, type ReferenceResults } from "./annual.ts";
import { listGolden, readGolden } from "./reference.ts";
import { type Command, type Comparison, Tally } from "./report.ts";

/** A curve attached to a scenario: its key and the uploaded values. */
export interface Attachment {
  readonly curve: string;
  readonly values: readonly number[];
}

/** A request after the scenario's creation, or an attached curve. */
type Step =
  | Attachment
  | {
      readonly path: string;
      readonly body: {
        readonly scenario?: { readonly user_values?: { readonly [input: string]: unknown } };
        readonly groups?: readonly string[];
        readonly autobalance?: boolean;
      };
    };

/** A scenario that the reference created over HTTP, and its responses. */
export interface SpecialScenario extends ReferenceResults {
  readonly scenario: {
    readonly area_code: string;
    readonly end_year: number;
    readonly user_values: SliderState["userValues"];
    readonly balanced_values: SliderState["balancedValues"];
    readonly active_couplings: readonly string[];
    readonly inactive_couplings: readonly string[];
    readonly scaling: {
      readonly area_attribute: Scaling["areaAttribute"];
      readonly value: number;
      readonly base_value: number;
      readonly has_agriculture: boolean;
      readonly has_industry: boolean;
      readonly has_energy: boolean;
    } | null;
  };
  readonly steps: readonly Step[];
  readonly inputs: ReferenceRanges;
}

/** The scaling of a recipe. */
export function scalingOf({ scaling }: SpecialScenario["scenario"]): Scaling | null {
  if (scaling === null) return null;
  return {
    areaAttribute: scaling.area_attribute,
    value: scaling.value,
    baseValue: scaling.base_value,
    hasAgriculture: scaling.has_agriculture,
    hasIndustry: scaling.has_industry,
    hasEnergy: scaling.has_energy,
  };
}

/** The state after all requests, and the attached curves. @throws when a request is refused. */
function replay(table: InputTable, steps: readonly Step[]): { state: SliderState; curves: readonly string[] } {
  const curves: string[] = [];
  let state: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };
  for (const step of steps) {
    if ("curve" in step) {
      curves.push(step.curve);
      continue;
    }
    const { body, path } = step;
    const groups = body.groups ?? [];
    if (path.endsWith("/couple")) {
      state = { ...state, activeCouplings: [...new Set([...state.activeCouplings, ...groups])] };
    } else if (path.endsWith("/uncouple")) {
      state = { ...state, activeCouplings: state.activeCouplings.filter((group) => !groups.includes(group)) };
    } else {
      const { autobalance = true, scenario } = body;
      const change = moveSliders(table, state, { values: scenario?.user_values ?? {}, autobalance });
      if ("errors" in change) throw new Error(`the request was refused: ${change.errors.join("; ")}`);
      state = change.state;
    }
  }
  return { state, curves };
}

function compareState(title: string, table: InputTable, state: SliderState, golden: SpecialScenario): Comparison {
  const tally = new Tally(title);
  const { userValues, balancedValues, activeCouplings } = state;
  const { user_values, balanced_values, active_couplings, inactive_couplings } = golden.scenario;
  const compareValues = (
    name: string,
    expected: SliderState["userValues"],
    actual: SliderState["userValues"],
  ): void => {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      tally.add(`${name} ${key}`, expected[key] ?? null, actual[key] ?? null);
    }
  };
  compareValues("user value of", user_values, userValues);
  compareValues("balanced value of", balanced_values, balancedValues);
  tally.add("active couplings", active_couplings, activeCouplings);
  const inactive = inactiveCouplings(table, { userValues, balancedValues, activeCouplings }, []);
  tally.add("inactive couplings", inactive_couplings, inactive);
  return tally.comparison;
}

export const slidersCommand: Command = {
  description: "scenarios created with balancing, couplings, curves and scaling: their values and inputs",
  files: async (reference) => listGolden(reference, "special").map((name) => `special/${name}`),
  async run(reference, files, report) {
    const model = await openModel(reference.model);
    const engine = newEngine(model);
    for (const file of files) {
      const golden = readGolden(reference, file) as SpecialScenario;
      const { area_code: area, end_year: endYear } = golden.scenario;
      const table = engine.inputs(await model.dataset(area), endYear, scalingOf(golden.scenario));
      const { state, curves } = replay(table, golden.steps);
      const conditions = {
        values: { ...state.balancedValues, ...state.userValues },
        activeCouplings: state.activeCouplings,
        disabledByCurves: inputsDisabledByCurves(customCurves(model.definition.config["user_curves"]), curves),
      };
      report(compareState(`${file} (values)`, table, state, golden));
      report(compareRanges(`${file} (inputs)`, table, golden.inputs, conditions));
    }
  },
};
