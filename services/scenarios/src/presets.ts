/** Presets in a deployment's stores, for command-line programs and the start of a server. */
import { randomUUID } from "node:crypto";
import { openEventStore, openReadDatabase, Projector, type ReadDatabase } from "@etesian/event-store";
import { RpcError, status } from "@etesian/service-kit";
import type { Featured, Scenario } from "./deciding/scenario-state.ts";
import { toRpcError } from "./handlers/refusals.ts";
import { featuredIds, featuredList } from "./lists/featured-list.ts";
import { createStoredScenarios } from "./stored.ts";

export interface Preset {
  readonly id: number;
  readonly featured: Featured;
  readonly scenario: Scenario;
}

export interface Presets {
  /** Whether no scenario was ever created. */
  isUnused(): Promise<boolean>;
  /** All presets in order, from read models next to the events. */
  list(): Promise<readonly Preset[]>;
  /** Makes a scenario a preset; null makes it an ordinary scenario again. @throws RpcError */
  setPresentation(id: number, featured: Featured | null): Promise<void>;
  close(): Promise<void>;
}

/** Opens the presets of a store, which a running service may also have open. @throws StoreUnavailableError */
export async function openPresets(url: string): Promise<Presets> {
  const store = await openEventStore(url);
  const scenarios = createStoredScenarios(store);
  let readModels: ReadDatabase | null = null;
  return {
    isUnused: async () => (await scenarios.load(1)).state.status === "absent",
    async list() {
      readModels ??= await openReadDatabase(url);
      const projector = await Projector.open(store, readModels, featuredList);
      await projector.catchUp();
      const scenarioStates = await Promise.all(
        (await featuredIds(readModels)).map(async (id) => ({ id, ...(await scenarios.load(id)) })),
      );
      return scenarioStates.flatMap(({ id, state }) =>
        state.status === "present" && state.featured !== null
          ? [{ id, featured: state.featured, scenario: state }]
          : [],
      );
    },
    async setPresentation(id, featured) {
      const cause = { actor: "service:command-line", correlationId: randomUUID() };
      const outcome = await scenarios.handle(id, { type: "FeatureScenario", featured }, cause);
      if (!("refusal" in outcome)) return;
      // Operators may learn which ids exist.
      throw outcome.refusal.reason === "unknown"
        ? new RpcError(status.NOT_FOUND, `No such scenario: ${id}`)
        : toRpcError(id, outcome.refusal);
    },
    async close() {
      await readModels?.close();
      await store.close();
    },
  };
}
