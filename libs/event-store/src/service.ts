/** The event store, and what lives on its events, as services set and open them. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  addDetails,
  counter,
  type Logger,
  type Metrics,
  type Readiness,
  sampledGauge,
  setting,
} from "@etesian/service-kit";
import type { EventStore } from "./event-store.ts";
import { DATABASE_SCHEMES, isEventStoreDb, openEventStore, STORE_SCHEMES } from "./open.ts";
import { type Process, type Progress, RunningProcess } from "./processes/process.ts";
import type { ReadDatabase } from "./projections/read-database.ts";
import { WatchedStore } from "./watched-store.ts";

/** The setting that these services share. */
export const STORE = addDetails(
  setting.url("event store; by default files in the data directory", STORE_SCHEMES, null),
  "`sqlite:PATH`, `postgres://user:password@host/database` or `esdb://host:2113?tls=false` (EventStoreDB, KurrentDB). By default scenarios are in `events.db`, people in `accounts.db`, saved scenarios in `saved-scenarios.db`, uploaded curves in `curves.db`",
  "files in the data directory",
);

/** URL of the store that is set; of a file in the data directory, which is made, where none is. */
export function storeUrl(file: string, { data, store }: { readonly data: string; readonly store: string | null }) {
  if (store !== null) return store;
  mkdirSync(resolve(data), { recursive: true });
  return `sqlite:${join(resolve(data), file)}`;
}

/** The setting of services that keep more than events. */
export const READ_MODELS = addDetails(
  setting.url("read models; by default beside the events", DATABASE_SCHEMES, null),
  "`sqlite:PATH` or `postgres://…`: what follows from the events, and which ids are taken. Several processes share one in PostgreSQL",
  "where the events are; `read-models.db` in the data directory when those are in EventStoreDB",
);

/** URL of the read models that belong to events in a store. */
export function readModelsUrl(
  events: string,
  { data, readModels }: { readonly data: string; readonly readModels: string | null },
): string {
  return readModels ?? (isEventStoreDb(events) ? storeUrl("read-models.db", { data, store: null }) : events);
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

/**
 * Starts a process on the events of a service's store, until the service stops: what it fails at is logged and counted,
 * and how far it is can be read in the metrics. `npm run events -- parked` lists what it gave up.
 */
export async function startProcess(
  process: Process,
  parts: { readonly store: EventStore; readonly database: ReadDatabase },
  { log: parent, metrics, onStop }: Omit<Surroundings, "readiness">,
): Promise<RunningProcess> {
  const { name } = process;
  const log = parent.child({ process: name });
  const labelNames = ["process"] as const;
  const handled = counter(metrics, { name: "process_events_total", help: "Events that a process handled", labelNames });
  const failures = counter(metrics, {
    name: "process_failures_total",
    help: "Attempts of a process to handle an event that failed",
    labelNames,
  });
  const running = await RunningProcess.start(process, parts, {
    handled: () => handled.inc({ process: name }),
    failed: ({ stream, version, type }, err) => {
      failures.inc({ process: name });
      log.warn({ stream, version, type, err }, "an event could not be handled");
    },
    parked: ({ stream, version, type }, err) =>
      log.error(
        { stream, version, type, err },
        `process ${name} has parked event ${version} of ${stream}: what follows in this stream waits. ` +
          "See npm run events -- parked",
      ),
    troubled: (err) => log.warn({ err }, "the process cannot go on for a moment"),
  });
  const gauges = {
    lagSeconds: ["process_lag_seconds", "Age of the oldest event that a process has not looked at; 0: there is none"],
    parked: ["process_parked_events", "Events that a process gave up after several tries"],
    waiting: ["process_waiting_events", "Events that wait behind one that is parked"],
  } as const satisfies { readonly [P in keyof Progress]: readonly [metric: string, help: string] };
  for (const [figure, [metric, help]] of Object.entries(gauges)) {
    const sample = async (): Promise<number> => (await running.progress())[figure as keyof Progress];
    sampledGauge(metrics, { name: metric, help, labelNames }).add({ process: name }, sample);
  }
  onStop(`process ${name}`, () => running.stop());
  return running;
}
