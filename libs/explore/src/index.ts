/**
 * Exploration of many scenarios: factors, designs, and estimates from results. Pure functions, so that the page,
 * threads and the command line can share them.
 */
export { type Design, grid, listedPoints, oneAtATime } from "./designs/design.ts";
export { latinHypercube } from "./designs/latin-hypercube.ts";
export { morris, type Trajectories } from "./designs/morris.ts";
export { type Part, partsOf, shardOf } from "./designs/parts.ts";
export { saltelli } from "./designs/saltelli.ts";
export { MAX_DIMENSIONS, sobol } from "./designs/sobol.ts";
export { type Candidates, mostDifferent, nearOptimal } from "./estimates/alternatives.ts";
export { quantilesOf, VariantSeries } from "./estimates/bands.ts";
export { type ElementaryEffects, elementaryEffects } from "./estimates/elementary-effects.ts";
export { rankCorrelations } from "./estimates/rank-correlation.ts";
export {
  canBeExact,
  type Contribution,
  exactContributions,
  type GroupContribution,
  type Groups,
  MAX_EXACT,
  type ResultWith,
  sampledContributions,
} from "./estimates/shapley.ts";
export { type EstimatedIndex, type Interval, sobolIndices } from "./estimates/sobol-indices.ts";
export { type Answer, findTarget } from "./estimates/target.ts";
export { permutedAt, randomAt } from "./random.ts";
export { type TransferResult, transferTo, TransferError } from "./space/transfer.ts";
export { AREAS, type Change, type Factor, FactorError, type Range, type Role } from "./space/factors.ts";
export {
  allFactors,
  documentedFactors,
  type OmittedSlider,
  type ResolvedFactor,
  type Space,
  spaceOf,
} from "./space/space.ts";
