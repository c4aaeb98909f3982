/**
 * Loads a model directory's documents and datasets into a checked definition and the solved start years of its areas.
 */
export type * from "./definition.ts";
export type * from "./dataset.ts";
export type { AreaSource, DatasetScaling, GraphValue } from "./datasets/area-source.ts";
export { areaCurves, firstWeekdayIn, furtherVariants, variantCurves } from "./datasets/area-curves.ts";
export { checkArea, graphKeys } from "./datasets/checks.ts";
export { curveSource } from "./datasets/curve-source.ts";
export { CurveMemory } from "./datasets/curve-memory.ts";
export type { CurveLibrary, CurveSet, CurveSetVariant } from "./datasets/curve-library.ts";
export { CurveError } from "./datasets/curves.ts";
export type { ReadCurve } from "./datasets/curve-cache.ts";
export type { Attribute, AttributeTable } from "./documents/attributes.ts";
export { lineOf, rangeProblem, queryProblems } from "./documents/checks.ts";
export type { OnProgress } from "./documents/load.ts";
export {
  AreaNotComputableError,
  UnknownAreaError,
  ModelDirectoryError,
  openModel,
  type Model,
  type OpenOptions,
} from "./open.ts";
export { describeProblem, type Problem } from "./problem.ts";
export {
  solveStartYear,
  StartYearError,
  startYearStages,
  type EdgeSnapshot,
  type PropagatedValue,
  type NodeSnapshot,
  type StartYearSnapshot,
  type StartYearStages,
} from "./start-year/index.ts";
