/** The service in memory, without a network, with a fake model. */
import { inputFactsCodec } from "@etesian/contracts/codecs";
import { ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import { type Aggregate, type EventStore, openEventStore, openReadDatabase } from "@etesian/event-store";
import { type Calls, createLogger, createMetrics } from "@etesian/service-kit";
import { connectLocally } from "@etesian/service-kit/local";
import { createCurveSets } from "./curves.fixture.ts";
import { scenariosService } from "./handlers/handlers.ts";
import { table } from "./input-table.fixture.ts";
import type { ComputeClient } from "./model.ts";
import type { ScenarioState } from "./deciding/scenario-state.ts";
import { createStoredScenarios } from "./stored.ts";

export interface ScenariosInMemory {
  readonly calls: Calls<ScenariosServiceDefinition>;
  readonly store: EventStore;
  /** A scenario's stored state. */
  state(id: number): Promise<Aggregate<ScenarioState>>;
  close(): Promise<void>;
}

const compute: ComputeClient = {
  describeModel: async () => ({
    modelHash: "m1",
    defaultArea: "nl",
    customCurves: [],
    defaultOrders: {},
    changes: [],
    coupledInputs: [],
  }),
  listAreas: async () => ({ areas: [{ key: "nl", startYear: 2023, useable: true, attributesJson: "{}" }] }),
  getInputTable: async () => ({ modelHash: "m1", inputs: [...table.values()].map(inputFactsCodec.toMessage) }),
  getDatasetCurve: () => Promise.reject(new Error("unexpected call to getDatasetCurve")),
};

const LOCAL = {
  deadlineMs: 10_000,
  log: createLogger({ program: "test", level: "silent" }),
  metrics: createMetrics(),
};

export async function scenariosInMemory(): Promise<ScenariosInMemory> {
  const [store, readModels] = [await openEventStore("sqlite::memory:"), await openReadDatabase("sqlite::memory:")];
  const service = await scenariosService({ store, readModels, compute, curves: createCurveSets().client });
  const scenarios = createStoredScenarios(store);
  return {
    calls: connectLocally(ScenariosServiceDefinition, () => service, LOCAL),
    store,
    state: (id) => scenarios.load(id),
    async close() {
      await readModels.close();
      await store.close();
    },
  };
}
