/** Stored scenarios: code shared by the service and its command-line programs. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { Aggregates, eventCodec, type EventStore } from "@etesian/event-store";
import type { Refusal, ScenarioCommand } from "./deciding/scenario-commands.ts";
import type { ScenarioEvent, ScenarioState } from "./deciding/scenario-state.ts";
import { scenario as decider } from "./deciding/scenario.ts";
import { streamOf } from "./lists/scenario-list.ts";

/**
 * Version of `ScenarioState` and its derivation from events. Increase it when either changes; otherwise outdated
 * snapshots are used.
 */
export const SNAPSHOTS = { schemaVersion: 10, every: 200 };

export const codec = eventCodec(scenarioEvents);

export type StoredScenarios = Aggregates<ScenarioState, ScenarioCommand, ScenarioEvent, Refusal>;

export const createStoredScenarios = (store: EventStore): StoredScenarios =>
  new Aggregates({ store, codec, decider, streamOf, snapshots: SNAPSHOTS });
