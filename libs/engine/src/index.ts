export { unbalancedHours, type UnbalancedHour } from "./hourly/balance.ts";
export { blankRecipe, type Recipe, type Scaling } from "./recipe.ts";
export type * from "./scenario/answers.ts";
export { attachedCurve, type AttachedCurveType } from "./scenario/attached-curve.ts";
export { couplingGroups, coupledInputs, inactiveCouplings, isDisabledByCoupling } from "./scenario/couplings.ts";
export type * from "./scenario/curve-source.ts";
export { CalculationError, Engine } from "./scenario/engine.ts";
export type * from "./scenario/input-table.ts";
export { recipeHash } from "./scenario/recipe-hash.ts";
export { balance, checkGroup, touchedGroups, type Values } from "./scenario/share-groups.ts";
export {
  inputsDisabledByCurves,
  isDisabledInScenario,
  moveSliders,
  type ScenarioConditions,
  type SliderChange,
  type SliderRequest,
  type SliderState,
} from "./scenario/sliders.ts";
export { type SharedSolution, Solution } from "./scenario/solution.ts";
export { ANNUAL_EXPORTS, type Export, HOURLY_EXPORTS, NO_HOURS } from "./exports/catalogue.ts";
export { ExportConfigurationError } from "./exports/configured-table.ts";
export { chunks } from "./exports/csv.ts";
export { type EnergyMap, energyMap } from "./exports/energy-map.ts";
export type { MeritConfiguration, MeritParticipant } from "./exports/merit-configuration.ts";
export { type NodeStatistics, UnknownStatistic } from "./exports/node-statistics.ts";
export { listenToStages, type Stage } from "./stages.ts";
