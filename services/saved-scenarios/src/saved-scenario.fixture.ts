/** Commands, events and states of saved scenarios for tests, with defaults for irrelevant fields. */
import type { Caller } from "@etesian/contracts/rights";
import {
  type Refusal,
  type VersionDetails,
  savedScenario as decider,
  type SavedScenario,
  type SavedScenarioCommand,
  type SavedScenarioEvent,
  type SavedScenarioState,
} from "./saved-scenario.ts";

export const user = (person: number): Caller => ({ person, scopes: null, admin: false });

export const versionDetails = (scenario: number, changes: Partial<VersionDetails> = {}): VersionDetails => ({
  scenario,
  scenarioVersion: 1,
  area: "nl",
  endYear: 2050,
  modelVersion: "latest",
  creation: `event of ${scenario}`,
  ...changes,
});

type ScenarioSavedEvent = Extract<SavedScenarioEvent, { type: "ScenarioSaved" }>;

/** Scenario 1, saved by person 1. */
export const savedEvent = (changes: Partial<ScenarioSavedEvent["data"]> = {}): SavedScenarioEvent => ({
  type: "ScenarioSaved",
  data: { owner: 1, ...versionDetails(1), title: "Mine", description: null, private: false, ...changes },
});

export const versionAdded = (scenario: number): SavedScenarioEvent => ({
  type: "SavedVersionAdded",
  data: { ...versionDetails(scenario), mayShare: true },
});
export const roleGranted = (person: number, role: "viewer" | "collaborator" | "owner"): SavedScenarioEvent => ({
  type: "SavedScenarioRoleGranted",
  data: { person, role },
});

export const timeAt = (minute: number): string => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString();

export const stateAfter = (events: readonly SavedScenarioEvent[]): SavedScenarioState =>
  events.reduce((state, event, index) => decider.evolve(state, event, timeAt(index)), decider.initial);

export const presentState = (...events: readonly SavedScenarioEvent[]): SavedScenario =>
  stateAfter(events) as SavedScenario;

/** Decides on a command, given earlier events. */
export const given = (...previousEvents: readonly SavedScenarioEvent[]) => ({
  when: (command: SavedScenarioCommand) => decider.decide(command, stateAfter(previousEvents)),
});

export const expectedEvents = (...expectedEvents: readonly SavedScenarioEvent[]) => ({ events: expectedEvents });
export const expectedRefusal = (refusal: Refusal) => ({ refusal });
