/** Roles of people in a scenario: stories, and what holds after any sequence of them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import type { Fate } from "@etesian/contracts/legacy";
import { type Caller, type Role, ROLES } from "@etesian/contracts/rights";
import { Aggregates, eventCodec, openEventStore, openReadDatabase, Projector } from "@etesian/event-store";
import { type ChangeRole, scenario as decider, type ScenarioEvent, type ScenarioState } from "./scenario.ts";
import { created as creation } from "./scenario.fixture.ts";
import { listOf, scenarioList, streamOf } from "./scenario-list.ts";

const user = (person: number, facts: Partial<Caller> = {}): Caller => ({
  person,
  scopes: null,
  admin: false,
  ...facts,
});
const anonymous: Caller = { person: null, scopes: null, admin: false };

const created = (owner: number | null, isPrivate = false): ScenarioEvent => creation({ owner, private: isPrivate });
const granted = (person: number, role: Role): ScenarioEvent => ({ type: "RoleGranted", data: { person, role } });
const removed = (person: number): ScenarioEvent => ({ type: "RoleRemoved", data: { person } });

const after = (events: readonly ScenarioEvent[]): ScenarioState =>
  events.reduce((state, event) => decider.evolve(state, event, "2026-11-22T10:00:00.000Z"), decider.initial);
const decide = (command: Omit<ChangeRole, "type">, ...events: readonly ScenarioEvent[]) =>
  decider.decide({ type: "ChangeRole", ...command }, after(events));

const add = (person: number, role: Role, caller = user(1)) => ({ caller, person, role, isMember: false });
const change = (person: number, role: Role | null, caller = user(1)) => ({ caller, person, role, isMember: true });

describe("an owner", () => {
  test("gives, changes and takes roles", () => {
    expect(decide(add(2, "viewer"), created(1))).toEqual({ events: [granted(2, "viewer")] });
    expect(decide(change(2, "owner"), created(1), granted(2, "viewer"))).toEqual({ events: [granted(2, "owner")] });
    expect(decide(change(2, "owner"), created(1), granted(2, "owner"))).toEqual({ events: [] });
    expect(decide(change(2, null), created(1), granted(2, "viewer"))).toEqual({ events: [removed(2)] });
    expect(decide(change(1, "viewer"), created(1), granted(2, "owner"))).toEqual({ events: [granted(1, "viewer")] });
  });

  test("is told what cannot be", () => {
    const refusal = (reason: string) => ({ refusal: { reason } });
    expect(decide(add(1, "viewer"), created(1))).toEqual(refusal("duplicate"));
    expect(decide(change(2, "viewer"), created(1))).toEqual(refusal("no_member"));
    expect(decide(change(2, null), created(1))).toEqual(refusal("no_member"));
    for (const role of ["viewer", "collaborator", null] as const) {
      expect(decide(change(1, role), created(1), granted(2, "collaborator"))).toEqual(refusal("ownership"));
    }
  });
});

test("others may not: of a public scenario they are told, of a private one they see nothing", () => {
  const members = [granted(2, "viewer"), granted(3, "collaborator")];
  for (const caller of [anonymous, user(2), user(3), user(4)]) {
    expect(decide(add(5, "viewer", caller), created(1), ...members)).toEqual({ refusal: { reason: "not_yours" } });
    expect(decide(add(5, "viewer", caller), created(1, true), ...members)).toEqual({ refusal: { reason: "hidden" } });
  }
  expect(decide(add(5, "viewer", user(1, { scopes: ["scenarios:write"] })), created(1))).toMatchObject({
    refusal: { reason: "missing_scope", scopes: ["scenarios:delete"] },
  });
});

test("a scenario of nobody stays so, unless an admin gives it an owner first", () => {
  expect(decide(add(2, "owner"), created(null))).toEqual({ refusal: { reason: "not_yours" } });
  const admin = user(9, { admin: true });
  expect(decide(add(2, "viewer", admin), created(null))).toEqual({ refusal: { reason: "ownership" } });
  expect(decide(add(2, "owner", admin), created(null))).toEqual({ events: [granted(2, "owner")] });
});

describe("a person who is erased", () => {
  const release = (toPublic: Fate, toPrivate: Fate, ...events: readonly ScenarioEvent[]) =>
    decider.decide({ type: "ReleasePerson", person: 1, public: toPublic, private: toPrivate }, after(events));
  const [remove, leave]: readonly Fate[] = [
    { choice: "delete", to: null },
    { choice: "leave", to: null },
  ];
  const toBob: Fate = { choice: "hand_over", to: 2 };
  const deleted: ScenarioEvent = { type: "ScenarioDeleted", data: {} };

  test("leaves to other owners what they own as well", () => {
    for (const fate of [remove!, leave!, toBob]) {
      expect(release(fate, fate, created(1), granted(3, "owner"))).toEqual({ events: [removed(1)] });
      expect(release(fate, fate, created(3), granted(1, "viewer"))).toEqual({ events: [removed(1)] });
    }
  });

  test("hands over, deletes or leaves the rest; nothing private becomes public", () => {
    const members = [granted(2, "viewer"), granted(3, "collaborator")];
    expect(release(toBob, remove!, created(1), ...members)).toEqual({ events: [granted(2, "owner"), removed(1)] });
    expect(release(leave!, remove!, created(1), ...members)).toEqual({ events: [removed(2), removed(3), removed(1)] });
    expect(release(leave!, remove!, created(1, true), ...members)).toEqual({ events: [deleted] });
    expect(release(leave!, leave!, created(1, true))).toEqual({ events: [deleted] });
    expect(release(leave!, toBob, created(1, true))).toEqual({ events: [granted(2, "owner"), removed(1)] });
  });

  test("is done with when asked again, or for what is gone or others'", () => {
    for (const events of [[], [created(3)], [created(null)], [created(1), deleted]]) {
      expect(release(toBob, toBob, ...events)).toEqual({ events: [] });
    }
  });
});

const person = fc.integer({ min: 1, max: 4 });
const changes = fc.array(
  fc.record({
    caller: fc.oneof(
      person.map((each) => user(each)),
      fc.constant(user(9, { admin: true })),
    ),
    person,
    role: fc.option(fc.constantFrom(...ROLES)),
    isMember: fc.boolean(),
  }),
  { maxLength: 20 },
);

test("after any sequence of changes, a scenario with people in it has an owner", () => {
  fc.assert(
    fc.property(changes, fc.constantFrom(null, 1), fc.boolean(), (changes, owner, isPrivate) => {
      let state = after([created(owner, isPrivate && owner !== null)]);
      for (const each of changes) {
        const decision = decider.decide({ type: "ChangeRole", ...each }, state);
        for (const event of "events" in decision ? decision.events : []) state = decider.evolve(state, event, "");
        const roles = state.status === "present" ? Object.values(state.roles) : [];
        expect(roles.length === 0 || roles.includes("owner")).toBe(true);
        expect(owner !== null && roles.length === 0).toBe(false);
      }
    }),
  );
});

test("lists show exactly the roles that replay gives", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 4 }), async (scenarios) => {
      const store = await openEventStore("sqlite::memory:");
      const readModels = await openReadDatabase("sqlite::memory:");
      const codec = eventCodec(scenarioEvents);
      const aggregates = new Aggregates({ store, codec, decider, streamOf });
      const list = await Projector.open(store, readModels, scenarioList);
      const cause = { actor: "user:1", correlationId: "r" };
      for (const [index, each] of scenarios.entries()) {
        const first = { ...codec.encode(created(1)), ...cause, id: crypto.randomUUID(), causationId: null };
        await store.append(streamOf(index + 1), [{ ...first, time: "2026-11-22T10:00:00.000Z" }], 0);
        for (const change of each) await aggregates.handle(index + 1, { type: "ChangeRole", ...change }, cause);
      }
      await list.catchUp();
      for (const who of [1, 2, 3, 4]) {
        const replayed: number[] = [];
        for (const index of scenarios.keys()) {
          const { state } = await aggregates.load(index + 1);
          if (state.status === "present" && Object.hasOwn(state.roles, who)) replayed.unshift(index + 1);
        }
        expect((await listOf(readModels, who, { page: 1, limit: 100 })).ids).toEqual(replayed);
      }
      await store.close();
      await readModels.close();
    }),
    { numRuns: 30 },
  );
});

describe("two people who turn out to be one", () => {
  const couple = (person: number, into: number, ...events: readonly ScenarioEvent[]) =>
    decider.decide({ type: "CouplePerson", person, into }, after(events));

  test("have the greater of their roles, under one number", () => {
    expect(couple(2, 3, created(1), granted(2, "viewer"))).toEqual({ events: [granted(3, "viewer"), removed(2)] });
    expect(couple(2, 3, created(1), granted(2, "viewer"), granted(3, "owner"))).toEqual({ events: [removed(2)] });
    expect(couple(1, 3, created(1), granted(3, "viewer"))).toEqual({ events: [granted(3, "owner"), removed(1)] });
    for (const nothing of [couple(2, 3, created(1)), couple(1, 1, created(1)), couple(1, 2)]) {
      expect(nothing).toEqual({ events: [] });
    }
  });

  test("come to the same roles, in whatever order people are coupled and given roles", () => {
    const role = fc.constantFrom(...ROLES);
    const given = fc.uniqueArray(fc.tuple(fc.constantFrom(2, 3, 4), role), { selector: ([person]) => person });
    fc.assert(
      fc.property(given, fc.option(role), fc.array(fc.nat()), (given, own, order) => {
        const roles = [...given, ...(own === null ? [] : [[9, own] as const])];
        const grants = roles.map(([person, each]) => ({ type: "grant", person, role: each }) as const);
        const couplings = [2, 3, 4].map((person) => ({ type: "couple", person }) as const);
        // A coupling of who gets a role after it is told again (and who is coupled already is found to be the other one).
        const steps = [...grants, ...couplings].map((step, index) => ({ step, key: order[index] ?? 0 }));
        const shuffled = steps.sort((a, b) => a.key - b.key).map(({ step }) => step);
        let state = after([created(1)]);
        for (const step of [...shuffled, ...couplings]) {
          const events =
            step.type === "grant"
              ? [granted(step.person, step.role)]
              : couplingEvents(decider.decide({ type: "CouplePerson", person: step.person, into: 9 }, state));
          // What 9 was given by hand counts as one of theirs; a lesser role is not put in place of a greater one.
          if (step.type === "grant" && step.person === 9 && isAtLeast(roleIn(state, 9), step.role)) continue;
          state = events.reduce((next, event) => decider.evolve(next, event, ""), state);
        }
        const greatest = roles.map(([, each]) => each).sort((a, b) => ROLES.indexOf(b) - ROLES.indexOf(a))[0];
        const expected = greatest === undefined ? { 1: "owner" } : { 1: "owner", 9: greatest };
        expect(state.status === "present" && state.roles).toEqual(expected);
      }),
    );
  });
});

const couplingEvents = (decision: ReturnType<typeof decider.decide>): readonly ScenarioEvent[] =>
  "events" in decision ? decision.events : [];
const roleIn = (state: ScenarioState, person: number): Role | undefined =>
  state.status === "present" ? state.roles[person] : undefined;
const isAtLeast = (present: Role | undefined, role: Role): boolean =>
  present !== undefined && ROLES.indexOf(present) >= ROLES.indexOf(role);
