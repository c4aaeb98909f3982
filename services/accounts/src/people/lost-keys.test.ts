/**
 * Tests that no id is reused, and that the service does not start silently, when keys are lost or restored from an old
 * copy.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acceptCurrentState, openEventStore, openReadDatabase, placesOf } from "@etesian/event-store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KnownPeople } from "./known-people.ts";
import { checkKeys, LostKeysError } from "./lost-keys.ts";
import { openAccounts } from "../open.ts";
import { Vault } from "./vault.ts";

let data: string;
beforeEach(() => (data = mkdtempSync(join(tmpdir(), "etesian-lost-keys-"))));
afterEach(() => rmSync(data, { recursive: true }));

const CAUSE = { actor: "service:accounts", correlationId: "request-1" };
const keysPath = (): string => join(data, "keys.db");

async function createAccount(email: string): Promise<number> {
  const { accounts, close } = await openAccounts({ data, store: null, keys: null });
  try {
    return await accounts.create({ email, name: null }, false, CAUSE);
  } finally {
    await close();
  }
}

const acceptKeys = () => acceptCurrentState(["keys"], placesOf({ data, store: null }));

/** Runs the check of keys at the service's start. */
async function runCheck(accept: boolean, erasedIds: readonly number[] = []): Promise<readonly number[]> {
  const [store, readModels, database] = [
    await openEventStore(`sqlite:${join(data, "events.db")}`),
    await openReadDatabase(`sqlite:${join(data, "events.db")}`),
    await openReadDatabase(`sqlite:${keysPath()}`),
  ];
  try {
    const accountIds = await (await KnownPeople.open(store, readModels)).accountIds();
    return await checkKeys(await Vault.open(database), { accountIds, erasedIds: new Set(erasedIds) }, accept);
  } finally {
    for (const resource of [database, readModels, store]) await resource.close();
  }
}

test("the id of a person whose key was lost is not reused", async () => {
  expect([await createAccount("jane@example.org"), await createAccount("dave@example.org")]).toEqual([1, 2]);
  for (const suffix of ["", "-head"]) rmSync(keysPath() + suffix, { force: true });
  await expect(createAccount("mallory@example.org")).rejects.toThrow("/keys.db is missing, and events.db recorded it");
  await acceptKeys();
  expect(await createAccount("mallory@example.org")).toBe(3);
});

test("ids are not reused when the keys are older than the events", async () => {
  await createAccount("jane@example.org");
  copyFileSync(keysPath(), join(data, "older"));
  await createAccount("dave@example.org");
  copyFileSync(join(data, "older"), keysPath());
  await expect(createAccount("mallory@example.org")).rejects.toThrow("/keys.db is at");
  await acceptKeys();
  expect(await createAccount("mallory@example.org")).toBe(3);
});

test("accounts without a key prevent the start, until the operator accepts them as lost", async () => {
  for (const name of ["ada", "bob", "cleo", "dora"]) await createAccount(`${name}@example.org`);
  const database = new DatabaseSync(keysPath());
  database.exec("delete from people where id > 1");
  database.close();
  await expect(runCheck(false)).rejects.toThrow(LostKeysError);
  await expect(runCheck(false)).rejects.toThrow(
    "3 accounts have no key (person-2, person-3, person-4): restore keys.db, or start with --without-keys",
  );
  await expect(runCheck(false, [2, 3])).rejects.toThrow("1 account has no key (person-4): restore keys.db");
  expect(await runCheck(false, [2, 3, 4])).toEqual([]);
  expect(await runCheck(true)).toEqual([2, 3, 4]);
  expect(await runCheck(false)).toEqual([]);
});

test("an account that cannot be decrypted is listed as unreadable, and the list continues", async () => {
  await createAccount("ada@example.org");
  await createAccount("bob@example.org");
  const database = new DatabaseSync(keysPath());
  database.exec("update people set data_key = (select data_key from people where id = 2) where id = 1");
  database.close();
  const { accounts, close } = await openAccounts({ data, store: null, keys: null });
  const rows: unknown[] = [];
  for await (const row of accounts.all()) rows.push(row);
  await close();
  expect(rows).toMatchObject([
    { id: 1, unreadable: expect.stringContaining("cannot be read") },
    { id: 2, email: "bob@example.org" },
  ]);
});
