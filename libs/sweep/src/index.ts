/**
 * Sweeps: many variants of a scenario, calculated to a table. Pure functions, so that the page, threads and the command
 * line can share them.
 */
export { csvOf, parquetOf } from "./files.ts";
export { readParquet } from "./parquet-rows.ts";
export { recipeOf, type SweepBase } from "./base.ts";
export {
  type Calculation,
  type Column,
  type Output,
  outlineOf,
  planOf,
  type SweepOutline,
  type SweepPlan,
} from "./plan.ts";
export { failedRow, calculateRows } from "./rows.ts";
export { joinTables, type SweepTable } from "./table.ts";
export { SweepSpecError } from "./problems.ts";
export { readSweepFile, readSweepSpec, type SweepFile, type SweepSpec } from "./spec.ts";
