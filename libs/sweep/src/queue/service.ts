/** Settings and threads shared by the services that calculate sweeps. */
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { addDetails, counter, type MetricDefinition, type Metrics, setting } from "@etesian/service-kit";
import { SweepPool } from "../running/index.ts";

export const SWEEP_THREADS = addDetails(
  setting.integer("threads that calculate sweeps", { min: 1, max: 256 }, Math.max(1, availableParallelism() - 1)),
  "They start with the first sweep, run at a lower priority than all other threads, and end after a minute without work. Each takes about 500 MB with a large model",
  "processors − 1",
);

/** Name of the queue of parts. */
export const QUEUE = "sweep-parts";

/** Name of the model that compute fetches into the data directory. */
const FETCHED_MODEL = "etsource";

interface Values {
  readonly model: string;
  readonly data: string;
  readonly sweepThreads: number;
}

const CALCULATED_PARTS: MetricDefinition = {
  type: "counter",
  name: "sweep_parts_total",
  help: "Parts of sweeps that the process calculated",
  labels: {},
  services: "sweeps, batch",
};
export const SWEEP_METRICS = [CALCULATED_PARTS];

export function openPool({ model, data, sweepThreads }: Values, metrics: Metrics): SweepPool {
  const directory = resolve(data);
  const calculatedParts = counter(metrics, CALCULATED_PARTS, [{}]);
  const settings = {
    modelDirectory: model === FETCHED_MODEL ? join(directory, "models", FETCHED_MODEL) : model,
    cacheDirectory: join(directory, "cache"),
    hasLowPriority: true,
  };
  return new SweepPool(sweepThreads, settings, () => calculatedParts.inc());
}
