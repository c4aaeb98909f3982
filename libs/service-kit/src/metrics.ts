/** Metrics in Prometheus' format. Services of one process share one registry. */
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
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
