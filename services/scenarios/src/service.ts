/** The scenarios service: its settings, what it needs, how it opens. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { BUS_SCHEMES, checkpointIn, openEventBus } from "@etesian/event-bus";
import { openEventStore, openReadDatabase, STORE_SCHEMES, WatchedStore } from "@etesian/event-store";
import { counter, DATA_DIRECTORY, defineService, setting } from "@etesian/service-kit";
import { scenariosService } from "./handlers.ts";

export const scenarios = defineService({
  name: "scenarios",
  settings: {
    data: DATA_DIRECTORY,
    store: setting.url("event store; by default a file in the data directory", STORE_SCHEMES, null),
    bus: setting.url("event bus that hands events to other processes; by default none does", BUS_SCHEMES, "memory:"),
  },
  needs: { compute: ComputeServiceDefinition },

  async open({ values, clients: { compute }, log, metrics, readiness, progress, onStop }) {
    progress("opening the event store");
    const data = resolve(values.data);
    mkdirSync(data, { recursive: true });
    const url = values.store ?? `sqlite:${join(data, "events.db")}`;
    const store = new WatchedStore(await openEventStore(url), {
      log: log.child({ service: "event store" }),
      failures: counter(metrics, {
        name: "event_store_failures_total",
        help: "Reads and writes of events that failed, by operation",
        labelNames: ["operation"],
      }),
    });
    onStop("event store", () => store.close());
    const readModels = await openReadDatabase(url);
    onStop("read models", () => readModels.close());
    const bus = await openEventBus(values.bus, log.child({ service: "event bus" }));
    onStop("event bus", () => bus.close());
    bus.relay(store, checkpointIn(readModels, "relay"));
    readiness.add("event store", () => store.ready());
    return { rpc: await scenariosService({ store, readModels, compute }), notes: () => [["events", url]] };
  },
});
