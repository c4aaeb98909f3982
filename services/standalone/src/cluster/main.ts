/** `npm run cluster`: every service in processes of its own, against PostgreSQL (or EventStoreDB beside it) and NATS, with one log. */
import { isEventStoreDb, StoreUnavailableError } from "@etesian/event-store";
import { createDatabase } from "@etesian/event-store/create-database";
import { configure, createLogger, setting, settingsOf, Shutdown } from "@etesian/service-kit";
import { SERVICES } from "../services.ts";
import { Cluster } from "./cluster.ts";
import { FORMATS, lineOf } from "./lines.ts";
import { scrapeConfiguration } from "./scrape-configuration.ts";

/** Several processes share these. */
const SERVER_SCHEMES = ["postgres://", "postgresql://"] as const;

const { port, operationsPort, copies, compute, logFormat, ...values } = configure("npm run cluster --", {
  ...settingsOf(SERVICES),
  port: setting.port("port of the first gateway, the others follow; 0 for any that are free", 3000),
  operationsPort: setting.port(
    "port of the health, readiness and metrics of the first process that is no gateway, the others follow; 0 for any that are free",
    9700,
  ),
  store: setting.url(
    "event store, PostgreSQL or EventStoreDB; databases are made where they are missing",
    [...SERVER_SCHEMES, "esdb://", "esdb+discover://"],
    "postgres://postgres@127.0.0.1:5432/etesian",
  ),
  readModels: setting.url(
    "read models; by default together with the events, needed with EventStoreDB",
    SERVER_SCHEMES,
    null,
  ),
  keys: setting.url("keys of people; by default together with the events, or the read models", SERVER_SCHEMES, null),
  bus: setting.url("event bus", ["nats://"], "nats://127.0.0.1:4222/etesian_cluster"),
  copies: setting.integer("processes of the gateway, and of the scenarios service", { min: 1, max: 64 }, 2),
  compute: setting.integer("processes that calculate", { min: 1, max: 64 }, 2),
  logFormat: setting.choice("lines of all processes with their names before them, or as JSON", FORMATS, "text"),
});

const replicas = { gateway: copies, scenarios: copies, compute };
const log = createLogger({ program: "cluster", level: "info", fd: 2 });
const tell = (process: string, line: string): void => console.log(lineOf(process, line, logFormat));
const say = (line: string): void => (logFormat === "json" ? tell("cluster", line) : console.log(line));
const shutdown = new Shutdown(log);
shutdown.onSignals();
const begin = performance.now();
try {
  const { store, readModels, keys } = values;
  const eventsAlone = isEventStoreDb(store);
  if (eventsAlone && readModels === null)
    throw new RangeError("with --store esdb://… read models are in PostgreSQL: --read-models postgres://…");
  const databases = [eventsAlone ? null : store, readModels, keys].filter((url) => url !== null);
  for (const url of new Set(databases)) await createDatabase(url);
  const cluster = await Cluster.start({
    services: SERVICES,
    replicas,
    values: { ...values, keys: keys ?? (eventsAlone ? readModels : null) },
    port,
    operationsPort,
    tell,
    died: (process, how) => tell(process, `ended (${how}); it is started again`),
  });
  shutdown.add("cluster", () => cluster.stop());
  say(`Etesian serves ${cluster.urls.join(" and ")}`);
  for (const { name, pid, operations } of cluster.members) {
    say(`  ${name.padEnd(12)} process ${pid}, ${operations}/readyz`);
  }
  say(`  ready        after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  say(`For Prometheus:\n${scrapeConfiguration(cluster.members)}`);
} catch (error) {
  const isOfStore = error instanceof StoreUnavailableError;
  const isOfSettings = error instanceof RangeError;
  console.error(
    isOfStore
      ? `${error.message} (--store)`
      : `Etesian could not start: ${isOfSettings ? error.message : String(error)}`,
  );
  // Listeners for signals and for the end of the launcher would keep the process alive.
  process.exit(1);
}
