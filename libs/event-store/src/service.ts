/** Settings and setup of a service's event store, read models and processes. */
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf } from "@etesian/service-kit/commands";
import {
  addDetails,
  counter,
  type Logger,
  type Metrics,
  type Readiness,
  sampledGauge,
  setting,
  type MetricDefinition,
} from "@etesian/service-kit";
import { DATABASE_SCHEMES, pathOf, STORE_SCHEMES } from "./backends.ts";
import { type Deployment, joinDeployment } from "./deployment/deployment.ts";
import { eventsUrl, placesOf, readModelsUrl, type StoreSettings } from "./deployment/places.ts";
import type { StoreName } from "./deployment/record.ts";
import type { EventStore } from "./event-store.ts";
import { openEventStore, openReadDatabase } from "./open.ts";
import { type Progress, RunningProcess, type ServiceProcess } from "./processes/process.ts";
import { lastNumberOf, type ReadDatabase, reserveId } from "./projections/read-database.ts";
import { READ_DATABASE_OPERATIONS, WatchedReadDatabase } from "./projections/watched-read-database.ts";
import { FormerFilesError, formerFilesIn, mergeFormerFiles } from "./sqlite/former-files/merge.ts";
import { STORE_OPERATIONS, WatchedStore } from "./watched-store.ts";

/** The setting that services with events share. */
export const STORE = addDetails(
  setting.url("event store; by default a file in the data directory", STORE_SCHEMES, null),
  "`sqlite:PATH`, `postgres://user:password@host/database` or `esdb://host:2113?tls=false` (EventStoreDB, KurrentDB). By default all events are in `events.db` of the data directory",
  "`events.db` in the data directory",
);

/**
 * URL of the configured store, for programs that open no other store. By default it is the file in the data directory,
 * into which former files are merged. @throws FormerFilesError
 */
export async function storeUrl(settings: StoreSettings): Promise<string> {
  await mergeFormerFilesByDefault(settings);
  return eventsUrl(settings);
}

/** Merges former files unless another store is configured. */
async function mergeFormerFilesByDefault(settings: StoreSettings): Promise<void> {
  if (settings.store !== null) return;
  if (readModelsUrl(settings) !== null && formerFilesIn(settings.data).size > 0) {
    throw new FormerFilesError(
      `${settings.data} has a file for each service, but read models are in another database and refer to positions in these files. ` +
        "Create a backup with the previous version, and restore it with this version into an empty database",
    );
  }
  await mergeFormerFiles(settings.data);
}

/** The setting of services that store more than events. */
export const READ_MODELS = addDetails(
  setting.url("read models; by default together with the events", DATABASE_SCHEMES, null),
  "`sqlite:PATH` or `postgres://…`: read models derived from the events, and the assigned ids. Several processes can share a PostgreSQL database",
  "with the events; `read-models.db` in the data directory for EventStoreDB",
);

/** The parts of a service's context that are used by its stores. */
interface StoreContext {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  onStop(this: void, name: string, stop: () => Promise<void> | void): void;
}

/** The stores of a service. */
export interface ServiceStores {
  /** URL of the event store. */
  readonly url: string;
  readonly store: WatchedStore;
  /** In the database of the events, unless configured otherwise. */
  readonly readModels: ReadDatabase;
  readonly deployment: Deployment;
}

/**
 * Times for recording heads of other stores (ms): the delay after startup, when all stores are open; the interval
 * afterwards; the time limit at shutdown.
 */
const NOTES_MS = { first: 2_000, every: 60_000, last: 2_000 };

/**
 * Opens the event store and its read models until the service stops. First verifies that they belong together with
 * `otherStores`, further stores that the service opens. `names` appear in logs and readiness. @throws
 * StoreMismatchError if one of them is foreign, missing, or older than the others have recorded.
 */
export async function openStores(
  names: { readonly store: string; readonly readModels: string },
  settings: StoreSettings,
  context: StoreContext,
  otherStores: readonly StoreName[] = [],
): Promise<ServiceStores> {
  const deployment = await joinServiceStores(["events", "read-models", ...otherStores], settings);
  // Runs last at shutdown, when all stores have their final heads. An unresponsive server must not delay the shutdown.
  context.onStop(`notes of ${names.store}`, () =>
    Promise.race([deployment.recordHeads().catch(() => {}), sleep(NOTES_MS.last, undefined, { ref: false })]),
  );
  const url = eventsUrl(settings);
  const store = await openServiceStore(names.store, url, context);
  const readModels = await openServiceReadDatabase(names.readModels, readModelsUrl(settings) ?? url, context);
  recordHeadsRegularly(deployment, context);
  return { url, store, readModels, deployment };
}

/** Verifies stores before they are opened. @throws StoreMismatchError @throws FormerFilesError */
export async function joinServiceStores(names: readonly StoreName[], settings: StoreSettings): Promise<Deployment> {
  await mergeFormerFilesByDefault(settings);
  const places = placesOf(settings);
  const ownPlaces = places.filter(({ name }) => names.includes(name));
  // Other files are verified if they exist; whether they are used depends on their services.
  const otherPlaces = places.filter(({ name, url }) => !names.includes(name) && pathOf(url) !== null);
  return joinDeployment(ownPlaces, otherPlaces, settings.data);
}

/** Sequences of ids, by the store that contains them. Backups include them. */
export const ID_SEQUENCES = {
  readModels: ["scenario", "saved scenario", "collection"],
  keys: ["person"],
} as const;
export type IdSequence = (typeof ID_SEQUENCES)[keyof typeof ID_SEQUENCES][number];

/** Continues sequences after the largest number in any reachable store, so that no number is assigned twice. */
export async function continueSequences(
  sequences: readonly IdSequence[],
  database: ReadDatabase,
  deployment: Deployment,
  log: Pick<Logger, "warn"> | null,
): Promise<void> {
  const numbers = await deployment.numbers();
  for (const sequence of sequences) {
    const greatest = numbers.get(sequence) ?? 0;
    const [row] = await database.query<{ last: number }>(lastNumberOf(sequence));
    const last = row?.last ?? 0;
    if (last >= greatest) continue;
    await database.query(reserveId(sequence, greatest));
    log?.warn({ sequence, last, greatest }, "numbers continue after the largest one in another store");
  }
}

function recordHeadsRegularly(deployment: Deployment, { log, onStop }: StoreContext): void {
  const note = (): void => {
    deployment.recordHeads().catch((err: unknown) => log.debug({ err }, "recording the heads of other stores failed"));
  };
  const first = setTimeout(note, NOTES_MS.first).unref();
  const timer = setInterval(note, NOTES_MS.every).unref();
  onStop("notes", () => {
    clearTimeout(first);
    clearInterval(timer);
  });
}

const SERVICES_WITH_EVENTS = "curves, scenarios, saved-scenarios, accounts, sweeps";
const SERVICES_WITH_PROCESSES = "scenarios, saved-scenarios, accounts";
const PROCESS_LABEL = { process: "name of the process, such as `erasures`" };

const STORE_FAILURES: MetricDefinition<"operation"> = {
  type: "counter",
  name: "event_store_failures_total",
  help: "Failed reads and writes of events",
  labels: { operation: "operation of the store, such as `append`" },
  services: SERVICES_WITH_EVENTS,
};
const READ_MODEL_FAILURES: MetricDefinition<"operation"> = {
  type: "counter",
  name: "read_model_failures_total",
  help: "Failed reads and writes of read models, keys and IDs of new scenarios",
  labels: { operation: "operation of the database, such as `query`" },
  services: SERVICES_WITH_EVENTS,
};
const HANDLED_EVENTS: MetricDefinition<"process"> = {
  type: "counter",
  name: "process_events_total",
  help: "Events handled by a process",
  labels: PROCESS_LABEL,
  services: SERVICES_WITH_PROCESSES,
};
const FAILED_ATTEMPTS: MetricDefinition<"process"> = {
  type: "counter",
  name: "process_failures_total",
  help: "Failed attempts of a process to handle an event",
  labels: PROCESS_LABEL,
  services: SERVICES_WITH_PROCESSES,
};
const PROGRESS: { readonly [P in keyof Progress]: MetricDefinition<"process"> } = {
  lagSeconds: {
    type: "gauge",
    name: "process_lag_seconds",
    help: "Age of the oldest event that a process has not handled; 0 if there is none",
    labels: PROCESS_LABEL,
    services: SERVICES_WITH_PROCESSES,
  },
  parked: {
    type: "gauge",
    name: "process_parked_events",
    help: "Events parked by a process after several failed attempts",
    labels: PROCESS_LABEL,
    services: SERVICES_WITH_PROCESSES,
  },
  parkedSeconds: {
    type: "gauge",
    name: "process_parked_oldest_seconds",
    help: "Age of the oldest parked event; 0 if there is none",
    labels: PROCESS_LABEL,
    services: SERVICES_WITH_PROCESSES,
  },
  waiting: {
    type: "gauge",
    name: "process_waiting_events",
    help: "Events that wait for a parked event",
    labels: PROCESS_LABEL,
    services: SERVICES_WITH_PROCESSES,
  },
};
export const EVENT_METRICS = [
  STORE_FAILURES,
  READ_MODEL_FAILURES,
  HANDLED_EVENTS,
  FAILED_ATTEMPTS,
  ...Object.values(PROGRESS),
];

/** Opens the store of a service until it stops. Failures are logged, counted and, under `name`, part of readiness. */
async function openServiceStore(
  name: string,
  url: string,
  { log, metrics, readiness, onStop }: StoreContext,
): Promise<WatchedStore> {
  const store = new WatchedStore(await openEventStore(url), {
    log: log.child({ part: name }),
    failures: counter(
      metrics,
      STORE_FAILURES,
      STORE_OPERATIONS.map((operation) => ({ operation })),
    ),
  });
  onStop(name, () => store.close());
  readiness.add(name, () => store.ready());
  return store;
}

/** Opens the read models or another database of a service, observed like its event store. */
export async function openServiceReadDatabase(
  name: string,
  url: string,
  { log, metrics, readiness, onStop }: StoreContext,
): Promise<WatchedReadDatabase> {
  const database = new WatchedReadDatabase(await openReadDatabase(url), {
    log: log.child({ part: name }),
    failures: counter(
      metrics,
      READ_MODEL_FAILURES,
      READ_DATABASE_OPERATIONS.map((operation) => ({ operation })),
    ),
  });
  onStop(name, () => database.close());
  readiness.add(name, () => database.ready());
  return database;
}

/**
 * Starts a process that handles the events of a service's store until the service stops. Failures are logged and
 * counted, and metrics show its progress. `npm run events -- parked` lists its parked events.
 */
export async function startProcess(
  process: ServiceProcess,
  parts: { readonly store: EventStore; readonly database: ReadDatabase },
  { log: parent, metrics, onStop }: Omit<StoreContext, "readiness">,
): Promise<RunningProcess> {
  const { name } = process;
  const log = parent.child({ process: name });
  const handledCounter = counter(metrics, HANDLED_EVENTS, [{ process: name }]);
  const failureCounter = counter(metrics, FAILED_ATTEMPTS, [{ process: name }]);
  const runningProcess = await RunningProcess.start(process, parts, {
    onHandled: () => handledCounter.inc({ process: name }),
    onFailed: ({ stream, version, type }, err) => {
      failureCounter.inc({ process: name });
      log.warn({ stream, version, type, err }, "an event could not be handled");
    },
    onParked: ({ stream, version, type }, err) =>
      log.error(
        { stream, version, type, err },
        `process ${name} has parked event ${version} of ${stream}: later events of this stream wait. ` +
          `See ${commandOf("events")} parked`,
      ),
    onInterrupted: (err) => log.warn({ err }, "the process is interrupted and will continue"),
  });
  for (const [figure, gauge] of Object.entries(PROGRESS)) {
    const sample = async (): Promise<number> => (await runningProcess.progress())[figure as keyof Progress];
    sampledGauge(metrics, gauge).add({ process: name }, sample);
  }
  onStop(`process ${name}`, () => runningProcess.stop());
  return runningProcess;
}
