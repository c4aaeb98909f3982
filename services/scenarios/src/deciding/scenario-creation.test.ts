/** Tests the creation of a scenario, new or cloned. */
import { describe, expect, test } from "vitest";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { eventCodec, type RecordedEvent } from "@etesian/event-store";
import {
  NOTHING,
  model,
  user,
  create,
  type CreatedEvent,
  createdEvent,
  inputsSetEvent,
  given,
  events,
  refusal,
  invalid,
  scenarioAfter,
} from "./scenario.fixture.ts";

test("a creation stored before orders existed has no orders", () => {
  const { orders: _, ...data } = (createdEvent() as CreatedEvent).data;
  const recordedEvent = { type: "ScenarioCreated", schemaVersion: 1, data, stream: "scenario-1", version: 1 };
  expect(eventCodec(scenarioEvents).decode(recordedEvent as RecordedEvent)).toEqual(createdEvent());
});

describe("creating a scenario", () => {
  test("a scenario without settings has the default area and end year 2050", () => {
    expect(given().when(create())).toEqual(events(createdEvent()));
  });

  test("a new scenario has the requested values", () => {
    expect(
      given().when(
        create({
          origin: { ...NOTHING, areaCode: "nl", endYear: " 2040 " },
          userValues: { wind: 40, weather: "1987", steel: "7.5", enabled: true },
          attributes: { source: "ETM", title: "Mine", keepCompatible: true, metadata: { a: [1] } },
        }),
      ),
    ).toEqual(
      events(
        createdEvent({
          endYear: 2040,
          source: "ETM",
          keepCompatible: true,
          metadata: { title: "Mine", a: [1] },
          userValues: { wind: 40, weather: "1987", steel: 7.5, enabled: 1 },
          balancedValues: { coal: 40, gas: 20 },
          activeCouplings: ["industry"],
        }),
      ),
    );
  });

  test("a scenario in the documented default area starts in the model's default area if the model has no area of that name", () => {
    const areas = new Map([["nl2019", model.areas.get("nl")!]]);
    const inArea = (areaCode: unknown) =>
      given().when(create({ origin: { ...NOTHING, areaCode }, model: { ...model, defaultArea: "nl2019", areas } }));
    expect([inArea("nl"), inArea(undefined)]).toEqual(Array(2).fill(events(createdEvent({ area: "nl2019" }))));
  });

  test.each<[unknown, ...string[]]>([
    ["nope", "is unknown or not supported"],
    ["", "can't be blank", "is unknown or not supported"],
    [null, "can't be blank", "is unknown or not supported"],
    ["eu", "cannot be calculated: it has no energy balance"],
    [12, "is unknown or not supported"],
  ])("a scenario in area %j is refused", (areaCode, ...messages) => {
    expect(given().when(create({ origin: { ...NOTHING, areaCode } }))).toEqual(
      invalid(...messages.map((message) => ["area_code", message] as const)),
    );
  });

  test.each<[unknown, string]>([
    [2023, "must be greater than 2023"],
    [1900, "must be greater than 2023"],
    ["abc", "is not a number"],
    ["", "can't be blank"],
    [null, "can't be blank"],
    [2050.5, "must be an integer"],
    ["2050.5", "must be an integer"],
    ["0x7e0", "is not a number"],
    ["Infinity", "is not a number"],
    [10_000, "must be less than or equal to 9999"],
  ])("a scenario with end year %j is refused", (endYear, message) => {
    expect(given().when(create({ origin: { ...NOTHING, endYear } }))).toEqual(invalid(["end_year", message]));
  });

  test("every invalid attribute is reported; sliders are checked once the attributes are valid", () => {
    expect(
      given().when(
        create({
          origin: { ...NOTHING, areaCode: "x", endYear: 2000 },
          userValues: { nope: 1 },
          attributes: { private: true, metadata: { x: "y".repeat(65_537) }, source: "s".repeat(256) },
        }),
      ),
    ).toEqual(
      invalid(
        ["area_code", "is unknown or not supported"],
        ["end_year", "must be greater than 2019"],
        ["private", "can not be true on an unowned scenario"],
        ["metadata", "can not exceed 64Kb"],
        ["source", "is too long (maximum is 255 characters)"],
      ),
    );
    expect(given().when(create({ userValues: { nope: 1, tax: 101, plants: -1, weather: "x" } }))).toEqual(
      invalid(
        ["base", "Input nope does not exist"],
        ["base", "Input tax cannot be greater than 100"],
        ["base", "Input plants cannot be less than 0"],
        ["base", 'Input weather was "x", but must be one of: "average", "1987"'],
      ),
    );
  });

  test("metadata nested deeper than 32 levels is refused", () => {
    const nestedObject = (levels: number): object => (levels === 1 ? {} : { a: nestedObject(levels - 1) });
    const withLevels = (levels: number) =>
      given().when(create({ attributes: { metadata: nestedObject(levels) as { [key: string]: unknown } } }));
    expect(withLevels(32)).toHaveProperty("events");
    expect(withLevels(33)).toEqual(invalid(["metadata", "can not be nested deeper than 32 levels"]));
  });

  test("a scenario created by a user belongs to them, and can be private", () => {
    expect(given().when(create({ caller: user(7), attributes: { private: true } }))).toEqual(
      events(createdEvent({ owner: 7, private: true })),
    );
  });

  test("a scenario created read-only is also kept compatible", () => {
    expect(given().when(create({ attributes: { readOnly: true } }))).toEqual(
      events(createdEvent({ readOnly: true, keepCompatible: true })),
    );
    expect(given().when(create({ attributes: { readOnly: true, keepCompatible: false } }))).toEqual(
      events(createdEvent({ readOnly: true })),
    );
  });

  test("scaling requires a known attribute and a valid size", () => {
    const scale = { value: "1000", hasAgriculture: false, hasIndustry: false, hasEnergy: true };
    const createScaled = (areaAttribute: unknown, value: unknown) =>
      given().when(create({ origin: { ...NOTHING, scale: { ...scale, areaAttribute, value } } }));
    expect(createScaled("number_of_inhabitants", "1000")).toEqual(
      events(
        createdEvent({
          scaling: {
            areaAttribute: "number_of_inhabitants",
            value: 1000,
            baseValue: 17_000_000,
            hasAgriculture: false,
            hasIndustry: false,
            hasEnergy: true,
          },
        }),
      ),
    );
    const invalidScaler = (reason: string) => invalid(["scaler", `is invalid: ${reason}`]);
    const attribute = "area_attribute must be one of number_of_inhabitants, present_number_of_residences";
    expect(createScaled("nope", 1000)).toEqual(invalidScaler(attribute));
    expect(createScaled("present_number_of_residences", 1000)).toEqual(
      invalidScaler("the area has no present_number_of_residences"),
    );
    const sizes = [1e-300, 1.7e308, 1e13, "1".repeat(65), `${" ".repeat(70)}x`, -5, 0, "", "abc", null, undefined];
    for (const size of sizes) {
      expect(createScaled("number_of_inhabitants", size)).toEqual(
        invalidScaler("value must be a number from 0.001 to 1000000000000"),
      );
    }
  });

  test("an id in use is refused", () => {
    expect(given(createdEvent()).when(create())).toEqual(refusal({ reason: "taken" }));
    expect(given(createdEvent({ owner: 1 }), { type: "ScenarioDeleted", data: {} }).when(create())).toEqual(
      refusal({ reason: "taken" }),
    );
  });
});

describe("cloning a scenario", () => {
  const parent = {
    id: 4,
    scenario: scenarioAfter(
      createdEvent({
        endYear: 2040,
        source: "ETM",
        keepCompatible: true,
        readOnly: true,
        metadata: { title: "Parent" },
      }),
      inputsSetEvent({ userValues: { wind: 40, plants: 100 }, balancedValues: { coal: 40, gas: 20 } }),
      { type: "CouplingsActivated", data: { groups: ["industry"] } },
    ),
  };
  const copiedContents = {
    endYear: 2040,
    template: 4,
    userValues: { wind: 40, plants: 100 },
    balancedValues: { coal: 40, gas: 20 },
    activeCouplings: ["industry"],
  };

  test("a clone copies area, end year, sliders and couplings, which the request cannot set, but not metadata, source and flags", () => {
    expect(given().when(create({ parent, origin: { ...NOTHING, areaCode: "x", endYear: "x" } }))).toEqual(
      events(createdEvent(copiedContents)),
    );
    expect(given().when(create({ parent, attributes: { metadata: { a: 1 }, source: "mine" } }))).toEqual(
      events(createdEvent({ ...copiedContents, metadata: { a: 1 }, source: "mine" })),
    );
  });

  test("a clone has the parent's sliders changed by the request, and a reset restores the parent's values", () => {
    const userValues = { tax: 5, steel: 2, wind: "reset" };
    const clone = events(
      createdEvent({ ...copiedContents, activeCouplings: [] }),
      { type: "CouplingsActivated", data: { groups: ["industry"] } },
      inputsSetEvent({ userValues: { tax: 5, steel: 2 } }),
    );
    const uncoupledParent = { id: 4, scenario: { ...parent.scenario, activeCouplings: [] } };
    expect(given().when(create({ parent: uncoupledParent, userValues }))).toEqual(clone);
    const state = "events" in clone ? scenarioAfter(...clone.events) : null;
    expect(state).toMatchObject({
      userValues: { wind: 40, plants: 100, tax: 5, steel: 2 },
      template: { id: 4, userValues: { wind: 40, plants: 100 } },
      activeCouplings: ["industry"],
    });
    expect(given().when(create({ parent, userValues: { nope: 1 } }))).toEqual(
      invalid(["base", "Input nope does not exist"]),
    );
  });

  test("a clone of a missing scenario is refused", () => {
    expect(given().when(create({ parent: "missing" }))).toEqual(invalid(["scenario_id", "does not exist"]));
  });

  test("a clone with another size keeps values that do not scale with a region, in any unit", () => {
    const sliders = { wind: 40, enabled: 1, weather: "1987", plants: 100 };
    const parent = { id: 4, scenario: scenarioAfter(createdEvent({ userValues: sliders })) };
    const scale = { areaAttribute: "number_of_inhabitants", value: 1_700_000, hasAgriculture: true, hasIndustry: true };
    const decision = given().when(create({ parent, origin: { ...NOTHING, scale: { ...scale, hasEnergy: true } } }));
    expect(decision).toMatchObject({ events: [{ data: { userValues: { ...sliders, plants: 10 } } }] });
  });

  test("a clone of the caller's own private scenario is private", () => {
    const ownParent = { id: 5, scenario: scenarioAfter(createdEvent({ owner: 7, private: true })) };
    expect(given().when(create({ caller: user(7), parent: ownParent }))).toEqual(
      events(createdEvent({ owner: 7, private: true, template: 5 })),
    );
    expect(given().when(create({ caller: user(7), parent: ownParent, attributes: { private: false } }))).toEqual(
      events(createdEvent({ owner: 7, template: 5 })),
    );
  });

  test("a clone with another size rescales amounts, not shares", () => {
    const scale = { areaAttribute: "number_of_inhabitants", value: 1_700_000, hasAgriculture: true, hasIndustry: true };
    const createSmall = create({ parent, origin: { ...NOTHING, scale: { ...scale, hasEnergy: true } } });
    const scaling = {
      ...scale,
      areaAttribute: "number_of_inhabitants" as const,
      baseValue: 17_000_000,
      hasEnergy: true,
    };
    expect(given().when(createSmall)).toEqual(
      events(createdEvent({ ...copiedContents, scaling, userValues: { wind: 40, plants: 10 } })),
    );
    const child = {
      id: 5,
      scenario: scenarioAfter(createdEvent({ ...copiedContents, scaling, userValues: { plants: 10 } })),
    };
    expect(given().when(create({ parent: child }))).toEqual(
      events(createdEvent({ ...copiedContents, template: 5, scaling, userValues: { plants: 10 } })),
    );
    expect(given().when(create({ parent: child, origin: { ...NOTHING, descale: true } }))).toEqual(
      events(createdEvent({ ...copiedContents, template: 5, userValues: { plants: 100 } })),
    );
  });
});
