/** Metrics in Prometheus' format. Services of one process share one registry. */
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from "prom-client";

export type Metrics = Registry;

/** A registry with the process' own figures: memory, CPU, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

/** The registry's histogram of this name, made when it is asked for first. */
export function histogram<L extends string>(
  metrics: Metrics,
  configuration: Omit<HistogramConfiguration<L>, "registers">,
): Histogram<L> {
  const present = metrics.getSingleMetric(configuration.name);
  return present instanceof Histogram ? present : new Histogram({ ...configuration, registers: [metrics] });
}

/** The registry's counter of this name, made when it is asked for first. */
export function counter<L extends string>(
  metrics: Metrics,
  configuration: Omit<CounterConfiguration<L>, "registers">,
): Counter<L> {
  const present = metrics.getSingleMetric(configuration.name);
  return present instanceof Counter ? present : new Counter({ ...configuration, registers: [metrics] });
}

/** A gauge that several parts of a program look up, each with labels of its own, whenever the metrics are read. */
interface SampledGauge<L extends string> {
  add(labels: { readonly [label in L]: string }, sample: () => Promise<number>): void;
}

type Samples = Map<string, () => Promise<void>>;
const samplesOf = new WeakMap<object, Samples>();

/** The registry's sampled gauge of this name, made when it is asked for first. A sample that fails leaves its last value. */
export function sampledGauge<L extends string>(
  metrics: Metrics,
  configuration: Omit<GaugeConfiguration<L>, "registers" | "collect">,
): SampledGauge<L> {
  const present = metrics.getSingleMetric(configuration.name);
  const gauge =
    present instanceof Gauge
      ? (present as Gauge<L>)
      : new Gauge({
          ...configuration,
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
