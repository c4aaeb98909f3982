/** The service in memory; tests pass events to its process one at a time. */
import { SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import {
  Aggregates,
  type EventStore,
  openEventStore,
  openReadDatabase,
  type Process,
  Projector,
} from "@etesian/event-store";
import { type Calls, createLogger, createMetrics } from "@etesian/service-kit";
import { connectLocally } from "@etesian/service-kit/local";
import { collection } from "./collection.ts";
import { collectionCodec, collectionList, collectionStreamOf } from "./collection-list.ts";
import { savedScenariosService, type ScenariosClient } from "./handlers.ts";
import { syncScenarios } from "./sync-scenarios.ts";
import { savedScenario as decider } from "./saved-scenario.ts";
import { codec, savedScenarioList, streamOf } from "./saved-scenario-list.ts";

export interface SavedScenariosInMemory {
  readonly calls: Calls<SavedScenariosServiceDefinition>;
  readonly store: EventStore;
  /** Not started: the test passes it the store's events. */
  readonly process: Process;
  /**
   * The same process in another program, whose caches are empty. `scenarios` is its connection to the scenarios
   * service.
   */
  processInOtherProgram(scenarios: ScenariosClient): Promise<Process>;
  close(): Promise<void>;
}

const CALL_OPTIONS = {
  deadlineMs: 10_000,
  log: createLogger({ program: "test", level: "silent" }),
  metrics: createMetrics(),
};

export async function savedScenariosInMemory(scenarios: ScenariosClient): Promise<SavedScenariosInMemory> {
  const [store, readModels] = [await openEventStore("sqlite::memory:"), await openReadDatabase("sqlite::memory:")];
  const openParts = async (client: ScenariosClient) => ({
    readModels,
    scenarios: client,
    savedScenarios: new Aggregates({ store, codec, decider, streamOf }),
    list: await Projector.open(store, readModels, savedScenarioList),
  });
  const parts = await openParts(scenarios);
  const service = savedScenariosService({
    store,
    ...parts,
    collections: new Aggregates({ store, codec: collectionCodec, decider: collection, streamOf: collectionStreamOf }),
    collectionList: await Projector.open(store, readModels, collectionList),
  });
  return {
    calls: connectLocally(SavedScenariosServiceDefinition, () => service, CALL_OPTIONS),
    store,
    process: syncScenarios(parts),
    processInOtherProgram: async (client) => syncScenarios(await openParts(client)),
    async close() {
      await readModels.close();
      await store.close();
    },
  };
}
