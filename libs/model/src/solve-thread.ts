/**
 * The thread in which one area's start year is solved: gets a `SolveRequest`, answers once with a `SolveAnswer`, and waits to be
 * ended.
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
  /** The area's own, and those that it is derived from. */
  readonly datasets: readonly DatasetDocument[];
  readonly area: string;
  /** Hash of all that the dataset is made from. */
  readonly hash: string;
}

/** The dataset, packed; or why the area cannot be computed. */
export type SolveAnswer = { readonly bytes: SharedArrayBuffer } | { readonly problem: string };

/**
 * The thread does not end by itself. Node would then wait until V8's helper has finished its work for this thread,
 * which may wait for garbage that this thread no longer collects. With one helper, nothing would be compiled or
 * collected beside any thread from then on.
 */
parentPort?.ref();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a browser window
parentPort?.postMessage(solveRequest(workerData as SolveRequest));

function solveRequest({ directory, definition, datasets, area, hash }: SolveRequest): SolveAnswer {
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
