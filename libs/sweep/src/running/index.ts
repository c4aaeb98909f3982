/** Runs sweeps on threads of this machine, with results in a directory. */
export { type FinishedSweep, type ResultFile, SweepDirectory, SweepDirectoryError } from "./sweep-directory.ts";
export { type Estimate, estimateOf, type PartTable, type Sweep, SweepPool } from "./sweep-pool.ts";
