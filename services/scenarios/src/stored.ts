/** Stored scenarios: the common part of the service and its programs. */
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { Aggregates, eventCodec, type EventStore } from "@etesian/event-store";
import type { Refusal, ScenarioCommand } from "./deciding/scenario-commands.ts";
import type { ScenarioEvent, ScenarioState } from "./deciding/scenario-state.ts";
import { scenario as decider } from "./deciding/scenario.ts";
import { streamOf } from "./lists/scenario-list.ts";

/**
 * The shape of `ScenarioState`, and its derivation from events. A change of either needs a new version, or old
 * snapshots count as valid.
 */
export const SNAPSHOTS = { schemaVersion: 10, every: 200 };

export const codec = eventCodec(scenarioEvents);

export type StoredScenarios = Aggregates<ScenarioState, ScenarioCommand, ScenarioEvent, Refusal>;

export const storedScenarios = (store: EventStore): StoredScenarios =>
  new Aggregates({ store, codec, decider, streamOf, snapshots: SNAPSHOTS });
