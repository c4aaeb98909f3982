/** The contract between workers and the service that runs the sweeps: workers read sweeps and return rows of parts. */
import type { Part } from "@etesian/explore";
import type { PartRows, PlannedSweep, Sweep } from "../running/index.ts";

/** "over": parts of the sweep are no longer needed. "later": it was interrupted, and will continue. */
export type Unavailable = "over" | "later";

/** "added": stored, now or earlier. "other_version": the sweep is calculated with another engine or model. */
export type AddResult = "added" | "other_version" | Unavailable;

export interface SweepDispatcher {
  /** The sweep of a part. Rejects while the service cannot be reached. */
  sweepOf(id: string): Promise<Sweep | Unavailable>;
  /** Returns the rows of a part. Rejects while the service cannot be reached. */
  add(id: string, part: Part, rows: PartRows, versions: PlannedSweep["versions"]): Promise<AddResult>;
}
