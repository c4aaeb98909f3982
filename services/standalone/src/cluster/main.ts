/** `npm run cluster`: several processes per service, on PostgreSQL (optionally EventStoreDB) and NATS, with one log. */
import {
  backendOf,
  holdsOnlyEvents,
  SERVER_DATABASE_SCHEMES,
  SERVER_STORE_SCHEMES,
  StoreUnavailableError,
} from "@etesian/event-store";
import { configure, createLogger, setting, settingsOf, Shutdown } from "@etesian/service-kit";
import { DISTRIBUTED } from "../services.ts";
import { Cluster } from "./cluster.ts";
import { FORMATS, lineOf } from "./lines.ts";
import { scrapeConfiguration } from "./scrape-configuration.ts";

const { port, operationsPort, copies, compute, batch, logFormat, ...values } = configure("npm run cluster --", {
  ...settingsOf(DISTRIBUTED),
  port: setting.port("port of the first gateway; further gateways use the following ports; 0 for any free ports", 3000),
  operationsPort: setting.port(
    "port of the health, readiness and metrics endpoints of the first process that is not a gateway; further processes use the following ports; 0 for any free ports",
    9700,
  ),
  store: setting.url(
    "event store, PostgreSQL or EventStoreDB; missing databases are created",
    SERVER_STORE_SCHEMES,
    "postgres://postgres@127.0.0.1:5432/etesian",
  ),
  readModels: setting.url(
    "read models; by default in the event store's database, required with EventStoreDB",
    SERVER_DATABASE_SCHEMES,
    null,
  ),
  keys: setting.url(
    "encryption keys for personal data; by default in the database of the events or read models",
    SERVER_DATABASE_SCHEMES,
    null,
  ),
  bus: setting.url("event bus", ["nats://"], "nats://127.0.0.1:4222/etesian_cluster"),
  copies: setting.integer("processes each for the gateway and the scenarios service", { min: 1, max: 64 }, 2),
  compute: setting.integer("processes for the compute service", { min: 1, max: 64 }, 2),
  batch: setting.integer(
    "processes that only calculate sweeps, in addition to the sweeps service",
    { min: 0, max: 64 },
    0,
  ),
  logFormat: setting.choice("log lines prefixed with the process name, or as JSON", FORMATS, "text"),
});

const replicas = { gateway: copies, scenarios: copies, compute, batch };
const log = createLogger({ program: "cluster", level: "info", fd: 2 });
const print = (process: string, line: string): void => console.log(lineOf(process, line, logFormat));
const report = (line: string): void => (logFormat === "json" ? print("cluster", line) : console.log(line));
const shutdown = new Shutdown(log);
shutdown.onSignals();
const startedAt = performance.now();
try {
  const { store, readModels, keys } = values;
  const hasOnlyEvents = holdsOnlyEvents(store);
  if (hasOnlyEvents && readModels === null)
    throw new RangeError("--store esdb://… requires read models in PostgreSQL: add --read-models postgres://…");
  const databases = [store, readModels, keys].filter((url) => url !== null);
  for (const url of new Set(databases)) await backendOf(url).createDatabase(url);
  const cluster = await Cluster.start({
    services: DISTRIBUTED,
    replicas,
    values: { ...values, keys: keys ?? (hasOnlyEvents ? readModels : null) },
    port,
    operationsPort,
    onLine: print,
    onExit: (process, cause) => print(process, `ended (${cause}); restarting`),
  });
  shutdown.add("cluster", () => cluster.stop());
  report(`Etesian is listening on ${cluster.urls.join(" and ")}`);
  for (const { name, pid, operations } of cluster.members) {
    report(`  ${name.padEnd(12)} process ${pid}, ${operations}/readyz`);
  }
  report(`  ready        after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  report(`For Prometheus:\n${scrapeConfiguration(cluster.members)}`);
} catch (error) {
  const isStoreError = error instanceof StoreUnavailableError;
  const isSettingsError = error instanceof RangeError;
  console.error(
    isStoreError
      ? `${error.message} (--store)`
      : `Etesian could not start: ${isSettingsError ? error.message : String(error)}`,
  );
  // Signal handlers and the launcher's channel would keep the process alive.
  process.exit(1);
}
