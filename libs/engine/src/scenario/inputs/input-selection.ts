/** Selects the inputs of a recipe for each year, with their order and values. */
import type { InputDefinition } from "@etesian/model/definition";
import { isDisabledInScenario, type Recipe } from "@etesian/sliders";

export interface AppliedInput {
  readonly input: InputDefinition;
  readonly value: number | string;
}

/** The inputs of a model, for selection. */
export interface InputList {
  readonly byKey: ReadonlyMap<string, InputDefinition>;
  /** Inputs that are applied first in the future of every scenario. */
  readonly before: readonly InputDefinition[];
}

export function inputList(inputs: readonly InputDefinition[]): InputList {
  return {
    byKey: new Map(inputs.map((input) => [input.key, input])),
    before: inputs.filter(({ updatePeriod }) => updatePeriod === "before"),
  };
}

export interface InputSelection {
  readonly present: readonly AppliedInput[];
  readonly future: readonly AppliedInput[];
}

/**
 * Enabled inputs with a user or balanced value, highest priority first, then by key; later inputs see the writes of
 * earlier ones. `before` inputs come first in the future of every scenario, with the end year as their value.
 */
export function selectInputs(inputs: InputList, recipe: Recipe, disabledByCurves: ReadonlySet<string>): InputSelection {
  const values = { ...recipe.balancedValues, ...recipe.userValues };
  const conditions = { values, activeCouplings: recipe.activeCouplings, disabledByCurves };

  const applied: AppliedInput[] = [];
  for (const [key, value] of Object.entries(values)) {
    const input = inputs.byKey.get(key);
    if (input !== undefined && !isDisabledInScenario(input, conditions)) applied.push({ input, value });
  }
  applied.sort(byPriority);

  const present: AppliedInput[] = [];
  const future: AppliedInput[] = inputs.before.map((input) => ({ input, value: recipe.endYear }));
  for (const appliedInput of applied) {
    const { updatePeriod } = appliedInput.input;
    if (updatePeriod === "present" || updatePeriod === "both") present.push(appliedInput);
    if (updatePeriod === "future" || updatePeriod === "both") future.push(appliedInput);
  }
  return { present, future };
}

function byPriority({ input: a }: AppliedInput, { input: b }: AppliedInput): number {
  return b.priority - a.priority || (a.key < b.key ? -1 : 1);
}
