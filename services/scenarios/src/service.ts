/** Definition of the scenarios service: settings, dependencies and start. */
import { ComputeServiceDefinition } from "@etesian/contracts/compute";
import { CurvesServiceDefinition } from "@etesian/contracts/curves";
import { BUS, relayEvents } from "@etesian/event-bus/service";
import { withoutPassword } from "@etesian/event-store";
import { continueSequences, openStores, READ_MODELS, startProcess, STORE } from "@etesian/event-store/service";
import { DATA_DIRECTORY, defineService } from "@etesian/service-kit";
import { curveDropping } from "./dropping-curves.ts";
import { AREAS_MISSING, findMissingAreas } from "./missing-areas.ts";
import { scenariosService } from "./handlers/handlers.ts";
import { ID_SEQUENCE } from "./lists/scenario-list.ts";

export const scenarios = defineService({
  name: "scenarios",
  settings: {
    data: DATA_DIRECTORY,
    store: STORE,
    readModels: READ_MODELS,
    bus: BUS,
  },
  needs: { compute: ComputeServiceDefinition, curves: CurvesServiceDefinition },

  async open(context) {
    const { values, clients, log, progress } = context;
    progress("opening the event store");
    const names = { store: "event store", readModels: "read models" };
    const { url, store, readModels, deployment } = await openStores(names, values, context);
    await continueSequences([ID_SEQUENCE], readModels, deployment, log);
    await relayEvents({ store, database: readModels }, context);
    await startProcess(curveDropping(clients.curves), { store, database: readModels }, context);
    return {
      rpc: await scenariosService({ store, readModels, ...clients }),
      notes: () => [["events", withoutPassword(url)]],
      onStarted: () => {
        findMissingAreas({ store, readModels, compute: clients.compute }).then(
          (areas) => areas.length > 0 && log.warn({ areas }, AREAS_MISSING),
          // Requests for such a scenario report the problem.
          () => {},
        );
      },
    };
  },
});
