/** Tests how saving changes scenarios, even if it is interrupted at any call. */
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
import { versionDetails, user } from "./saved-scenario.fixture.ts";
import { savedScenario as decider, type SavedScenarioCommand, type SavedScenarios } from "./saved-scenario.ts";
import { codec, savedScenarioList, streamOf } from "./saved-scenario-list.ts";
import { FakeScenarios } from "./scenarios.fixture.ts";

const impatientClock = { ...systemClock, pause: (_: number, signal?: AbortSignal) => systemClock.pause(1, signal) };
const QUIET = { onHandled: () => {}, onFailed: () => {}, onParked: () => {}, onInterrupted: () => {} };

let store: EventStore;
let readModels: ReadDatabase;
let savedScenarios: SavedScenarios;
let scenarios: FakeScenarios;
let runningProcess: RunningProcess | null = null;

beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
  readModels = await openReadDatabase("sqlite::memory:");
  savedScenarios = new Aggregates({ store, codec, decider, streamOf });
  scenarios = new FakeScenarios();
});
afterEach(async () => {
  await runningProcess?.stop();
  runningProcess = null;
  await readModels.close();
  await store.close();
});

async function start(observer = QUIET): Promise<RunningProcess> {
  const list = await Projector.open(store, readModels, savedScenarioList);
  const process = syncScenarios({ savedScenarios, readModels, list, scenarios });
  runningProcess = await RunningProcess.start(process, { store, database: readModels }, observer, impatientClock);
  return runningProcess;
}

/** Handles a command, by default on behalf of person 1. */
const command = (id: number, savedScenarioCommand: SavedScenarioCommand, actor = "user:1") =>
  savedScenarios.handle(id, savedScenarioCommand, { actor, correlationId: "r" });
const save = (id: number, scenario: number, owner = 1) =>
  command(
    id,
    { type: "Save", owner, version: versionDetails(scenario), title: "Mine", description: null, private: false },
    `user:${owner}`,
  );
const addVersion = (id: number, scenario: number, actorId = 1, scopes: readonly string[] | null = null) =>
  command(
    id,
    { type: "Update", caller: { ...user(actorId), scopes }, version: versionDetails(scenario) },
    `user:${actorId}`,
  );
const share = (id: number, person: number, role: Role | null, isMember = false, actorId = 1) =>
  command(
    id,
    { type: "ChangeRoles", caller: user(actorId), changes: [{ person, role, isMember }], invited: [] },
    `user:${actorId}`,
  );

const findScenario = (id: number) => scenarios.scenariosById.get(id)!;

test("a scenario that is saved is kept compatible and links to its saved scenario", async () => {
  scenarios.add(1, 1, { metadata: { title: "Mine" } });
  await save(7, 1);
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1)).toMatchObject({ keepCompatible: true, metadata: { title: "Mine", saved_scenario_id: 7 } });
});

test("a scenario that changes concurrently is read again without an error", async () => {
  scenarios.add(1, 1, { metadata: { title: "Mine" } });
  await save(7, 1);
  let concurrentChanges = 3;
  scenarios.beforeCall = (method) => {
    if (method !== "updateScenario" || concurrentChanges-- <= 0) return;
    findScenario(1).metadata = { title: "Theirs" };
    findScenario(1).version += 1;
  };
  let failures = 0;
  await (await start({ ...QUIET, onFailed: () => void (failures += 1) })).waitUntilCaughtUp();
  expect(findScenario(1)).toMatchObject({ keepCompatible: true, metadata: { title: "Theirs", saved_scenario_id: 7 } });
  expect(failures).toBe(0);
});

test("users of a saved scenario are users of all its versions, including later ones", async () => {
  for (const id of [1, 2, 3]) scenarios.add(id, 1);
  await save(7, 1);
  await addVersion(7, 2);
  const process = await start();
  await share(7, 2, "collaborator");
  await addVersion(7, 3);
  await process.waitUntilCaughtUp();
  for (const id of [1, 2, 3]) expect(findScenario(id).roles).toEqual({ 1: "owner", 2: "collaborator" });
  await share(7, 2, "viewer", true);
  await process.waitUntilCaughtUp();
  for (const id of [1, 2, 3]) expect(findScenario(id).roles).toEqual({ 1: "owner", 2: "viewer" });
  await share(7, 2, null, true);
  await process.waitUntilCaughtUp();
  for (const id of [1, 2, 3]) expect(findScenario(id).roles).toEqual({ 1: "owner" });
});

test("roles granted for another reason are kept", async () => {
  scenarios.add(1, 1, { directRoles: { 1: "owner", 8: "viewer" } });
  await save(7, 1);
  await share(7, 2, "viewer");
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 2: "viewer", 8: "viewer" });
});

test("a version keeps its previous owner in addition to new owners of the saved scenario", async () => {
  scenarios.add(1, 1);
  await save(7, 1);
  await share(7, 2, "owner");
  await share(7, 1, null, true, 2);
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 2: "owner" });
});

test("another person's scenario remains unchanged: saving it gives no rights to it", async () => {
  scenarios.add(1, 5);
  const previousRoles = { directRoles: findScenario(1).directRoles, roles: findScenario(1).roles };
  await save(7, 1);
  await share(7, 2, "owner");
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1)).toMatchObject(previousRoles);
  expect(findScenario(1).roles).toEqual({ 5: "owner" });
});

test("an owner who was removed from a scenario no longer changes its users through a saved scenario", async () => {
  scenarios.add(1, 5, { directRoles: { 5: "owner", 1: "owner" }, private: true });
  await save(7, 1);
  const process = await start();
  await share(7, 2, "viewer");
  await process.waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 5: "owner", 1: "owner", 2: "viewer" });
  scenarios.add(1, 5, { sharedRoles: findScenario(1).sharedRoles, private: true });
  await share(7, 5, "viewer");
  await share(7, 3, "owner");
  await process.waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 5: "owner", 2: "viewer" });
  // Roles granted through the saved scenario can still be revoked.
  await share(7, 2, null, true);
  await process.waitUntilCaughtUp();
  expect(findScenario(1).sharedRoles[7]).toEqual({});
});

test("an event is processed with its actor's current rights, never as an admin", async () => {
  scenarios.add(1, 5);
  const calls: (CallOrigin | undefined)[] = [];
  scenarios.beforeCall = (method, origin) => {
    if (method === "shareThroughSaved") calls.push(origin);
  };
  await save(7, 1);
  await share(7, 2, "viewer");
  await (await start()).waitUntilCaughtUp();
  expect(calls).toHaveLength(2);
  for (const call of calls) expect(call).toMatchObject({ actor: "user:1", scopes: null, admin: false });
  // Each call has a valid idempotency key, so that a repetition has no further effect.
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
  await process.waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 2: "owner", 3: "viewer" });
  expect(findScenario(2).roles).toEqual({ 1: "owner", 2: "collaborator", 3: "viewer" });
});

test("a person who left is not a user of a version restored afterwards", async () => {
  const lastId = SAVED.versions + 3;
  for (let id = 1; id <= lastId; id++) scenarios.add(id, 1, { private: true });
  const process = await start();
  await save(7, 1);
  await share(7, 2, "viewer");
  await addVersion(7, 2);
  await process.waitUntilCaughtUp();
  expect(findScenario(2).roles).toEqual({ 1: "owner", 2: "viewer" });
  // More versions than the history can hold.
  for (let id = 3; id <= lastId; id++) await addVersion(7, id);
  await process.waitUntilCaughtUp();
  expect(findScenario(2).roles).toEqual({ 1: "owner" });
  await share(7, 2, null, true);
  await addVersion(7, 2);
  await process.waitUntilCaughtUp();
  for (const id of [1, 2]) expect(findScenario(id).roles).toEqual({ 1: "owner" });
});

test("users lose their role when the saved scenario that granted it is deleted", async () => {
  for (const id of [1, 2]) scenarios.add(id, 1, { directRoles: { 1: "owner", 8: "viewer" } });
  const process = await start();
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "viewer");
  await process.waitUntilCaughtUp();
  expect(findScenario(2).roles).toEqual({ 1: "owner", 2: "viewer", 8: "viewer" });
  await command(7, { type: "Delete", caller: user(1) });
  await process.waitUntilCaughtUp();
  for (const id of [1, 2]) expect(findScenario(id).roles).toEqual({ 1: "owner", 8: "viewer" });
});

test("a scenario that reuses the number of a saved one is left unchanged", async () => {
  scenarios.add(1, 1);
  await save(7, 1);
  scenarios.add(1, 1, { creation: "another event" });
  const previousScenario = structuredClone(findScenario(1));
  await share(7, 2, "viewer");
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1)).toEqual(previousScenario);
});

test("a person's roles move to the account they are coupled with, regardless of the order of events", async () => {
  const couple = () => command(7, { type: "CouplePerson", person: 2, into: 3 }, "service:accounts");
  scenarios.add(1, 1);
  await save(7, 1);
  await share(7, 2, "viewer");
  await couple();
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 3: "viewer" });
  scenarios.add(1, 1);
  await command(7, { type: "CouplePerson", person: 3, into: 2 }, "service:accounts");
  await share(7, 2, "collaborator", true);
  await runningProcess!.waitUntilCaughtUp();
  await couple();
  await runningProcess!.waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 3: "collaborator" });
});

test("a version that leaves the history is no longer kept compatible, unless another saved scenario has it", async () => {
  for (let id = 1; id <= SAVED.versions + 3; id++) scenarios.add(id, 1);
  await save(7, 1);
  await save(8, 2);
  for (let id = 2; id <= SAVED.versions + 3; id++) await addVersion(7, id);
  const process = await start();
  await process.waitUntilCaughtUp();
  expect([findScenario(1), findScenario(2), findScenario(3)].map(({ keepCompatible }) => keepCompatible)).toEqual([
    false,
    true,
    true,
  ]);
  await addVersion(7, 20);
  await process.waitUntilCaughtUp();
  expect([19, 20, 21, 22, 23].map((id) => findScenario(id).keepCompatible)).toEqual([true, true, true, true, true]);
});

test("deleted scenarios are skipped", async () => {
  scenarios.add(2, 1);
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "viewer");
  const process = await start();
  await process.waitUntilCaughtUp();
  expect(findScenario(2).roles).toEqual({ 1: "owner", 2: "viewer" });
  expect(await process.progress()).toMatchObject({ parked: 0, waiting: 0 });
});

test("an event handled late by another process does not revoke or lower roles granted by later events", async () => {
  for (const id of [1, 2]) scenarios.add(id, 1, { private: true });
  const process = await start();
  const list = await Projector.open(store, readModels, savedScenarioList);
  const delayedProcess = syncScenarios({ savedScenarios, readModels, list, scenarios });
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
  await process.waitUntilCaughtUp();
  const roles = { 1: "owner", 2: "owner", 3: "viewer" };
  for (const id of [1, 2]) expect(findScenario(id).roles).toEqual(roles);
  const { signal } = new AbortController();
  for (const event of await store.readStream("saved-scenario-7")) {
    if (delayedProcess.handles(event)) await delayedProcess.handle(event, signal);
    for (const id of [1, 2]) expect([event.version, id, findScenario(id).roles]).toEqual([event.version, id, roles]);
  }
});

test("a removed user who is added again by a person without rights to the scenario loses the role in it", async () => {
  scenarios.add(1, 1, { private: true });
  const process = await start();
  await save(7, 1);
  await share(7, 2, "owner");
  await share(7, 3, "viewer");
  await process.waitUntilCaughtUp();
  await process.stop();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 2: "owner", 3: "viewer" });
  // An owner of the scenario revokes person 2's role in it.
  delete findScenario(1).roles[2];
  delete findScenario(1).sharedRoles[7]![2];
  await share(7, 3, null, true);
  await share(7, 3, "viewer", false, 2);
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner" });
});

test("an event about one account of a coupled person keeps the other account's higher role", async () => {
  scenarios.add(1, 1, { private: true });
  await save(7, 1);
  await share(7, 3, "viewer");
  await share(7, 2, "collaborator");
  await share(7, 3, "collaborator", true);
  await share(7, 3, "viewer", true);
  await savedScenarios.handle(
    7,
    { type: "CouplePerson", person: 2, into: 3 },
    { actor: "service:accounts", correlationId: "r" },
  );
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1).roles).toEqual({ 1: "owner", 3: "collaborator" });
});

test("a compatibility decision made after saving is kept, however late the event is handled", async () => {
  scenarios.add(1, 1, { keepCompatible: true });
  await save(7, 1);
  const update = { id: 1, userValues: {}, reset: false, autobalance: true, preview: false, keepCompatible: false };
  await scenarios.updateScenario(update as never, { actor: "user:1" });
  await (await start()).waitUntilCaughtUp();
  expect(findScenario(1)).toMatchObject({ keepCompatible: false, metadata: { saved_scenario_id: 7 } });
});

/** Produces all events of the interrupted run: three versions and three people, one of them removed. */
async function runSequence(): Promise<void> {
  for (const id of [1, 2, 3]) scenarios.add(id, 1);
  await save(7, 1);
  await addVersion(7, 2);
  await share(7, 2, "collaborator");
  await share(7, 3, "viewer");
  await addVersion(7, 3);
  await share(7, 2, null, true);
}
const readOutcome = () =>
  [1, 2, 3].map((id) => [
    findScenario(id).roles,
    findScenario(id).keepCompatible,
    findScenario(id).metadata["saved_scenario_id"],
  ]);
const EXPECTED = [1, 2, 3].map(() => [{ 1: "owner", 3: "viewer" }, true, 7]);

test("an interruption before any call leads to the same result", async () => {
  await runSequence();
  let calls = 0;
  scenarios.beforeCall = () => (calls += 1);
  await (await start()).waitUntilCaughtUp();
  await runningProcess!.stop();
  expect(readOutcome()).toEqual(EXPECTED);
  const callCount = calls;
  for (let failingCall = 1; failingCall <= callCount; failingCall++) {
    await readModels.close();
    readModels = await openReadDatabase("sqlite::memory:");
    for (const id of [1, 2, 3]) scenarios.add(id, 1);
    calls = 0;
    // Starting with this call, all calls fail, as if the program had crashed.
    const interruption = Promise.withResolvers<void>();
    scenarios.beforeCall = () => {
      if (++calls < failingCall) return;
      interruption.resolve();
      throw new RpcError(status.UNAVAILABLE, "interrupted");
    };
    const process = await start();
    await interruption.promise;
    await process.stop();
    scenarios.beforeCall = () => {};
    await (await start()).waitUntilCaughtUp();
    await runningProcess!.stop();
    expect([failingCall, readOutcome()]).toEqual([failingCall, EXPECTED]);
  }
});
