/** Scenarios to be kept compatible are migrated when the model renames inputs or changes their units. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesValues, type ModelChange, upToDate } from "./migration.ts";
import { CUSTOM_CURVES } from "../curves.fixture.ts";
import {
  anonymous,
  at,
  create,
  created,
  events,
  given,
  inputsSet,
  model,
  present,
  set,
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
const flagged = created({
  keepCompatible: true,
  userValues: { mills: 4, lamp: 1, weather: "1987", tax: 7 },
  balancedValues: { wind: 9, gas: 20 },
});
const migrated = (data: Partial<Extract<ScenarioEvent, { type: "ScenarioMigrated" }>["data"]> = {}): ScenarioEvent => ({
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
    expect(given(flagged).when(migrate)).toEqual(events(migrated()));
    const after = present(flagged, migrated());
    expect(after).toMatchObject({
      userValues: { wind: 6, sky: "1987", tax: 7 },
      balancedValues: { wind: 4.5, gas: 20 },
      modelVersion: "2026-02",
      updatedAt: at(0),
    });
    expect(given(flagged, migrated()).when(migrate)).toEqual(events());
  });

  test("a compatible scenario is migrated even if it is read-only", () => {
    const readOnly: ScenarioEvent = { type: "MadeReadOnly", data: {} };
    expect(given(flagged, readOnly).when(migrate)).toEqual(events(migrated()));
  });

  test("the template's values are migrated, too", () => {
    const linked: ScenarioEvent = {
      type: "TemplateChanged",
      data: { template: { id: 3, userValues: { mills: 1 }, balancedValues: {} } },
    };
    const template = { userValues: { wind: 1.5 }, balancedValues: {} };
    expect(given(flagged, linked).when(migrate)).toEqual(events(migrated({ template })));
    expect(present(flagged, linked, migrated({ template })).template).toEqual({ id: 3, ...template });
  });

  test("a compatible scenario is migrated before a change, in one append with it", () => {
    expect(given(flagged).when(update({ tax: 8 }, { changes: CHANGES }))).toEqual(
      events(migrated(), inputsSet({ userValues: { tax: 8 } })),
    );
    expect(given(flagged).when(update({ tax: 7 }, { changes: CHANGES }))).toEqual(events());
  });

  test("a compatible scenario is read with its migrated values before they are stored", () => {
    expect(upToDate(present(flagged), CHANGES)).toEqual({ ...present(flagged, migrated()) });
  });

  test("a scenario made for a version ignores earlier changes of the model", () => {
    const noted: ScenarioEvent = { type: "ModelVersionNoted", data: { version: "2026-02" } };
    const command = create({ attributes: { keepCompatible: true }, model: { ...model, changes: CHANGES } });
    expect(given().when(command)).toEqual(events(created({ keepCompatible: true }), noted));
    expect(given(flagged, noted).when(migrate)).toEqual(events());
    expect(given(created()).when({ ...set({ keepCompatible: true }), changes: CHANGES })).toEqual(
      events({ type: "KeptCompatible", data: {} }, noted),
    );
    const later: ModelChange = { version: "2026-03", inputs: { tax: { key: "levy", factor: 1 } } };
    expect(given(flagged, noted).when({ ...migrate, changes: [...CHANGES, later] })).toMatchObject(
      events(migrated({ version: "2026-03", userValues: { levy: 7 }, reset: ["tax"], balancedValues: {} })),
    );
  });
});

describe("values of an attached curve", () => {
  const attached = (sets: { readonly [input: string]: number }, number = 1): ScenarioEvent => ({
    type: "CurveAttached",
    data: { key: "weather/wind", number, hash: "0a".repeat(32), sets },
  });
  const detached: ScenarioEvent = { type: "CurveDetached", data: { key: "weather/wind" } };
  const attach = (sets: { readonly [input: string]: number }): ScenarioCommand => ({
    type: "AttachCurve",
    caller: anonymous,
    key: "weather/wind",
    file: { number: 2, hash: "0a".repeat(32), sets },
    changes: CHANGES,
  });
  const migratedCurve = migrated({
    userValues: { wind: 6 },
    reset: ["mills"],
    balancedValues: {},
    sets: { "weather/wind": { wind: 6 } },
  });
  const before = [created({ keepCompatible: true }), attached({ mills: 4 })];

  test("a value set by a curve stays tied to it under the new name", () => {
    expect(given(...before).when(migrate)).toEqual(events(migratedCurve));
    expect(upToDate(present(...before), CHANGES)).toEqual(present(...before, migratedCurve));
    expect(present(...before, migratedCurve, detached)).toMatchObject({ userValues: {}, curves: {} });
    expect(present(...before, migratedCurve, attached({ wind: 1 }, 2)).userValues).toEqual({ wind: 1 });
  });

  test("detaching a curve of a scenario that was not migrated removes its value in one step", () => {
    expect(
      given(...before).when({ type: "DetachCurve", caller: anonymous, key: "weather/wind", changes: CHANGES }),
    ).toEqual(events(migratedCurve, detached));
  });

  test("a value set by a curve that was attached after the migration is not migrated again", () => {
    const now = [...before, migratedCurve, attached({ wind: 5 }, 2)];
    expect(given(...before).when(attach({ wind: 5 }))).toEqual(events(migratedCurve, attached({ wind: 5 }, 2)));
    expect(given(...now).when(migrate)).toEqual(events());
    expect(present(...now).userValues).toEqual({ wind: 5 });
  });

  test("the value of a curve is removed where the model no longer has the input", () => {
    const without = migrated({ userValues: {}, reset: ["lamp"], balancedValues: {}, sets: { "weather/wind": {} } });
    expect(given(created({ keepCompatible: true }), attached({ lamp: 1 })).when(migrate)).toEqual(events(without));
  });

  test("a value set by a curve survives a reset", () => {
    const curves = [{ ...CUSTOM_CURVES[1]!, sets: ["wind"] }];
    const reset = update({}, { reset: true, customCurves: curves, changes: CHANGES });
    expect(given(...before, inputsSet({ userValues: { tax: 1 } })).when(reset)).toEqual(
      events(migratedCurve, inputsSet({ reset: ["tax"] })),
    );
  });
});

test("other scenarios keep their values, including old keys", () => {
  const plain = created({ userValues: { mills: 4 } });
  expect(given(plain).when(migrate)).toEqual(events());
  expect(upToDate(present(plain), CHANGES)).toEqual(present(plain));
});

test("two inputs can swap their keys", () => {
  const swap: ModelChange = {
    version: "1",
    inputs: { a: { key: "b", factor: 1 }, b: { key: "a", factor: 1 } },
  };
  const state = present(created({ keepCompatible: true, userValues: { a: 1, b: 2 } }));
  expect(upToDate(state, [swap]).userValues).toEqual({ a: 2, b: 1 });
});

const key = fc.constantFrom("a", "b", "c", "d");
/** Stored values contain no −0. */
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const values = fc.dictionary(key, number, { noNullPrototype: true });
const change = fc.record({ key: fc.option(key), factor: fc.constantFrom(-1, 0.001, 0.5, 1, 2, 1000) });
/** Renames every input, as the model's documents must do. */
const inputs = fc.dictionary(key, change, { noNullPrototype: true }).filter((changed) => {
  const targets = Object.values(changed).flatMap(({ key }) => key ?? []);
  return new Set(targets).size === targets.length;
});
const changes = fc
  .array(inputs, { maxLength: 4 })
  .map((all) => all.map((inputs, index): ModelChange => ({ version: `v${index}`, inputs })));

test("a stored migration equals one computed on reading, in one step or several", () => {
  fc.assert(
    fc.property(values, values, changes, fc.nat(4), (userValues, balancedValues, all, some) => {
      const before = created({ keepCompatible: true, userValues, balancedValues });
      const follow = (from: readonly ScenarioEvent[], known: readonly ModelChange[]): readonly ScenarioEvent[] => {
        const decision = decider.decide({ type: "MigrateScenario", changes: known }, stateAfter(from));
        return "events" in decision ? [...from, ...decision.events] : from;
      };
      const seen = upToDate(present(before), all);
      const once = stateAfter(follow([before], all));
      const twice = stateAfter(follow(follow([before], all.slice(0, some)), all));
      expect(once).toEqual(seen);
      expect(twice).toEqual(once);
      const valuesAfter = once.status === "present" ? [once.userValues, once.balancedValues] : [];
      const isUnchanged = isDeepStrictEqual(valuesAfter, [userValues, balancedValues]);
      expect(changesValues(present(before), all) || isUnchanged).toBe(true);
    }),
  );
});
