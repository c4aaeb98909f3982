/**
 * Tests that a scenario's curves are attached, replaced and detached, and which sliders may be set at the same time.
 */
import { describe, expect, test } from "vitest";
import { CUSTOM_CURVES } from "../curves.fixture.ts";
import {
  anonymous,
  create,
  createdEvent,
  events,
  given,
  inputsSetEvent,
  invalid,
  scenarioAfter,
  refusal,
  update,
  user,
} from "./scenario.fixture.ts";
import type { ScenarioCommand } from "./scenario-commands.ts";
import type { ScenarioEvent } from "./scenario-state.ts";

const HASH = "0a".repeat(32);
const file = (number: number, sets: { readonly [input: string]: number } = {}) => ({
  number,
  hash: HASH,
  sets: { ...sets },
});
const attachedEvent = (key: string, ...facts: Parameters<typeof file>): ScenarioEvent => ({
  type: "CurveAttached",
  data: { key, ...file(...facts) },
});
const detachedEvent = (key: string): ScenarioEvent => ({ type: "CurveDetached", data: { key } });
const attach = (key: string, ...facts: Parameters<typeof file>): ScenarioCommand => ({
  type: "AttachCurve",
  caller: anonymous,
  key,
  file: file(...facts),
  changes: [],
});
const detach = (key: string, caller = anonymous): ScenarioCommand => ({
  type: "DetachCurve",
  caller,
  key,
  changes: [],
});
const windAttached = attachedEvent("weather/wind", 1, { plants: 500 });
const move = (values: object, facts = {}) => update({ ...values }, { customCurves: CUSTOM_CURVES, ...facts });

describe("a curve that is attached", () => {
  test("an attached curve replaces the values of its inputs", () => {
    const history = [createdEvent(), inputsSetEvent({ userValues: { plants: 1, tax: 2 } })];
    expect(given(...history).when(attach("weather/wind", 1, { plants: 500 }))).toEqual(events(windAttached));
    expect(scenarioAfter(...history, windAttached)).toMatchObject({
      userValues: { plants: 500, tax: 2 },
      curves: { "weather/wind": file(1, { plants: 500 }) },
    });
  });

  test("an attached curve is replaced by the next one, together with its values", () => {
    const next = attachedEvent("weather/wind", 2, { tax: 3 });
    expect(scenarioAfter(createdEvent(), windAttached, next)).toMatchObject({
      userValues: { tax: 3 },
      curves: { "weather/wind": file(2, { tax: 3 }) },
    });
    expect(scenarioAfter(createdEvent(), windAttached, next).userValues).not.toHaveProperty("plants");
  });

  test("an attached curve is detached once, together with its values", () => {
    expect(given(createdEvent(), windAttached).when(detach("weather/wind"))).toEqual(
      events(detachedEvent("weather/wind")),
    );
    expect(scenarioAfter(createdEvent(), windAttached, detachedEvent("weather/wind"))).toMatchObject({
      userValues: {},
      curves: {},
    });
    for (const key of ["weather/wind", "__proto__", "nope"]) {
      expect(given(createdEvent()).when(detach(key))).toEqual(refusal({ reason: "not_attached" }));
    }
  });

  test("every caller who may change the scenario may attach a curve", () => {
    expect(given(createdEvent({ owner: 7 }), windAttached).when(detach("weather/wind"))).toEqual(
      refusal({ reason: "not_yours" }),
    );
    expect(given(createdEvent({ owner: 7 }), windAttached).when(detach("weather/wind", user(7)))).toEqual(
      events(detachedEvent("weather/wind")),
    );
    expect(given(createdEvent({ readOnly: true })).when(attach("price", 1))).toEqual(refusal({ reason: "read_only" }));
  });
});

describe("while a curve is attached", () => {
  test("inputs that an attached curve replaces cannot be set, but may be reset", () => {
    const scenario = given(createdEvent(), windAttached, attachedEvent("price", 2));
    expect(scenario.when(move({ plants: 5, tax: 1 }))).toEqual(
      invalid(
        ["base", "Input plants is disabled: replaced by the attached curve weather/wind"],
        ["base", "Input tax is disabled: replaced by the attached curve price"],
      ),
    );
    expect(scenario.when(move({ plants: 500 }))).toEqual(events());
  });

  test("a reset keeps the values set by a curve", () => {
    const scenario = given(createdEvent(), windAttached, inputsSetEvent({ userValues: { tax: 1 } }));
    expect(scenario.when(move({ plants: "reset" }))).toEqual(events());
    expect(scenario.when(move({}, { reset: true }))).toEqual(events(inputsSetEvent({ reset: ["tax"] })));
  });
});

test("a clone starts with copies of the curves in its own set", () => {
  const parent = { id: 3, scenario: scenarioAfter(createdEvent(), windAttached) };
  const curves = { "weather/wind": file(9, { plants: 500 }) };
  expect(given().when(create({ parent, curves }))).toEqual(
    events(createdEvent({ template: 3, userValues: { plants: 500 }, curves })),
  );
});

test("restoring an earlier version restores its curves", () => {
  const earlierScenario = scenarioAfter(createdEvent(), windAttached);
  const command = {
    type: "RestoreScenario",
    caller: anonymous,
    version: 2,
    scenario: earlierScenario,
    changes: [],
  } as const;
  const history = [createdEvent(), windAttached, detachedEvent("weather/wind")];
  const decision = given(...history).when(command);
  expect(decision).toMatchObject({ events: [{ type: "ScenarioRestored", data: { curves: earlierScenario.curves } }] });
  const [restoredEvent] = "events" in decision ? decision.events : [];
  expect(scenarioAfter(...history, restoredEvent!)).toMatchObject({
    userValues: { plants: 500 },
    curves: earlierScenario.curves,
  });
});
