/** What saving does to scenarios, also when it is interrupted anywhere. */
import {
  Aggregates,
  type EventStore,
  openEventStore,
  openReadDatabase,
  Projector,
  RunningProcess,
} from "@etesian/event-store";
import type { ReadDatabase } from "@etesian/event-store";
import { RpcError, status } from "@etesian/service-kit";
import { systemClock } from "@etesian/clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepInStep } from "./keep-in-step.ts";
import { facts, user } from "./saved-scenario.fixture.ts";
import { HISTORY, savedScenario as decider, type SavedScenarioCommand, type SavedScenarios } from "./saved-scenario.ts";
import { codec, savedScenarioList, streamOf } from "./saved-scenario-list.ts";
import { FakeScenarios } from "./scenarios.fixture.ts";

const hasty = { ...systemClock, pause: (_: number, signal?: AbortSignal) => systemClock.pause(1, signal) };
const QUIET = { handled: () => {}, failed: () => {}, parked: () => {}, troubled: () => {} };

let store: EventStore;
let readModels: ReadDatabase;
let saved: SavedScenarios;
let scenarios: FakeScenarios;
let running: RunningProcess | null = null;

beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
  readModels = await openReadDatabase("sqlite::memory:");
  saved = new Aggregates({ store, codec, decider, streamOf });
  scenarios = new FakeScenarios();
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await readModels.close();
  await store.close();
});

async function start(observer = QUIET): Promise<RunningProcess> {
  const list = await Projector.open(store, readModels, savedScenarioList);
  const process = keepInStep({ saved, readModels, list, scenarios });
  running = await RunningProcess.start(process, { store, database: readModels }, observer, hasty);
  return running;
}

/** A command of person 1, unless somebody else gives it. */
const command = (id: number, given: SavedScenarioCommand, actor = "user:1") =>
  saved.handle(id, given, { actor, correlationId: "r" });
const save = (id: number, scenario: number, shared = true) =>
  command(id, {
    type: "Save",
    owner: 1,
    version: facts(scenario, { shared }),
    title: "Mine",
    description: null,
    private: false,
  });
const addVersion = (id: number, scenario: number, shared = true) =>
  command(id, { type: "Update", caller: user(1), version: facts(scenario, { shared }) });
const share = (id: number, person: number, role: "viewer" | "collaborator" | "owner" | null, isMember = false) =>
  command(id, { type: "ChangeRole", caller: user(1), person, role, isMember });

const of = (id: number) => scenarios.kept.get(id)!;

test("a scenario that is saved is kept compatible, and says as what it was saved", async () => {
  scenarios.add(1, 1, { metadata: { title: "Mine" } });
  await save(7, 1);
  await (await start()).caughtUp();
  expect(of(1)).toMatchObject({ keepCompatible: true, metadata: { title: "Mine", saved_scenario_id: 7 } });
});

test("a scenario that somebody changes while it is marked is looked at again: that is no failure", async () => {
  scenarios.add(1, 1, { metadata: { title: "Mine" } });
  await save(7, 1);
  let overtakings = 3;
  scenarios.before = (method) => {
    if (method !== "updateScenario" || overtakings-- <= 0) return;
    of(1).metadata = { title: "Theirs" };
    of(1).version += 1;
  };
  let failures = 0;
  await (await start({ ...QUIET, failed: () => void (failures += 1) })).caughtUp();
  expect(of(1)).toMatchObject({ keepCompatible: true, metadata: { title: "Theirs", saved_scenario_id: 7 } });
  expect(failures).toBe(0);
});

test("users of what was saved are users of all its versions, of those that come later, too", async () => {
  for (const id of [1, 2, 3]) scenarios.add(id, 1);
  await save(7, 1);
  await addVersion(7, 2);
  const process = await start();
  await share(7, 2, "collaborator");
  await addVersion(7, 3);
  await process.caughtUp();
  for (const id of [1, 2, 3]) expect(of(id).roles).toEqual({ 1: "owner", 2: "collaborator" });
  await share(7, 2, "viewer", true);
  await process.caughtUp();
  for (const id of [1, 2, 3]) expect(of(id).roles).toEqual({ 1: "owner", 2: "viewer" });
  await share(7, 2, null, true);
  await process.caughtUp();
  for (const id of [1, 2, 3]) expect(of(id).roles).toEqual({ 1: "owner" });
});

test("people whom a scenario was shared with apart from that stay", async () => {
  scenarios.add(1, 1, { roles: { 1: "owner", 8: "viewer" } });
  await save(7, 1);
  await share(7, 2, "viewer");
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 2: "viewer", 8: "viewer" });
});

test("ownership goes over without a moment in which nobody owns a version", async () => {
  scenarios.add(1, 1);
  await save(7, 1);
  await share(7, 2, "owner");
  await command(7, { type: "ChangeRole", caller: user(2), person: 1, role: null, isMember: true }, "user:2");
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 2: "owner" });
});

test("somebody else's scenario stays as it is: saving it gives nobody a right to it", async () => {
  scenarios.add(1, 5);
  const before = structuredClone(of(1));
  await save(7, 1, false);
  await share(7, 2, "owner");
  await (await start()).caughtUp();
  expect(of(1)).toEqual(before);
});

test("a version that leaves the history is migrated no longer, unless somebody else has saved it", async () => {
  for (let id = 1; id <= HISTORY + 3; id++) scenarios.add(id, 1);
  await save(7, 1);
  await save(8, 2);
  for (let id = 2; id <= HISTORY + 3; id++) await addVersion(7, id);
  const process = await start();
  await process.caughtUp();
  expect([of(1), of(2), of(3)].map(({ keepCompatible }) => keepCompatible)).toEqual([false, true, true]);
  await addVersion(7, 20);
  await process.caughtUp();
  expect([19, 20, 21, 22, 23].map((id) => of(id).keepCompatible)).toEqual([true, true, false, false, false]);
});

test("scenarios that are gone are passed over", async () => {
  scenarios.add(2, 1);
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "viewer");
  const process = await start();
  await process.caughtUp();
  expect(of(2).roles).toEqual({ 1: "owner", 2: "viewer" });
  expect(await process.progress()).toMatchObject({ parked: 0, waiting: 0 });
});

/** All that happens in this story: three versions, three people, one of them gone again. */
async function story(): Promise<void> {
  for (const id of [1, 2, 3]) scenarios.add(id, 1);
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "collaborator");
  await share(7, 3, "viewer");
  await addVersion(7, 3);
  await share(7, 2, null, true);
}
const outcome = () =>
  [1, 2, 3].map((id) => [of(id).roles, of(id).keepCompatible, of(id).metadata["saved_scenario_id"]]);
const EXPECTED = [1, 2, 3].map(() => [{ 1: "owner", 3: "viewer" }, true, 7]);

test("ended before any of its calls, it comes to the same", async () => {
  await story();
  let calls = 0;
  scenarios.before = () => (calls += 1);
  await (await start()).caughtUp();
  await running!.stop();
  expect(outcome()).toEqual(EXPECTED);
  const all = calls;
  for (let last = 1; last <= all; last++) {
    await readModels.close();
    readModels = await openReadDatabase("sqlite::memory:");
    for (const id of [1, 2, 3]) scenarios.add(id, 1);
    calls = 0;
    // From that call on nothing is answered: as if the program had ended there.
    const ended = Promise.withResolvers<void>();
    scenarios.before = () => {
      if (++calls < last) return;
      ended.resolve();
      throw new RpcError(status.UNAVAILABLE, "ended");
    };
    const process = await start();
    await ended.promise;
    await process.stop();
    scenarios.before = () => {};
    await (await start()).caughtUp();
    await running!.stop();
    expect([last, outcome()]).toEqual([last, EXPECTED]);
  }
});
