/** The lists equal a replay of all events, after any commands. */
import fc from "fast-check";
import type { Role } from "@etesian/contracts/rights";
import { Aggregates, type EventStore, openEventStore, openReadDatabase, Projector, sql } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facts, user } from "./saved-scenario.fixture.ts";
import { savedScenario as decider, type SavedScenario, type SavedScenarioCommand } from "./saved-scenario.ts";
import {
  allOf,
  codec,
  discardedBefore,
  isSavedVersion,
  listOf,
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
      fc.integer({ min: 1, max: SCENARIOS }).map((id) => facts(id)),
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
const sequence = fc.array(fc.record({ saved: fc.integer({ min: 1, max: 3 }), step }), { maxLength: 60 });
const admin = { ...user(9), admin: true };
const cause = { actor: "user:9", correlationId: "r" };

for (const { name, missing, create } of await storesOfRun()) {
  const runs = name === "SQLite" ? 25 : 8;
  describe.skipIf(missing !== null)(`lists: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
    const closing: (() => Promise<void>)[] = [];
    let url: string;
    let store: EventStore;
    /** Ids are unique to each run. */
    let base = 0;
    beforeAll(async () => {
      const fresh = await create();
      ({ url } = fresh);
      store = await openEventStore(url);
      closing.push(fresh.remove, () => store.close());
    });
    afterAll(async () => {
      for (const close of closing.toReversed()) await close();
    });

    test("lists equal a replay after any commands", async () => {
      const database = await openReadDatabase(url);
      closing.push(() => database.close());
      const list = await Projector.open(store, database, savedScenarioList);
      await fc.assert(
        fc.asyncProperty(sequence, async (steps) => {
          base += 10;
          const aggregates = new Aggregates({ store, codec, decider, streamOf });
          const people = PEOPLE.map((each) => each + base * 10);
          const shifted = (each: SavedScenarioCommand): SavedScenarioCommand =>
            "person" in each
              ? {
                  ...each,
                  person: each.person + base * 10,
                  ...("into" in each ? { into: each.into + base * 10 } : {}),
                }
              : each;
          for (const saved of [1, 2, 3]) {
            const first = { title: "Mine", description: null, private: false, version: facts(saved) };
            await aggregates.handle(base + saved, { type: "Save", owner: people[0]!, ...first }, cause);
          }
          for (const { saved, step: each } of steps) {
            await aggregates.handle(base + saved, shifted({ ...each, caller: admin } as SavedScenarioCommand), cause);
          }
          await list.catchUp();
          const replay = new Aggregates({ store, codec, decider, streamOf });
          const states = new Map<number, SavedScenario>();
          for (const saved of [1, 2, 3]) {
            const { state } = await replay.load(base + saved);
            if (state.status === "present") states.set(base + saved, state);
          }
          const latestFirst = [...states].sort(([a, x], [b, y]) =>
            x.updatedAt === y.updatedAt ? b - a : x.updatedAt < y.updatedAt ? 1 : -1,
          );
          for (const member of people) {
            const theirs = latestFirst.filter(([, { roles }]) => Object.hasOwn(roles, member));
            for (const discarded of [false, true]) {
              const expected = theirs.filter(([, { discardedAt }]) => (discardedAt !== null) === discarded);
              const { ids, total } = await listOf(database, { person: member, discarded, page: 1, limit: 100 });
              expect([ids, total]).toEqual([expected.map(([id]) => id), expected.length]);
            }
            expect(await allOf(database, member, 10)).toEqual(theirs.map(([id]) => id).sort((a, b) => a - b));
          }
          const inTrash = await discardedBefore(database, "9999", 1_000);
          const own = inTrash.filter((id) => id > base && id < base + 10).sort((a, b) => a - b);
          expect(own).toEqual([...states].filter(([, { discardedAt }]) => discardedAt !== null).map(([id]) => id));
          // For the next run, which uses the same scenarios.
          for (const id of states.keys()) await aggregates.handle(id, { type: "Delete", caller: admin }, cause);
          const versions = [...states.values()].flatMap(({ history, present }) => [...history, present]);
          const held = new Set(versions.map(({ scenario }) => scenario));
          const heldByList = new Set<number>();
          for (let id = 1; id <= SCENARIOS; id++) if (await isSavedVersion(database, id)) heldByList.add(id);
          expect(heldByList).toEqual(held);
          await list.catchUp();
        }),
        { numRuns: runs },
      );
    });

    test("ids of scenarios and people referenced here are not given out again", async () => {
      const fresh = await create();
      const events = await openEventStore(fresh.url);
      const database = await openReadDatabase(fresh.url);
      const saved = new Aggregates({ store: events, codec, decider, streamOf });
      const first = { title: "Mine", description: null, private: false, version: facts(812) };
      await saved.handle(1, { type: "Save", owner: 41, ...first }, cause);
      await (await Projector.open(events, database, savedScenarioList)).catchUp();
      expect([await database.nextNumber("scenario"), await database.nextNumber("person")]).toEqual([813, 42]);
      // As in tables from before this was recorded.
      await database.query(sql`delete from sequences`);
      await Projector.open(events, database, savedScenarioList);
      expect([await database.nextNumber("scenario"), await database.nextNumber("person")]).toEqual([813, 42]);
      for (const close of [() => database.close(), () => events.close(), fresh.remove]) await close();
    });
  });
}
