/** The event store as services set and open it. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { counter, type Logger, type Metrics, type Readiness, setting } from "@etesian/service-kit";
import { openEventStore, STORE_SCHEMES } from "./open.ts";
import { WatchedStore } from "./watched-store.ts";

/** The setting that these services share. */
export const STORE = setting.url("event store; by default files in the data directory", STORE_SCHEMES, null);

/** URL of the store that is set; of a file in the data directory, which is made, where none is. */
export function storeUrl(file: string, { data, store }: { readonly data: string; readonly store: string | null }) {
  if (store !== null) return store;
  mkdirSync(resolve(data), { recursive: true });
  return `sqlite:${join(resolve(data), file)}`;
}

/** What a service knows of its surroundings. */
interface Surroundings {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  onStop(this: void, name: string, stop: () => Promise<void> | void): void;
}

/** Opens the store of a service until it stops; trouble is logged, counted and, under `name`, part of readiness. */
export async function openServiceStore(
  name: string,
  url: string,
  { log, metrics, readiness, onStop }: Surroundings,
): Promise<WatchedStore> {
  const store = new WatchedStore(await openEventStore(url), {
    log: log.child({ service: name }),
    failures: counter(metrics, {
      name: "event_store_failures_total",
      help: "Reads and writes of events that failed, by operation",
      labelNames: ["operation"],
    }),
  });
  onStop(name, () => store.close());
  readiness.add(name, () => store.ready());
  return store;
}
