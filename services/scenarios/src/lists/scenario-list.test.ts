/** Tests that the list of scenarios also records ids that other services assign. */
import { openEventStore, openReadDatabase, Projector, sql } from "@etesian/event-store";
import { expect, test } from "vitest";
import { create, user } from "../deciding/scenario.fixture.ts";
import { scenarioList } from "./scenario-list.ts";
import { createStoredScenarios } from "../stored.ts";

test("ids of people and saved scenarios in roles are not assigned again", async () => {
  const store = await openEventStore("sqlite::memory:");
  const database = await openReadDatabase("sqlite::memory:");
  const scenarios = createStoredScenarios(store);
  const cause = { actor: "user:41", correlationId: "r" };
  const caller = user(41);
  const members = { 43: { atLeast: "viewer", atMost: "viewer" } } as const;
  const sharing = { savedScenario: 17, creation: null, members, others: "keep" } as const;
  await scenarios.handle(812, create({ caller }), cause);
  const changes = [{ person: 42, role: "viewer", isMember: false }] as const;
  await scenarios.handle(812, { type: "ChangeRoles", caller, changes, invited: [] }, cause);
  await scenarios.handle(812, { type: "ShareThroughSaved", caller, ...sharing }, cause);
  await (await Projector.open(store, database, scenarioList)).catchUp();
  const nextNumbers = async () =>
    Promise.all(["scenario", "person", "saved scenario"].map((sequence) => database.nextNumber(sequence)));
  expect(await nextNumbers()).toEqual([813, 44, 18]);
  // Simulates tables created before these ids were recorded; only ids of people and saved scenarios are in the tables.
  await database.query(sql`delete from sequences`);
  await Projector.open(store, database, scenarioList);
  expect((await nextNumbers()).slice(1)).toEqual([44, 18]);
  await database.close();
  await store.close();
});
