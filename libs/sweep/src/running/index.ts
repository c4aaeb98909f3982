/** Runs sweeps on threads of this machine, with results in a directory. Loads nothing that calculates. */
export type { SweepBase } from "../base.ts";
export type { FigureEstimates, Influence, SweepEstimates } from "../estimates.ts";
export type { SweepOutline } from "../plan.ts";
export { SweepSpecError } from "../problems.ts";
export { readSweepFile, readSweepSpec, type SweepFile, type SweepSpec } from "../spec.ts";
export { type FinishedSweep, type ResultFile, SweepDirectory, SweepDirectoryError } from "./sweep-directory.ts";
export {
  type CalculateOptions,
  type Estimate,
  estimateOf,
  type PartFile,
  type PartRows,
  type PlannedSweep,
  type RefusedSweep,
  type Sweep,
  type SweepCalculator,
  SweepPool,
} from "./sweep-pool.ts";
