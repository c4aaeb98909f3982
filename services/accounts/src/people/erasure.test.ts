/**
 * Erasing a person: the order of the steps, resuming after a crash at any step, and erasing again after older copies were
 * restored.
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
const remove: Disposition = { choice: "delete", to: null };
const to = (heir: number): Disposition => ({ choice: "hand_over", to: heir });
const choosing = (disposition: Disposition): Legacy => ({
  publicScenarios: disposition,
  privateScenarios: disposition,
  savedScenarios: disposition,
});
const messages = { delete: () => Promise.resolve() };
const going = new AbortController().signal;

let directory: string;
let store: EventStore;
let database: ReadDatabase;
let accounts: Accounts;
let list: ErasedList;
/** Log of calls to the services that own resources, and of key deletions. */
let done: string[];
let clock: Clock;
let time: number;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-erasure-"));
  time = Date.parse("2026-11-22T10:00:00.000Z");
  const pause = async (ms: number): Promise<void> => {
    done.push(`wait ${ms}`);
    time += ms;
  };
  clock = { ...systemClock, now: () => new Date(time), pause };
  store = await openEventStore("sqlite::memory:");
  database = await openReadDatabase("sqlite::memory:");
  accounts = new Accounts(store, await Vault.open(database), messages, clock);
  list = new ErasedList(join(directory, "erased.jsonl"), database);
  done = [];
});
afterEach(async () => {
  await store.close();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const open = (name: string) => accounts.create({ email: `${name}@example.org`, name }, false, cause);

/** A service with resources of every person, which releases them in two steps. */
function erasure(fail: (step: string) => boolean = () => false): Erasure {
  const parts = new Map<number, number>();
  const release = async (person: number, { publicScenarios: { choice, to } }: Legacy): Promise<boolean> => {
    const part = parts.get(person) ?? 0;
    const step = `${choice}${to === null ? "" : ` to ${to}`} of ${person}, part ${part}`;
    if (fail(step)) throw new Error(`it fails at ${step}`);
    done.push(step);
    parts.set(person, part + 1);
    return part === 0;
  };
  return new Erasure(accounts, [{ release }], list, clock);
}

/** Carries out all started erasures, like the process. */
async function carryOut(by: Erasure): Promise<void> {
  const process = erasureProcess(by);
  for (const event of await store.readAll(START, 100)) if (process.handles(event)) await process.handle(event, going);
}

test("an erasure removes resources, repeats this once cached tokens have expired, then deletes the key", async () => {
  const ada = await open("ada");
  await accounts.startErasure(ada, choosing(remove), cause);
  await carryOut(erasure());
  expect(done).toEqual(["delete of 1, part 0", "delete of 1, part 1", "wait 6000", "delete of 1, part 2"]);
  expect(await accounts.isErased(ada)).toBe(true);
});

test("an erasure resumes after a crash at any step", async () => {
  const ada = await open("ada");
  await accounts.startErasure(ada, choosing(remove), cause);
  for (const part of [0, 1, 2]) {
    await expect(carryOut(erasure((step) => step.endsWith(`part ${part}`)))).rejects.toThrow(`part ${part}`);
    expect(await accounts.isErased(ada)).toBe(false);
    time = Date.parse("2026-11-22T10:00:00.000Z");
  }
  // The key was deleted, and the program ended before recording it.
  await (await Vault.open(database)).deletePerson(ada);
  expect(await accounts.isErased(ada)).toBe(false);
  await carryOut(erasure());
  expect(await accounts.isErased(ada)).toBe(true);
  const before = await store.head();
  await carryOut(erasure());
  expect(await store.head()).toBe(before);
});

test("resources go to an existing heir, or to the heir's own heir if the first was erased since", async () => {
  const [ada, bob, cid] = [await open("ada"), await open("bob"), await open("cid")];
  await accounts.startErasure(ada, choosing(to(bob)), cause);
  await accounts.startErasure(bob, choosing(to(cid)), cause);
  await carryOut(erasure());
  expect(done.filter((step) => step.endsWith("part 0"))).toEqual([
    "hand_over to 3 of 1, part 0",
    "hand_over to 3 of 2, part 0",
  ]);
});

test("resources of an heir whose erasure starts during the handover are released again", async () => {
  const [ada, bob] = [await open("ada"), await open("bob")];
  await accounts.startErasure(ada, choosing(to(bob)), cause);
  const release = async (person: number): Promise<boolean> => {
    done.push(`of ${person}`);
    if (person === ada) await accounts.repeatErasure(bob, choosing(remove), cause);
    return false;
  };
  const by = new Erasure(accounts, [{ release }], list, clock);
  await by.carryOut({ person: ada, time: clock.now().toISOString(), legacy: choosing(to(bob)) }, cause, going);
  expect(done.slice(0, 2)).toEqual(["of 1", "of 2"]);
});

test("people who name each other as heirs hand nothing over to an erased person", async () => {
  const [ada, bob] = [await open("ada"), await open("bob")];
  await accounts.repeatErasure(ada, choosing(to(bob)), cause);
  await accounts.repeatErasure(bob, choosing(to(ada)), cause);
  await carryOut(erasure());
  expect(done.filter((step) => step.startsWith("hand_over"))).toEqual([]);
});

test("an impossible choice is refused, and no person is erased", async () => {
  const ada = await open("ada");
  const guest = await accounts.admit("guest@example.org", cause);
  for (const [legacy, words] of [
    [
      { ...choosing(remove), privateScenarios: { choice: "leave", to: null } },
      "leave is not possible for private scenarios",
    ],
    [choosing(to(ada)), "cannot be handed over to an account that is being erased"],
    [choosing(to(guest)), `there is no account ${guest}`],
    [choosing(to(99)), "there is no account 99"],
  ] as const) {
    await expect(accounts.startErasure(ada, legacy, cause)).rejects.toThrow(words);
  }
  expect(await accounts.isAccount(ada)).toBe(true);
});

test("a person without an account is erased, too", async () => {
  const guest = await accounts.admit("guest@example.org", cause);
  await accounts.startErasure(guest, choosing(remove), cause);
  await carryOut(erasure());
  expect(await accounts.isErased(guest)).toBe(true);
  expect(await accounts.profile(guest)).toBeNull();
});

test("after restoring older events and keys, erased people are erased again and no id is reused", async () => {
  await open("ada");
  const bob = await open("bob");
  await accounts.startErasure(bob, choosing(remove), cause);
  await carryOut(erasure());

  // Older copies that contain only Bob, so that Ada's id would be the next one.
  const [older, olderKeys] = [await openEventStore("sqlite::memory:"), await openReadDatabase("sqlite::memory:")];
  const vault = await Vault.open(olderKeys);
  const before = new Accounts(older, vault, messages, clock);
  await before.create({ email: "x@example.org", name: null }, false, cause);
  expect(await before.create({ email: "bob@example.org", name: "bob" }, false, cause)).toBe(bob);
  done = [];
  const release = async (person: number): Promise<boolean> => done.push(`of ${person}`) < 0;
  const again = new Erasure(before, [{ release }], list, clock);
  await again.repeat(cause, going);
  expect(done).toEqual(["of 2"]);
  expect([await before.isErased(bob), await before.isAccount(1)]).toEqual([true, true]);
  expect(await before.create({ email: "new@example.org", name: null }, false, cause)).toBe(3);

  const head = await older.head();
  await again.repeat(cause, going);
  expect(await older.head()).toBe(head);
  await older.close();
  await olderKeys.close();
});

test("the list of erased people is restored from its second copy when one is lost or older", async () => {
  const [first, second] = [1, 2].map((person) => ({
    person,
    time: "2026-11-22T09:00:00.000Z",
    legacy: choosing(remove),
  }));
  await list.add(first!);
  const file = join(directory, "erased.jsonl");
  const older = readFileSync(file);
  await list.add(second!);
  // A container whose data directory is not persistent.
  rmSync(file);
  expect(await list.all()).toEqual([first, second]);
  // Keys from before the list existed, and an older file.
  const keys = await openReadDatabase("sqlite::memory:");
  await Vault.open(keys);
  writeFileSync(file, older);
  expect(await new ErasedList(file, keys).all()).toEqual([first]);
  await new Erasure(
    new Accounts(store, await Vault.open(keys), messages, clock),
    [],
    new ErasedList(file, keys),
    clock,
  ).repeat(cause, going);
  rmSync(file);
  expect(await new ErasedList(file, keys).all()).toEqual([first]);
  await keys.close();
});

test("ids are reserved even when the stores contain no person", async () => {
  await list.add({ person: 7, time: "2026-11-22T09:00:00.000Z", legacy: choosing(remove) });
  await erasure().repeat(cause, going);
  expect(await open("ada")).toBe(8);
});

test("a list with an incomplete last line is read and can be extended", async () => {
  const entry = (person: number) => ({ person, time: "2026-11-22T09:00:00.000Z", legacy: choosing(to(9)) });
  await list.add(entry(1));
  appendFileSync(join(directory, "erased.jsonl"), '{"person":2,"ti');
  expect(await list.all()).toEqual([entry(1)]);
  await list.add(entry(3));
  await list.add(entry(3));
  expect(await list.all()).toEqual([entry(1), entry(3)]);
});
