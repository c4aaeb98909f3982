/** Scenarios in which figures are checked: the start, and technologies switched on. */
import { factorBetween } from "@etesian/interface";
import { blankRecipe, type InputFacts, type InputTable, moveSliders, type Recipe } from "@etesian/sliders";

export const END_YEAR = 2050;

/** The part of its maximum that a technology is switched on to: large enough to show, small enough to stay possible. */
const PART = 0.1;

export interface Variant {
  /** As reports name it. */
  readonly name: string;
  readonly recipe: Recipe;
}

/**
 * The start scenario and one with all technologies at once; with `whole` also one for each technology. A technology is
 * an input that sets a capacity, at a tenth of its maximum.
 */
export function* variants(inputs: InputTable, area: string, whole: boolean): Generator<Variant> {
  yield { name: "start", recipe: blankRecipe(area, END_YEAR) };
  const technologies = [...inputs.values()].filter(isTechnology);
  const together = technologies.filter(
    ({ disabledBy, couplingGroups }) => disabledBy.length === 0 && couplingGroups.length === 0,
  );
  const all = recipeOf(inputs, area, together);
  if (all !== null) yield { name: "all technologies", recipe: all };
  for (const input of whole ? technologies : []) {
    const recipe = recipeOf(inputs, area, [input]);
    if (recipe !== null) yield { name: `${input.key} = ${String(valueOf(input))}`, recipe };
  }
}

const isTechnology = ({ key, unit, min, max, disabled, shareGroup, permittedValues }: InputFacts): boolean =>
  !disabled &&
  shareGroup === null &&
  permittedValues === null &&
  min !== null &&
  max !== null &&
  max > 0 &&
  (factorBetween(unit ?? "", "MW") !== null || /capacity|market_penetration/.test(key));

const valueOf = ({ min, max }: InputFacts): number => Math.max(min!, max! * PART);

/** Null where rules of sliders refuse it. */
function recipeOf(inputs: InputTable, area: string, moved: readonly InputFacts[]): Recipe | null {
  const values = Object.fromEntries(moved.map((input) => [input.key, valueOf(input)]));
  const change = moveSliders(inputs, { userValues: {}, balancedValues: {}, activeCouplings: [] }, { values });
  return "errors" in change ? null : { ...blankRecipe(area, END_YEAR), ...change.state };
}
