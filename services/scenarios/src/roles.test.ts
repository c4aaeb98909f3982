/** Roles of people in a scenario, as stories; what holds after any sequence of them is in any-commands.test.ts. */
import { describe, expect, test } from "vitest";
import type { Fate } from "@etesian/contracts/legacy";
import type { Caller, Role } from "@etesian/contracts/rights";
import type { ChangeRole } from "./scenario-commands.ts";
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
