/** Changes of a scenario, by kind of command. */
import { describe, expect, test } from "vitest";
import { table } from "../input-table.fixture.ts";
import {
  anonymous,
  user,
  create,
  update,
  set,
  created,
  inputsSet,
  given,
  events,
  refused,
  invalid,
  present,
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
      given(created({ userValues: { tax: 5, plants: 10 } })).when(update({ tax: 6, plants: 10, enabled: 1 })),
    ).toEqual(events(inputsSet({ userValues: { tax: 6, enabled: 1 } })));
    expect(given(created({ userValues: { tax: 5 } })).when(update({ tax: "5.0" }))).toEqual(events());
    expect(given(created()).when(update({ tax: "reset" }))).toEqual(events());
    expect(given(created({ userValues: { tax: 5 } })).when(update({ tax: "reset" }))).toEqual(
      events(inputsSet({ reset: ["tax"] })),
    );
  });

  test("moving sliders balances the share group; moving its last member drops balanced values", () => {
    expect(given(created()).when(update({ coal: 70 }))).toEqual(
      events(inputsSet({ userValues: { coal: 70 }, balancedValues: { gas: 20, wind: 10 } })),
    );
    expect(
      given(created(), inputsSet({ userValues: { coal: 70 }, balancedValues: { gas: 20, wind: 10 } })).when(
        update({ gas: 5, wind: 25 }),
      ),
    ).toEqual(events(inputsSet({ userValues: { gas: 5, wind: 25 }, unbalanced: ["gas", "wind"] })));
    expect(
      given(created(), inputsSet({ userValues: { coal: 70 }, balancedValues: { gas: 20, wind: 10 } })).when(
        update({ coal: "reset" }),
      ),
    ).toEqual(events(inputsSet({ reset: ["coal"], unbalanced: ["gas", "wind"] })));
  });

  test("sliders that do not add up change nothing", () => {
    expect(given(created()).when(update({ coal: 70, tax: 5 }, { autobalance: false }))).toEqual(
      invalid(["base", '"fuels" group does not balance: group sums to 120.0 using coal=70.0 gas=30.0 wind=20.0']),
    );
    expect(given(created()).when(update({ coal: 101 }))).toEqual(
      invalid(["base", "Input coal cannot be greater than 100"]),
    );
  });

  test("inputs enabled by a coupling can be set in one request, and reset", () => {
    const state = present(created(), { type: "CouplingsActivated", data: { groups: ["industry"] } });
    expect(given(created()).when(update({ steel: 1, local_steel: 1 }))).toEqual(
      events(
        { type: "CouplingsActivated", data: { groups: ["industry"] } },
        inputsSet({ userValues: { steel: 1, local_steel: 1 } }),
      ),
    );
    expect(decider.decide(update({ local_steel: 1 }), state)).toEqual(
      invalid(["base", "Input local_steel is disabled: replaced by the active coupling industry"]),
    );
    expect(decider.decide(update({ local_steel: 1 }), { ...state, userValues: { local_steel: 1 } })).toEqual(events());
  });

  test("resetting an input activates its coupling like setting it; resetting all inputs keeps couplings", () => {
    const coupled: ScenarioEvent = { type: "CouplingsActivated", data: { groups: ["industry"] } };
    expect(given(created()).when(update({ steel: "reset" }))).toEqual(events(coupled));
    expect(given(created({ userValues: { steel: 1 } }), coupled).when(update({}, { reset: true }))).toEqual(
      events(inputsSet({ reset: ["steel"] })),
    );
  });

  test("moving a coupled input activates its coupling, and is refused if the group was uncoupled", () => {
    expect(given(created()).when(update({ steel: 1 }))).toEqual(
      events({ type: "CouplingsActivated", data: { groups: ["industry"] } }, inputsSet({ userValues: { steel: 1 } })),
    );
    expect(given(created({ userValues: { steel: 1 } })).when(update({ steel_too: 1 }))).toEqual(
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
    expect(given(created()).when(update(userValues as UpdateScenario["userValues"]))).toEqual(
      invalid(["base", expect.stringMatching(message) as string]),
    );
  });

  test("sliders in an area that the model no longer has are refused", () => {
    expect(given(created()).when(update({ tax: 1 }, { table: null }))).toEqual(
      invalid(["area_code", "is unknown or not supported"]),
    );
  });

  test("a reset of all sliders is applied before the values sent with it", () => {
    const moved = inputsSet({ userValues: { coal: 70, tax: 5 }, balancedValues: { gas: 20, wind: 10 } });
    expect(given(created(), moved).when(update({}, { reset: true }))).toEqual(
      events(inputsSet({ reset: ["coal", "tax"], unbalanced: ["gas", "wind"] })),
    );
    expect(given(created(), moved).when(update({ tax: 6 }, { reset: true }))).toEqual(
      events(inputsSet({ userValues: { tax: 6 }, reset: ["coal"], unbalanced: ["gas", "wind"] })),
    );
  });

  test("a clone is reset to the values it was created with, independent of later changes of its parent", () => {
    const clone = created({ template: 4, userValues: { coal: 70, tax: 5 }, balancedValues: { gas: 20, wind: 10 } });
    const moved = inputsSet({ userValues: { coal: 50, tax: 6 }, balancedValues: { gas: 30, wind: 20 } });
    expect(given(clone, moved).when(update({ tax: "reset" }))).toEqual(events(inputsSet({ userValues: { tax: 5 } })));
    expect(given(clone, moved).when(update({}, { reset: true }))).toEqual(
      events(inputsSet({ userValues: { coal: 70, tax: 5 }, balancedValues: { gas: 20, wind: 10 } })),
    );
    expect(
      given(clone, moved, { type: "TemplateChanged", data: { template: null } }).when(update({ tax: "reset" })),
    ).toEqual(events(inputsSet({ reset: ["tax"] })));
  });
});

describe("attributes", () => {
  test("unchanged attributes cause no event", () => {
    expect(
      given(created({ metadata: { a: 1 }, source: "s", keepCompatible: true })).when(
        set({ metadata: { a: 1 }, source: "s", keepCompatible: true, private: false, readOnly: undefined }),
      ),
    ).toEqual(events());
  });

  test("a separate title takes precedence over the title in the metadata", () => {
    const sent = { title: "new", metadata: { title: "old", a: 1 } };
    expect(given(created({ metadata: { title: "old" } })).when(set(sent))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: { title: "new", a: 1 } } }),
    );
  });

  test("metadata is replaced as a whole; a title is part of it", () => {
    expect(given(created({ metadata: { a: 1, b: 2 } })).when(set({ metadata: { c: { d: null } } }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: { c: { d: null } } } }),
    );
    expect(given(created({ metadata: { a: 1, title: "old" } })).when(set({ title: "new" }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: { a: 1, title: "new" } } }),
    );
    expect(given(created({ metadata: { a: 1 } })).when(set({ metadata: {} }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: {} } }),
    );
  });

  test("metadata is limited to 64 KB of JSON text, counted in bytes", () => {
    const text = (length: number) => ({ x: "y".repeat(length - '{"x":""}'.length) });
    expect(given(created()).when(set({ metadata: text(65_536) }))).toEqual(
      events({ type: "MetadataReplaced", data: { metadata: text(65_536) } }),
    );
    expect(given(created()).when(set({ metadata: text(65_537) }))).toEqual(
      invalid(["metadata", "can not exceed 64Kb"]),
    );
    expect(given(created()).when(set({ metadata: { x: "é".repeat(33_000) } }))).toEqual(
      invalid(["metadata", "can not exceed 64Kb"]),
    );
  });

  test("source and compatibility can be changed", () => {
    expect(given(created({ source: "a" })).when(set({ source: null, keepCompatible: true }))).toEqual(
      events({ type: "SourceChanged", data: { source: null } }, { type: "KeptCompatible", data: {} }),
    );
    expect(given(created({ keepCompatible: true })).when(set({ keepCompatible: false }))).toEqual(
      events({ type: "CompatibilityDropped", data: {} }),
    );
  });

  test("only an owned scenario can be private", () => {
    expect(given(created()).when(set({ private: true }))).toEqual(
      invalid(["private", "can not be true on an unowned scenario"]),
    );
    expect(given(created({ owner: 7 })).when(update({}, { caller: user(7), attributes: { private: true } }))).toEqual(
      events({ type: "MadePrivate", data: {} }),
    );
    expect(
      given(created({ owner: 7, private: true })).when(update({}, { caller: user(7), attributes: { private: false } })),
    ).toEqual(events({ type: "MadePublic", data: {} }));
  });

  test("invalid attributes reject the sliders of the same request", () => {
    expect(given(created()).when(update({ tax: 1 }, { attributes: { private: true } }))).toEqual(
      invalid(["private", "can not be true on an unowned scenario"]),
    );
  });

  test("the link to a template can be changed and broken", () => {
    const template = { id: 9, userValues: { tax: 3 }, balancedValues: {} };
    const linked = { ...template, private: false, roles: {} };
    expect(given(created()).when(update({}, { template: linked }))).toEqual(
      events({ type: "TemplateChanged", data: { template } }),
    );
    expect(given(created({ template: 4 })).when(update({}, { template: null }))).toEqual(
      events({ type: "TemplateChanged", data: { template: null } }),
    );
    expect(given(created()).when(update({}, { template: null }))).toEqual(events());
    const secret = { ...linked, private: true, roles: { 7: "owner", 8: "viewer" } } as const;
    expect(given(created({ owner: 8 })).when(update({}, { caller: user(8), template: secret }))).toEqual(
      invalid(["preset_scenario_id", "is a private scenario of others, and this one is not private"]),
    );
    for (const [caller, isPrivate] of [
      [user(7), false],
      [user(8), true],
    ] as const) {
      const mine = created({ owner: caller.person, private: isPrivate });
      expect(given(mine).when(update({}, { caller, template: secret }))).toHaveProperty("events.length", 1);
    }
    expect(given(created()).when(update({}, { template: { problem: "does not exist" } }))).toEqual(
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
  const activated: ScenarioEvent = { type: "CouplingsActivated", data: { groups: ["industry"] } };
  const uncoupled: ScenarioEvent = { type: "CouplingsUncoupled", data: { groups: ["industry"] } };
  const deactivated: ScenarioEvent = { type: "CouplingsDeactivated", data: { groups: ["industry"] } };

  test("couplings are activated, whether or not an input uses them, and deactivated", () => {
    expect(given(created()).when(change({ activate: ["industry", "industry"] }))).toEqual(events(activated));
    expect(given(created(), activated).when(change({ activate: ["industry"] }))).toEqual(events());
    expect(given(created(), activated).when(change({ deactivate: ["industry"] }))).toEqual(events(uncoupled));
    expect(given(created()).when(change({ deactivate: ["industry"] }))).toEqual(events());
    expect(present(created(), activated, uncoupled)).toMatchObject({ activeCouplings: [], uncoupled: ["industry"] });
  });

  test("uncoupled groups refuse values of their inputs until they are coupled again or removed by force", () => {
    const history = [created(), activated, uncoupled];
    expect(given(...history).when(update({ steel: 1 }))).toEqual(
      invalid(["base", "Input steel is disabled: coupling group industry is inactive; couple it first"]),
    );
    expect(given(...history).when(change({ activate: ["industry"] }))).toEqual(events(activated));
    expect(present(...history, activated)).toMatchObject({ activeCouplings: ["industry"], uncoupled: [] });
    expect(given(...history).when(change({ force: true }))).toEqual(events(deactivated));
    expect(present(...history, deactivated)).toMatchObject({ activeCouplings: [], uncoupled: [] });
  });

  test("couplings of unknown groups are refused as a whole, whether they are activated or deactivated", () => {
    const refusal = invalid(["coupling_groups", "invalid coupling: nope; groups are industry"]);
    expect(given(created()).when(change({ activate: ["industry", "nope"] }))).toEqual(refusal);
    expect(given(created(), activated).when(change({ deactivate: ["industry", "nope"] }))).toEqual(refusal);
    // The model no longer has this group.
    const old = created({ activeCouplings: ["nope"] });
    expect(given(old).when(change({ deactivate: ["nope"] }))).toEqual(
      events({ type: "CouplingsUncoupled", data: { groups: ["nope"] } }),
    );
  });

  test("couplings removed by force lose all values of external models, active or not", () => {
    const values = { userValues: { steel: 1, tax: 2 }, balancedValues: { steel_too: 3, coal: 4 } };
    const erased = inputsSet({ reset: ["steel"], unbalanced: ["steel_too"] });
    expect(given(created(values), activated).when(change({ force: true }))).toEqual(events(deactivated, erased));
    expect(given(created(values)).when(change({ force: true }))).toEqual(events(erased));
    expect(present(created(values), activated, deactivated, erased)).toMatchObject({
      userValues: { tax: 2 },
      balancedValues: { coal: 4 },
      activeCouplings: [],
    });
  });
});

describe("an order", () => {
  const set = (...keys: string[]): SetOrder => ({
    type: "SetOrder",
    caller: user(7),
    name: "storage",
    keys,
    members: ["a", "b", "c"],
  });
  const orderSet = (...keys: string[]): ScenarioEvent => ({ type: "OrderSet", data: { name: "storage", keys } });

  test("an order is completed, stored, and copied by clones", () => {
    expect(given(created()).when(set("c"))).toEqual(events(orderSet("c", "a", "b")));
    const changed = present(created(), orderSet("c", "a", "b"));
    expect(changed.orders).toEqual({ storage: ["c", "a", "b"] });
    expect(decider.decide(create({ parent: { id: 1, scenario: changed } }), decider.initial)).toEqual(
      events(created({ template: 1, orders: { storage: ["c", "a", "b"] } })),
    );
  });

  test("an order equal to the default is removed", () => {
    for (const keys of [[], ["a"], ["a", "b", "c"]]) {
      expect(given(created(), orderSet("c", "a", "b")).when(set(...keys))).toEqual(events(orderSet()));
      expect(given(created()).when(set(...keys))).toEqual(events());
    }
    expect(present(created(), orderSet("c", "a", "b"), orderSet()).orders).toEqual({});
  });

  test("an equal order changes nothing", () => {
    expect(given(created(), orderSet("c", "a", "b")).when(set("c", "a"))).toEqual(events());
  });

  test("an order with unknown or repeated members is refused", () => {
    expect(given(created()).when(set("x", "a", "a"))).toEqual(
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
  const tagged = (description: string, user: number | null = null): ScenarioEvent => ({
    type: "VersionTagged",
    data: { user, description },
  });

  test("a version tag is set once, and changed after that", () => {
    expect(given(created()).when(tag("a", true))).toEqual(events(tagged("a")));
    expect(given(created()).when(tag("a", false))).toEqual(refused({ reason: "not_tagged" }));
    expect(given(created(), tagged("a")).when(tag("b", true))).toEqual(
      invalid(["base", "A version was already tagged"]),
    );
    expect(given(created({ owner: 7 }), tagged("a")).when(tag("b", false, user(7)))).toEqual(events(tagged("b", 7)));
    expect(given(created(), tagged("a")).when(tag("a", false))).toEqual(events());
    expect(given(created({ owner: 7 })).when(tag("a", true))).toEqual(refused({ reason: "not_yours" }));
    expect(given(created()).when(tag("x".repeat(60_001), true))).toEqual(
      invalid(["base", "Description is too long (maximum is 60000 characters)"]),
    );
  });
});

describe("restoring", () => {
  const back = (version: number, scenario: Scenario): RestoreScenario => ({
    type: "RestoreScenario",
    caller: anonymous,
    changes: [],
    version,
    scenario,
  });
  const history = [
    created({ userValues: { tax: 1 }, metadata: { title: "first" } }),
    inputsSet({ userValues: { tax: 2, coal: 60 }, balancedValues: { gas: 30 } }),
    { type: "CouplingsActivated", data: { groups: ["industry"] } },
    { type: "OrderSet", data: { name: "storage", keys: ["b", "a", "c"] } },
    { type: "MetadataReplaced", data: { metadata: { title: "later" } } },
    { type: "KeptCompatible", data: {} },
  ] as const satisfies readonly ScenarioEvent[];
  const first = {
    userValues: { tax: 1 },
    balancedValues: {},
    activeCouplings: [],
    uncoupled: [],
    orders: {},
    curves: {},
    metadata: { title: "first" },
  };

  test("a restore restores contents but no rights", () => {
    const restored: ScenarioEvent = { type: "ScenarioRestored", data: { version: 1, ...first } };
    expect(given(...history).when(back(1, present(history[0])))).toEqual(events(restored));
    expect(present(...history, restored)).toMatchObject({ ...first, keepCompatible: true });
  });

  test("a restore restores uncoupled groups, so that moving their inputs stays refused", () => {
    const uncoupled: ScenarioEvent = { type: "CouplingsUncoupled", data: { groups: ["industry"] } };
    const activated: ScenarioEvent = { type: "CouplingsActivated", data: { groups: ["industry"] } };
    const before = [created(), activated, uncoupled];
    const removed: ScenarioEvent = { type: "CouplingsDeactivated", data: { groups: ["industry"] } };
    const decision = given(...before, removed).when(back(3, present(...before)));
    const [restored] = "events" in decision ? decision.events : [];
    expect(present(...before, removed, restored!)).toMatchObject({ activeCouplings: [], uncoupled: ["industry"] });
    // The other direction: a version without uncoupled groups has none after its restore.
    const back1 = given(...before).when(back(1, present(created())));
    const [first1] = "events" in back1 ? back1.events : [];
    expect(present(...before, first1!)).toMatchObject({ activeCouplings: [], uncoupled: [] });
  });

  test("a restore of an earlier release leaves groups uncoupled that it did not activate", () => {
    const restored: ScenarioEvent = { type: "ScenarioRestored", data: { version: 1, ...first, uncoupled: null } };
    const uncoupled: ScenarioEvent = { type: "CouplingsUncoupled", data: { groups: ["industry"] } };
    expect(present(...history, uncoupled, restored)).toMatchObject({ uncoupled: ["industry"] });
  });

  test("a restore of identical contents changes nothing", () => {
    expect(given(...history).when(back(5, present(...history.slice(0, 5))))).toEqual(events());
  });
});

describe("a preset", () => {
  const featured = {
    group: "national",
    ordering: 1,
    titleEn: "A",
    titleNl: "A",
    descriptionEn: null,
    descriptionNl: null,
    author: null,
  };
  const shown: ScenarioEvent = { type: "ScenarioFeatured", data: featured };

  test("a preset is added, changed and removed without updating the scenario's time", () => {
    const feature = (as: typeof featured | null): ScenarioCommand => ({ type: "FeatureScenario", featured: as });
    expect(given(created()).when(feature(featured))).toEqual(events(shown));
    expect(given(created(), shown).when(feature(featured))).toEqual(events());
    expect(given(created(), shown).when(feature(null))).toEqual(events({ type: "ScenarioUnfeatured", data: {} }));
    expect(given(created()).when(feature(null))).toEqual(events());
    expect(given().when(feature(featured))).toEqual(refused({ reason: "unknown" }));
    expect(present(created(), shown)).toMatchObject({ featured, updatedAt: present(created()).updatedAt });
  });

  test("a preset cannot be private", () => {
    const refusal = invalid(["private", "can not be true on a featured scenario"]);
    expect(given(created({ owner: 7, private: true })).when({ type: "FeatureScenario", featured })).toEqual(refusal);
    expect(given(created({ owner: 7 }), shown).when({ ...set({ private: true }), caller: user(7) })).toEqual(refusal);
  });
});

describe("an ESDL file", () => {
  const file = { name: "a.esdl", size: 5, content: "00ff" };
  const attached: ScenarioEvent = { type: "EsdlFileAttached", data: file };

  test("callers who may change the scenario can attach an ESDL file, which clones copy", () => {
    const attach: ScenarioCommand = { type: "AttachEsdlFile", caller: anonymous, file };
    expect(given(created()).when(attach)).toEqual(events(attached));
    expect(given(created(), attached).when(attach)).toEqual(events());
    expect(given(created({ readOnly: true })).when(attach)).toEqual(refused({ reason: "read_only" }));
    const parent = { id: 1, scenario: present(created(), attached) };
    expect(decider.decide(create({ parent }), decider.initial)).toEqual(events(created({ template: 1 }), attached));
  });
});
