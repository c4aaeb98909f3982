import type { Disposition } from "@etesian/contracts/legacy";
import { SAVED } from "@etesian/contracts/limits";
import { type Caller, type Role, SCOPES } from "@etesian/contracts/rights";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  versionAdded,
  timeAt,
  expectedEvents,
  versionDetails,
  given,
  roleGranted,
  presentState,
  expectedRefusal,
  savedEvent,
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
  expect(presentState(savedEvent())).toMatchObject({
    title: "Mine",
    currentVersion: { scenario: 1, area: "nl", savedAt: timeAt(0) },
    history: [],
    roles: { 1: "owner" },
    discardedAt: null,
    createdAt: timeAt(0),
    updatedAt: timeAt(0),
  });
});

describe("versions", () => {
  test("another scenario becomes current, and the previous one enters the history", () => {
    expect(given(savedEvent()).when(update({ version: versionDetails(2) }))).toEqual(expectedEvents(versionAdded(2)));
    expect(presentState(savedEvent(), versionAdded(2))).toMatchObject({
      currentVersion: { scenario: 2, savedAt: timeAt(1) },
      history: [{ scenario: 1, savedAt: timeAt(0) }],
      updatedAt: timeAt(1),
    });
  });

  test("saving the current version again changes nothing", () => {
    expect(given(savedEvent()).when(update({ version: versionDetails(1, { scenarioVersion: 9 }) }))).toEqual(
      expectedEvents(),
    );
  });

  test("a version from the history becomes current again, and later versions stay in the history", () => {
    const previousEvents = [savedEvent(), versionAdded(2), versionAdded(3), versionAdded(4)];
    expect(given(...previousEvents).when(update({ version: versionDetails(2) }))).toEqual(
      expectedEvents(versionAdded(2)),
    );
    const state = presentState(...previousEvents, versionAdded(2));
    expect([ids(state.history), state.currentVersion]).toMatchObject([[1, 3, 4], { scenario: 2, savedAt: timeAt(4) }]);
  });

  test("a restore by an earlier version of the program removed the later versions", () => {
    const state = presentState(savedEvent(), versionAdded(2), versionAdded(3), versionAdded(4), {
      type: "SavedVersionRestored",
      data: { scenario: 2 },
    });
    expect([ids(state.history), state.currentVersion]).toMatchObject([[1], { scenario: 2, savedAt: timeAt(1) }]);
  });

  test("the history keeps the newest twenty versions", () => {
    const additions = Array.from({ length: SAVED.versions + 5 }, (_, index) => versionAdded(index + 2));
    expect(ids(presentState(savedEvent(), ...additions).history)).toEqual(
      Array.from({ length: SAVED.versions }, (_, index) => index + 6),
    );
  });
});

describe("the trash", () => {
  const discardedEvent: SavedScenarioEvent = { type: "SavedScenarioDiscarded", data: {} };

  test("a trashed saved scenario keeps the time of its last change; trashing is idempotent", () => {
    expect(given(savedEvent()).when({ type: "Discard", caller: user(1) })).toEqual(expectedEvents(discardedEvent));
    expect(given(savedEvent(), discardedEvent).when({ type: "Discard", caller: user(1) })).toEqual(expectedEvents());
    expect(presentState(savedEvent(), discardedEvent)).toMatchObject({ discardedAt: timeAt(1), updatedAt: timeAt(0) });
  });

  test("an update discards or restores a saved scenario together with its other fields", () => {
    expect(given(savedEvent()).when(update({ discarded: true, title: "Old" }))).toEqual(
      expectedEvents({ type: "SavedScenarioDescribed", data: { title: "Old", description: null } }, discardedEvent),
    );
    expect(given(savedEvent(), discardedEvent).when(update({ discarded: false }))).toEqual(
      expectedEvents({ type: "SavedScenarioRecovered", data: {} }),
    );
    expect(given(savedEvent()).when(update({ discarded: false }))).toEqual(expectedEvents());
  });

  test("only expired saved scenarios are purged", () => {
    const purge = (discardedBefore: string): SavedScenarioCommand => ({ type: "Purge", discardedBefore });
    expect(given(savedEvent(), discardedEvent).when(purge(timeAt(2)))).toEqual(
      expectedEvents({ type: "SavedScenarioPurged", data: {} }),
    );
    expect(given(savedEvent(), discardedEvent).when(purge(timeAt(1)))).toEqual(expectedRefusal({ reason: "not_due" }));
    expect(given(savedEvent()).when(purge(timeAt(9)))).toEqual(expectedRefusal({ reason: "not_due" }));
    expect(given().when(purge(timeAt(9)))).toEqual(expectedRefusal({ reason: "not_due" }));
  });
});

describe("rights", () => {
  const sharedEvents = [savedEvent(), roleGranted(2, "collaborator"), roleGranted(3, "viewer")];
  const privateEvents = [savedEvent({ private: true }), roleGranted(3, "viewer")];

  test("collaborators may change a saved scenario; viewers and other users may not", () => {
    expect(given(...sharedEvents).when(update({ caller: user(2), title: "Ours" }))).toHaveProperty("events");
    expect(given(...sharedEvents).when(update({ caller: user(3), title: "Ours" }))).toEqual(
      expectedRefusal({ reason: "not_yours" }),
    );
    expect(given(...privateEvents).when(update({ caller: user(3), title: "Ours" }))).toEqual(
      expectedRefusal({ reason: "hidden" }),
    );
  });

  test("only owners may trash, delete and share a saved scenario", () => {
    for (const command of [
      { type: "Discard", caller: user(2) },
      { type: "Delete", caller: user(2) },
      { type: "ChangeRoles", caller: user(2), changes: [{ person: 4, role: "viewer", isMember: false }], invited: [] },
    ] as const) {
      expect(given(...sharedEvents).when(command)).toEqual(expectedRefusal({ reason: "not_yours" }));
      expect(given(...sharedEvents).when({ ...command, caller: user(1) })).toHaveProperty("events");
    }
  });

  test("only owners may trash, restore or make a saved scenario private in an update", () => {
    const discardedEvent: SavedScenarioEvent = { type: "SavedScenarioDiscarded", data: {} };
    const cases = [
      [sharedEvents, { discarded: true }],
      [[...sharedEvents, discardedEvent], { discarded: false }],
      [sharedEvents, { private: true }],
    ] as const;
    for (const [previousEvents, fields] of cases) {
      const updateAs = (caller: Caller) => given(...previousEvents).when(update({ caller, title: "Ours", ...fields }));
      expect(updateAs(user(2))).toEqual(expectedRefusal({ reason: "not_yours" }));
      expect(updateAs(user(1))).toHaveProperty("events");
      expect(updateAs({ ...user(2), admin: true })).toHaveProperty("events");
    }
    // An unchanged value is not a change.
    expect(given(...sharedEvents).when(update({ caller: user(2), discarded: false, private: false }))).toEqual(
      expectedEvents(),
    );
    const writer = { ...user(1), scopes: ["scenarios:read", "scenarios:write"] };
    expect(given(...sharedEvents).when(update({ caller: writer, discarded: true }))).toEqual(
      expectedRefusal({ reason: "missing_scope", scopes: ["scenarios:read", "scenarios:delete"] }),
    );
    expect(given(...sharedEvents, discardedEvent).when(update({ caller: writer, discarded: false }))).toHaveProperty(
      "events",
    );
  });

  test("a token without the delete scope may not share", () => {
    const caller = { ...user(1), scopes: ["scenarios:read", "scenarios:write"] };
    const changes = [{ person: 4, role: "viewer", isMember: false }] as const;
    expect(given(...sharedEvents).when({ type: "ChangeRoles", caller, changes, invited: [] })).toEqual(
      expectedRefusal({ reason: "missing_scope", scopes: [...SCOPES] }),
    );
  });

  test("a token without the required scope is refused", () => {
    const caller = { ...user(1), scopes: ["scenarios:read"] };
    expect(given(...sharedEvents).when({ type: "Delete", caller })).toEqual(
      expectedRefusal({ reason: "missing_scope", scopes: ["scenarios:read", "scenarios:delete"] }),
    );
  });

  test("the last owner cannot be removed", () => {
    const leave = (role: Role | null, invited: readonly number[], ...previousEvents: readonly SavedScenarioEvent[]) =>
      changeRoles({ changes: [{ person: 1, role, isMember: true }], invited }, presentState(...previousEvents));
    const refusal = { events: [], problems: ["ownership"] };
    const roleRemoved = { type: "SavedScenarioRoleRemoved", data: { person: 1, into: null } };
    expect(leave(null, [], ...sharedEvents)).toEqual(refusal);
    expect(leave("viewer", [], ...sharedEvents)).toEqual(refusal);
    expect(leave(null, [], ...sharedEvents, roleGranted(2, "owner"))).toEqual({
      events: [roleRemoved],
      problems: [null],
    });
    // An invitation might never be accepted, which would leave the saved scenario without an owner.
    expect(leave(null, [2], ...sharedEvents, roleGranted(2, "owner"))).toEqual(refusal);
    expect(leave("viewer", [2], ...sharedEvents, roleGranted(2, "owner"))).toEqual(refusal);
    expect(leave(null, [1, 2], ...sharedEvents, roleGranted(2, "owner"))).toEqual({
      events: [roleRemoved],
      problems: [null],
    });
  });

  test("coupled people keep the higher of their roles", () => {
    expect(given(...sharedEvents).when({ type: "CouplePerson", person: 2, into: 3 })).toEqual(
      expectedEvents(roleGranted(3, "collaborator"), {
        type: "SavedScenarioRoleRemoved",
        data: { person: 2, into: 3 },
      }),
    );
    expect(given(...sharedEvents).when({ type: "CouplePerson", person: 3, into: 1 })).toEqual(
      expectedEvents({ type: "SavedScenarioRoleRemoved", data: { person: 3, into: 1 } }),
    );
  });
});

describe("erasing a person", () => {
  const handOver = { choice: "hand_over", to: 5 } as const;
  const release = (person: number, disposition: Disposition) =>
    ({ type: "ReleasePerson", person, disposition }) as const;
  const roleRemoved = (person: number): SavedScenarioEvent => ({
    type: "SavedScenarioRoleRemoved",
    data: { person, into: null },
  });

  test("erasing a person leaves saved scenarios with other owners unchanged", () => {
    expect(given(savedEvent(), roleGranted(2, "owner")).when(release(1, handOver))).toEqual(
      expectedEvents(roleRemoved(1)),
    );
    expect(given(savedEvent()).when(release(7, handOver))).toEqual(expectedEvents());
  });

  test("erasing a person hands over or deletes saved scenarios without another owner", () => {
    expect(given(savedEvent()).when(release(1, handOver))).toEqual(
      expectedEvents(roleGranted(5, "owner"), roleRemoved(1)),
    );
    const deletion = expectedEvents({ type: "SavedScenarioDeleted", data: {} });
    expect(given(savedEvent()).when(release(1, { choice: "delete", to: null }))).toEqual(deletion);
  });
});

test("a deleted saved scenario no longer exists for any user, and its id is not reused", () => {
  const deletedEvents = [savedEvent(), { type: "SavedScenarioDeleted", data: {} } as const];
  expect(given(...deletedEvents).when(update({ title: "Back" }))).toEqual(expectedRefusal({ reason: "unknown" }));
  const { data } = savedEvent() as Extract<SavedScenarioEvent, { type: "ScenarioSaved" }>;
  const { owner, title, description, private: isPrivate } = data;
  const save = { type: "Save", owner, title, description, private: isPrivate, version: versionDetails(1) } as const;
  expect(given(...deletedEvents).when(save)).toEqual(expectedRefusal({ reason: "taken" }));
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
        fc.integer({ min: 1, max: 30 }).map((id) => versionDetails(id)),
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

  test("a saved scenario always has an owner, and its history has at most twenty distinct versions", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
        const allEvents: SavedScenarioEvent[] = [savedEvent()];
        for (const command of commands) {
          const previousState = presentState(...allEvents);
          const decision = decider.decide(command, previousState);
          if ("refusal" in decision) continue;
          allEvents.push(...decision.events);
          const nextState = presentState(...allEvents);
          expect(Object.values(nextState.roles)).toContain("owner");
          const versions = ids([...nextState.history, nextState.currentVersion]);
          expect(new Set(versions).size).toBe(versions.length);
          expect(nextState.history.length).toBeLessThanOrEqual(SAVED.versions);
          // The previous current version is now the newest in the history; at most the oldest version is dropped.
          const isReplaced = nextState.currentVersion.scenario !== previousState.currentVersion.scenario;
          expect(isReplaced ? nextState.history.at(-1)?.scenario : null).toBe(
            isReplaced ? previousState.currentVersion.scenario : null,
          );
          const previousVersions = ids([...previousState.history, previousState.currentVersion]);
          const droppedVersions = previousVersions.filter((scenario) => !versions.includes(scenario));
          expect(droppedVersions).toEqual(
            previousVersions.length === SAVED.versions + 1 ? previousVersions.slice(0, droppedVersions.length) : [],
          );
        }
        expect(stateAfter(allEvents)).toMatchObject({ status: "present" });
      }),
    );
  });
});
