/** Tests that the service starts and serves everything except lists while its read model cannot be updated. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { createCurveSets } from "./curves.fixture.ts";
import type { ComputeClient } from "./model.ts";
import { scenariosService } from "./handlers/handlers.ts";
import { findMissingAreas } from "./missing-areas.ts";
import { create, model, NOTHING } from "./deciding/scenario.fixture.ts";
import { createStoredScenarios } from "./stored.ts";

const AREA = { key: "", startYear: 2023, useable: true, attributesJson: "{}", problem: undefined };

const { client: curves } = createCurveSets();
let store: EventStore;
let readModels: ReadDatabase;

beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
  readModels = await openReadDatabase("sqlite::memory:");
});
afterEach(async () => {
  await store.close();
  await readModels.close();
});

test("the service starts while readers wait for events", async () => {
  const time = new Date().toISOString();
  const envelope = { type: "Happened", schemaVersion: 1, time, actor: "anonymous", correlationId: "r" };
  await store.append("other-1", [{ ...envelope, id: crypto.randomUUID(), causationId: null, data: {} }], 0);
  const delays = [{ holder: "process 12 of database etesian, idle in transaction", seconds: 40 }];
  const overrides: { readonly [name: string]: () => Promise<unknown> } = {
    readAll: async () => [],
    delays: async () => delays,
  };
  const slowStore = new Proxy(store, {
    get: (target, property) =>
      overrides[property as string] ?? (Reflect.get(target, property) as () => unknown).bind(target),
  });
  const compute = {} as ComputeClient;
  const service = await scenariosService({ store: slowStore, readModels, compute, curves });
  const call = { actor: "user:1", requestId: "r-1" };
  const callHandler = (method: string, request: object) =>
    service.handlers[method]!(request, call as never) as Promise<unknown>;
  await expect(callHandler("getScenario", { id: 1 })).rejects.toThrow("Not found");
  await expect(callHandler("listScenarios", { page: 1, limit: 10 })).rejects.toThrow(
    "its latest events are held back by process 12 of database etesian, idle in transaction, for 40 s",
  );
});

test("a start with another model's data reports the areas of the newest scenarios if the model lacks all of them", async () => {
  const createCompute = (...keys: readonly string[]) => ({
    listAreas: async () => ({ areas: keys.map((key) => ({ ...AREA, key })) }),
  });
  const missingAmong = (...keys: readonly string[]) =>
    findMissingAreas({ store, readModels, compute: createCompute(...keys) });
  expect(await missingAmong("nl")).toEqual([]);
  const cause = { actor: "anonymous", correlationId: "r" };
  for (const areaCode of ["nl", "eu", "nl"]) {
    const id = await readModels.nextNumber("scenario");
    const areas = new Map(["nl", "eu"].map((key) => [key, { startYear: 2023, problem: null, attributes: {} }]));
    const command = create({ origin: { ...NOTHING, areaCode }, model: { ...model, areas } });
    await createStoredScenarios(store).handle(id, command, cause);
  }
  expect(await missingAmong("de", "be")).toEqual(["nl", "eu"]);
  expect(await missingAmong("eu")).toEqual([]);
});

test("a service with an event of a newer program serves everything but that scenario and the lists, which report the event", async () => {
  const compute = {
    listAreas: async () => ({ areas: [] }),
    describeModel: async () => ({}),
  } as unknown as ComputeClient;
  const call = { actor: "user:1", requestId: "r-1", idempotencyKey: null };
  const envelope = { time: new Date().toISOString(), actor: "user:1", correlationId: "r", causationId: null };
  const data = { owner: 1, shape: "of tomorrow" };
  const event = { ...envelope, id: crypto.randomUUID(), type: "ScenarioCreated", schemaVersion: 99, data };
  await store.append("scenario-1", [event], 0);
  const service = await scenariosService({ store, readModels, compute, curves });
  const callHandler = (method: string, request: object) =>
    service.handlers[method]!(request, call as never) as Promise<unknown>;
  await expect(callHandler("getScenario", { id: 2 })).rejects.toThrow("Not found");
  const newerError =
    "Event 1 of scenario-1, ScenarioCreated in schema version 99, cannot be read: written by a newer program";
  for (const [method, request] of [
    ["getScenario", { id: 1 }],
    ["listScenarios", { page: 1, limit: 10 }],
  ] as const) {
    await expect(callHandler(method, request)).rejects.toThrow(newerError);
  }
});
