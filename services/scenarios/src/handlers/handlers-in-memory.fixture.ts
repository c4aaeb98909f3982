/** The handlers on a store in memory, called directly, with a small fake model and fake sets of curve files. */
import { customCurveCodec, inputFactsCodec } from "@etesian/contracts/codecs";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { CUSTOM_CURVES, type CurveSets, createCurveSets } from "../curves.fixture.ts";
import { scenariosService } from "./handlers.ts";
import { table } from "../input-table.fixture.ts";
import type { ComputeClient } from "../model.ts";

export interface HandlersInMemory {
  readonly store: EventStore;
  readonly readModels: ReadDatabase;
  readonly files: CurveSets;
  /** Calls a handler; `call` overrides parts of the default call by person 1 without a token. */
  callHandler<Response>(this: void, method: string, request: object, call?: object): Promise<Response>;
  close(this: void): Promise<void>;
}

export async function handlersInMemory(): Promise<HandlersInMemory> {
  const store = await openEventStore("sqlite::memory:");
  const readModels = await openReadDatabase("sqlite::memory:");
  const files = createCurveSets();
  const compute: ComputeClient = {
    describeModel: async () => ({
      modelHash: "m",
      defaultArea: "nl",
      defaultOrders: { storage: { keys: ["a", "b", "c"] } },
      coupledInputs: [],
      changes: [],
      customCurves: CUSTOM_CURVES.map(customCurveCodec.toMessage),
    }),
    listAreas: async () => ({ areas: [{ key: "nl", startYear: 2023, useable: true, attributesJson: "{}" }] }),
    getInputTable: async () => ({ modelHash: "m", inputs: [...table.values()].map(inputFactsCodec.toMessage) }),
    getDatasetCurve: async ({ key }) => ({ values: key === "weather/air" ? [10, 12] : [] }),
  };
  const service = await scenariosService({ store, readModels, compute, curves: files.client });
  const request = { requestId: "r", client: "", idempotencyKey: null, requestDigest: null };
  const caller = { actor: "user:1", scopes: null, admin: false, ...request };
  return {
    store,
    readModels,
    files,
    callHandler: <Response>(method: string, request: object, call: object = {}) =>
      service.handlers[method]!(request, { ...caller, ...call } as never) as Promise<Response>,
    async close() {
      await store.close();
      await readModels.close();
    },
  };
}
