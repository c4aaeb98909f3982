/**
 * The thread that solves one area's start year: receives a `SolveRequest`, responds once with a `SolveResponse`, and
 * waits to be terminated.
 */
import { parentPort, workerData } from "node:worker_threads";
import { openArea } from "./datasets/open-area.ts";
import type { DatasetDocument } from "./datasets/registry.ts";
import { LookupError } from "./datasets/table.ts";
import type { SystemDefinition } from "./definition.ts";
import { packDataset } from "./packed-dataset.ts";
import { StartYearError } from "./start-year/error.ts";
import { solveStartYear } from "./start-year/index.ts";

export interface SolveRequest {
  readonly directory: string;
  readonly definition: SystemDefinition;
  /** The area's dataset, and its base datasets. */
  readonly datasets: readonly DatasetDocument[];
  readonly area: string;
  /** Hash of everything that determines the dataset. */
  readonly hash: string;
}

/** The packed dataset, or the reason why the area cannot be calculated. */
export type SolveResponse = { readonly bytes: SharedArrayBuffer } | { readonly problem: string };

/**
 * Keeps the thread alive until it is terminated. If it exited, Node would wait for V8's helper thread to finish this
 * thread's work, which may wait for garbage collection that this thread no longer performs. With a single helper,
 * compilation and collection would then stop for all threads.
 */
parentPort?.ref();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a browser window
parentPort?.postMessage(solveRequest(workerData as SolveRequest));

function solveRequest({ directory, definition, datasets, area, hash }: SolveRequest): SolveResponse {
  const registry = new Map(datasets.map((dataset) => [dataset.key, dataset]));
  try {
    const dataset = solveStartYear(definition, openArea(directory, registry, area));
    return { bytes: packDataset({ ...dataset, hash }, (byteLength) => new SharedArrayBuffer(byteLength)) };
  } catch (error) {
    if (error instanceof StartYearError) return { problem: error.summary };
    if (error instanceof LookupError) return { problem: error.message };
    throw error;
  }
}
