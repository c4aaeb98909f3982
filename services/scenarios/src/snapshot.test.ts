/** Tests the shape of snapshots and their derivation from events, because they are stored as JSON and reused later. */
import { expect, test } from "vitest";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { SNAPSHOTS } from "./stored.ts";
import { createdEvent } from "./deciding/scenario.fixture.ts";
import type { ScenarioEvent, ScenarioState } from "./deciding/scenario-state.ts";
import { scenario } from "./deciding/scenario.ts";

const scaling = {
  areaAttribute: "present_number_of_residences",
  value: 100,
  baseValue: 8_000_000,
  hasAgriculture: true,
  hasIndustry: false,
  hasEnergy: true,
} as const;
const sliders = { userValues: { wind: 4.5, kind: "fast" }, balancedValues: { solar: 60 } };

const HASH = "0a".repeat(32);

const HISTORY: readonly ScenarioEvent[] = [
  createdEvent({
    scaling,
    owner: 12,
    template: 7,
    ...sliders,
    orders: { heat: ["b", "a"], storage: ["c"] },
    curves: { price: { number: 1, hash: HASH, sets: {} } },
  }),
  {
    type: "InputsSet",
    data: { userValues: { wind: 5, heat: -0 }, reset: ["kind"], balancedValues: { tide: 40 }, unbalanced: ["solar"] },
  },
  { type: "CouplingsActivated", data: { groups: ["steel"] } },
  { type: "CouplingsActivated", data: { groups: ["chp"] } },
  { type: "CouplingsUncoupled", data: { groups: ["chp"] } },
  { type: "CouplingsDeactivated", data: { groups: ["chp"] } },
  { type: "OrderSet", data: { name: "heat", keys: ["a", "b"] } },
  { type: "OrderSet", data: { name: "storage", keys: [] } },
  { type: "MetadataReplaced", data: { metadata: { title: "é\ud800", list: [null, { deep: true }] } } },
  {
    type: "ScenarioRestored",
    data: {
      version: 1,
      userValues: { wind: 6 },
      balancedValues: {},
      activeCouplings: ["steel"],
      uncoupled: ["chp"],
      orders: { heat: ["a", "b"] },
      curves: {},
      metadata: { title: "é\ud800", list: [null, { deep: true }] },
    },
  },
  {
    type: "InputsSet",
    data: { userValues: { wind: 5, heat: 0 }, reset: [], balancedValues: { tide: 40 }, unbalanced: [] },
  },
  { type: "CurveAttached", data: { key: "price", number: 2, hash: HASH, sets: {} } },
  { type: "CurveAttached", data: { key: "sun", number: 3, hash: HASH, sets: { hours: 900 } } },
  { type: "CurveAttached", data: { key: "wind", number: 4, hash: HASH, sets: { calm: 1 } } },
  { type: "CurveDetached", data: { key: "wind" } },
  { type: "VersionTagged", data: { user: 12, description: "as presented" } },
  { type: "ModelVersionNoted", data: { version: "2026-01" } },
  {
    type: "ScenarioMigrated",
    data: {
      version: "2026-02",
      userValues: { wind: 2500 },
      reset: ["heat"],
      balancedValues: { tide: 50 },
      unbalanced: [],
      template: { userValues: { wind: 2250 }, balancedValues: { solar: 60 } },
      sets: { sun: { days: 37.5 } },
    },
  },
  {
    type: "ScenarioFeatured",
    data: {
      group: "regional",
      ordering: 1,
      titleEn: "Wind",
      titleNl: "Wind",
      descriptionEn: null,
      descriptionNl: null,
      author: null,
    },
  },
  { type: "ScenarioUnfeatured", data: {} },
  {
    type: "ScenarioFeatured",
    data: {
      group: "national",
      ordering: 2,
      titleEn: "Storm",
      titleNl: "Storm",
      descriptionEn: "Windy.",
      descriptionNl: null,
      author: "Aeolus",
    },
  },
  { type: "EsdlFileAttached", data: { name: "a.esdl", size: 5, content: "00ff" } },
  { type: "MadePrivate", data: {} },
  { type: "MadePublic", data: {} },
  { type: "KeptCompatible", data: {} },
  { type: "CompatibilityDropped", data: {} },
  { type: "MadeReadOnly", data: {} },
  { type: "SourceChanged", data: { source: "page" } },
  { type: "TemplateChanged", data: { template: { id: 8, userValues: { wind: 1 }, balancedValues: {} } } },
  { type: "RoleGranted", data: { person: 13, role: "viewer", savedScenario: 5 } },
  { type: "RoleGranted", data: { person: 14, role: "owner", savedScenario: null } },
  { type: "RoleRemoved", data: { person: 12, savedScenario: null } },
  { type: "ScenarioDeleted", data: {} },
];

/** The time of an event; the clock is set back after every ten events. */
const timeOf = (index: number): string => `2026-11-21T10:00:0${index % 10}.000Z`;
const replay = (from: ScenarioState, first: number, end: number): ScenarioState =>
  HISTORY.slice(first, end).reduce((state, event, index) => scenario.evolve(state, event, timeOf(first + index)), from);
const throughJson = (state: ScenarioState): ScenarioState => JSON.parse(JSON.stringify(state)) as ScenarioState;

test("every type of event has a row in HISTORY", () => {
  const missing = Object.keys(scenarioEvents).filter((event) => !HISTORY.some(({ type }) => type === event));
  expect(missing, "events without a row in HISTORY").toEqual([]);
});

test("replay from a snapshot at any event equals a replay from the start", () => {
  for (let end = 0; end <= HISTORY.length; end++) {
    for (let start = 0; start <= end; start++) {
      const scenarioState = throughJson(replay(scenario.initial, 0, start));
      expect(throughJson(replay(scenarioState, start, end))).toEqual(throughJson(replay(scenario.initial, 0, end)));
    }
  }
});

test("a changed state requires a new snapshot version (increase it, then update the expected value)", () => {
  expect(SNAPSHOTS.schemaVersion).toBe(10);
  expect(throughJson(scenario.initial)).toEqual({ status: "absent" });
  expect(throughJson(replay(scenario.initial, 0, HISTORY.length))).toEqual({ status: "deleted" });
  expect(throughJson(replay(scenario.initial, 0, HISTORY.length - 1))).toEqual({
    status: "present",
    area: "nl",
    endYear: 2050,
    scaling,
    creation: null,
    roles: { 13: "viewer", 14: "owner" },
    grants: [
      { person: 13, role: "viewer", savedScenario: 5 },
      { person: 14, role: "owner", savedScenario: null },
    ],
    source: "page",
    private: false,
    keepCompatible: false,
    readOnly: true,
    metadata: { title: "é\ud800", list: [null, { deep: true }] },
    template: { id: 8, userValues: { wind: 1 }, balancedValues: {} },
    userValues: { wind: 2500, hours: 900 },
    balancedValues: { tide: 50 },
    activeCouplings: ["steel"],
    uncoupled: ["chp"],
    orders: { heat: ["a", "b"] },
    curves: { price: { number: 2, hash: HASH, sets: {} }, sun: { number: 3, hash: HASH, sets: { days: 37.5 } } },
    versionTag: { user: 12, description: "as presented" },
    modelVersion: "2026-02",
    featured: {
      group: "national",
      ordering: 2,
      titleEn: "Storm",
      titleNl: "Storm",
      descriptionEn: "Windy.",
      descriptionNl: null,
      author: "Aeolus",
    },
    esdlFile: { name: "a.esdl", size: 5, content: "00ff", attachedAt: "2026-11-21T10:00:01.000Z" },
    createdAt: "2026-11-21T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:09.000Z",
  });
});
