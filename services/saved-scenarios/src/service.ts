/** Definition of the saved-scenarios service: settings, dependencies and start. */
import { systemClock } from "@etesian/clock";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { Aggregates, Projector } from "@etesian/event-store";
import { continueSequences, openStores, READ_MODELS, startProcess, STORE } from "@etesian/event-store/service";
import { DATA_DIRECTORY, defineService, setting } from "@etesian/service-kit";
import { collection } from "./collection.ts";
import { COLLECTION_SEQUENCE, collectionCodec, collectionList, collectionStreamOf } from "./collection-list.ts";
import { savedScenariosService } from "./handlers.ts";
import { syncScenarios } from "./sync-scenarios.ts";
import { purgeRegularly } from "./purge.ts";
import { savedScenario as decider } from "./saved-scenario.ts";
import { codec, ID_SEQUENCE, savedScenarioList, streamOf } from "./saved-scenario-list.ts";

/** Size limit of each cache of states, in characters of JSON; enough for tens of thousands of states. */
const CACHE_SIZE = 16_000_000;

export const savedScenarios = defineService({
  name: "saved-scenarios",
  settings: {
    data: DATA_DIRECTORY,
    store: STORE,
    readModels: READ_MODELS,
    trashDays: setting.integer(
      "days after which discarded saved scenarios are deleted permanently",
      { min: 1, max: 36_500 },
      60,
    ),
  },
  needs: { scenarios: ScenariosServiceDefinition },

  async open(context) {
    const { values, clients, log, onStop } = context;
    const names = { store: "saved scenarios store", readModels: "saved scenarios read models" };
    const { store, readModels, deployment } = await openStores(names, values, context);
    await continueSequences([ID_SEQUENCE, COLLECTION_SEQUENCE], readModels, deployment, log);
    const { scenarios } = clients;
    const aggregates = new Aggregates({ store, codec, decider, streamOf, cacheSize: CACHE_SIZE });
    const list = await Projector.open(store, readModels, savedScenarioList);
    const collections = new Aggregates({
      store,
      codec: collectionCodec,
      decider: collection,
      streamOf: collectionStreamOf,
      cacheSize: CACHE_SIZE,
    });
    const collectionsList = await Projector.open(store, readModels, collectionList);
    const parts = { savedScenarios: aggregates, readModels, list, scenarios };
    await startProcess(syncScenarios(parts), { store, database: readModels }, context);
    const abort = new AbortController();
    const purgeLoop = purgeRegularly({ ...parts, clock: systemClock, days: values.trashDays }, abort.signal, (err) =>
      log.warn({ err }, "the trash could not be emptied; retrying in an hour"),
    );
    onStop("trash", () => {
      abort.abort();
      return purgeLoop;
    });
    return { rpc: savedScenariosService({ store, ...parts, collections, collectionList: collectionsList }) };
  },
});
