/**
 * Sweeps: many variants of a scenario, calculated to a table. Pure, so that page, threads and command line share it.
 */
export { columnsOf, csvOf, parquetOf, readParquet } from "./files.ts";
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
export { failedRow, rowsOf } from "./rows.ts";
export { joined, type SweepTable } from "./table.ts";
export { SweepSpecError } from "./problems.ts";
export { readSweepFile, readSweepSpec, type SweepFile, type SweepSpec } from "./spec.ts";
