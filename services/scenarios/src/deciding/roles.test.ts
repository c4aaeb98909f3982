/** Tests people's roles in a scenario; any-commands.test.ts checks invariants after any sequence of commands. */
import { describe, expect, test } from "vitest";
import type { Disposition } from "@etesian/contracts/legacy";
import type { Caller, Role, RoleChange } from "@etesian/contracts/rights";
import { changeRoles } from "./roles.ts";
import type { ShareThroughSaved } from "./scenario-commands.ts";
import type { ScenarioEvent, ScenarioState } from "./scenario-state.ts";
import { scenario as decider } from "./scenario.ts";
import { createdEvent as creation } from "./scenario.fixture.ts";

const user = (person: number, facts: Partial<Caller> = {}): Caller => ({
  person,
  scopes: null,
  admin: false,
  ...facts,
});
const anonymous: Caller = { person: null, scopes: null, admin: false };

const createdEvent = (owner: number | null, isPrivate = false): ScenarioEvent =>
  creation({ owner, private: isPrivate });
const grantedEvent = (person: number, role: Role, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleGranted",
  data: { person, role, savedScenario },
});
const removedEvent = (person: number, savedScenario: number | null = null): ScenarioEvent => ({
  type: "RoleRemoved",
  data: { person, savedScenario },
});

const stateAfter = (events: readonly ScenarioEvent[]): ScenarioState =>
  events.reduce((state, event) => decider.evolve(state, event, "2026-11-22T10:00:00.000Z"), decider.initial);
type RequestedChange = RoleChange & { readonly caller: Caller };
const decide = ({ caller, ...change }: RequestedChange, ...events: readonly ScenarioEvent[]) =>
  decider.decide({ type: "ChangeRoles", caller, changes: [change], invited: [] }, stateAfter(events));
const problemsOf = (
  changes: readonly RoleChange[],
  invited: readonly number[],
  ...events: readonly ScenarioEvent[]
) => {
  const state = stateAfter(events);
  if (state.status !== "present") throw new Error("there is no scenario");
  return changeRoles({ changes, invited }, state).problems;
};

const addition = (person: number, role: Role, caller = user(1)) => ({ caller, person, role, isMember: false });
const change = (person: number, role: Role | null, caller = user(1)) => ({ caller, person, role, isMember: true });

describe("an owner", () => {
  test("an owner grants, changes and revokes roles", () => {
    expect(decide(addition(2, "viewer"), createdEvent(1))).toEqual({ events: [grantedEvent(2, "viewer")] });
    expect(decide(change(2, "owner"), createdEvent(1), grantedEvent(2, "viewer"))).toEqual({
      events: [grantedEvent(2, "owner")],
    });
    expect(decide(change(2, "owner"), createdEvent(1), grantedEvent(2, "owner"))).toEqual({ events: [] });
    expect(decide(change(2, null), createdEvent(1), grantedEvent(2, "viewer"))).toEqual({ events: [removedEvent(2)] });
    expect(decide(change(1, "viewer"), createdEvent(1), grantedEvent(2, "owner"))).toEqual({
      events: [grantedEvent(1, "viewer")],
    });
  });

  test("an owner receives a reason for each refused change", () => {
    expect(problemsOf([addition(1, "viewer")], [], createdEvent(1))).toEqual(["duplicate"]);
    expect(problemsOf([change(2, "viewer")], [], createdEvent(1))).toEqual(["no_member"]);
    expect(problemsOf([change(2, null)], [], createdEvent(1))).toEqual(["no_member"]);
    for (const role of ["viewer", "collaborator", null] as const) {
      expect(problemsOf([change(1, role)], [], createdEvent(1), grantedEvent(2, "collaborator"))).toEqual([
        "ownership",
      ]);
      // An invitation might never be accepted, which would leave the scenario without an owner.
      expect(problemsOf([change(1, role)], [2], createdEvent(1), grantedEvent(2, "owner"))).toEqual(["ownership"]);
      expect(problemsOf([change(1, role)], [], createdEvent(1), grantedEvent(2, "owner"))).toEqual([null]);
    }
  });

  test("an owner who gives up the role in a batch may still make the batch's later changes", () => {
    const batch = [change(1, "viewer"), addition(3, "collaborator"), change(2, null)];
    expect(problemsOf(batch, [], createdEvent(1), grantedEvent(2, "owner"))).toEqual([null, null, "ownership"]);
    const command = { type: "ChangeRoles", caller: user(1), changes: batch, invited: [] } as const;
    expect(decider.decide(command, stateAfter([createdEvent(1), grantedEvent(2, "owner")]))).toEqual({
      events: [grantedEvent(1, "viewer"), grantedEvent(3, "collaborator")],
    });
  });
});

test("other callers cannot change roles: a public scenario refuses them, a private one does not exist for them", () => {
  const members = [grantedEvent(2, "viewer"), grantedEvent(3, "collaborator")];
  for (const caller of [anonymous, user(2), user(3), user(4)]) {
    expect(decide(addition(5, "viewer", caller), createdEvent(1), ...members)).toEqual({
      refusal: { reason: "not_yours" },
    });
    expect(decide(addition(5, "viewer", caller), createdEvent(1, true), ...members)).toEqual({
      refusal: { reason: "hidden" },
    });
  }
  expect(decide(addition(5, "viewer", user(1, { scopes: ["scenarios:write"] })), createdEvent(1))).toMatchObject({
    refusal: { reason: "missing_scope", scopes: ["scenarios:delete"] },
  });
});

test("an unowned scenario accepts users only after an admin has given it an owner", () => {
  expect(decide(addition(2, "owner"), createdEvent(null))).toEqual({ refusal: { reason: "not_yours" } });
  const admin = user(9, { admin: true });
  expect(problemsOf([addition(2, "viewer", admin)], [], createdEvent(null))).toEqual(["ownership"]);
  expect(decide(addition(2, "owner", admin), createdEvent(null))).toEqual({ events: [grantedEvent(2, "owner")] });
});

describe("roles through a saved scenario", () => {
  const SAVED = 7;
  const exactRoles = (roles: { readonly [person: number]: Role | null }): ShareThroughSaved["members"] =>
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
        members: exactRoles(members),
        others: "keep",
        ...facts,
      },
      stateAfter(events),
    );
  const noEvents = { events: [] };
  const revokeOthers = { others: "revoke" } as const;

  test("an unowned scenario accepts users through a saved scenario only together with an owner", () => {
    const admin = user(9, { admin: true });
    expect(share(admin, { 2: "viewer" }, [createdEvent(null)])).toEqual(noEvents);
    expect(share(admin, { 2: "owner", 3: "viewer" }, [createdEvent(null)])).toEqual({
      events: [grantedEvent(2, "owner", SAVED), grantedEvent(3, "viewer", SAVED)],
    });
  });

  test("an owner grants a saved scenario's users roles in addition to their existing ones", () => {
    const events = [createdEvent(1), grantedEvent(2, "viewer")];
    const history = { events: [grantedEvent(2, "collaborator", SAVED), grantedEvent(3, "viewer", SAVED)] };
    expect(share(user(1), { 1: "owner", 2: "collaborator", 3: "viewer" }, events)).toEqual(history);
    expect(stateAfter([...events, ...history.events])).toMatchObject({
      roles: { 1: "owner", 2: "collaborator", 3: "viewer" },
    });
    // Repeated, and with lower roles than those granted by an owner.
    expect(share(user(1), { 3: "viewer" }, [...events, ...history.events])).toEqual(noEvents);
    expect(share(user(1), { 2: "viewer" }, events)).toEqual(noEvents);
  });

  test("an owner whose token may not share adds no owner and keeps the existing ones", () => {
    const limitedCaller = user(1, { scopes: ["scenarios:read", "scenarios:write"] });
    const events = [createdEvent(1, true), grantedEvent(4, "owner", SAVED)];
    expect(share(limitedCaller, { 2: "owner", 3: "viewer", 4: "owner" }, events)).toEqual({
      events: [grantedEvent(2, "collaborator", SAVED), grantedEvent(3, "viewer", SAVED)],
    });
    for (const scopes of [[], ["scenarios:read"], ["scenarios:write"]]) {
      expect(share(user(1, { scopes }), { 2: "viewer" }, events)).toEqual(noEvents);
    }
  });

  test("other people grant no roles, and revoke only roles granted through the saved scenario", () => {
    const events = [
      createdEvent(1),
      grantedEvent(2, "viewer"),
      grantedEvent(2, "owner", SAVED),
      grantedEvent(3, "viewer", 8),
    ];
    for (const caller of [anonymous, user(4), user(3), user(5, { admin: false })]) {
      expect(share(caller, { 4: "viewer", 3: "owner", 1: "viewer" }, events)).toEqual(noEvents);
      expect(share(caller, { 2: "collaborator" }, events)).toEqual({
        events: [grantedEvent(2, "collaborator", SAVED)],
      });
      expect(share(caller, { 1: null, 2: null, 3: null }, events)).toEqual({ events: [removedEvent(2, SAVED)] });
      expect(share(caller, {}, events, revokeOthers)).toEqual({ events: [removedEvent(2, SAVED)] });
    }
    expect(stateAfter([...events, removedEvent(2, SAVED)])).toMatchObject({
      roles: { 1: "owner", 2: "viewer", 3: "viewer" },
    });
  });

  test("an owner's decision replaces roles granted through a saved scenario", () => {
    const events = [createdEvent(1), grantedEvent(2, "owner", SAVED)];
    expect(decide(change(2, "viewer"), ...events)).toEqual({ events: [grantedEvent(2, "viewer")] });
    expect(decide(change(2, "owner"), ...events)).toEqual({ events: [grantedEvent(2, "owner")] });
    expect(stateAfter([...events, grantedEvent(2, "viewer")])).toMatchObject({ roles: { 1: "owner", 2: "viewer" } });
    expect(stateAfter([...events, removedEvent(2)])).toMatchObject({ roles: { 1: "owner" } });
  });

  test("the last owner keeps the role when all roles granted through a saved scenario are revoked", () => {
    const events = [
      createdEvent(1),
      grantedEvent(2, "owner", SAVED),
      grantedEvent(3, "viewer", SAVED),
      removedEvent(1),
    ];
    expect(share(user(3), {}, events, revokeOthers)).toEqual({
      events: [grantedEvent(2, "owner"), removedEvent(3, SAVED)],
    });
  });

  test("a scenario created by another event is not affected", () => {
    const unknownRefusal = { refusal: { reason: "unknown" } };
    const facts = { creation: "another event" };
    expect(share(user(1), { 2: "viewer" }, [createdEvent(1)], facts)).toEqual(unknownRefusal);
    expect(share(user(1), { 2: "viewer" }, [])).toEqual(unknownRefusal);
  });

  test("coupled people have the roles of both, for the same reasons", () => {
    const events = [
      createdEvent(1),
      grantedEvent(2, "viewer"),
      grantedEvent(2, "collaborator", SAVED),
      grantedEvent(3, "viewer", SAVED),
    ];
    const couple = (person: number, into: number) =>
      decider.decide({ type: "CouplePerson", person, into }, stateAfter(events));
    expect(couple(2, 3)).toEqual({
      events: [grantedEvent(3, "viewer"), grantedEvent(3, "collaborator", SAVED), removedEvent(2)],
    });
    expect(couple(3, 2)).toEqual({ events: [removedEvent(3, SAVED)] });
  });

  test("people who may share the scenario can revoke grants that do not record their saved scenario", () => {
    const envelope = { id: "e", schemaVersion: 1, actor: "service:saved-scenarios" };
    const state = [grantedEvent(2, "viewer"), grantedEvent(3, "owner")].reduce(
      (previous, event) => decider.evolve(previous, event, "2026-11-22T10:00:00.000Z", envelope),
      stateAfter([createdEvent(1), grantedEvent(2, "collaborator")]),
    );
    expect(state).toMatchObject({ roles: { 1: "owner", 2: "viewer", 3: "owner" } });
    const command = { type: "ShareThroughSaved", savedScenario: SAVED, creation: null, others: "keep" } as const;
    const members = exactRoles({ 2: null });
    expect(decider.decide({ ...command, caller: user(9), members }, state)).toEqual(noEvents);
    expect(decider.decide({ ...command, caller: user(1), members }, state)).toEqual({ events: [removedEvent(2, 0)] });
    expect(decider.decide({ ...command, caller: user(1), members: exactRoles({ 2: "collaborator" }) }, state)).toEqual({
      events: [grantedEvent(2, "collaborator", SAVED), removedEvent(2, 0)],
    });
  });

  test("a role within its limits is kept, a greater one is lowered, and a missing one is not granted", () => {
    const events = [
      createdEvent(1),
      grantedEvent(2, "owner", SAVED),
      grantedEvent(3, "owner", SAVED),
      grantedEvent(4, "viewer", SAVED),
    ];
    const members = {
      2: { atLeast: "viewer", atMost: "owner" },
      3: { atLeast: null, atMost: "collaborator" },
      4: { atLeast: "viewer", atMost: "viewer" },
      5: { atLeast: null, atMost: "viewer" },
    } as const;
    expect(share(user(1), {}, events, { members, ...revokeOthers })).toEqual({
      events: [grantedEvent(3, "collaborator", SAVED)],
    });
  });
});

describe("erasing a person", () => {
  const release = (toPublic: Disposition, toPrivate: Disposition, ...events: readonly ScenarioEvent[]) =>
    decider.decide({ type: "ReleasePerson", person: 1, public: toPublic, private: toPrivate }, stateAfter(events));
  const [deleteDisposition, leaveDisposition]: readonly Disposition[] = [
    { choice: "delete", to: null },
    { choice: "leave", to: null },
  ];
  const handOver: Disposition = { choice: "hand_over", to: 2 };
  const deletedEvent: ScenarioEvent = { type: "ScenarioDeleted", data: {} };

  test("erasing a person leaves scenarios with other owners unchanged", () => {
    for (const disposition of [deleteDisposition!, leaveDisposition!, handOver]) {
      expect(release(disposition, disposition, createdEvent(1), grantedEvent(3, "owner"))).toEqual({
        events: [removedEvent(1)],
      });
      expect(release(disposition, disposition, createdEvent(3), grantedEvent(1, "viewer"))).toEqual({
        events: [removedEvent(1)],
      });
    }
  });

  test("erasing a person hands over, deletes or leaves all other scenarios, and no private scenario becomes public", () => {
    const members = [grantedEvent(2, "viewer"), grantedEvent(3, "collaborator")];
    expect(release(handOver, deleteDisposition!, createdEvent(1), ...members)).toEqual({
      events: [grantedEvent(2, "owner"), removedEvent(1)],
    });
    expect(release(leaveDisposition!, deleteDisposition!, createdEvent(1), ...members)).toEqual({
      events: [removedEvent(2), removedEvent(3), removedEvent(1)],
    });
    expect(release(leaveDisposition!, deleteDisposition!, createdEvent(1, true), ...members)).toEqual({
      events: [deletedEvent],
    });
    expect(release(leaveDisposition!, leaveDisposition!, createdEvent(1, true))).toEqual({ events: [deletedEvent] });
    expect(release(leaveDisposition!, handOver, createdEvent(1, true))).toEqual({
      events: [grantedEvent(2, "owner"), removedEvent(1)],
    });
  });

  test("erasing a person does not change scenarios that are deleted or in which the person has no role", () => {
    for (const events of [[], [createdEvent(3)], [createdEvent(null)], [createdEvent(1), deletedEvent]]) {
      expect(release(handOver, handOver, ...events)).toEqual({ events: [] });
    }
  });
});
