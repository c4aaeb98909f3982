/**
 * Roles of people in a scenario; any-commands.test.ts checks invariants of any sequence.
 */
import { describe, expect, test } from "vitest";
import type { Disposition } from "@etesian/contracts/legacy";
import type { Caller, Role, RoleChange } from "@etesian/contracts/rights";
import { changeRoles } from "./roles.ts";
import type { ShareThroughSaved } from "./scenario-commands.ts";
import type { ScenarioEvent, ScenarioState } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";
import { created as creation } from "./scenario.fixture.ts";

const user = (person: number, facts: Partial<Caller> = {}): Caller => ({
  person,
  scopes: null,
  admin: false,
  ...facts,
});
const anonymous: Caller = { person: null, scopes: null, admin: false };

const created = (owner: number | null, isPrivate = false): ScenarioEvent => creation({ owner, private: isPrivate });
const granted = (person: number, role: Role, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleGranted",
  data: { person, role, savedScenario },
});
const removed = (person: number, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleRemoved",
  data: { person, savedScenario },
});

const after = (events: readonly ScenarioEvent[]): ScenarioState =>
  events.reduce((state, event) => decider.evolve(state, event, "2026-11-22T10:00:00.000Z"), decider.initial);
type RequestedChange = RoleChange & { readonly caller: Caller };
const decide = ({ caller, ...change }: RequestedChange, ...events: readonly ScenarioEvent[]) =>
  decider.decide({ type: "ChangeRoles", caller, changes: [change], invited: [] }, after(events));
const problems = (changes: readonly RoleChange[], invited: readonly number[], ...events: readonly ScenarioEvent[]) => {
  const state = after(events);
  if (state.status !== "present") throw new Error("there is no scenario");
  return changeRoles({ changes, invited }, state).problems;
};

const add = (person: number, role: Role, caller = user(1)) => ({ caller, person, role, isMember: false });
const change = (person: number, role: Role | null, caller = user(1)) => ({ caller, person, role, isMember: true });

describe("an owner", () => {
  test("an owner gives, changes and revokes roles", () => {
    expect(decide(add(2, "viewer"), created(1))).toEqual({ events: [granted(2, "viewer")] });
    expect(decide(change(2, "owner"), created(1), granted(2, "viewer"))).toEqual({ events: [granted(2, "owner")] });
    expect(decide(change(2, "owner"), created(1), granted(2, "owner"))).toEqual({ events: [] });
    expect(decide(change(2, null), created(1), granted(2, "viewer"))).toEqual({ events: [removed(2)] });
    expect(decide(change(1, "viewer"), created(1), granted(2, "owner"))).toEqual({ events: [granted(1, "viewer")] });
  });

  test("an owner gets a reason for each refused change", () => {
    expect(problems([add(1, "viewer")], [], created(1))).toEqual(["duplicate"]);
    expect(problems([change(2, "viewer")], [], created(1))).toEqual(["no_member"]);
    expect(problems([change(2, null)], [], created(1))).toEqual(["no_member"]);
    for (const role of ["viewer", "collaborator", null] as const) {
      expect(problems([change(1, role)], [], created(1), granted(2, "collaborator"))).toEqual(["ownership"]);
      // An invitation might never be accepted, which would leave it without an owner.
      expect(problems([change(1, role)], [2], created(1), granted(2, "owner"))).toEqual(["ownership"]);
      expect(problems([change(1, role)], [], created(1), granted(2, "owner"))).toEqual([null]);
    }
  });

  test("an owner who gives up the role in a batch may still make the batch's later changes", () => {
    const batch = [change(1, "viewer"), add(3, "collaborator"), change(2, null)];
    expect(problems(batch, [], created(1), granted(2, "owner"))).toEqual([null, null, "ownership"]);
    const command = { type: "ChangeRoles", caller: user(1), changes: batch, invited: [] } as const;
    expect(decider.decide(command, after([created(1), granted(2, "owner")]))).toEqual({
      events: [granted(1, "viewer"), granted(3, "collaborator")],
    });
  });
});

test("other callers cannot change roles: a public scenario refuses them, a private one does not exist for them", () => {
  const members = [granted(2, "viewer"), granted(3, "collaborator")];
  for (const caller of [anonymous, user(2), user(3), user(4)]) {
    expect(decide(add(5, "viewer", caller), created(1), ...members)).toEqual({ refusal: { reason: "not_yours" } });
    expect(decide(add(5, "viewer", caller), created(1, true), ...members)).toEqual({ refusal: { reason: "hidden" } });
  }
  expect(decide(add(5, "viewer", user(1, { scopes: ["scenarios:write"] })), created(1))).toMatchObject({
    refusal: { reason: "missing_scope", scopes: ["scenarios:delete"] },
  });
});

test("an unowned scenario gets no users unless an admin gives it an owner first", () => {
  expect(decide(add(2, "owner"), created(null))).toEqual({ refusal: { reason: "not_yours" } });
  const admin = user(9, { admin: true });
  expect(problems([add(2, "viewer", admin)], [], created(null))).toEqual(["ownership"]);
  expect(decide(add(2, "owner", admin), created(null))).toEqual({ events: [granted(2, "owner")] });
});

describe("roles through a saved scenario", () => {
  const SAVED = 7;
  const exactly = (roles: { readonly [person: number]: Role | null }): ShareThroughSaved["members"] =>
    Object.fromEntries(Object.entries(roles).map(([person, role]) => [person, { atLeast: role, atMost: role }]));
  const share = (
    caller: Caller,
    members: { readonly [person: number]: Role | null },
    events: readonly ScenarioEvent[],
    facts: Partial<ShareThroughSaved> = {},
  ) =>
    decider.decide(
      {
        type: "ShareThroughSaved",
        caller,
        savedScenario: SAVED,
        creation: null,
        members: exactly(members),
        others: "keep",
        ...facts,
      },
      after(events),
    );
  const nothing = { events: [] };
  const all = { others: "revoke" } as const;

  test("an unowned scenario gets no users through a saved scenario unless it also gets an owner", () => {
    const admin = user(9, { admin: true });
    expect(share(admin, { 2: "viewer" }, [created(null)])).toEqual(nothing);
    expect(share(admin, { 2: "owner", 3: "viewer" }, [created(null)])).toEqual({
      events: [granted(2, "owner", SAVED), granted(3, "viewer", SAVED)],
    });
  });

  test("an owner grants its users roles in addition to those they have", () => {
    const events = [created(1), granted(2, "viewer")];
    const given = { events: [granted(2, "collaborator", SAVED), granted(3, "viewer", SAVED)] };
    expect(share(user(1), { 1: "owner", 2: "collaborator", 3: "viewer" }, events)).toEqual(given);
    expect(after([...events, ...given.events])).toMatchObject({
      roles: { 1: "owner", 2: "collaborator", 3: "viewer" },
    });
    // Repeated, and with less than an owner granted them.
    expect(share(user(1), { 3: "viewer" }, [...events, ...given.events])).toEqual(nothing);
    expect(share(user(1), { 2: "viewer" }, events)).toEqual(nothing);
  });

  test("an owner whose token may not share adds no owner and keeps the existing ones", () => {
    const limited = user(1, { scopes: ["scenarios:read", "scenarios:write"] });
    const events = [created(1, true), granted(4, "owner", SAVED)];
    expect(share(limited, { 2: "owner", 3: "viewer", 4: "owner" }, events)).toEqual({
      events: [granted(2, "collaborator", SAVED), granted(3, "viewer", SAVED)],
    });
    for (const scopes of [[], ["scenarios:read"], ["scenarios:write"]]) {
      expect(share(user(1, { scopes }), { 2: "viewer" }, events)).toEqual(nothing);
    }
  });

  test("other people grant no roles, and revoke only roles granted through it", () => {
    const events = [created(1), granted(2, "viewer"), granted(2, "owner", SAVED), granted(3, "viewer", 8)];
    for (const caller of [anonymous, user(4), user(3), user(5, { admin: false })]) {
      expect(share(caller, { 4: "viewer", 3: "owner", 1: "viewer" }, events)).toEqual(nothing);
      expect(share(caller, { 2: "collaborator" }, events)).toEqual({ events: [granted(2, "collaborator", SAVED)] });
      expect(share(caller, { 1: null, 2: null, 3: null }, events)).toEqual({ events: [removed(2, SAVED)] });
      expect(share(caller, {}, events, all)).toEqual({ events: [removed(2, SAVED)] });
    }
    expect(after([...events, removed(2, SAVED)])).toMatchObject({ roles: { 1: "owner", 2: "viewer", 3: "viewer" } });
  });

  test("an owner's decision replaces roles granted through it", () => {
    const events = [created(1), granted(2, "owner", SAVED)];
    expect(decide(change(2, "viewer"), ...events)).toEqual({ events: [granted(2, "viewer")] });
    expect(decide(change(2, "owner"), ...events)).toEqual({ events: [granted(2, "owner")] });
    expect(after([...events, granted(2, "viewer")])).toMatchObject({ roles: { 1: "owner", 2: "viewer" } });
    expect(after([...events, removed(2)])).toMatchObject({ roles: { 1: "owner" } });
  });

  test("the last owner keeps the role when all roles granted through it are revoked", () => {
    const events = [created(1), granted(2, "owner", SAVED), granted(3, "viewer", SAVED), removed(1)];
    expect(share(user(3), {}, events, all)).toEqual({ events: [granted(2, "owner"), removed(3, SAVED)] });
  });

  test("a scenario created by another event is not affected", () => {
    const unknown = { refusal: { reason: "unknown" } };
    const facts = { creation: "another event" };
    expect(share(user(1), { 2: "viewer" }, [created(1)], facts)).toEqual(unknown);
    expect(share(user(1), { 2: "viewer" }, [])).toEqual(unknown);
  });

  test("coupled people have the roles of both, for the same reasons", () => {
    const events = [created(1), granted(2, "viewer"), granted(2, "collaborator", SAVED), granted(3, "viewer", SAVED)];
    const couple = (person: number, into: number) =>
      decider.decide({ type: "CouplePerson", person, into }, after(events));
    expect(couple(2, 3)).toEqual({
      events: [granted(3, "viewer"), granted(3, "collaborator", SAVED), removed(2)],
    });
    expect(couple(3, 2)).toEqual({ events: [removed(3, SAVED)] });
  });

  test("grants that do not record their saved scenario are revoked by people who may share the scenario", () => {
    const unnoted = { id: "e", schemaVersion: 1, actor: "service:saved-scenarios" };
    const state = [granted(2, "viewer"), granted(3, "owner")].reduce(
      (before, event) => decider.evolve(before, event, "2026-11-22T10:00:00.000Z", unnoted),
      after([created(1), granted(2, "collaborator")]),
    );
    expect(state).toMatchObject({ roles: { 1: "owner", 2: "viewer", 3: "owner" } });
    const command = { type: "ShareThroughSaved", savedScenario: SAVED, creation: null, others: "keep" } as const;
    const members = exactly({ 2: null });
    expect(decider.decide({ ...command, caller: user(9), members }, state)).toEqual(nothing);
    expect(decider.decide({ ...command, caller: user(1), members }, state)).toEqual({ events: [removed(2, 0)] });
    expect(decider.decide({ ...command, caller: user(1), members: exactly({ 2: "collaborator" }) }, state)).toEqual({
      events: [granted(2, "collaborator", SAVED), removed(2, 0)],
    });
  });

  test("a role within its limits is kept, a greater one is lowered, and a missing one is not granted", () => {
    const events = [created(1), granted(2, "owner", SAVED), granted(3, "owner", SAVED), granted(4, "viewer", SAVED)];
    const members = {
      2: { atLeast: "viewer", atMost: "owner" },
      3: { atLeast: null, atMost: "collaborator" },
      4: { atLeast: "viewer", atMost: "viewer" },
      5: { atLeast: null, atMost: "viewer" },
    } as const;
    expect(share(user(1), {}, events, { members, ...all })).toEqual({ events: [granted(3, "collaborator", SAVED)] });
  });
});

describe("erasing a person", () => {
  const release = (toPublic: Disposition, toPrivate: Disposition, ...events: readonly ScenarioEvent[]) =>
    decider.decide({ type: "ReleasePerson", person: 1, public: toPublic, private: toPrivate }, after(events));
  const [remove, leave]: readonly Disposition[] = [
    { choice: "delete", to: null },
    { choice: "leave", to: null },
  ];
  const toBob: Disposition = { choice: "hand_over", to: 2 };
  const deleted: ScenarioEvent = { type: "ScenarioDeleted", data: {} };

  test("erasing a person leaves scenarios with other owners unchanged", () => {
    for (const disposition of [remove!, leave!, toBob]) {
      expect(release(disposition, disposition, created(1), granted(3, "owner"))).toEqual({ events: [removed(1)] });
      expect(release(disposition, disposition, created(3), granted(1, "viewer"))).toEqual({ events: [removed(1)] });
    }
  });

  test("erasing a person hands over, deletes or leaves the rest, and no private scenario becomes public", () => {
    const members = [granted(2, "viewer"), granted(3, "collaborator")];
    expect(release(toBob, remove!, created(1), ...members)).toEqual({ events: [granted(2, "owner"), removed(1)] });
    expect(release(leave!, remove!, created(1), ...members)).toEqual({ events: [removed(2), removed(3), removed(1)] });
    expect(release(leave!, remove!, created(1, true), ...members)).toEqual({ events: [deleted] });
    expect(release(leave!, leave!, created(1, true))).toEqual({ events: [deleted] });
    expect(release(leave!, toBob, created(1, true))).toEqual({ events: [granted(2, "owner"), removed(1)] });
  });

  test("a repeated erasure, or one of a deleted scenario or one with other owners, changes nothing", () => {
    for (const events of [[], [created(3)], [created(null)], [created(1), deleted]]) {
      expect(release(toBob, toBob, ...events)).toEqual({ events: [] });
    }
  });
});
