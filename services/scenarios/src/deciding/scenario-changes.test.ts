/** Tests changes of a scenario for each kind of command. */
import { describe, expect, test } from "vitest";
import { table } from "../input-table.fixture.ts";
import {
  anonymous,
  user,
  create,
  update,
  setAttributes,
  createdEvent,
  inputsSetEvent,
  given,
  events,
  refusal,
  invalid,
  scenarioAfter,
} from "./scenario.fixture.ts";
import type {
  ChangeCouplings,
  RestoreScenario,
  ScenarioCommand,
  SetOrder,
  UpdateScenario,
} from "./scenario-commands.ts";
import type { Scenario, ScenarioEvent } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";

describe("moving sliders", () => {
  test("moving sliders records only changed values", () => {
    expect(
      given(createdEvent({ userValues: { tax: 5, plants: 10 } })).when(update({ tax: 6, plants: 10, enabled: 1 })),
    ).toEqual(events(inputsSetEvent({ userValues: { tax: 6, enabled: 1 } })));
    expect(given(createdEvent({ userValues: { tax: 5 } })).when(update({ tax: "5.0" }))).toEqual(events());
    expect(given(createdEvent()).when(update({ tax: "reset" }))).toEqual(events());
    expect(given(createdEvent({ userValues: { tax: 5 } })).when(update({ tax: "reset" }))).toEqual(
      events(inputsSetEvent({ reset: ["tax"] })),
    );
  });

  test("moving sliders balances the share group; moving its last member drops balanced values", () => {
    expect(given(createdEvent()).when(update({ coal: 70 }))).toEqual(
      events(inputsSetEvent({ userValues: { coal: 70 }, balancedValues: { gas: 20, wind: 10 } })),
    );
    expect(
      given(createdEvent(), inputsSetEvent({ userValues: { coal: 70 }, balancedValues: { gas: 20, wind: 10 } })).when(
        update({ gas: 5, wind: 25 }),
      ),
    ).toEqual(events(inputsSetEvent({ userValues: { gas: 5, wind: 25 }, unbalanced: ["gas", "wind"] })));
    expect(
      given(createdEvent(), inputsSetEvent({ userValues: { coal: 70 }, balancedValues: { gas: 20, wind: 10 } })).when(
        update({ coal: "reset" }),
      ),
    ).toEqual(events(inputsSetEvent({ reset: ["coal"], unbalanced: ["gas", "wind"] })));
  });

  test("a change after which a share group does not add up is refused completely", () => {
    expect(given(createdEvent()).when(update({ coal: 70, tax: 5 }, { autobalance: false }))).toEqual(
      invalid(["base", '"fuels" group does not balance: group sums to 120.0 using coal=70.0 gas=30.0 wind=20.0']),
    );
    expect(given(createdEvent()).when(update({ coal: 101 }))).toEqual(
      invalid(["base", "Input coal cannot be greater than 100"]),
    );
  });

  test("inputs enabled by a coupling can be set in one request, and reset", () => {
    const state = scenarioAfter(createdEvent(), { type: "CouplingsActivated", data: { groups: ["industry"] } });
    expect(given(createdEvent()).when(update({ steel: 1, local_steel: 1 }))).toEqual(
      events(
        { type: "CouplingsActivated", data: { groups: ["industry"] } },
        inputsSetEvent({ userValues: { steel: 1, local_steel: 1 } }),
      ),
    );
    expect(decider.decide(update({ local_steel: 1 }), state)).toEqual(
      invalid(["base", "Input local_steel is disabled: replaced by the active coupling industry"]),
    );
    expect(decider.decide(update({ local_steel: 1 }), { ...state, userValues: { local_steel: 1 } })).toEqual(events());
  });

  test("resetting an input activates its coupling, like setting it; resetting all inputs keeps couplings", () => {
    const couplingsActivated: ScenarioEvent = { type: "CouplingsActivated", data: { groups: ["industry"] } };
    expect(given(createdEvent()).when(update({ steel: "reset" }))).toEqual(events(couplingsActivated));
    expect(
      given(createdEvent({ userValues: { steel: 1 } }), couplingsActivated).when(update({}, { reset: true })),
    ).toEqual(events(inputsSetEvent({ reset: ["steel"] })));
  });

  test("moving a coupled input activates its coupling, and is refused if the group was uncoupled", () => {
    expect(given(createdEvent()).when(update({ steel: 1 }))).toEqual(
      events(
        { type: "CouplingsActivated", data: { groups: ["industry"] } },
        inputsSetEvent({ userValues: { steel: 1 } }),
      ),
    );
    expect(given(createdEvent({ userValues: { steel: 1 } })).when(update({ steel_too: 1 }))).toEqual(
      invalid(["base", "Input steel_too is disabled: coupling group industry is inactive; couple it first"]),
    );
  });

  test.each([
    [{ offshore: 1 }, /^Input offshore is disabled/],
    [{ tax: "abc" }, /^Input tax must be numeric/],
    [{ tax: null }, /^Input tax must be numeric/],
    [{ tax: "NaN" }, /^Input tax must be numeric/],
    [{ enabled: 2 }, /^Input 'enabled' had value '2.0', but must be one 0 or 1/],
    [{ constructor: 1 }, /^Input constructor does not exist/],
    [JSON.parse('{"__proto__": 1}') as object, /^Input __proto__ does not exist/],
  ])("%j is refused", (userValues, message) => {
    expect(given(createdEvent()).when(update(userValues as UpdateScenario["userValues"]))).toEqual(
      invalid(["base", expect.stringMatching(message) as string]),
    );
  });

  test("sliders in an area that the model no longer has are refused", () => {
    expect(given(createdEvent()).when(update({ tax: 1 }, { table: null }))).toEqual(
      invalid(["area_code", "is unknown or not supported"]),
    );
  });

  test("a reset of all sliders is applied before the values sent with it", () => {
    const slidersMoved = inputsSetEvent({ userValues: { coal: 70, tax: 5 }, balancedValues: { gas: 20, wind: 10 } });
    expect(given(createdEvent(), slidersMoved).when(update({}, { reset: true }))).toEqual(
      events(inputsSetEvent({ reset: ["coal", "tax"], unbalanced: ["gas", "wind"] })),
    );
    expect(given(createdEvent(), slidersMoved).when(update({ tax: 6 }, { reset: true }))).toEqual(
      events(inputsSetEvent({ userValues: { tax: 6 }, reset: ["coal"], unbalanced: ["gas", "wind"] })),
    );
  });

  test("a clone is reset to the values it was created with, independent of later changes of its parent", () => {
    const clone = createdEvent({
      template: 4,
      userValues: { coal: 70, tax: 5 },
      balancedValues: { gas: 20, wind: 10 },
    });
    const slidersMoved = inputsSetEvent({ userValues: { coal: 50, tax: 6 }, balancedValues: { gas: 30, wind: 20 } });
    expect(given(clone, slidersMoved).when(update({ tax: "reset" }))).toEqual(
      events(inputsSetEvent({ userValues: { tax: 5 } })),
    );
    expect(given(clone, slidersMoved).when(update({}, { reset: true }))).toEqual(
      events(inputsSetEvent({ userValues: { coal: 70, tax: 5 }, balancedValues: { gas: 20, wind: 10 } })),
    );
    expect(
      given(clone, slidersMoved, { type: "TemplateChanged", data: { template: null } }).when(update({ tax: "reset" })),
    ).toEqual(events(inputsSetEvent({ reset: ["tax"] })));
  });
});

describe("attributes", () => {
  test("unchanged attributes cause no event", () => {
    expect(
      given(createdEvent({ metadata: { a: 1 }, source: "s", keepCompatible: true })).when(
        setAttributes({ metadata: { a: 1 }, source: "s", keepCompatible: true, private: false, readOnly: undefined }),
      ),
    ).toEqual(events());
  });

  test("a separate title takes precedence over the title in the metadata", () => {
    const requestedAttributes = { title: "new", metadata: { title: "old", a: 1 } };
    expect(given(createdEvent({ metadata: { title: "old" } })).when(setAttributes(requestedAttributes))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: { title: "new", a: 1 } } }),
    );
  });

  test("metadata is replaced completely; a title is part of it", () => {
    expect(
      given(createdEvent({ metadata: { a: 1, b: 2 } })).when(setAttributes({ metadata: { c: { d: null } } })),
    ).toEqual(events({ type: "MetadataReplaced", data: { metadata: { c: { d: null } } } }));
    expect(given(createdEvent({ metadata: { a: 1, title: "old" } })).when(setAttributes({ title: "new" }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: { a: 1, title: "new" } } }),
    );
    expect(given(createdEvent({ metadata: { a: 1 } })).when(setAttributes({ metadata: {} }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: {} } }),
    );
  });

  test("metadata is limited to 64 KB of JSON text, counted in bytes", () => {
    const text = (length: number) => ({ x: "y".repeat(length - '{"x":""}'.length) });
    expect(given(createdEvent()).when(setAttributes({ metadata: text(65_536) }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: text(65_536) } }),
    );
    expect(given(createdEvent()).when(setAttributes({ metadata: text(65_537) }))).toEqual(
      invalid(["metadata", "can not exceed 64Kb"]),
    );
    expect(given(createdEvent()).when(setAttributes({ metadata: { x: "é".repeat(33_000) } }))).toEqual(
      invalid(["metadata", "can not exceed 64Kb"]),
    );
  });

  test("source and compatibility can be changed", () => {
    expect(given(createdEvent({ source: "a" })).when(setAttributes({ source: null, keepCompatible: true }))).toEqual(
      events({ type: "SourceChanged", data: { source: null } }, { type: "KeptCompatible", data: {} }),
    );
    expect(given(createdEvent({ keepCompatible: true })).when(setAttributes({ keepCompatible: false }))).toEqual(
      events({ type: "CompatibilityDropped", data: {} }),
    );
  });

  test("only an owned scenario can be private", () => {
    expect(given(createdEvent()).when(setAttributes({ private: true }))).toEqual(
      invalid(["private", "can not be true on an unowned scenario"]),
    );
    expect(
      given(createdEvent({ owner: 7 })).when(update({}, { caller: user(7), attributes: { private: true } })),
    ).toEqual(events({ type: "MadePrivate", data: {} }));
    expect(
      given(createdEvent({ owner: 7, private: true })).when(
        update({}, { caller: user(7), attributes: { private: false } }),
      ),
    ).toEqual(events({ type: "MadePublic", data: {} }));
  });

  test("invalid attributes reject the sliders of the same request", () => {
    expect(given(createdEvent()).when(update({ tax: 1 }, { attributes: { private: true } }))).toEqual(
      invalid(["private", "can not be true on an unowned scenario"]),
    );
  });

  test("the link to a template can be changed and broken", () => {
    const template = { id: 9, userValues: { tax: 3 }, balancedValues: {} };
    const linkedScenario = { ...template, private: false, roles: {} };
    expect(given(createdEvent()).when(update({}, { template: linkedScenario }))).toEqual(
      events({ type: "TemplateChanged", data: { template } }),
    );
    expect(given(createdEvent({ template: 4 })).when(update({}, { template: null }))).toEqual(
      events({ type: "TemplateChanged", data: { template: null } }),
    );
    expect(given(createdEvent()).when(update({}, { template: null }))).toEqual(events());
    const privateScenario = { ...linkedScenario, private: true, roles: { 7: "owner", 8: "viewer" } } as const;
    expect(given(createdEvent({ owner: 8 })).when(update({}, { caller: user(8), template: privateScenario }))).toEqual(
      invalid(["preset_scenario_id", "is another user's private scenario, and this one is not private"]),
    );
    for (const [caller, isPrivate] of [
      [user(7), false],
      [user(8), true],
    ] as const) {
      const ownScenario = createdEvent({ owner: caller.person, private: isPrivate });
      expect(given(ownScenario).when(update({}, { caller, template: privateScenario }))).toHaveProperty(
        "events.length",
        1,
      );
    }
    expect(given(createdEvent()).when(update({}, { template: { problem: "does not exist" } }))).toEqual(
      invalid(["preset_scenario_id", "does not exist"]),
    );
  });
});

describe("couplings", () => {
  const change = (facts: Partial<ChangeCouplings>): ChangeCouplings => ({
    type: "ChangeCouplings",
    caller: user(7),
    activate: [],
    deactivate: [],
    force: false,
    couplings: table,
    changes: [],
    ...facts,
  });
  const activatedEvent: ScenarioEvent = { type: "CouplingsActivated", data: { groups: ["industry"] } };
  const uncoupledEvent: ScenarioEvent = { type: "CouplingsUncoupled", data: { groups: ["industry"] } };
  const deactivatedEvent: ScenarioEvent = { type: "CouplingsDeactivated", data: { groups: ["industry"] } };

  test("couplings are activated, whether or not an input uses them, and deactivated", () => {
    expect(given(createdEvent()).when(change({ activate: ["industry", "industry"] }))).toEqual(events(activatedEvent));
    expect(given(createdEvent(), activatedEvent).when(change({ activate: ["industry"] }))).toEqual(events());
    expect(given(createdEvent(), activatedEvent).when(change({ deactivate: ["industry"] }))).toEqual(
      events(uncoupledEvent),
    );
    expect(given(createdEvent()).when(change({ deactivate: ["industry"] }))).toEqual(events());
    expect(scenarioAfter(createdEvent(), activatedEvent, uncoupledEvent)).toMatchObject({
      activeCouplings: [],
      uncoupled: ["industry"],
    });
  });

  test("uncoupled groups refuse values of their inputs until they are coupled again or removed by force", () => {
    const history = [createdEvent(), activatedEvent, uncoupledEvent];
    expect(given(...history).when(update({ steel: 1 }))).toEqual(
      invalid(["base", "Input steel is disabled: coupling group industry is inactive; couple it first"]),
    );
    expect(given(...history).when(change({ activate: ["industry"] }))).toEqual(events(activatedEvent));
    expect(scenarioAfter(...history, activatedEvent)).toMatchObject({ activeCouplings: ["industry"], uncoupled: [] });
    expect(given(...history).when(change({ force: true }))).toEqual(events(deactivatedEvent));
    expect(scenarioAfter(...history, deactivatedEvent)).toMatchObject({ activeCouplings: [], uncoupled: [] });
  });

  test("a change with an unknown coupling group is refused completely, whether it activates or deactivates groups", () => {
    const refusal = invalid(["coupling_groups", "invalid coupling: nope; groups are industry"]);
    expect(given(createdEvent()).when(change({ activate: ["industry", "nope"] }))).toEqual(refusal);
    expect(given(createdEvent(), activatedEvent).when(change({ deactivate: ["industry", "nope"] }))).toEqual(refusal);
    // The model no longer has this group.
    const scenarioWithFormerGroup = createdEvent({ activeCouplings: ["nope"] });
    expect(given(scenarioWithFormerGroup).when(change({ deactivate: ["nope"] }))).toEqual(
      events({ type: "CouplingsUncoupled", data: { groups: ["nope"] } }),
    );
  });

  test("removing couplings by force removes all values of external models, whether or not a coupling is active", () => {
    const values = { userValues: { steel: 1, tax: 2 }, balancedValues: { steel_too: 3, coal: 4 } };
    const inputsErased = inputsSetEvent({ reset: ["steel"], unbalanced: ["steel_too"] });
    expect(given(createdEvent(values), activatedEvent).when(change({ force: true }))).toEqual(
      events(deactivatedEvent, inputsErased),
    );
    expect(given(createdEvent(values)).when(change({ force: true }))).toEqual(events(inputsErased));
    expect(scenarioAfter(createdEvent(values), activatedEvent, deactivatedEvent, inputsErased)).toMatchObject({
      userValues: { tax: 2 },
      balancedValues: { coal: 4 },
      activeCouplings: [],
    });
  });
});

describe("an order", () => {
  const setOrder = (...keys: string[]): SetOrder => ({
    type: "SetOrder",
    caller: user(7),
    name: "storage",
    keys,
    members: ["a", "b", "c"],
  });
  const orderSetEvent = (...keys: string[]): ScenarioEvent => ({ type: "OrderSet", data: { name: "storage", keys } });

  test("an order is completed, stored, and copied by clones", () => {
    expect(given(createdEvent()).when(setOrder("c"))).toEqual(events(orderSetEvent("c", "a", "b")));
    const changedScenario = scenarioAfter(createdEvent(), orderSetEvent("c", "a", "b"));
    expect(changedScenario.orders).toEqual({ storage: ["c", "a", "b"] });
    expect(decider.decide(create({ parent: { id: 1, scenario: changedScenario } }), decider.initial)).toEqual(
      events(createdEvent({ template: 1, orders: { storage: ["c", "a", "b"] } })),
    );
  });

  test("an order equal to the default is removed", () => {
    for (const keys of [[], ["a"], ["a", "b", "c"]]) {
      expect(given(createdEvent(), orderSetEvent("c", "a", "b")).when(setOrder(...keys))).toEqual(
        events(orderSetEvent()),
      );
      expect(given(createdEvent()).when(setOrder(...keys))).toEqual(events());
    }
    expect(scenarioAfter(createdEvent(), orderSetEvent("c", "a", "b"), orderSetEvent()).orders).toEqual({});
  });

  test("an order that equals the current one changes nothing", () => {
    expect(given(createdEvent(), orderSetEvent("c", "a", "b")).when(setOrder("c", "a"))).toEqual(events());
  });

  test("an order with unknown or repeated members is refused", () => {
    expect(given(createdEvent()).when(setOrder("x", "a", "a"))).toEqual(
      invalid(["base", "Order contains unknown options: x"], ["base", "Order contains an option more than once"]),
    );
  });
});

describe("a version tag", () => {
  const tag = (description: string, isFirst: boolean, caller = anonymous): ScenarioCommand => ({
    type: "TagVersion",
    caller,
    description,
    isFirst,
  });
  const taggedEvent = (description: string, user: number | null = null): ScenarioEvent => ({
    type: "VersionTagged",
    data: { user, description },
  });

  test("a version tag can be set once and changed later", () => {
    expect(given(createdEvent()).when(tag("a", true))).toEqual(events(taggedEvent("a")));
    expect(given(createdEvent()).when(tag("a", false))).toEqual(refusal({ reason: "not_tagged" }));
    expect(given(createdEvent(), taggedEvent("a")).when(tag("b", true))).toEqual(
      invalid(["base", "A version was already tagged"]),
    );
    expect(given(createdEvent({ owner: 7 }), taggedEvent("a")).when(tag("b", false, user(7)))).toEqual(
      events(taggedEvent("b", 7)),
    );
    expect(given(createdEvent(), taggedEvent("a")).when(tag("a", false))).toEqual(events());
    expect(given(createdEvent({ owner: 7 })).when(tag("a", true))).toEqual(refusal({ reason: "not_yours" }));
    expect(given(createdEvent()).when(tag("x".repeat(60_001), true))).toEqual(
      invalid(["base", "Description is too long (maximum is 60000 characters)"]),
    );
  });
});

describe("restoring", () => {
  const restoreCommand = (version: number, scenario: Scenario): RestoreScenario => ({
    type: "RestoreScenario",
    caller: anonymous,
    changes: [],
    version,
    scenario,
  });
  const history = [
    createdEvent({ userValues: { tax: 1 }, metadata: { title: "first" } }),
    inputsSetEvent({ userValues: { tax: 2, coal: 60 }, balancedValues: { gas: 30 } }),
    { type: "CouplingsActivated", data: { groups: ["industry"] } },
    { type: "OrderSet", data: { name: "storage", keys: ["b", "a", "c"] } },
    { type: "MetadataReplaced", data: { metadata: { title: "later" } } },
    { type: "KeptCompatible", data: {} },
  ] as const satisfies readonly ScenarioEvent[];
  const firstContents = {
    userValues: { tax: 1 },
    balancedValues: {},
    activeCouplings: [],
    uncoupled: [],
    orders: {},
    curves: {},
    metadata: { title: "first" },
  };

  test("a restore changes contents but not rights", () => {
    const restoredEvent: ScenarioEvent = { type: "ScenarioRestored", data: { version: 1, ...firstContents } };
    expect(given(...history).when(restoreCommand(1, scenarioAfter(history[0])))).toEqual(events(restoredEvent));
    expect(scenarioAfter(...history, restoredEvent)).toMatchObject({ ...firstContents, keepCompatible: true });
  });

  test("a restore includes uncoupled groups, so that changes of their inputs are still refused", () => {
    const uncoupledEvent: ScenarioEvent = { type: "CouplingsUncoupled", data: { groups: ["industry"] } };
    const activatedEvent: ScenarioEvent = { type: "CouplingsActivated", data: { groups: ["industry"] } };
    const history = [createdEvent(), activatedEvent, uncoupledEvent];
    const deactivatedEvent: ScenarioEvent = { type: "CouplingsDeactivated", data: { groups: ["industry"] } };
    const decision = given(...history, deactivatedEvent).when(restoreCommand(3, scenarioAfter(...history)));
    const [restoredEvent] = "events" in decision ? decision.events : [];
    expect(scenarioAfter(...history, deactivatedEvent, restoredEvent!)).toMatchObject({
      activeCouplings: [],
      uncoupled: ["industry"],
    });
    // Conversely, a version without uncoupled groups has none after its restore.
    const secondDecision = given(...history).when(restoreCommand(1, scenarioAfter(createdEvent())));
    const [secondEvent] = "events" in secondDecision ? secondDecision.events : [];
    expect(scenarioAfter(...history, secondEvent!)).toMatchObject({ activeCouplings: [], uncoupled: [] });
  });

  test("a restore event of an earlier release does not couple groups that it did not activate", () => {
    const restoredEvent: ScenarioEvent = {
      type: "ScenarioRestored",
      data: { version: 1, ...firstContents, uncoupled: null },
    };
    const uncoupledEvent: ScenarioEvent = { type: "CouplingsUncoupled", data: { groups: ["industry"] } };
    expect(scenarioAfter(...history, uncoupledEvent, restoredEvent)).toMatchObject({ uncoupled: ["industry"] });
  });

  test("a restore of identical contents changes nothing", () => {
    expect(given(...history).when(restoreCommand(5, scenarioAfter(...history.slice(0, 5))))).toEqual(events());
  });
});

describe("a preset", () => {
  const presentation = {
    group: "national",
    ordering: 1,
    titleEn: "A",
    titleNl: "A",
    descriptionEn: null,
    descriptionNl: null,
    author: null,
  };
  const featuredEvent: ScenarioEvent = { type: "ScenarioFeatured", data: presentation };

  test("a preset is added, changed and removed without updating the scenario's time of last change", () => {
    const featureCommand = (newPresentation: typeof presentation | null): ScenarioCommand => ({
      type: "FeatureScenario",
      featured: newPresentation,
    });
    expect(given(createdEvent()).when(featureCommand(presentation))).toEqual(events(featuredEvent));
    expect(given(createdEvent(), featuredEvent).when(featureCommand(presentation))).toEqual(events());
    expect(given(createdEvent(), featuredEvent).when(featureCommand(null))).toEqual(
      events({ type: "ScenarioUnfeatured", data: {} }),
    );
    expect(given(createdEvent()).when(featureCommand(null))).toEqual(events());
    expect(given().when(featureCommand(presentation))).toEqual(refusal({ reason: "unknown" }));
    expect(scenarioAfter(createdEvent(), featuredEvent)).toMatchObject({
      featured: presentation,
      updatedAt: scenarioAfter(createdEvent()).updatedAt,
    });
  });

  test("a preset cannot be private", () => {
    const refusal = invalid(["private", "can not be true on a featured scenario"]);
    expect(
      given(createdEvent({ owner: 7, private: true })).when({ type: "FeatureScenario", featured: presentation }),
    ).toEqual(refusal);
    expect(
      given(createdEvent({ owner: 7 }), featuredEvent).when({ ...setAttributes({ private: true }), caller: user(7) }),
    ).toEqual(refusal);
  });
});

describe("an ESDL file", () => {
  const file = { name: "a.esdl", size: 5, content: "00ff" };
  const attachedEvent: ScenarioEvent = { type: "EsdlFileAttached", data: file };

  test("callers who may change the scenario can attach an ESDL file, which clones copy", () => {
    const attach: ScenarioCommand = { type: "AttachEsdlFile", caller: anonymous, file };
    expect(given(createdEvent()).when(attach)).toEqual(events(attachedEvent));
    expect(given(createdEvent(), attachedEvent).when(attach)).toEqual(events());
    expect(given(createdEvent({ readOnly: true })).when(attach)).toEqual(refusal({ reason: "read_only" }));
    const parent = { id: 1, scenario: scenarioAfter(createdEvent(), attachedEvent) };
    expect(decider.decide(create({ parent }), decider.initial)).toEqual(
      events(createdEvent({ template: 1 }), attachedEvent),
    );
  });
});
