/** Effects of saving on scenarios, even when interrupted at any call. */
import { SAVED } from "@etesian/contracts/limits";
import {
  Aggregates,
  type EventStore,
  openEventStore,
  openReadDatabase,
  Projector,
  RunningProcess,
} from "@etesian/event-store";
import type { ReadDatabase } from "@etesian/event-store";
import type { Role } from "@etesian/contracts/rights";
import { type CallOrigin, isIdempotencyKey, RpcError, status } from "@etesian/service-kit";
import { systemClock } from "@etesian/clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { syncScenarios } from "./sync-scenarios.ts";
import { facts, user } from "./saved-scenario.fixture.ts";
import { savedScenario as decider, type SavedScenarioCommand, type SavedScenarios } from "./saved-scenario.ts";
import { codec, savedScenarioList, streamOf } from "./saved-scenario-list.ts";
import { FakeScenarios } from "./scenarios.fixture.ts";

const impatientClock = { ...systemClock, pause: (_: number, signal?: AbortSignal) => systemClock.pause(1, signal) };
const QUIET = { handled: () => {}, failed: () => {}, parked: () => {}, interrupted: () => {} };

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
  const process = syncScenarios({ saved, readModels, list, scenarios });
  running = await RunningProcess.start(process, { store, database: readModels }, observer, impatientClock);
  return running;
}

/** A command, by default of person 1. */
const command = (id: number, given: SavedScenarioCommand, actor = "user:1") =>
  saved.handle(id, given, { actor, correlationId: "r" });
const save = (id: number, scenario: number, owner = 1) =>
  command(
    id,
    { type: "Save", owner, version: facts(scenario), title: "Mine", description: null, private: false },
    `user:${owner}`,
  );
const addVersion = (id: number, scenario: number, by = 1, scopes: readonly string[] | null = null) =>
  command(id, { type: "Update", caller: { ...user(by), scopes }, version: facts(scenario) }, `user:${by}`);
const share = (id: number, person: number, role: Role | null, isMember = false, by = 1) =>
  command(
    id,
    { type: "ChangeRoles", caller: user(by), changes: [{ person, role, isMember }], invited: [] },
    `user:${by}`,
  );

const of = (id: number) => scenarios.kept.get(id)!;

test("a scenario that is saved is kept compatible and links to its saved scenario", async () => {
  scenarios.add(1, 1, { metadata: { title: "Mine" } });
  await save(7, 1);
  await (await start()).caughtUp();
  expect(of(1)).toMatchObject({ keepCompatible: true, metadata: { title: "Mine", saved_scenario_id: 7 } });
});

test("a scenario that changes concurrently is read again without an error", async () => {
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

test("users of a saved scenario are users of all its versions, including later ones", async () => {
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

test("roles granted for another reason are kept", async () => {
  scenarios.add(1, 1, { direct: { 1: "owner", 8: "viewer" } });
  await save(7, 1);
  await share(7, 2, "viewer");
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 2: "viewer", 8: "viewer" });
});

test("a version keeps its previous owner in addition to new owners of the saved scenario", async () => {
  scenarios.add(1, 1);
  await save(7, 1);
  await share(7, 2, "owner");
  await share(7, 1, null, true, 2);
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 2: "owner" });
});

test("another person's scenario stays unchanged: saving it gives no rights to it", async () => {
  scenarios.add(1, 5);
  const before = { direct: of(1).direct, roles: of(1).roles };
  await save(7, 1);
  await share(7, 2, "owner");
  await (await start()).caughtUp();
  expect(of(1)).toMatchObject(before);
  expect(of(1).roles).toEqual({ 5: "owner" });
});

test("an owner who was removed from a scenario no longer changes its users through a saved scenario", async () => {
  scenarios.add(1, 5, { direct: { 5: "owner", 1: "owner" }, private: true });
  await save(7, 1);
  const process = await start();
  await share(7, 2, "viewer");
  await process.caughtUp();
  expect(of(1).roles).toEqual({ 5: "owner", 1: "owner", 2: "viewer" });
  scenarios.add(1, 5, { shared: of(1).shared, private: true });
  await share(7, 5, "viewer");
  await share(7, 3, "owner");
  await process.caughtUp();
  expect(of(1).roles).toEqual({ 5: "owner", 2: "viewer" });
  // Roles that it granted are still revoked.
  await share(7, 2, null, true);
  await process.caughtUp();
  expect(of(1).shared[7]).toEqual({});
});

test("an event is processed with its actor's current rights, never as an admin", async () => {
  scenarios.add(1, 5);
  const calls: (CallOrigin | undefined)[] = [];
  scenarios.before = (method, origin) => {
    if (method === "shareThroughSaved") calls.push(origin);
  };
  await save(7, 1);
  await share(7, 2, "viewer");
  await (await start()).caughtUp();
  expect(calls).toHaveLength(2);
  for (const call of calls) expect(call).toMatchObject({ actor: "user:1", scopes: null, admin: false });
  // Each has an idempotency key that services accept, so that a repetition has no further effect.
  expect(calls.map((call) => isIdempotencyKey(call?.idempotencyKey))).toEqual([true, true]);
  expect(new Set(calls.map((call) => call?.idempotencyKey)).size).toBe(2);
});

test("a token without the right to share grants no owner role in the version it adds", async () => {
  for (const id of [1, 2]) scenarios.add(id, 1, { private: true });
  const process = await start();
  await save(7, 1);
  await share(7, 2, "owner");
  await share(7, 3, "viewer");
  await addVersion(7, 2, 1, ["scenarios:read", "scenarios:write"]);
  await process.caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 2: "owner", 3: "viewer" });
  expect(of(2).roles).toEqual({ 1: "owner", 2: "collaborator", 3: "viewer" });
});

test("a person who left is not a user of a version restored afterwards", async () => {
  const last = SAVED.versions + 3;
  for (let id = 1; id <= last; id++) scenarios.add(id, 1, { private: true });
  const process = await start();
  await save(7, 1);
  await share(7, 2, "viewer");
  await addVersion(7, 2);
  await process.caughtUp();
  expect(of(2).roles).toEqual({ 1: "owner", 2: "viewer" });
  // More versions than the history can hold.
  for (let id = 3; id <= last; id++) await addVersion(7, id);
  await process.caughtUp();
  expect(of(2).roles).toEqual({ 1: "owner" });
  await share(7, 2, null, true);
  await addVersion(7, 2);
  await process.caughtUp();
  for (const id of [1, 2]) expect(of(id).roles).toEqual({ 1: "owner" });
});

test("users lose their role when the saved scenario that granted it is deleted", async () => {
  for (const id of [1, 2]) scenarios.add(id, 1, { direct: { 1: "owner", 8: "viewer" } });
  const process = await start();
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "viewer");
  await process.caughtUp();
  expect(of(2).roles).toEqual({ 1: "owner", 2: "viewer", 8: "viewer" });
  await command(7, { type: "Delete", caller: user(1) });
  await process.caughtUp();
  for (const id of [1, 2]) expect(of(id).roles).toEqual({ 1: "owner", 8: "viewer" });
});

test("a scenario that reuses the number of a saved one is left unchanged", async () => {
  scenarios.add(1, 1);
  await save(7, 1);
  scenarios.add(1, 1, { creation: "another event" });
  const before = structuredClone(of(1));
  await share(7, 2, "viewer");
  await (await start()).caughtUp();
  expect(of(1)).toEqual(before);
});

test("a person's roles move to the account they are coupled with, in any order of events", async () => {
  const couple = () => command(7, { type: "CouplePerson", person: 2, into: 3 }, "service:accounts");
  scenarios.add(1, 1);
  await save(7, 1);
  await share(7, 2, "viewer");
  await couple();
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 3: "viewer" });
  scenarios.add(1, 1);
  await command(7, { type: "CouplePerson", person: 3, into: 2 }, "service:accounts");
  await share(7, 2, "collaborator", true);
  await running!.caughtUp();
  await couple();
  await running!.caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 3: "collaborator" });
});

test("a version that leaves the history is no longer kept compatible, unless another saved scenario has it", async () => {
  for (let id = 1; id <= SAVED.versions + 3; id++) scenarios.add(id, 1);
  await save(7, 1);
  await save(8, 2);
  for (let id = 2; id <= SAVED.versions + 3; id++) await addVersion(7, id);
  const process = await start();
  await process.caughtUp();
  expect([of(1), of(2), of(3)].map(({ keepCompatible }) => keepCompatible)).toEqual([false, true, true]);
  await addVersion(7, 20);
  await process.caughtUp();
  expect([19, 20, 21, 22, 23].map((id) => of(id).keepCompatible)).toEqual([true, true, true, true, true]);
});

test("deleted scenarios are skipped", async () => {
  scenarios.add(2, 1);
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "viewer");
  const process = await start();
  await process.caughtUp();
  expect(of(2).roles).toEqual({ 1: "owner", 2: "viewer" });
  expect(await process.progress()).toMatchObject({ parked: 0, waiting: 0 });
});

test("an event handled late by another process revokes or lowers no role of later events", async () => {
  for (const id of [1, 2]) scenarios.add(id, 1, { private: true });
  const process = await start();
  const list = await Projector.open(store, readModels, savedScenarioList);
  const late = syncScenarios({ saved, readModels, list, scenarios });
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "viewer");
  await share(7, 2, null, true);
  await share(7, 2, "viewer");
  await share(7, 3, "viewer");
  await addVersion(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "owner", true);
  await share(7, 4, "viewer");
  await share(7, 4, null, true);
  await process.caughtUp();
  const roles = { 1: "owner", 2: "owner", 3: "viewer" };
  for (const id of [1, 2]) expect(of(id).roles).toEqual(roles);
  const { signal } = new AbortController();
  for (const event of await store.readStream("saved-scenario-7")) {
    if (late.handles(event)) await late.handle(event, signal);
    for (const id of [1, 2]) expect([event.version, id, of(id).roles]).toEqual([event.version, id, roles]);
  }
});

test("a removed user who is added again by a person without rights to the scenario loses the role in it", async () => {
  scenarios.add(1, 1, { private: true });
  const process = await start();
  await save(7, 1);
  await share(7, 2, "owner");
  await share(7, 3, "viewer");
  await process.caughtUp();
  await process.stop();
  expect(of(1).roles).toEqual({ 1: "owner", 2: "owner", 3: "viewer" });
  // An owner of the scenario revokes person 2's role in it.
  delete of(1).roles[2];
  delete of(1).shared[7]![2];
  await share(7, 3, null, true);
  await share(7, 3, "viewer", false, 2);
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner" });
});

test("an event about one account of a coupled person keeps the other account's greater role", async () => {
  scenarios.add(1, 1, { private: true });
  await save(7, 1);
  await share(7, 3, "viewer");
  await share(7, 2, "collaborator");
  await share(7, 3, "collaborator", true);
  await share(7, 3, "viewer", true);
  await saved.handle(
    7,
    { type: "CouplePerson", person: 2, into: 3 },
    { actor: "service:accounts", correlationId: "r" },
  );
  await (await start()).caughtUp();
  expect(of(1).roles).toEqual({ 1: "owner", 3: "collaborator" });
});

test("a compatibility decision made after saving is kept, however late the event is handled", async () => {
  scenarios.add(1, 1, { keepCompatible: true });
  await save(7, 1);
  const update = { id: 1, userValues: {}, reset: false, autobalance: true, preview: false, keepCompatible: false };
  await scenarios.updateScenario(update as never, { actor: "user:1" });
  await (await start()).caughtUp();
  expect(of(1)).toMatchObject({ keepCompatible: false, metadata: { saved_scenario_id: 7 } });
});

/** All events of this run: three versions and three people, one of them removed. */
async function sequence(): Promise<void> {
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

test("an interruption before any call leads to the same result", async () => {
  await sequence();
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
    // From that call on, all calls fail, as if the program had ended.
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
