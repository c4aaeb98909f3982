/** The scenarios service: its settings, what it needs, how it opens. */
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { BUS_SCHEMES, checkpointIn, openEventBus } from "@etesian/event-bus";
import { openReadDatabase, withoutPassword } from "@etesian/event-store";
import {
  openServiceStore,
  READ_MODELS,
  readModelsUrl,
  startProcess,
  STORE,
  storeUrl,
} from "@etesian/event-store/service";
import { addDetails, DATA_DIRECTORY, defineService, setting } from "@etesian/service-kit";
import { droppingCurves } from "./dropping-curves.ts";
import { scenariosService } from "./handlers.ts";

export const scenarios = defineService({
  name: "scenarios",
  settings: {
    data: DATA_DIRECTORY,
    store: STORE,
    readModels: READ_MODELS,
    bus: addDetails(
      setting.url("event bus that hands events to other processes; by default none does", BUS_SCHEMES, "memory:"),
      "`nats://host:port`, or `nats://host:port/namespace` where several systems share a server, `?replicas=3` in a cluster. " +
        "While the broker is away events wait in the store",
    ),
  },
  needs: { compute: ComputeServiceDefinition, curves: CurvesServiceDefinition },

  async open(context) {
    const { values, clients, log, progress, onStop } = context;
    progress("opening the event store");
    const url = storeUrl("events.db", values);
    const store = await openServiceStore("event store", url, context);
    const readModels = await openReadDatabase(readModelsUrl(url, values));
    onStop("read models", () => readModels.close());
    const bus = await openEventBus(values.bus, log.child({ service: "event bus" }));
    onStop("event bus", () => bus.close());
    bus.relay(store, checkpointIn(readModels, "relay"));
    await startProcess(droppingCurves(clients.curves), { store, database: readModels }, context);
    return {
      rpc: await scenariosService({ store, readModels, ...clients }),
      notes: () => [["events", withoutPassword(url)]],
    };
  },
});
