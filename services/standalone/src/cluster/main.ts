/** `npm run cluster`: every service in processes of its own, against PostgreSQL and NATS, with one log. */
import { StoreUnavailableError } from "@etesian/event-store";
import { createDatabase } from "@etesian/event-store/create-database";
import { configure, createLogger, setting, settingsOf, Shutdown } from "@etesian/service-kit";
import { SERVICES } from "../services.ts";
import { Cluster } from "./cluster.ts";

const { port, copies, compute, ...values } = configure("npm run cluster --", {
  ...settingsOf(SERVICES),
  port: setting.port("port of the first gateway, the others follow; 0 for any that are free", 3000),
  store: setting.url(
    "event store; its database is made where it is missing",
    ["postgres://", "postgresql://"],
    "postgres://postgres@127.0.0.1:5432/etesian",
  ),
  bus: setting.url("event bus", ["nats://"], "nats://127.0.0.1:4222/etesian_cluster"),
  copies: setting.integer("processes of the gateway, and of the scenarios service", { min: 1, max: 64 }, 2),
  compute: setting.integer("processes that calculate", { min: 1, max: 64 }, 2),
});

const replicas = { gateway: copies, scenarios: copies, compute };
const log = createLogger({ service: "cluster", level: "info", fd: 2 });
const shutdown = new Shutdown(log);
shutdown.onSignals();
const begin = performance.now();
try {
  await createDatabase(values.store);
  const cluster = await Cluster.start({
    services: SERVICES,
    replicas,
    values,
    port,
    tell: (process, line) => console.log(`${process.padEnd(12)}| ${line}`),
    died: (process, how) => log.error({ process, how }, "a process ended; it is started again"),
  });
  shutdown.add("cluster", () => cluster.stop());
  console.log(`Etesian serves ${cluster.urls.join(" and ")}`);
  for (const { name, pid, operations } of cluster.members) {
    console.log(`  ${name.padEnd(12)} process ${pid}, ${operations}/readyz`);
  }
  console.log(`  ready        after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
} catch (error) {
  const isOfStore = error instanceof StoreUnavailableError;
  console.error(isOfStore ? `${error.message} (--store)` : `Etesian could not start: ${String(error)}`);
  process.exitCode = 1;
}
