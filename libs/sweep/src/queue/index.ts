/** Sweeps in a cluster: parts in a queue, and processes that calculate them. */
export { PartWorker } from "./part-worker.ts";
export type { AddResult, Unavailable, SweepDispatcher } from "./sweep-dispatcher.ts";
export { SweepQueue } from "./sweep-queue.ts";
export { openPool, QUEUE, SWEEP_METRICS, SWEEP_THREADS } from "./service.ts";
