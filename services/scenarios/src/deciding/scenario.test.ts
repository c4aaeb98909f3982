/** Tests the rules for all commands: rights, preconditions, and invariants of any sequence. */
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
  setAttributes,
  createdEvent,
  inputsSetEvent,
  timeAt,
  stateAfter,
  given,
  events,
  refusal,
  scenarioAfter,
} from "./scenario.fixture.ts";
import type { Attributes, ScenarioCommand } from "./scenario-commands.ts";
import type { Scenario, ScenarioEvent, ScenarioState } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";

describe("a read-only scenario", () => {
  test("an update that makes a scenario read-only applies its sliders, and keeps it compatible", () => {
    const command = update({ tax: 1 }, { caller: user(7), attributes: { readOnly: true } });
    expect(given(createdEvent({ owner: 7 })).when(command)).toEqual(
      events(
        inputsSetEvent({ userValues: { tax: 1 } }),
        { type: "KeptCompatible", data: {} },
        { type: "MadeReadOnly", data: {} },
      ),
    );
  });

  test("a request can make a scenario read-only without keeping it compatible", () => {
    const command = { ...setAttributes({ readOnly: true, keepCompatible: false }), caller: user(7) };
    expect(given(createdEvent({ owner: 7 })).when(command)).toEqual(events({ type: "MadeReadOnly", data: {} }));
  });

  test("a read-only scenario refuses every update, even one that would undo it", () => {
    const otherCommands: readonly ScenarioCommand[] = [
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
      { type: "RestoreScenario", caller: user(7), version: 1, scenario: scenarioAfter(createdEvent()), changes: [] },
    ];
    for (const command of [
      update({ tax: 1 }),
      update({}, { reset: true }),
      setAttributes({ readOnly: false }),
      setAttributes({}),
      ...otherCommands,
    ]) {
      expect(given(createdEvent(), { type: "MadeReadOnly", data: {} }).when(command)).toEqual(
        refusal({ reason: "read_only" }),
      );
    }
  });

  test("`read_only: false` on another scenario changes nothing", () => {
    expect(given(createdEvent({ keepCompatible: true })).when(setAttributes({ readOnly: false }))).toEqual(events());
  });
});

describe("rights", () => {
  const ownedCreated = createdEvent({ owner: 7 });
  const privateCreated = createdEvent({ owner: 7, private: true });

  test("every caller may change a scenario without an owner, and none may delete it", () => {
    expect(given(createdEvent()).when(update({ tax: 1 }, { caller: user(8) }))).toEqual(
      events(inputsSetEvent({ userValues: { tax: 1 } })),
    );
    for (const caller of [anonymous, user(8)]) {
      expect(given(createdEvent()).when({ type: "DeleteScenario", caller })).toEqual(refusal({ reason: "not_yours" }));
    }
  });

  test("only its owner may change and delete a scenario", () => {
    expect(given(ownedCreated).when(update({ tax: 1 }, { caller: user(7) }))).toEqual(
      events(inputsSetEvent({ userValues: { tax: 1 } })),
    );
    expect(given(ownedCreated).when({ type: "DeleteScenario", caller: user(7) })).toEqual(
      events({ type: "ScenarioDeleted", data: {} }),
    );
    for (const caller of [anonymous, user(8)]) {
      expect(given(ownedCreated).when(update({ tax: 1 }, { caller }))).toEqual(refusal({ reason: "not_yours" }));
      expect(given(ownedCreated).when({ type: "DeleteScenario", caller })).toEqual(refusal({ reason: "not_yours" }));
    }
  });

  test("other users cannot find a private scenario, read-only or not", () => {
    for (const caller of [anonymous, user(8)]) {
      expect(given(privateCreated, { type: "MadeReadOnly", data: {} }).when(update({ tax: 1 }, { caller }))).toEqual(
        refusal({ reason: "hidden" }),
      );
      expect(given(privateCreated).when({ type: "DeleteScenario", caller })).toEqual(refusal({ reason: "hidden" }));
    }
  });

  test("only owners change settings; collaborators may change everything else", () => {
    const roles: readonly ScenarioEvent[] = [
      { type: "RoleGranted", data: { person: 8, role: "collaborator", savedScenario: null } },
    ];
    const [collaborator, admin] = [user(8), { ...user(9), admin: true }];
    const otherAttributes: Attributes = { source: "s", title: "t", keepCompatible: true };
    for (const settings of [{ private: true }, { readOnly: true }] as const) {
      const command = { ...setAttributes({ ...otherAttributes, ...settings }), userValues: { tax: 1 } };
      expect(given(ownedCreated, ...roles).when({ ...command, caller: collaborator })).toEqual(
        refusal({ reason: "not_yours" }),
      );
      for (const caller of [user(7), admin]) {
        expect(given(ownedCreated, ...roles).when({ ...command, caller })).toHaveProperty("events.length", 5);
      }
    }
    const publishCommand = { ...setAttributes({ private: false }), caller: collaborator };
    expect(given(privateCreated, ...roles).when(publishCommand)).toEqual(refusal({ reason: "hidden" }));
    // An unchanged value is not a change.
    for (const [scenario, sameSettings] of [
      [ownedCreated, { private: false, readOnly: false }],
      [privateCreated, { private: true }],
    ] as const) {
      const request = { ...setAttributes({ ...otherAttributes, ...sameSettings }), caller: collaborator };
      expect(given(scenario, ...roles).when(request)).toHaveProperty("events.length", 3);
    }
  });

  test("after its creation, only an admin can make an unowned scenario read-only", () => {
    for (const caller of [anonymous, user(8)]) {
      expect(given(createdEvent()).when({ ...setAttributes({ readOnly: true }), caller })).toEqual(
        refusal({ reason: "not_yours" }),
      );
    }
    const admin = { ...setAttributes({ readOnly: true }), caller: { ...user(9), admin: true } };
    expect(given(createdEvent()).when(admin)).toHaveProperty("events.length", 2);
  });

  test("a missing or deleted scenario cannot be changed", () => {
    const deletedEvent = { type: "ScenarioDeleted", data: {} } as const;
    for (const events of [[], [ownedCreated, deletedEvent]]) {
      expect(given(...events).when(update({ tax: 1 }, { caller: user(7) }))).toEqual(refusal({ reason: "unknown" }));
      expect(given(...events).when({ type: "DeleteScenario", caller: user(7) })).toEqual(
        refusal({ reason: "unknown" }),
      );
    }
  });
});

describe("time", () => {
  test("a scenario has the times of its creation and last change", () => {
    const state = scenarioAfter(createdEvent(), inputsSetEvent({ userValues: { tax: 1 } }), {
      type: "KeptCompatible",
      data: {},
    });
    expect([state.createdAt, state.updatedAt]).toEqual([timeAt(0), timeAt(2)]);
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

  /** Runs commands on a new scenario; `check` is called after each step. */
  function run(
    owner: Caller,
    requests: readonly Request[],
    check: (
      previous: ScenarioState,
      command: ScenarioCommand,
      events: readonly ScenarioEvent[],
      next: ScenarioState,
    ) => void,
  ): { state: ScenarioState; events: ScenarioEvent[] } {
    const history: ScenarioEvent[] = [];
    let state = decider.initial;
    const step = (command: ScenarioCommand): void => {
      const decision = decider.decide(command, state);
      if ("refusal" in decision) return;
      const previous = state;
      for (const event of decision.events) {
        state = decider.evolve(state, event, timeAt(history.length % 60));
        history.push(event);
      }
      check(previous, command, decision.events, state);
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
        const recordedEvents = events.map((event, index) =>
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
        // JSON has no -0; all other values are bit-identical.
        expect(stateAfter(recordedEvents)).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  test("no sequence of commands violates a rule", () => {
    fc.assert(
      fc.property(owner, commands, (owner, requests) => {
        const violations: string[] = [];
        run(owner, requests, (previous, command, events, next) =>
          violations.push(...violatedRules(previous, command, events, next)),
        );
        expect(violations).toEqual([]);
      }),
    );
  });

  function violatedRules(
    previous: ScenarioState,
    command: ScenarioCommand,
    events: readonly ScenarioEvent[],
    next: ScenarioState,
  ): string[] {
    if (next.status !== "present") return [];
    const values = { ...next.balancedValues, ...next.userValues };
    const fuels = ["coal", "gas", "wind"];
    const fuelSum = fuels.reduce((sum, key) => sum + Number(values[key] ?? table.get(key)!.default), 0);
    const rules: { readonly [rule: string]: boolean } = {
      "values are allowed by their inputs": Object.entries(values).every(([key, value]) => {
        const { disabled, permittedValues, shareGroup, min, max } = table.get(key)!;
        if (disabled) return false;
        if (typeof value === "string") return permittedValues!.includes(value);
        return shareGroup !== null || (value >= min! && value <= max!);
      }),
      "a value is set by the user or the balancer": Object.keys(next.balancedValues).every(
        (key) => !(key in next.userValues),
      ),
      "a share group sums to 100": Math.abs(fuelSum - 100) < 1e-12,
      "private scenarios have an owner": !next.private || Object.values(next.roles).includes("owner"),
      "a read-only scenario does not change":
        previous.status !== "present" || !previous.readOnly || events.length === 0,
      "area, end year, owner and creation time never change":
        previous.status !== "present" || haveSameOrigin(previous, next),
      "repeating a command changes nothing":
        command.type !== "UpdateScenario" ||
        next.readOnly ||
        isDeepStrictEqual(decider.decide(command, next), { events: [] }),
    };
    return Object.keys(rules).filter((rule) => !rules[rule]);
  }

  const haveSameOrigin = (a: Scenario, b: Scenario): boolean =>
    a.area === b.area && a.endYear === b.endYear && isDeepStrictEqual(a.roles, b.roles) && a.createdAt === b.createdAt;
});
