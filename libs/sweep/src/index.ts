/** Sweeps: many variants of a scenario, calculated to a table. Pure: the same in page, thread and command line. */
export { columnsOf, csvOf, parquetOf, readParquet } from "./files.ts";
export { baseRecipe, type Calculation, type Column, type Output, planOf, type SweepPlan } from "./plan.ts";
export { failedRow, joined, rowsOf, type SweepTable } from "./rows.ts";
export { readSweepFile, readSweepSpec, type SweepFile, type SweepSpec, SweepSpecError } from "./spec.ts";
