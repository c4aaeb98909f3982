/**
 * Tests the order of an erasure's steps, its resumption after a crash at any step, and its repetition after older
 * copies were restored.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Clock, systemClock } from "@etesian/clock";
import type { Disposition, Legacy } from "@etesian/contracts/legacy";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase, START } from "@etesian/event-store";
import { Accounts } from "./accounts.ts";
import { ErasedList } from "./erased-list.ts";
import { Erasure, erasureProcess } from "./erasure.ts";
import { Vault } from "./vault.ts";

const cause = { actor: "user:1", correlationId: "r" };
const deletion: Disposition = { choice: "delete", to: null };
const handOverTo = (heir: number): Disposition => ({ choice: "hand_over", to: heir });
const legacyWith = (disposition: Disposition): Legacy => ({
  publicScenarios: disposition,
  privateScenarios: disposition,
  savedScenarios: disposition,
});
const messages = { delete: () => Promise.resolve() };
const signal = new AbortController().signal;

let directory: string;
let store: EventStore;
let database: ReadDatabase;
let accounts: Accounts;
let list: ErasedList;
/** Log of calls to the services that own resources, and of key deletions. */
let steps: string[];
let clock: Clock;
let time: number;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-erasure-"));
  time = Date.parse("2026-11-22T10:00:00.000Z");
  const pause = async (ms: number): Promise<void> => {
    steps.push(`wait ${ms}`);
    time += ms;
  };
  clock = { ...systemClock, now: () => new Date(time), pause };
  store = await openEventStore("sqlite::memory:");
  database = await openReadDatabase("sqlite::memory:");
  accounts = new Accounts(store, await Vault.open(database), messages, clock);
  list = new ErasedList(join(directory, "erased.jsonl"), database);
  steps = [];
});
afterEach(async () => {
  await store.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const createAccount = (name: string) => accounts.create({ email: `${name}@example.org`, name }, false, cause);

/** An erasure with one service, which has resources of every person and releases them in two steps. */
function createErasure(fail: (step: string) => boolean = () => false): Erasure {
  const parts = new Map<number, number>();
  const release = async (person: number, { publicScenarios: { choice, to } }: Legacy): Promise<boolean> => {
    const part = parts.get(person) ?? 0;
    const step = `${choice}${to === null ? "" : ` to ${to}`} of ${person}, part ${part}`;
    if (fail(step)) throw new Error(`it fails at ${step}`);
    steps.push(step);
    parts.set(person, part + 1);
    return part === 0;
  };
  return new Erasure(accounts, [{ release }], list, clock);
}

/** Carries out all started erasures, like the process. */
async function carryOut(erasure: Erasure): Promise<void> {
  const process = erasureProcess(erasure);
  for (const event of await store.readAll(START, 100)) if (process.handles(event)) await process.handle(event, signal);
}

test("an erasure removes resources, does so again once cached tokens have expired, then deletes the key", async () => {
  const ada = await createAccount("ada");
  await accounts.startErasure(ada, legacyWith(deletion), cause);
  await carryOut(createErasure());
  expect(steps).toEqual(["delete of 1, part 0", "delete of 1, part 1", "wait 6000", "delete of 1, part 2"]);
  expect(await accounts.isErased(ada)).toBe(true);
});

test("an erasure resumes after a crash at any step", async () => {
  const ada = await createAccount("ada");
  await accounts.startErasure(ada, legacyWith(deletion), cause);
  for (const part of [0, 1, 2]) {
    await expect(carryOut(createErasure((step) => step.endsWith(`part ${part}`)))).rejects.toThrow(`part ${part}`);
    expect(await accounts.isErased(ada)).toBe(false);
    time = Date.parse("2026-11-22T10:00:00.000Z");
  }
  // Simulates a program that deleted the key and ended before recording it.
  await (await Vault.open(database)).deletePerson(ada);
  expect(await accounts.isErased(ada)).toBe(false);
  await carryOut(createErasure());
  expect(await accounts.isErased(ada)).toBe(true);
  const previousHead = await store.head();
  await carryOut(createErasure());
  expect(await store.head()).toBe(previousHead);
});

test("resources go to an existing heir, or to the heir's own heir if the first has since been erased", async () => {
  const [ada, bob, cid] = [await createAccount("ada"), await createAccount("bob"), await createAccount("cid")];
  await accounts.startErasure(ada, legacyWith(handOverTo(bob)), cause);
  await accounts.startErasure(bob, legacyWith(handOverTo(cid)), cause);
  await carryOut(createErasure());
  expect(steps.filter((step) => step.endsWith("part 0"))).toEqual([
    "hand_over to 3 of 1, part 0",
    "hand_over to 3 of 2, part 0",
  ]);
});

test("resources of an heir whose erasure starts during the handover are released again", async () => {
  const [ada, bob] = [await createAccount("ada"), await createAccount("bob")];
  await accounts.startErasure(ada, legacyWith(handOverTo(bob)), cause);
  const release = async (person: number): Promise<boolean> => {
    steps.push(`of ${person}`);
    if (person === ada) await accounts.repeatErasure(bob, legacyWith(deletion), cause);
    return false;
  };
  const erasure = new Erasure(accounts, [{ release }], list, clock);
  await erasure.carryOut(
    { person: ada, time: clock.now().toISOString(), legacy: legacyWith(handOverTo(bob)) },
    cause,
    signal,
  );
  expect(steps.slice(0, 2)).toEqual(["of 1", "of 2"]);
});

test("nothing is handed over to an erased person when people name each other as heirs", async () => {
  const [ada, bob] = [await createAccount("ada"), await createAccount("bob")];
  await accounts.repeatErasure(ada, legacyWith(handOverTo(bob)), cause);
  await accounts.repeatErasure(bob, legacyWith(handOverTo(ada)), cause);
  await carryOut(createErasure());
  expect(steps.filter((step) => step.startsWith("hand_over"))).toEqual([]);
});

test("an impossible choice is refused, and no person is erased", async () => {
  const ada = await createAccount("ada");
  const guest = await accounts.admit("guest@example.org", cause);
  for (const [legacy, expectedMessage] of [
    [
      { ...legacyWith(deletion), privateScenarios: { choice: "leave", to: null } },
      "leave is not possible for private scenarios",
    ],
    [legacyWith(handOverTo(ada)), "cannot be handed over to an account that is being erased"],
    [legacyWith(handOverTo(guest)), `there is no account ${guest}`],
    [legacyWith(handOverTo(99)), "there is no account 99"],
  ] as const) {
    await expect(accounts.startErasure(ada, legacy, cause)).rejects.toThrow(expectedMessage);
  }
  expect(await accounts.isAccount(ada)).toBe(true);
});

test("a person without an account is erased", async () => {
  const guest = await accounts.admit("guest@example.org", cause);
  await accounts.startErasure(guest, legacyWith(deletion), cause);
  await carryOut(createErasure());
  expect(await accounts.isErased(guest)).toBe(true);
  expect(await accounts.profile(guest)).toBeNull();
});

test("after restoring older events and keys, erased people are erased again and no id is reused", async () => {
  await createAccount("ada");
  const bob = await createAccount("bob");
  await accounts.startErasure(bob, legacyWith(deletion), cause);
  await carryOut(createErasure());

  // Older copies that contain only Bob, so that Ada's id would be the next one.
  const [olderStore, olderKeys] = [await openEventStore("sqlite::memory:"), await openReadDatabase("sqlite::memory:")];
  const vault = await Vault.open(olderKeys);
  const olderAccounts = new Accounts(olderStore, vault, messages, clock);
  await olderAccounts.create({ email: "x@example.org", name: null }, false, cause);
  expect(await olderAccounts.create({ email: "bob@example.org", name: "bob" }, false, cause)).toBe(bob);
  steps = [];
  const release = async (person: number): Promise<boolean> => steps.push(`of ${person}`) < 0;
  const repeatedErasure = new Erasure(olderAccounts, [{ release }], list, clock);
  await repeatedErasure.repeat(cause, signal);
  expect(steps).toEqual(["of 2"]);
  expect([await olderAccounts.isErased(bob), await olderAccounts.isAccount(1)]).toEqual([true, true]);
  expect(await olderAccounts.create({ email: "new@example.org", name: null }, false, cause)).toBe(3);

  const head = await olderStore.head();
  await repeatedErasure.repeat(cause, signal);
  expect(await olderStore.head()).toBe(head);
  await olderStore.close();
  await olderKeys.close();
});

test("the list of erased people is restored from its second copy when one is lost or older", async () => {
  const [first, second] = [1, 2].map((person) => ({
    person,
    time: "2026-11-22T09:00:00.000Z",
    legacy: legacyWith(deletion),
  }));
  await list.add(first!);
  const file = join(directory, "erased.jsonl");
  const olderFile = readFileSync(file);
  await list.add(second!);
  // Simulates a container whose data directory is not persistent.
  rmSync(file);
  expect(await list.all()).toEqual([first, second]);
  // Simulates keys without a list, and an older file.
  const keys = await openReadDatabase("sqlite::memory:");
  await Vault.open(keys);
  writeFileSync(file, olderFile);
  expect(await new ErasedList(file, keys).all()).toEqual([first]);
  await new Erasure(
    new Accounts(store, await Vault.open(keys), messages, clock),
    [],
    new ErasedList(file, keys),
    clock,
  ).repeat(cause, signal);
  rmSync(file);
  expect(await new ErasedList(file, keys).all()).toEqual([first]);
  await keys.close();
});

test("ids are reserved even when the stores contain no person", async () => {
  await list.add({ person: 7, time: "2026-11-22T09:00:00.000Z", legacy: legacyWith(deletion) });
  await createErasure().repeat(cause, signal);
  expect(await createAccount("ada")).toBe(8);
});

test("a list with an incomplete last line is read and can be extended", async () => {
  const entry = (person: number) => ({ person, time: "2026-11-22T09:00:00.000Z", legacy: legacyWith(handOverTo(9)) });
  await list.add(entry(1));
  appendFileSync(join(directory, "erased.jsonl"), '{"person":2,"ti');
  expect(await list.all()).toEqual([entry(1)]);
  await list.add(entry(3));
  await list.add(entry(3));
  expect(await list.all()).toEqual([entry(1), entry(3)]);
});
