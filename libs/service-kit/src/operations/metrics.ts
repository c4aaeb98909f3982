/** Metrics in Prometheus format. All services of a process share one registry. */
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Readiness } from "./readiness.ts";

export type Metrics = Registry;

/** A metric of our own; docs/reference/metrics.md is generated from these. */
export interface MetricDefinition<L extends string = never> {
  readonly type: "counter" | "gauge" | "histogram";
  /** The name ends with the unit, or with `_total` for a counter. */
  readonly name: string;
  /** Description of the measurement, without a full stop. */
  readonly help: string;
  /** The meaning of each label's values. */
  readonly labels: { readonly [label in L]: string };
  /** The services that export it. */
  readonly services: string;
}

export interface HistogramDefinition<L extends string = never> extends MetricDefinition<L> {
  readonly type: "histogram";
  /** Upper bounds, in the metric's unit. */
  readonly buckets: readonly number[];
}

const MEMORY_LIMIT: MetricDefinition = {
  type: "gauge",
  name: "process_memory_limit_bytes",
  help: "Resident memory above which the process is killed",
  labels: {},
  services: "all",
};
const HEAP_LIMIT: MetricDefinition = {
  type: "gauge",
  name: "nodejs_heap_size_limit_bytes",
  help: "Heap size of the main thread above which the process ends",
  labels: {},
  services: "all",
};
const READY: MetricDefinition<"part"> = {
  type: "gauge",
  name: "service_ready",
  help: "Whether a part of the process can serve requests (1) or not (0), as in /readyz",
  labels: { part: "as in `/readyz`, such as `events` or `scenarios`; `process` is always 1" },
  services: "all",
};
/** Metrics of every process in addition to the library's defaults. */
export const COMMON_METRICS = [READY, MEMORY_LIMIT, HEAP_LIMIT];

const namesOf = <L extends string>({ labels }: MetricDefinition<L>): L[] => Object.keys(labels) as L[];

/** Creates a registry with the metrics of the process: memory and its limits, CPU, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  // Without a limit (0, or more than the machine has) the process may use the machine's memory.
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  gauge(metrics, MEMORY_LIMIT).set(memory);
  const heap = getHeapStatistics().heap_size_limit;
  gauge(metrics, HEAP_LIMIT).set(heap);
  return metrics;
}

const gauge = (metrics: Metrics, { name, help }: MetricDefinition): Gauge =>
  new Gauge({ name, help, registers: [metrics] });

/** Adds `service_ready`: whether each part of a process can serve requests, checked whenever the metrics are read. */
export function exposeReadiness(metrics: Metrics, readiness: Readiness): void {
  const ready = new Gauge({
    name: READY.name,
    help: READY.help,
    labelNames: namesOf(READY),
    registers: [],
    async collect() {
      const { ready: _, parts } = await readiness.report();
      this.set({ part: "process" }, 1);
      for (const [part, outcome] of Object.entries(parts)) this.set({ part }, outcome === "ok" ? 1 : 0);
    },
  });
  metrics.registerMetric(ready);
}

/** The registry's histogram of this name, created on first use. */
export function histogram<L extends string>(metrics: Metrics, definition: HistogramDefinition<L>): Histogram<L> {
  const { name, help, buckets } = definition;
  const existing = metrics.getSingleMetric(name);
  return existing instanceof Histogram
    ? existing
    : new Histogram({ name, help, labelNames: namesOf(definition), buckets: [...buckets], registers: [metrics] });
}

/**
 * The registry's counter of this name, created on first use. Counters with the expected labels, `initialLabels`, start
 * at 0 before the first count, because a rate needs an earlier value.
 */
export function counter<L extends string = never>(
  metrics: Metrics,
  definition: MetricDefinition<L>,
  initialLabels: readonly { readonly [label in L]: string }[],
): Counter<L> {
  const { name, help } = definition;
  const existing = metrics.getSingleMetric(name);
  const counter =
    existing instanceof Counter
      ? (existing as Counter<L>)
      : new Counter({ name, help, labelNames: namesOf(definition), registers: [metrics] });
  for (const labels of initialLabels) counter.inc(labels, 0);
  return counter;
}

/** A gauge that is sampled whenever the metrics are read. Parts of a program add samples with different labels. */
interface SampledGauge<L extends string> {
  add(labels: { readonly [label in L]: string }, sample: () => Promise<number>): void;
}

type Samples = Map<string, () => Promise<void>>;
const samplesOf = new WeakMap<object, Samples>();

/** The registry's sampled gauge of this name, created on first use. If a sample fails, the last value remains. */
export function sampledGauge<L extends string>(metrics: Metrics, definition: MetricDefinition<L>): SampledGauge<L> {
  const { name, help } = definition;
  const existing = metrics.getSingleMetric(name);
  const gauge =
    existing instanceof Gauge
      ? (existing as Gauge<L>)
      : new Gauge({
          name,
          help,
          labelNames: namesOf(definition),
          registers: [metrics],
          async collect() {
            await Promise.allSettled([...(samplesOf.get(this)?.values() ?? [])].map((sample) => sample()));
          },
        });
  const samples: Samples = samplesOf.get(gauge) ?? new Map();
  samplesOf.set(gauge, samples);
  return {
    add: (labels, sample) => {
      samples.set(JSON.stringify(labels), async () => gauge.set(labels, await sample()));
    },
  };
}
