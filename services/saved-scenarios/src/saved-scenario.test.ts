import type { Disposition } from "@etesian/contracts/legacy";
import { SAVED } from "@etesian/contracts/limits";
import { type Caller, type Role, SCOPES } from "@etesian/contracts/rights";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  added,
  at,
  events,
  facts,
  given,
  granted,
  present,
  refused,
  saved,
  stateAfter,
  user,
} from "./saved-scenario.fixture.ts";
import {
  changeRoles,
  savedScenario as decider,
  type SavedScenarioCommand,
  type SavedScenarioEvent,
  type Update,
} from "./saved-scenario.ts";

const update = (changes: Partial<Update>): Update => ({ type: "Update", caller: user(1), ...changes });
const ids = (versions: readonly { readonly scenario: number }[]) => versions.map(({ scenario }) => scenario);

test("the person who saves a scenario owns the saved scenario", () => {
  expect(present(saved())).toMatchObject({
    title: "Mine",
    present: { scenario: 1, area: "nl", savedAt: at(0) },
    history: [],
    roles: { 1: "owner" },
    discardedAt: null,
    createdAt: at(0),
    updatedAt: at(0),
  });
});

describe("versions", () => {
  test("another scenario becomes current, and the previous one enters the history", () => {
    expect(given(saved()).when(update({ version: facts(2) }))).toEqual(events(added(2)));
    expect(present(saved(), added(2))).toMatchObject({
      present: { scenario: 2, savedAt: at(1) },
      history: [{ scenario: 1, savedAt: at(0) }],
      updatedAt: at(1),
    });
  });

  test("saving the current version again changes nothing", () => {
    expect(given(saved()).when(update({ version: facts(1, { scenarioVersion: 9 }) }))).toEqual(events());
  });

  test("a version from the history becomes current again, and later versions stay in the history", () => {
    const before = [saved(), added(2), added(3), added(4)];
    expect(given(...before).when(update({ version: facts(2) }))).toEqual(events(added(2)));
    const after = present(...before, added(2));
    expect([ids(after.history), after.present]).toMatchObject([[1, 3, 4], { scenario: 2, savedAt: at(4) }]);
  });

  test("a restore by an earlier version of the program removed the later versions", () => {
    const after = present(saved(), added(2), added(3), added(4), {
      type: "SavedVersionRestored",
      data: { scenario: 2 },
    });
    expect([ids(after.history), after.present]).toMatchObject([[1], { scenario: 2, savedAt: at(1) }]);
  });

  test("the history keeps the newest twenty versions", () => {
    const many = Array.from({ length: SAVED.versions + 5 }, (_, index) => added(index + 2));
    expect(ids(present(saved(), ...many).history)).toEqual(
      Array.from({ length: SAVED.versions }, (_, index) => index + 6),
    );
  });
});

describe("the trash", () => {
  const discarded: SavedScenarioEvent = { type: "SavedScenarioDiscarded", data: {} };

  test("a trashed saved scenario keeps the time of its last change; trashing is idempotent", () => {
    expect(given(saved()).when({ type: "Discard", caller: user(1) })).toEqual(events(discarded));
    expect(given(saved(), discarded).when({ type: "Discard", caller: user(1) })).toEqual(events());
    expect(present(saved(), discarded)).toMatchObject({ discardedAt: at(1), updatedAt: at(0) });
  });

  test("an update discards or restores a saved scenario together with its other fields", () => {
    expect(given(saved()).when(update({ discarded: true, title: "Old" }))).toEqual(
      events({ type: "SavedScenarioDescribed", data: { title: "Old", description: null } }, discarded),
    );
    expect(given(saved(), discarded).when(update({ discarded: false }))).toEqual(
      events({ type: "SavedScenarioRecovered", data: {} }),
    );
    expect(given(saved()).when(update({ discarded: false }))).toEqual(events());
  });

  test("only expired saved scenarios are purged", () => {
    const purge = (discardedBefore: string): SavedScenarioCommand => ({ type: "Purge", discardedBefore });
    expect(given(saved(), discarded).when(purge(at(2)))).toEqual(events({ type: "SavedScenarioPurged", data: {} }));
    expect(given(saved(), discarded).when(purge(at(1)))).toEqual(refused({ reason: "not_due" }));
    expect(given(saved()).when(purge(at(9)))).toEqual(refused({ reason: "not_due" }));
    expect(given().when(purge(at(9)))).toEqual(refused({ reason: "not_due" }));
  });
});

describe("rights", () => {
  const shared = [saved(), granted(2, "collaborator"), granted(3, "viewer")];
  const hidden = [saved({ private: true }), granted(3, "viewer")];

  test("collaborators may change a saved scenario; viewers and other users may not", () => {
    expect(given(...shared).when(update({ caller: user(2), title: "Ours" }))).toHaveProperty("events");
    expect(given(...shared).when(update({ caller: user(3), title: "Ours" }))).toEqual(refused({ reason: "not_yours" }));
    expect(given(...hidden).when(update({ caller: user(3), title: "Ours" }))).toEqual(refused({ reason: "hidden" }));
  });

  test("only owners may trash, delete and share a saved scenario", () => {
    for (const command of [
      { type: "Discard", caller: user(2) },
      { type: "Delete", caller: user(2) },
      { type: "ChangeRoles", caller: user(2), changes: [{ person: 4, role: "viewer", isMember: false }], invited: [] },
    ] as const) {
      expect(given(...shared).when(command)).toEqual(refused({ reason: "not_yours" }));
      expect(given(...shared).when({ ...command, caller: user(1) })).toHaveProperty("events");
    }
  });

  test("only owners may trash, restore or make a saved scenario private in an update", () => {
    const discarded: SavedScenarioEvent = { type: "SavedScenarioDiscarded", data: {} };
    const cases = [
      [shared, { discarded: true }],
      [[...shared, discarded], { discarded: false }],
      [shared, { private: true }],
    ] as const;
    for (const [before, change] of cases) {
      const as = (caller: Caller) => given(...before).when(update({ caller, title: "Ours", ...change }));
      expect(as(user(2))).toEqual(refused({ reason: "not_yours" }));
      expect(as(user(1))).toHaveProperty("events");
      expect(as({ ...user(2), admin: true })).toHaveProperty("events");
    }
    // An unchanged value is not a change.
    expect(given(...shared).when(update({ caller: user(2), discarded: false, private: false }))).toEqual(events());
    const writes = { ...user(1), scopes: ["scenarios:read", "scenarios:write"] };
    expect(given(...shared).when(update({ caller: writes, discarded: true }))).toEqual(
      refused({ reason: "missing_scope", scopes: ["scenarios:read", "scenarios:delete"] }),
    );
    expect(given(...shared, discarded).when(update({ caller: writes, discarded: false }))).toHaveProperty("events");
  });

  test("a token without the delete scope may not share", () => {
    const caller = { ...user(1), scopes: ["scenarios:read", "scenarios:write"] };
    const changes = [{ person: 4, role: "viewer", isMember: false }] as const;
    expect(given(...shared).when({ type: "ChangeRoles", caller, changes, invited: [] })).toEqual(
      refused({ reason: "missing_scope", scopes: [...SCOPES] }),
    );
  });

  test("a token without the required scope is refused", () => {
    const caller = { ...user(1), scopes: ["scenarios:read"] };
    expect(given(...shared).when({ type: "Delete", caller })).toEqual(
      refused({ reason: "missing_scope", scopes: ["scenarios:read", "scenarios:delete"] }),
    );
  });

  test("the last owner cannot be removed", () => {
    const leave = (role: Role | null, invited: readonly number[], ...before: readonly SavedScenarioEvent[]) =>
      changeRoles({ changes: [{ person: 1, role, isMember: true }], invited }, present(...before));
    const refusal = { events: [], problems: ["ownership"] };
    const removed = { type: "SavedScenarioRoleRemoved", data: { person: 1, into: null } };
    expect(leave(null, [], ...shared)).toEqual(refusal);
    expect(leave("viewer", [], ...shared)).toEqual(refusal);
    expect(leave(null, [], ...shared, granted(2, "owner"))).toEqual({ events: [removed], problems: [null] });
    // An invitation might never be accepted, which would leave it without an owner.
    expect(leave(null, [2], ...shared, granted(2, "owner"))).toEqual(refusal);
    expect(leave("viewer", [2], ...shared, granted(2, "owner"))).toEqual(refusal);
    expect(leave(null, [1, 2], ...shared, granted(2, "owner"))).toEqual({ events: [removed], problems: [null] });
  });

  test("coupled people keep the greater of their roles", () => {
    expect(given(...shared).when({ type: "CouplePerson", person: 2, into: 3 })).toEqual(
      events(granted(3, "collaborator"), { type: "SavedScenarioRoleRemoved", data: { person: 2, into: 3 } }),
    );
    expect(given(...shared).when({ type: "CouplePerson", person: 3, into: 1 })).toEqual(
      events({ type: "SavedScenarioRoleRemoved", data: { person: 3, into: 1 } }),
    );
  });
});

describe("erasing a person", () => {
  const handed = { choice: "hand_over", to: 5 } as const;
  const release = (person: number, disposition: Disposition) =>
    ({ type: "ReleasePerson", person, disposition }) as const;
  const removed = (person: number): SavedScenarioEvent => ({
    type: "SavedScenarioRoleRemoved",
    data: { person, into: null },
  });

  test("erasing a person leaves saved scenarios with other owners unchanged", () => {
    expect(given(saved(), granted(2, "owner")).when(release(1, handed))).toEqual(events(removed(1)));
    expect(given(saved()).when(release(7, handed))).toEqual(events());
  });

  test("erasing a person hands over or deletes saved scenarios without another owner", () => {
    expect(given(saved()).when(release(1, handed))).toEqual(events(granted(5, "owner"), removed(1)));
    const gone = events({ type: "SavedScenarioDeleted", data: {} });
    expect(given(saved()).when(release(1, { choice: "delete", to: null }))).toEqual(gone);
  });
});

test("a deleted saved scenario no longer exists for any user, and its id is not reused", () => {
  const gone = [saved(), { type: "SavedScenarioDeleted", data: {} } as const];
  expect(given(...gone).when(update({ title: "Back" }))).toEqual(refused({ reason: "unknown" }));
  const { data } = saved() as Extract<SavedScenarioEvent, { type: "ScenarioSaved" }>;
  const { owner, title, description, private: isPrivate } = data;
  const save = { type: "Save", owner, title, description, private: isPrivate, version: facts(1) } as const;
  expect(given(...gone).when(save)).toEqual(refused({ reason: "taken" }));
});

describe("any commands in any order", () => {
  const person = fc.integer({ min: 1, max: 4 });
  const caller = fc.record({ person, scopes: fc.constant(null), admin: fc.boolean() });
  const role = fc.constantFrom("viewer", "collaborator", "owner", null);
  const command: fc.Arbitrary<SavedScenarioCommand> = fc.oneof(
    fc.record({
      type: fc.constant("Update" as const),
      caller,
      version: fc.option(
        fc.integer({ min: 1, max: 30 }).map((id) => facts(id)),
        { nil: undefined },
      ),
      title: fc.option(fc.constantFrom("Mine", "Ours"), { nil: undefined }),
      private: fc.option(fc.boolean(), { nil: undefined }),
      discarded: fc.option(fc.boolean(), { nil: undefined }),
    }),
    fc.record({
      type: fc.constant("ChangeRoles" as const),
      caller,
      changes: fc.array(fc.record({ person, role, isMember: fc.boolean() }), { maxLength: 4 }),
      invited: fc.constantFrom([], [2], [3, 4]),
    }),
    fc.record({ type: fc.constant("CouplePerson" as const), person, into: person }),
    fc.record({ type: fc.constantFrom("Discard" as const), caller }),
  );

  test("a saved scenario always has an owner, and its history at most twenty versions, each once", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
        const all: SavedScenarioEvent[] = [saved()];
        for (const each of commands) {
          const before = present(...all);
          const decision = decider.decide(each, before);
          if ("refusal" in decision) continue;
          all.push(...decision.events);
          const after = present(...all);
          expect(Object.values(after.roles)).toContain("owner");
          const versions = ids([...after.history, after.present]);
          expect(new Set(versions).size).toBe(versions.length);
          expect(after.history.length).toBeLessThanOrEqual(SAVED.versions);
          // The former current version is now the newest of the history; at most the oldest version is dropped.
          const isOther = after.present.scenario !== before.present.scenario;
          expect(isOther ? after.history.at(-1)?.scenario : null).toBe(isOther ? before.present.scenario : null);
          const earlier = ids([...before.history, before.present]);
          const lost = earlier.filter((scenario) => !versions.includes(scenario));
          expect(lost).toEqual(earlier.length === SAVED.versions + 1 ? earlier.slice(0, lost.length) : []);
        }
        expect(stateAfter(all)).toMatchObject({ status: "present" });
      }),
    );
  });
});
