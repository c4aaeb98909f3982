/** Tests invariants after any sequence of commands by several people, including deletions and erasures. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { type Disposition, DISPOSITIONS } from "@etesian/contracts/legacy";
import { type Caller, ROLES, SCOPES } from "@etesian/contracts/rights";
import {
  Aggregates,
  eventCodec,
  openEventStore,
  openReadDatabase,
  Projector,
  type RecordedEvent,
} from "@etesian/event-store";
import { valuesOf } from "./attached-curves.ts";
import { CUSTOM_CURVES } from "../curves.fixture.ts";
import { table } from "../input-table.fixture.ts";
import { timeAt, create, model, update } from "./scenario.fixture.ts";
import { listPage, scenarioList, streamOf } from "../lists/scenario-list.ts";
import type { Attributes, ScenarioCommand } from "./scenario-commands.ts";
import type { ScenarioState } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";

/** Highest id of a run's scenarios; the lowest is 1. */
const SCENARIOS = 3;
const PEOPLE = [1, 2, 3, 4] as const;

/** The current and earlier states of each scenario. */
type World = readonly (readonly ScenarioState[])[];
const currentState = (world: World, id: number): ScenarioState => world[id - 1]!.at(-1)!;

/** A command, generated from the current states. */
type Step = { readonly id: number; readonly command: (world: World) => ScenarioCommand };

const person = fc.constantFrom(...PEOPLE);
const scenarioId = fc.integer({ min: 1, max: SCENARIOS });
const caller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 8, arbitrary: person.map((id) => ({ person: id, scopes: null, admin: false })) },
  {
    weight: 1,
    arbitrary: fc.record({
      person: fc.constantFrom(null, ...PEOPLE),
      scopes: fc.option(fc.subarray([...SCOPES])),
      admin: fc.boolean(),
    }),
  },
);
const HASH = "0a".repeat(32);
const curve = fc.constantFrom(...CUSTOM_CURVES);
const key = fc.constantFrom(...table.keys(), "unknown");
const values = fc.dictionary(
  key,
  fc.oneof(fc.integer({ min: -1, max: 101 }), fc.constantFrom<unknown>("reset", "1987", true, null, "x", 12.5)),
  { maxKeys: 4, noNullPrototype: true },
);
const attributes: fc.Arbitrary<Attributes> = fc.record(
  {
    source: fc.constantFrom(null, "page", "x".repeat(300)),
    title: fc.constantFrom("A title", ""),
    private: fc.boolean(),
    keepCompatible: fc.boolean(),
    // Rare, because nothing can be changed afterwards.
    readOnly: fc.integer({ max: 20, min: 0 }).map((n) => n === 0),
    metadata: fc.constantFrom({}, { a: 1 }, { list: [null, { deep: true }] }),
  },
  { requiredKeys: [] },
);
const disposition: fc.Arbitrary<Disposition> = fc
  .record({ choice: fc.constantFrom(...DISPOSITIONS), to: person })
  .map(({ choice, to }) => ({ choice, to: choice === "hand_over" ? to : null }));

const stepOf = <T>(facts: fc.Arbitrary<T>, command: (facts: T, world: World, id: number) => ScenarioCommand) =>
  fc.record({ id: scenarioId, facts }).map(({ id, facts }): Step => {
    return { id, command: (world) => command(facts, world, id) };
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: stepOf(
      fc.record({ caller, userValues: values, attributes, parent: fc.option(scenarioId) }),
      (facts, world) => {
        const parent = facts.parent === null ? null : currentState(world, facts.parent);
        return create({
          ...facts,
          parent: parent?.status === "present" ? { id: facts.parent!, scenario: parent } : parent && "missing",
          curves: parent?.status === "present" ? parent.curves : {},
        });
      },
    ),
  },
  {
    weight: 1,
    arbitrary: stepOf(fc.record({ caller, private: fc.boolean() }), ({ caller, private: isPrivate }) => ({
      type: "ComposeScenario",
      caller,
      sources: [],
      privateByDefault: false,
      attributes: { private: isPrivate },
      esdlFile: null,
      changes: [],
      curves: { "weather/wind": { number: 1, hash: HASH, sets: { plants: 7 } } },
      contents: {
        area: "nl",
        endYear: 2050,
        scaling: null,
        orders: {},
        userValues: { tax: 1 },
        balancedValues: {},
        activeCouplings: [],
      },
    })),
  },
  {
    weight: 8,
    arbitrary: stepOf(
      fc.record({ caller, userValues: values, reset: fc.boolean(), autobalance: fc.boolean(), attributes }),
      (facts) => ({ type: "UpdateScenario", table, customCurves: CUSTOM_CURVES, changes: [], ...facts }),
    ),
  },
  {
    weight: 2,
    arbitrary: stepOf(fc.record({ caller, template: fc.option(scenarioId) }), ({ caller, template }, world) => {
      const parent = template === null ? null : currentState(world, template);
      return {
        ...update(),
        caller,
        template: parent?.status === "present" ? { id: template!, ...parent } : null,
      };
    }),
  },
  {
    weight: 2,
    arbitrary: stepOf(
      fc.record({
        caller,
        activate: fc.subarray(["industry", "nowhere"]),
        deactivate: fc.subarray(["industry"]),
        force: fc.boolean(),
      }),
      (facts) => ({ type: "ChangeCouplings", couplings: model.couplings, changes: [], ...facts }),
    ),
  },
  {
    weight: 2,
    arbitrary: stepOf(fc.record({ caller, keys: fc.subarray(["c", "b", "a", "x"], { minLength: 0 }) }), (facts) => ({
      type: "SetOrder",
      name: "storage",
      members: ["a", "b", "c"],
      ...facts,
    })),
  },
  {
    weight: 3,
    arbitrary: stepOf(
      fc.record({ caller, curve, number: fc.integer({ min: 1, max: 9 }) }),
      ({ caller, curve, number }) => ({
        type: "AttachCurve",
        caller,
        key: curve.key,
        file: { number, hash: HASH, sets: Object.fromEntries(curve.sets.map((input) => [input, number])) },
        changes: [],
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: stepOf(fc.record({ caller, curve }), ({ caller, curve: { key } }) => ({
      type: "DetachCurve",
      caller,
      key,
      changes: [],
    })),
  },
  {
    weight: 2,
    arbitrary: stepOf(fc.record({ caller, back: fc.nat(10) }), ({ caller, back }, world, id) => {
      const states = world[id - 1]!;
      const version = Math.max(1, states.length - 1 - back);
      const scenario = states[version];
      return scenario?.status === "present"
        ? { type: "RestoreScenario", caller, version, scenario, changes: [] }
        : { type: "DeleteScenario", caller: { person: null, scopes: null, admin: false } };
    }),
  },
  {
    weight: 8,
    arbitrary: stepOf(
      fc.record({
        caller,
        changes: fc.array(fc.record({ person, role: fc.option(fc.constantFrom(...ROLES)), isMember: fc.boolean() }), {
          minLength: 1,
          maxLength: 3,
        }),
        invited: fc.constantFrom([], [2]),
      }),
      (facts) => ({ type: "ChangeRoles", ...facts }),
    ),
  },
  {
    weight: 6,
    arbitrary: stepOf(
      fc.record({
        caller,
        savedScenario: fc.integer({ min: 1, max: 2 }),
        members: fc.dictionary(
          person.map(String),
          fc.record({ atLeast: fc.option(fc.constantFrom(...ROLES)), atMost: fc.option(fc.constantFrom(...ROLES)) }),
          { maxKeys: 3 },
        ),
        others: fc.constantFrom("keep" as const, "revoke" as const),
      }),
      (facts) => ({ type: "ShareThroughSaved", creation: null, ...facts }),
    ),
  },
  {
    weight: 1,
    arbitrary: stepOf(
      fc.record({ caller, description: fc.constantFrom("unchanged", ""), isFirst: fc.boolean() }),
      (facts) => ({
        type: "TagVersion",
        ...facts,
      }),
    ),
  },
  { weight: 1, arbitrary: stepOf(fc.record({ caller }), (facts) => ({ type: "DeleteScenario", ...facts })) },
  {
    weight: 2,
    arbitrary: stepOf(fc.record({ person, public: disposition, private: disposition }), (facts) => ({
      type: "ReleasePerson",
      ...facts,
    })),
  },
  {
    weight: 1,
    arbitrary: stepOf(fc.record({ person, into: person }), (facts) => ({ type: "CouplePerson", ...facts })),
  },
);
/** Each run starts with a scenario of the first person. */
const sequence = fc
  .array(step, { minLength: 5, maxLength: 40, size: "max" })
  .map((steps) => [{ id: 1, command: () => create({ caller: { person: 1, scopes: null, admin: false } }) }, ...steps]);

const codec = eventCodec(scenarioEvents);
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("any sequence of commands", () => {
  test("any sequence of commands yields events that can be stored and are consistent with their state", () => {
    let eventCount = 0;
    fc.assert(
      fc.property(sequence, (steps) => {
        const world: ScenarioState[][] = Array.from({ length: SCENARIOS }, () => [decider.initial]);
        for (const { id, command } of steps) {
          const scenarioCommand = command(world);
          const decision = decider.decide(scenarioCommand, currentState(world, id));
          if ("refusal" in decision) continue;
          for (const event of decision.events) {
            const before = currentState(world, id);
            expect([event.type, before.status]).toEqual([
              event.type,
              event.type === "ScenarioCreated" ? "absent" : "present",
            ]);
            const time = timeAt((eventCount += 1) % 60);
            const { data, schemaVersion } = codec.encode(event);
            const recordedEvent = { type: event.type, schemaVersion, data: throughJson(data) } as RecordedEvent;
            const after = decider.evolve(before, event, time);
            // A replay of stored events and a replay from a snapshot give the same state.
            expect(throughJson(decider.evolve(throughJson(before), codec.decode(recordedEvent), time))).toEqual(
              throughJson(after),
            );
            world[id - 1]!.push(after);
          }
          const [before, after] = [world[id - 1]!.at(-1 - decision.events.length)!, currentState(world, id)];
          expect([...problemsOf(before, after, scenarioCommand), ...remainingChanges(after, scenarioCommand)]).toEqual(
            [],
          );
        }
      }),
      { numRuns: 1_500 },
    );
    expect(eventCount).toBeGreaterThan(1_000);
  });

  test("the result of any sequence of commands is read back unchanged: states from the store, lists from their tables", async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const store = await openEventStore("sqlite::memory:");
        const readModels = await openReadDatabase("sqlite::memory:");
        const snapshots = { schemaVersion: 1, every: 3 };
        const aggregates = new Aggregates({ store, codec, decider, streamOf, snapshots });
        const list = await Projector.open(store, readModels, scenarioList);
        const world: ScenarioState[][] = Array.from({ length: SCENARIOS }, () => [decider.initial]);
        for (const { id, command } of steps) {
          const outcome = await aggregates.handle(id, command(world), { actor: "user:1", correlationId: "r" });
          if (!("refusal" in outcome)) world[id - 1]!.push(outcome.state);
        }
        // Another process, with empty caches.
        const reopened = new Aggregates({ store, codec, decider, streamOf, snapshots });
        const replayedStates: ScenarioState[] = [];
        for (let id = 1; id <= SCENARIOS; id++) {
          const { state } = await reopened.load(id);
          expect(throughJson(state)).toEqual(throughJson((await aggregates.load(id)).state));
          replayedStates.push(state);
        }
        await list.catchUp();
        for (const member of PEOPLE) {
          const expectedIds = replayedStates.flatMap((state, index) =>
            state.status === "present" && Object.hasOwn(state.roles, member) ? [index + 1] : [],
          );
          const { ids, total } = await listPage(readModels, member, { page: 1, limit: 100 });
          expect([ids, total]).toEqual([expectedIds.toReversed(), expectedIds.length]);
        }
        await store.close();
        await readModels.close();
      }),
      { numRuns: 50 },
    );
  });
});

/** Violated invariants: states that no command may produce. */
function problemsOf(before: ScenarioState, after: ScenarioState, { type }: ScenarioCommand): readonly string[] {
  if (after.status !== "present") return [];
  const roles = Object.values(after.roles);
  const isOwned = roles.includes("owner");
  const previous = before.status === "present" ? before : null;
  return [
    ...(roles.length > 0 && !isOwned ? ["people have roles, but there is no owner"] : []),
    ...(after.private && !isOwned ? ["it is private and unowned"] : []),
    ...(previous !== null &&
    Object.keys(previous.roles).length > 0 &&
    !isOwned &&
    (type !== "ReleasePerson" || previous.private)
      ? ["it had an owner and is now unowned"]
      : []),
    ...(previous?.private === true && !after.private && type !== "UpdateScenario" ? [`${type} made it public`] : []),
    ...Object.entries(valuesOf(after.curves)).flatMap(([input, value]) =>
      after.userValues[input] === value ? [] : [`${input} differs from the value that an attached curve has set`],
    ),
    ...(previous?.readOnly === true && previous.userValues !== after.userValues
      ? ["it was read-only and has changed"]
      : []),
  ];
}

/** An erased person has no resources left, so a repeated erasure changes nothing. */
function remainingChanges(after: ScenarioState, command: ScenarioCommand): readonly string[] {
  if (command.type !== "ReleasePerson" && command.type !== "CouplePerson") return [];
  const repetition = decider.decide(command, after);
  return "events" in repetition && repetition.events.length === 0 ? [] : [`${command.type} changes more when repeated`];
}
