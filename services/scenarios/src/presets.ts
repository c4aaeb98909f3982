/** Presets in a deployment's stores, for command-line programs and the start of a server. */
import { randomUUID } from "node:crypto";
import { openEventStore, openReadDatabase, Projector, type ReadDatabase } from "@etesian/event-store";
import { RpcError, status } from "@etesian/service-kit";
import type { Featured, Scenario } from "./deciding/scenario-state.ts";
import { toRpcError } from "./handlers/refusals.ts";
import { featuredIds, featuredList } from "./lists/featured-list.ts";
import { storedScenarios } from "./stored.ts";

export interface Preset {
  readonly id: number;
  readonly featured: Featured;
  readonly of: Scenario;
}

export interface Presets {
  /** Whether no scenario was ever created. */
  isUnused(): Promise<boolean>;
  /** All presets in order, from read models next to the events. */
  all(): Promise<readonly Preset[]>;
  /** Makes a scenario a preset; null makes it an ordinary scenario again. Rejects with `RpcError`. */
  show(id: number, featured: Featured | null): Promise<void>;
  close(): Promise<void>;
}

/** A service may be running on the same store. Rejects with `StoreUnavailableError`. */
export async function openPresets(url: string): Promise<Presets> {
  const store = await openEventStore(url);
  const scenarios = storedScenarios(store);
  let readModels: ReadDatabase | null = null;
  return {
    isUnused: async () => (await scenarios.load(1)).state.status === "absent",
    async all() {
      readModels ??= await openReadDatabase(url);
      const list = await Projector.open(store, readModels, featuredList);
      await list.catchUp();
      const found = await Promise.all(
        (await featuredIds(readModels)).map(async (id) => ({ id, ...(await scenarios.load(id)) })),
      );
      return found.flatMap(({ id, state }) =>
        state.status === "present" && state.featured !== null ? [{ id, featured: state.featured, of: state }] : [],
      );
    },
    async show(id, featured) {
      const cause = { actor: "service:command-line", correlationId: randomUUID() };
      const outcome = await scenarios.handle(id, { type: "FeatureScenario", featured }, cause);
      if (!("refusal" in outcome)) return;
      // An operator may know which ids exist.
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
