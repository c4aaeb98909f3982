/** Commands, events and states of a scenario for tests, with defaults for irrelevant fields. */
import type { Caller } from "@etesian/contracts/rights";
import { CUSTOM_CURVES } from "../curves.fixture.ts";
import { table } from "../input-table.fixture.ts";
import type { ServedModel, OriginRequest } from "./origin.ts";
import type { Attributes, CreateScenario, Refusal, ScenarioCommand, UpdateScenario } from "./scenario-commands.ts";
import type { Scenario, ScenarioEvent, ScenarioState } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";

export const model: ServedModel = {
  defaultArea: "nl",
  areas: new Map([
    ["nl", { startYear: 2023, problem: null, attributes: { number_of_inhabitants: 17_000_000 } }],
    ["eu", { startYear: 2019, problem: "it has no energy balance", attributes: {} }],
  ]),
  couplings: table,
  orders: { storage: ["a", "b", "c"] },
  changes: [],
  customCurves: CUSTOM_CURVES,
};

export const anonymous: Caller = { person: null, scopes: null, admin: false };
export const user = (person: number): Caller => ({ ...anonymous, person });

export const NOTHING: OriginRequest = { areaCode: undefined, endYear: undefined, scale: null, descale: false };

export const create = (facts: Partial<CreateScenario> = {}): CreateScenario => ({
  type: "CreateScenario",
  caller: anonymous,
  origin: NOTHING,
  model,
  parent: null,
  userValues: {},
  table,
  curves: {},
  attributes: {},
  privateByDefault: false,
  ...facts,
});

export const update = (
  userValues: UpdateScenario["userValues"] = {},
  facts: Partial<UpdateScenario> = {},
): UpdateScenario => ({
  type: "UpdateScenario",
  caller: anonymous,
  userValues,
  reset: false,
  autobalance: true,
  table,
  changes: [],
  customCurves: [],
  attributes: {},
  ...facts,
});

export const setAttributes = (attributes: Attributes): UpdateScenario => update({}, { attributes });

export type CreatedEvent = Extract<ScenarioEvent, { type: "ScenarioCreated" }>;

export const createdEvent = (facts: Partial<CreatedEvent["data"]> = {}): ScenarioEvent => ({
  type: "ScenarioCreated",
  data: {
    area: "nl",
    endYear: 2050,
    scaling: null,
    owner: null,
    source: null,
    private: false,
    keepCompatible: false,
    readOnly: false,
    metadata: {},
    template: null,
    userValues: {},
    balancedValues: {},
    activeCouplings: [],
    orders: {},
    curves: {},
    ...facts,
  },
});

export const inputsSetEvent = (
  data: Partial<Extract<ScenarioEvent, { type: "InputsSet" }>["data"]>,
): ScenarioEvent => ({
  type: "InputsSet",
  data: { userValues: {}, reset: [], balancedValues: {}, unbalanced: [], ...data },
});

export const timeAt = (minute: number): string => `2026-11-21T09:${String(minute).padStart(2, "0")}:00.000Z`;

export const stateAfter = (events: readonly ScenarioEvent[]): ScenarioState =>
  events.reduce((state, event, index) => decider.evolve(state, event, timeAt(index)), decider.initial);

/** Decides on a command, given earlier events. */
export const given = (...history: readonly ScenarioEvent[]) => ({
  when: (command: ScenarioCommand) => decider.decide(command, stateAfter(history)),
});
export type ScenarioDecision = ReturnType<typeof decider.decide>;

export const events = (...events: readonly ScenarioEvent[]): ScenarioDecision => ({ events });
export const refusal = (refusal: Refusal): ScenarioDecision => ({ refusal });
export const invalid = (...problems: readonly (readonly [attribute: string, message: string])[]): ScenarioDecision =>
  refusal({ reason: "invalid", problems: problems.map(([attribute, message]) => ({ attribute, message })) });

export const scenarioAfter = (...events: readonly ScenarioEvent[]): Scenario => stateAfter(events) as Scenario;
