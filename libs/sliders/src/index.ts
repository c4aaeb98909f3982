/**
 * A scenario's settings, without calculated results: recipes, input facts, slider moves, balanced share groups,
 * couplings, attached curves and rescaling, and orders (`orders.ts`). Pure functions, shared by the services that store
 * and calculate scenarios.
 */
export {
  ATTACHED_CURVE_TYPES,
  toCalculationCurve,
  type AttachedCurveType,
  type CurveFigures,
  type CustomCurve,
  customCurves,
  fullLoadHoursOf,
  CURVE_LENGTH,
  inputsDisabledByCurves,
  inputsReplacedByCurves,
  toStoredCurve,
  overridesOf,
  valuesSetBy,
} from "./attached-curve.ts";
export { type CouplingGroups, inactiveCouplings, isDisabledByCoupling } from "./couplings.ts";
export type { InputFacts, InputTable } from "./input-facts.ts";
export {
  type CurvesOnSliders,
  isDisabledInScenario,
  moveSliders,
  type ScenarioConditions,
  type SliderChange,
  type SliderRequest,
  type SliderState,
} from "./moving.ts";
export { AREA_ATTRIBUTES, blankRecipe, type Recipe, type Scaling, type Values } from "./recipe.ts";
export { recipeHash } from "./recipe-hash.ts";
export { rescale } from "./rescaling.ts";
