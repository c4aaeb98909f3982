/**
 * Planning and calculating the variants of a sweep: pure functions without files and threads, for pages and workers.
 */
export { type Attribution, attributions, changesBetween } from "./answers/attribution.ts";
export { figureAtPosition, toleranceOf } from "./answers/target.ts";
export { outlineOf, planOf, type SweepOutline, type SweepPlan } from "./plan.ts";
export { SweepSpecError } from "./problems.ts";
export { calculate, recipeOf, settingsOf } from "./rows.ts";
export type { SweepSpec } from "./spec.ts";
export type { SweepTable } from "./table.ts";
