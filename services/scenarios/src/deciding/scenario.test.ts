/** Rules for all commands: rights, preconditions, and invariants of any sequence. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import type { Caller } from "@etesian/contracts/rights";
import { eventCodec } from "@etesian/event-store";
import { table } from "../input-table.fixture.ts";
import {
  anonymous,
  user,
  create,
  update,
  set,
  created,
  inputsSet,
  at,
  stateAfter,
  given,
  events,
  refused,
  present,
} from "./scenario.fixture.ts";
import type { Attributes, ScenarioCommand } from "./scenario-commands.ts";
import type { Scenario, ScenarioEvent, ScenarioState } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";

describe("a read-only scenario", () => {
  test("an update that makes a scenario read-only applies its sliders, and keeps it compatible", () => {
    const command = update({ tax: 1 }, { caller: user(7), attributes: { readOnly: true } });
    expect(given(created({ owner: 7 })).when(command)).toEqual(
      events(
        inputsSet({ userValues: { tax: 1 } }),
        { type: "KeptCompatible", data: {} },
        { type: "MadeReadOnly", data: {} },
      ),
    );
  });

  test("a read-only scenario is not kept compatible on request", () => {
    const command = { ...set({ readOnly: true, keepCompatible: false }), caller: user(7) };
    expect(given(created({ owner: 7 })).when(command)).toEqual(events({ type: "MadeReadOnly", data: {} }));
  });

  test("a read-only scenario refuses every update, even one that would undo it", () => {
    const others: readonly ScenarioCommand[] = [
      {
        type: "ChangeCouplings",
        caller: user(7),
        activate: [],
        deactivate: [],
        force: true,
        couplings: table,
        changes: [],
      },
      { type: "SetOrder", caller: user(7), name: "storage", keys: [], members: [] },
      { type: "RestoreScenario", caller: user(7), version: 1, scenario: present(created()), changes: [] },
    ];
    for (const command of [
      update({ tax: 1 }),
      update({}, { reset: true }),
      set({ readOnly: false }),
      set({}),
      ...others,
    ]) {
      expect(given(created(), { type: "MadeReadOnly", data: {} }).when(command)).toEqual(
        refused({ reason: "read_only" }),
      );
    }
  });

  test("`read_only: false` on another scenario changes nothing", () => {
    expect(given(created({ keepCompatible: true })).when(set({ readOnly: false }))).toEqual(events());
  });
});

describe("rights", () => {
  const mine = created({ owner: 7 });
  const secret = created({ owner: 7, private: true });

  test("every caller may change a scenario without an owner, and none may delete it", () => {
    expect(given(created()).when(update({ tax: 1 }, { caller: user(8) }))).toEqual(
      events(inputsSet({ userValues: { tax: 1 } })),
    );
    for (const caller of [anonymous, user(8)]) {
      expect(given(created()).when({ type: "DeleteScenario", caller })).toEqual(refused({ reason: "not_yours" }));
    }
  });

  test("only its owner may change and delete a scenario", () => {
    expect(given(mine).when(update({ tax: 1 }, { caller: user(7) }))).toEqual(
      events(inputsSet({ userValues: { tax: 1 } })),
    );
    expect(given(mine).when({ type: "DeleteScenario", caller: user(7) })).toEqual(
      events({ type: "ScenarioDeleted", data: {} }),
    );
    for (const caller of [anonymous, user(8)]) {
      expect(given(mine).when(update({ tax: 1 }, { caller }))).toEqual(refused({ reason: "not_yours" }));
      expect(given(mine).when({ type: "DeleteScenario", caller })).toEqual(refused({ reason: "not_yours" }));
    }
  });

  test("other users cannot find a private scenario, read-only or not", () => {
    for (const caller of [anonymous, user(8)]) {
      expect(given(secret, { type: "MadeReadOnly", data: {} }).when(update({ tax: 1 }, { caller }))).toEqual(
        refused({ reason: "hidden" }),
      );
      expect(given(secret).when({ type: "DeleteScenario", caller })).toEqual(refused({ reason: "hidden" }));
    }
  });

  test("only owners change settings; collaborators may change everything else", () => {
    const roles: readonly ScenarioEvent[] = [
      { type: "RoleGranted", data: { person: 8, role: "collaborator", savedScenario: null } },
    ];
    const [collaborator, admin] = [user(8), { ...user(9), admin: true }];
    const others: Attributes = { source: "s", title: "t", keepCompatible: true };
    for (const settings of [{ private: true }, { readOnly: true }] as const) {
      const command = { ...set({ ...others, ...settings }), userValues: { tax: 1 } };
      expect(given(mine, ...roles).when({ ...command, caller: collaborator })).toEqual(
        refused({ reason: "not_yours" }),
      );
      for (const caller of [user(7), admin]) {
        expect(given(mine, ...roles).when({ ...command, caller })).toHaveProperty("events.length", 5);
      }
    }
    const toPublic = { ...set({ private: false }), caller: collaborator };
    expect(given(secret, ...roles).when(toPublic)).toEqual(refused({ reason: "hidden" }));
    // An unchanged value is not a change.
    for (const [scenario, same] of [
      [mine, { private: false, readOnly: false }],
      [secret, { private: true }],
    ] as const) {
      const request = { ...set({ ...others, ...same }), caller: collaborator };
      expect(given(scenario, ...roles).when(request)).toHaveProperty("events.length", 3);
    }
  });

  test("an unowned scenario is read-only from its creation, or after an admin makes it so", () => {
    for (const caller of [anonymous, user(8)]) {
      expect(given(created()).when({ ...set({ readOnly: true }), caller })).toEqual(refused({ reason: "not_yours" }));
    }
    const admin = { ...set({ readOnly: true }), caller: { ...user(9), admin: true } };
    expect(given(created()).when(admin)).toHaveProperty("events.length", 2);
  });

  test("a missing or deleted scenario cannot be changed", () => {
    const deleted = { type: "ScenarioDeleted", data: {} } as const;
    for (const events of [[], [mine, deleted]]) {
      expect(given(...events).when(update({ tax: 1 }, { caller: user(7) }))).toEqual(refused({ reason: "unknown" }));
      expect(given(...events).when({ type: "DeleteScenario", caller: user(7) })).toEqual(
        refused({ reason: "unknown" }),
      );
    }
  });
});

describe("time", () => {
  test("a scenario has the times of its creation and last change", () => {
    const state = present(created(), inputsSet({ userValues: { tax: 1 } }), { type: "KeptCompatible", data: {} });
    expect([state.createdAt, state.updatedAt]).toEqual([at(0), at(2)]);
  });
});

describe("any sequence of commands", () => {
  const keys = [...table.keys()];
  const value = fc.oneof(
    fc.double({ min: -10, max: 110, noNaN: true }),
    fc.integer({ min: 0, max: 100 }),
    fc.constantFrom("reset", "abc", true, null, "1987", -0),
  );
  const caller = fc.constantFrom(anonymous, user(7), user(8));
  const attributes = fc.record(
    {
      source: fc.option(fc.string({ maxLength: 10 })),
      title: fc.string({ maxLength: 10 }),
      private: fc.boolean(),
      keepCompatible: fc.boolean(),
      metadata: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  );
  const userValues = fc.dictionary(fc.constantFrom(...keys, "nope"), value, { maxKeys: 4 });
  const commands = fc.array(
    fc.oneof(
      {
        weight: 10,
        arbitrary: fc.record({ caller, userValues, reset: fc.boolean(), autobalance: fc.boolean(), attributes }),
      },
      { weight: 1, arbitrary: fc.record({ caller, readOnly: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ caller, drop: fc.constant(true) }) },
    ),
    { maxLength: 25 },
  );

  type Request = (typeof commands extends fc.Arbitrary<infer Requests> ? Requests : never)[number];

  /** Runs commands on a new scenario; `each` sees every step. */
  function run(
    owner: Caller,
    requests: readonly Request[],
    each: (
      before: ScenarioState,
      command: ScenarioCommand,
      events: readonly ScenarioEvent[],
      after: ScenarioState,
    ) => void,
  ): { state: ScenarioState; events: ScenarioEvent[] } {
    const history: ScenarioEvent[] = [];
    let state = decider.initial;
    const step = (command: ScenarioCommand): void => {
      const decision = decider.decide(command, state);
      if ("refusal" in decision) return;
      const before = state;
      for (const event of decision.events) {
        state = decider.evolve(state, event, at(history.length % 60));
        history.push(event);
      }
      each(before, command, decision.events, state);
    };
    step(create({ caller: owner }));
    for (const request of requests) {
      if ("drop" in request) step({ type: "DeleteScenario", caller: request.caller });
      else if ("readOnly" in request) {
        step(update({}, { caller: request.caller, attributes: { readOnly: request.readOnly } }));
      } else step(update({}, request));
    }
    return { state, events: history };
  }

  const owner = fc.constantFrom(anonymous, user(7));

  test("a replay of stored events gives the same state", () => {
    const codec = eventCodec(scenarioEvents);
    fc.assert(
      fc.property(owner, commands, (owner, requests) => {
        const { state, events } = run(owner, requests, () => {});
        const stored = events.map((event, index) =>
          codec.decode({
            ...codec.encode(event),
            id: "",
            time: "",
            actor: "",
            correlationId: "",
            causationId: null,
            stream: "scenario-1",
            version: index + 1,
            position: "" as never,
          }),
        );
        // JSON has no -0; all other values are identical to the last bit.
        expect(stateAfter(stored)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  test("any sequence of commands keeps the rules", () => {
    fc.assert(
      fc.property(owner, commands, (owner, requests) => {
        const broken: string[] = [];
        run(owner, requests, (before, command, events, after) =>
          broken.push(...brokenRules(before, command, events, after)),
        );
        expect(broken).toEqual([]);
      }),
    );
  });

  function brokenRules(
    before: ScenarioState,
    command: ScenarioCommand,
    events: readonly ScenarioEvent[],
    after: ScenarioState,
  ): string[] {
    if (after.status !== "present") return [];
    const values = { ...after.balancedValues, ...after.userValues };
    const fuels = ["coal", "gas", "wind"];
    const fuelSum = fuels.reduce((sum, key) => sum + Number(values[key] ?? table.get(key)!.default), 0);
    const rules: { readonly [rule: string]: boolean } = {
      "values are allowed by their inputs": Object.entries(values).every(([key, value]) => {
        const { disabled, permittedValues, shareGroup, min, max } = table.get(key)!;
        if (disabled) return false;
        if (typeof value === "string") return permittedValues!.includes(value);
        return shareGroup !== null || (value >= min! && value <= max!);
      }),
      "a value is set by the user or the balancer": Object.keys(after.balancedValues).every(
        (key) => !(key in after.userValues),
      ),
      "a share group sums to 100": Math.abs(fuelSum - 100) < 1e-12,
      "private scenarios have an owner": !after.private || Object.values(after.roles).includes("owner"),
      "a read-only scenario does not change": before.status !== "present" || !before.readOnly || events.length === 0,
      "area, end year, owner and creation time never change": before.status !== "present" || sameBirth(before, after),
      "repeating a command changes nothing":
        command.type !== "UpdateScenario" ||
        after.readOnly ||
        isDeepStrictEqual(decider.decide(command, after), { events: [] }),
    };
    return Object.keys(rules).filter((rule) => !rules[rule]);
  }

  const sameBirth = (a: Scenario, b: Scenario): boolean =>
    a.area === b.area && a.endYear === b.endYear && isDeepStrictEqual(a.roles, b.roles) && a.createdAt === b.createdAt;
});
