/** Tests that the lists equal a replay of all events after any commands. */
import fc from "fast-check";
import type { Role } from "@etesian/contracts/rights";
import { Aggregates, type EventStore, openEventStore, openReadDatabase, Projector, sql } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { versionDetails, user } from "./saved-scenario.fixture.ts";
import { savedScenario as decider, type SavedScenario, type SavedScenarioCommand } from "./saved-scenario.ts";
import {
  savedScenariosOf,
  codec,
  findDiscardedBefore,
  isSavedVersion,
  listSavedScenarios,
  savedScenarioList,
  streamOf,
} from "./saved-scenario-list.ts";

const PEOPLE = [1, 2, 3];
const SCENARIOS = 25;

const person = fc.constantFrom(...PEOPLE);
const step = fc.oneof(
  fc.record({
    type: fc.constant("Update" as const),
    version: fc.option(
      fc.integer({ min: 1, max: SCENARIOS }).map((id) => versionDetails(id)),
      { nil: undefined },
    ),
    title: fc.option(fc.constantFrom("Mine", "Ours"), { nil: undefined }),
    discarded: fc.option(fc.boolean(), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant("ChangeRoles" as const),
    changes: fc.array(
      fc.record({ person, role: fc.constantFrom<Role | null>("viewer", "owner", null), isMember: fc.boolean() }),
      { maxLength: 3 },
    ),
    invited: fc.constant([]),
  }),
  fc.record({ type: fc.constant("CouplePerson" as const), person, into: person }),
  fc.record({ type: fc.constant("Delete" as const) }),
);
const sequence = fc.array(fc.record({ offset: fc.integer({ min: 1, max: 3 }), step }), { maxLength: 60 });
const admin = { ...user(9), admin: true };
const cause = { actor: "user:9", correlationId: "r" };

for (const { name, missing, create } of await storesOfRun()) {
  const runs = name === "SQLite" ? 25 : 8;
  describe.skipIf(missing !== null)(`lists: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    const cleanups: (() => Promise<void>)[] = [];
    let url: string;
    let store: EventStore;
    /** Ids are unique to each run. */
    let base = 0;
    beforeAll(async () => {
      const testStore = await create();
      ({ url } = testStore);
      store = await openEventStore(url);
      cleanups.push(testStore.remove, () => store.close());
    });
    afterAll(async () => {
      for (const close of cleanups.toReversed()) await close();
    });

    test("lists equal a replay after any commands", async () => {
      const database = await openReadDatabase(url);
      cleanups.push(() => database.close());
      const list = await Projector.open(store, database, savedScenarioList);
      await fc.assert(
        fc.asyncProperty(sequence, async (steps) => {
          base += 10;
          const aggregates = new Aggregates({ store, codec, decider, streamOf });
          const people = PEOPLE.map((id) => id + base * 10);
          const shiftPeople = (savedScenarioCommand: SavedScenarioCommand): SavedScenarioCommand =>
            "person" in savedScenarioCommand
              ? {
                  ...savedScenarioCommand,
                  person: savedScenarioCommand.person + base * 10,
                  ...("into" in savedScenarioCommand ? { into: savedScenarioCommand.into + base * 10 } : {}),
                }
              : savedScenarioCommand;
          for (const offset of [1, 2, 3]) {
            const fields = { title: "Mine", description: null, private: false, version: versionDetails(offset) };
            await aggregates.handle(base + offset, { type: "Save", owner: people[0]!, ...fields }, cause);
          }
          for (const { offset, step: change } of steps) {
            await aggregates.handle(
              base + offset,
              shiftPeople({ ...change, caller: admin } as SavedScenarioCommand),
              cause,
            );
          }
          await list.catchUp();
          const replay = new Aggregates({ store, codec, decider, streamOf });
          const states = new Map<number, SavedScenario>();
          for (const offset of [1, 2, 3]) {
            const { state } = await replay.load(base + offset);
            if (state.status === "present") states.set(base + offset, state);
          }
          const latestFirst = [...states].sort(([a, x], [b, y]) =>
            x.updatedAt === y.updatedAt ? b - a : x.updatedAt < y.updatedAt ? 1 : -1,
          );
          for (const member of people) {
            const memberScenarios = latestFirst.filter(([, { roles }]) => Object.hasOwn(roles, member));
            for (const discarded of [false, true]) {
              const expected = memberScenarios.filter(([, { discardedAt }]) => (discardedAt !== null) === discarded);
              const { ids, total } = await listSavedScenarios(database, {
                person: member,
                discarded,
                page: 1,
                limit: 100,
              });
              expect([ids, total]).toEqual([expected.map(([id]) => id), expected.length]);
            }
            expect(await savedScenariosOf(database, member, 10)).toEqual(
              memberScenarios.map(([id]) => id).sort((a, b) => a - b),
            );
          }
          const discardedIds = await findDiscardedBefore(database, "9999", 1_000);
          const ownIds = discardedIds.filter((id) => id > base && id < base + 10).sort((a, b) => a - b);
          expect(ownIds).toEqual([...states].filter(([, { discardedAt }]) => discardedAt !== null).map(([id]) => id));
          // Deletes the saved scenarios, because the next run uses the same scenarios.
          for (const id of states.keys()) await aggregates.handle(id, { type: "Delete", caller: admin }, cause);
          const versions = [...states.values()].flatMap(({ history, currentVersion: present }) => [
            ...history,
            present,
          ]);
          const expectedVersions = new Set(versions.map(({ scenario }) => scenario));
          const listedVersions = new Set<number>();
          for (let id = 1; id <= SCENARIOS; id++) if (await isSavedVersion(database, id)) listedVersions.add(id);
          expect(listedVersions).toEqual(expectedVersions);
          await list.catchUp();
        }),
        { numRuns: runs },
      );
    });

    test("ids of scenarios and people referenced here are not assigned again", async () => {
      const testStore = await create();
      const events = await openEventStore(testStore.url);
      const database = await openReadDatabase(testStore.url);
      const savedScenarios = new Aggregates({ store: events, codec, decider, streamOf });
      const fields = { title: "Mine", description: null, private: false, version: versionDetails(812) };
      await savedScenarios.handle(1, { type: "Save", owner: 41, ...fields }, cause);
      await (await Projector.open(events, database, savedScenarioList)).catchUp();
      expect([await database.nextNumber("scenario"), await database.nextNumber("person")]).toEqual([813, 42]);
      // Simulates tables written before these ids were recorded.
      await database.query(sql`delete from sequences`);
      await Projector.open(events, database, savedScenarioList);
      expect([await database.nextNumber("scenario"), await database.nextNumber("person")]).toEqual([813, 42]);
      for (const close of [() => database.close(), () => events.close(), testStore.remove]) await close();
    });
  });
}
