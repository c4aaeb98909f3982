/** The scenarios in which figures are checked: the start scenario, and scenarios with technologies enabled. */
import type { ExampleDocument } from "@etesian/interface";
import { blankRecipe, type InputFacts, type InputTable, moveSliders, type Recipe, type Values } from "@etesian/sliders";

export const END_YEAR = 2050;

/** Share of its maximum to which a technology is set: large enough to show, small enough to stay feasible. */
const SHARE_OF_MAXIMUM = 0.1;

export interface Variant {
  /** The scenario's name in reports. */
  readonly name: string;
  readonly recipe: Recipe;
}

/**
 * The start scenario and one with all technologies together. With `withAllVariants`, also one for each technology
 * alone, the model's examples of the area, and reproducible scenarios with many inputs at random positions. A
 * technology is an input that sets a capacity; it is set to a tenth of its maximum.
 */
export function* variants(
  inputs: InputTable,
  area: string,
  withAllVariants: boolean,
  examples: readonly ExampleDocument[] = [],
): Generator<Variant> {
  yield { name: "start", recipe: blankRecipe(area, END_YEAR) };
  const technologies = [...inputs.values()].filter(isTechnology);
  const isFree = ({ disabledBy, couplingGroups }: InputFacts): boolean =>
    disabledBy.length === 0 && couplingGroups.length === 0;
  const allTechnologies = recipeOf(inputs, area, valuesOf(technologies.filter(isFree)));
  if (allTechnologies !== null) yield { name: "all technologies", recipe: allTechnologies };
  if (!withAllVariants) return;
  for (const input of technologies) {
    const recipe = recipeOf(inputs, area, valuesOf([input]));
    if (recipe !== null) yield { name: `${input.key} = ${String(valueOf(input))}`, recipe };
  }
  for (const { title, values } of examples.filter((example) => example.area === area)) {
    const recipe = recipeOf(inputs, area, values);
    if (recipe !== null) yield { name: `example ${title.en}`, recipe };
  }
  const movableInputs = [...inputs.values()].filter((input) => isFree(input) && isMovable(input));
  const random = randomNumbers();
  for (let index = 1; index <= RANDOM_SCENARIOS; index++) {
    const recipe = recipeOf(inputs, area, randomPositions(movableInputs, random));
    if (recipe !== null) yield { name: `random ${String(index)}`, recipe };
  }
}

const RANDOM_SCENARIOS = 100;
/** Share of all inputs that a random scenario moves. */
const MOVED_SHARE = 0.1;

const isMovable = ({ unit, min, max, disabled }: InputFacts): boolean =>
  !disabled && unit !== "bool" && unit !== "enum" && min !== null && max !== null && max > min;

/** Whether an input sets the capacity of a technology. */
export const isCapacity = (key: string): boolean =>
  /^capacity_of_|^electricity_interconnector_\d+_capacity$|market_penetration$/.test(key);

const isTechnology = (input: InputFacts): boolean =>
  isMovable(input) && input.shareGroup === null && input.max! > 0 && isCapacity(input.key);

const valueOf = ({ min, max }: InputFacts): number => Math.max(min!, max! * SHARE_OF_MAXIMUM);

const valuesOf = (inputs: readonly InputFacts[]): Values =>
  Object.fromEntries(inputs.map((input) => [input.key, valueOf(input)]));

/** Positions of some inputs, at most one per share group, whose other members adjust. */
function randomPositions(inputs: readonly InputFacts[], random: () => number): Values {
  const groups = new Set<string>();
  const values: { [key: string]: number } = {};
  for (const { key, shareGroup, min, max } of inputs) {
    const [isChosen, position] = [random() < MOVED_SHARE, random()];
    if (!isChosen || (shareGroup !== null && groups.has(shareGroup))) continue;
    if (shareGroup !== null) groups.add(shareGroup);
    values[key] = min! + position * (max! - min!);
  }
  return values;
}

/** A seeded mulberry32 generator: reproducible numbers from 0 to 1. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Null if the slider rules refuse the positions. */
function recipeOf(inputs: InputTable, area: string, values: Values): Recipe | null {
  const change = moveSliders(inputs, { userValues: {}, balancedValues: {}, activeCouplings: [] }, { values });
  return "errors" in change ? null : { ...blankRecipe(area, END_YEAR), ...change.state };
}
