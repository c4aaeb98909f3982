/** Tests that scenarios with `keepCompatible` are migrated when the model renames inputs or changes their units. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesValues, type ModelChange, migrateScenario } from "./migration.ts";
import { CUSTOM_CURVES } from "../curves.fixture.ts";
import {
  anonymous,
  timeAt,
  create,
  createdEvent,
  events,
  given,
  inputsSetEvent,
  model,
  scenarioAfter,
  setAttributes,
  stateAfter,
  update,
} from "./scenario.fixture.ts";
import type { ScenarioCommand } from "./scenario-commands.ts";
import type { ScenarioEvent } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";

const CHANGES: readonly ModelChange[] = [
  {
    version: "2026-01",
    inputs: { mills: { key: "wind", factor: 3 }, lamp: { key: null, factor: 1 }, weather: { key: "sky", factor: 2 } },
  },
  { version: "2026-02", inputs: { wind: { key: "wind", factor: 0.5 } } },
];
const migrate = { type: "MigrateScenario", changes: CHANGES } as const;
const compatibleCreated = createdEvent({
  keepCompatible: true,
  userValues: { mills: 4, lamp: 1, weather: "1987", tax: 7 },
  balancedValues: { wind: 9, gas: 20 },
});
const migratedEvent = (
  data: Partial<Extract<ScenarioEvent, { type: "ScenarioMigrated" }>["data"]> = {},
): ScenarioEvent => ({
  type: "ScenarioMigrated",
  data: {
    version: "2026-02",
    userValues: { wind: 6, sky: "1987" },
    reset: ["mills", "lamp", "weather"],
    balancedValues: { wind: 4.5 },
    unbalanced: [],
    template: null,
    sets: {},
    ...data,
  },
});

describe("a scenario that is to be kept compatible", () => {
  test("a compatible scenario is migrated version by version, and keeps its time of last change", () => {
    expect(given(compatibleCreated).when(migrate)).toEqual(events(migratedEvent()));
    const migratedScenario = scenarioAfter(compatibleCreated, migratedEvent());
    expect(migratedScenario).toMatchObject({
      userValues: { wind: 6, sky: "1987", tax: 7 },
      balancedValues: { wind: 4.5, gas: 20 },
      modelVersion: "2026-02",
      updatedAt: timeAt(0),
    });
    expect(given(compatibleCreated, migratedEvent()).when(migrate)).toEqual(events());
  });

  test("a compatible scenario is migrated even if it is read-only", () => {
    const madeReadOnly: ScenarioEvent = { type: "MadeReadOnly", data: {} };
    expect(given(compatibleCreated, madeReadOnly).when(migrate)).toEqual(events(migratedEvent()));
  });

  test("the template's values are also migrated", () => {
    const templateChanged: ScenarioEvent = {
      type: "TemplateChanged",
      data: { template: { id: 3, userValues: { mills: 1 }, balancedValues: {} } },
    };
    const template = { userValues: { wind: 1.5 }, balancedValues: {} };
    expect(given(compatibleCreated, templateChanged).when(migrate)).toEqual(events(migratedEvent({ template })));
    expect(scenarioAfter(compatibleCreated, templateChanged, migratedEvent({ template })).template).toEqual({
      id: 3,
      ...template,
    });
  });

  test("a compatible scenario is migrated before a change, in the same append", () => {
    expect(given(compatibleCreated).when(update({ tax: 8 }, { changes: CHANGES }))).toEqual(
      events(migratedEvent(), inputsSetEvent({ userValues: { tax: 8 } })),
    );
    expect(given(compatibleCreated).when(update({ tax: 7 }, { changes: CHANGES }))).toEqual(events());
  });

  test("a compatible scenario is read with its migrated values before they are stored", () => {
    expect(migrateScenario(scenarioAfter(compatibleCreated), CHANGES)).toEqual({
      ...scenarioAfter(compatibleCreated, migratedEvent()),
    });
  });

  test("a scenario created for a model version ignores earlier changes of the model", () => {
    const versionNoted: ScenarioEvent = { type: "ModelVersionNoted", data: { version: "2026-02" } };
    const command = create({ attributes: { keepCompatible: true }, model: { ...model, changes: CHANGES } });
    expect(given().when(command)).toEqual(events(createdEvent({ keepCompatible: true }), versionNoted));
    expect(given(compatibleCreated, versionNoted).when(migrate)).toEqual(events());
    expect(given(createdEvent()).when({ ...setAttributes({ keepCompatible: true }), changes: CHANGES })).toEqual(
      events({ type: "KeptCompatible", data: {} }, versionNoted),
    );
    const laterChange: ModelChange = { version: "2026-03", inputs: { tax: { key: "levy", factor: 1 } } };
    expect(
      given(compatibleCreated, versionNoted).when({ ...migrate, changes: [...CHANGES, laterChange] }),
    ).toMatchObject(
      events(migratedEvent({ version: "2026-03", userValues: { levy: 7 }, reset: ["tax"], balancedValues: {} })),
    );
  });
});

describe("values of an attached curve", () => {
  const attachedEvent = (sets: { readonly [input: string]: number }, number = 1): ScenarioEvent => ({
    type: "CurveAttached",
    data: { key: "weather/wind", number, hash: "0a".repeat(32), sets },
  });
  const detachedEvent: ScenarioEvent = { type: "CurveDetached", data: { key: "weather/wind" } };
  const attach = (sets: { readonly [input: string]: number }): ScenarioCommand => ({
    type: "AttachCurve",
    caller: anonymous,
    key: "weather/wind",
    file: { number: 2, hash: "0a".repeat(32), sets },
    changes: CHANGES,
  });
  const migratedCurve = migratedEvent({
    userValues: { wind: 6 },
    reset: ["mills"],
    balancedValues: {},
    sets: { "weather/wind": { wind: 6 } },
  });
  const history = [createdEvent({ keepCompatible: true }), attachedEvent({ mills: 4 })];

  test("a value set by a curve stays tied to it under the new name", () => {
    expect(given(...history).when(migrate)).toEqual(events(migratedCurve));
    expect(migrateScenario(scenarioAfter(...history), CHANGES)).toEqual(scenarioAfter(...history, migratedCurve));
    expect(scenarioAfter(...history, migratedCurve, detachedEvent)).toMatchObject({ userValues: {}, curves: {} });
    expect(scenarioAfter(...history, migratedCurve, attachedEvent({ wind: 1 }, 2)).userValues).toEqual({ wind: 1 });
  });

  test("detaching a curve of a scenario that was not migrated removes its value in one step", () => {
    expect(
      given(...history).when({ type: "DetachCurve", caller: anonymous, key: "weather/wind", changes: CHANGES }),
    ).toEqual(events(migratedCurve, detachedEvent));
  });

  test("a value set by a curve that was attached after the migration is not migrated again", () => {
    const currentHistory = [...history, migratedCurve, attachedEvent({ wind: 5 }, 2)];
    expect(given(...history).when(attach({ wind: 5 }))).toEqual(events(migratedCurve, attachedEvent({ wind: 5 }, 2)));
    expect(given(...currentHistory).when(migrate)).toEqual(events());
    expect(scenarioAfter(...currentHistory).userValues).toEqual({ wind: 5 });
  });

  test("a value set by a curve is removed if the model no longer has the input", () => {
    const migratedWithoutInput = migratedEvent({
      userValues: {},
      reset: ["lamp"],
      balancedValues: {},
      sets: { "weather/wind": {} },
    });
    expect(given(createdEvent({ keepCompatible: true }), attachedEvent({ lamp: 1 })).when(migrate)).toEqual(
      events(migratedWithoutInput),
    );
  });

  test("a value set by a curve survives a reset", () => {
    const curves = [{ ...CUSTOM_CURVES[1]!, sets: ["wind"] }];
    const reset = update({}, { reset: true, customCurves: curves, changes: CHANGES });
    expect(given(...history, inputsSetEvent({ userValues: { tax: 1 } })).when(reset)).toEqual(
      events(migratedCurve, inputsSetEvent({ reset: ["tax"] })),
    );
  });
});

test("other scenarios keep their values, including old keys", () => {
  const incompatibleCreated = createdEvent({ userValues: { mills: 4 } });
  expect(given(incompatibleCreated).when(migrate)).toEqual(events());
  expect(migrateScenario(scenarioAfter(incompatibleCreated), CHANGES)).toEqual(scenarioAfter(incompatibleCreated));
});

test("two inputs can swap their keys", () => {
  const swap: ModelChange = {
    version: "1",
    inputs: { a: { key: "b", factor: 1 }, b: { key: "a", factor: 1 } },
  };
  const state = scenarioAfter(createdEvent({ keepCompatible: true, userValues: { a: 1, b: 2 } }));
  expect(migrateScenario(state, [swap]).userValues).toEqual({ a: 2, b: 1 });
});

const key = fc.constantFrom("a", "b", "c", "d");
/** Stored values contain no −0. */
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const values = fc.dictionary(key, number, { noNullPrototype: true });
const change = fc.record({ key: fc.option(key), factor: fc.constantFrom(-1, 0.001, 0.5, 1, 2, 1000) });
/** No two inputs are renamed to the same key, as in valid documents. */
const inputs = fc.dictionary(key, change, { noNullPrototype: true }).filter((changed) => {
  const targets = Object.values(changed).flatMap(({ key }) => key ?? []);
  return new Set(targets).size === targets.length;
});
const changes = fc
  .array(inputs, { maxLength: 4 })
  .map((all) => all.map((inputs, index): ModelChange => ({ version: `v${index}`, inputs })));

test("a stored migration equals one computed on reading, in one step or several", () => {
  fc.assert(
    fc.property(values, values, changes, fc.nat(4), (userValues, balancedValues, allChanges, firstCount) => {
      const initialEvent = createdEvent({ keepCompatible: true, userValues, balancedValues });
      const migrateHistory = (
        from: readonly ScenarioEvent[],
        knownChanges: readonly ModelChange[],
      ): readonly ScenarioEvent[] => {
        const decision = decider.decide({ type: "MigrateScenario", changes: knownChanges }, stateAfter(from));
        return "events" in decision ? [...from, ...decision.events] : from;
      };
      const scenario = migrateScenario(scenarioAfter(initialEvent), allChanges);
      const afterOneStep = stateAfter(migrateHistory([initialEvent], allChanges));
      const afterTwoSteps = stateAfter(
        migrateHistory(migrateHistory([initialEvent], allChanges.slice(0, firstCount)), allChanges),
      );
      expect(afterOneStep).toEqual(scenario);
      expect(afterTwoSteps).toEqual(afterOneStep);
      const valuesAfter =
        afterOneStep.status === "present" ? [afterOneStep.userValues, afterOneStep.balancedValues] : [];
      const isUnchanged = isDeepStrictEqual(valuesAfter, [userValues, balancedValues]);
      expect(changesValues(scenarioAfter(initialEvent), allChanges) || isUnchanged).toBe(true);
    }),
  );
});
