/** Tests accounts and tokens on every store. */
import { readdirSync, readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@etesian/clock";
import type { Legacy } from "@etesian/contracts/legacy";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase, START } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { AccountError, Accounts } from "./accounts.ts";
import { matchesDigest, createToken, parseToken } from "./tokens.ts";
import { Vault } from "./vault.ts";

const noMail = { delete: () => Promise.resolve() };
const cause = { actor: "service:test", correlationId: "r" };
const ada = { email: "Ada@Example.org", name: "Ada Lovelace" };

const emptyLegacy: Legacy = {
  publicScenarios: { choice: "leave", to: null },
  privateScenarios: { choice: "delete", to: null },
  savedScenarios: { choice: "delete", to: null },
};

const reasonOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof AccountError)) throw new Error(`expected an AccountError, got ${String(error)}`);
  return error.reason;
};

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`accounts: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    let store: EventStore;
    let database: ReadDatabase;
    let accounts: Accounts;
    let remove: () => Promise<void>;
    let now: Date;

    beforeEach(async () => {
      const target = await create();
      remove = target.remove;
      now = new Date("2026-11-22T10:00:00.000Z");
      store = await openEventStore(target.url);
      database = await openReadDatabase(target.url);
      accounts = new Accounts(store, await Vault.open(database), noMail, { ...systemClock, now: () => now });
    });
    afterEach(async () => {
      await store.close();
      await database.close();
      await remove();
    });

    /** Opens the same accounts as another process would. */
    const openAnother = async () =>
      new Accounts(store, await Vault.open(database), noMail, { ...systemClock, now: () => now });

    test("an email has one account, regardless of case", async () => {
      const id = await accounts.create(ada, true, cause);
      expect(await reasonOf((await openAnother()).create({ ...ada, email: "ada@example.ORG" }, false, cause))).toBe(
        "has_account",
      );
      expect(await (await openAnother()).getByEmail(" ada@example.org")).toEqual({
        ...ada,
        id,
        hasAccount: true,
        privateScenarios: true,
        admin: false,
        tokens: [],
      });
      expect(await reasonOf(accounts.getByEmail("nobody@example.org"))).toBe("no_account");
      expect(await reasonOf(accounts.create({ email: "ada", name: null }, false, cause))).toBe("not_an_email");
    });

    test("people are contacts once one has added the other by email, until either is erased", async () => {
      const [id, bob] = [await accounts.create(ada, false, cause), await accounts.admit("bob@example.org", cause)];
      expect(await accounts.contactsOf(id)).toEqual(new Set());
      for (let attempt = 1; attempt <= 2; attempt++) await accounts.admitBy(id, "BOB@example.org", cause);
      expect(await accounts.admitBy(null, "bob@example.org", cause)).toBe(bob);
      expect(await accounts.admitBy(id, ada.email, cause)).toBe(id);
      const otherProcess = await openAnother();
      expect([await otherProcess.contactsOf(id), await otherProcess.contactsOf(bob)]).toEqual([
        new Set([bob]),
        new Set([id]),
      ]);
      const vault = await Vault.open(database);
      await vault.deletePerson(bob);
      expect(await accounts.contactsOf(id)).toEqual(new Set());
      const carol = await accounts.admitBy(id, "carol@example.org", cause);
      await vault.deletePerson(id);
      expect(await accounts.contactsOf(carol)).toEqual(new Set());
    });

    test("concurrent creations create one account per email, each with its own id", async () => {
      const creations = await Promise.allSettled(
        Array.from({ length: 12 }, (_, n) =>
          accounts.create({ email: `p${n % 6}@example.org`, name: null }, false, cause),
        ),
      );
      const ids = creations.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      expect(new Set(ids).size).toBe(6);
      expect(ids).toHaveLength(6);
    });

    test("a token identifies its owner and scopes, until it expires or is revoked", async () => {
      const id = await accounts.create(ada, false, cause);
      const account = await accounts.getByEmail(ada.email);
      const token = await accounts.issueToken(account, "laptop", ["scenarios:read"], "2026-11-23T10:00:00.000Z", cause);
      const otherProcess = await openAnother();
      expect(await otherProcess.introspect(token)).toEqual({
        person: id,
        scopes: ["scenarios:read"],
        admin: false,
        privateScenarios: false,
        claims: ["email", "profile"],
        expiresAt: "2026-11-23T10:00:00.000Z",
      });
      const [facts] = (await accounts.find(id))!.tokens;
      expect(facts).toMatchObject({ label: "laptop", usedAt: "2026-11-22T10:00:00.000Z" });

      now = new Date("2026-11-23T10:00:00.000Z");
      expect(await accounts.introspect(token)).toBeNull();
      now = new Date("2026-11-22T11:00:00.000Z");
      expect(await accounts.introspect(token)).not.toBeNull();
      await otherProcess.revokeToken(account, facts!.key, cause);
      expect(await accounts.introspect(token)).toBeNull();
      expect(await reasonOf(accounts.revokeToken(account, facts!.key, cause))).toBe("no_such_token");
    });

    test("an invalid token belongs to no account", async () => {
      const id = await accounts.create(ada, false, cause);
      const token = await accounts.issueToken(await accounts.getByEmail(ada.email), "", [], null, cause);
      const wrongDigit = token.endsWith("0") ? "1" : "0";
      const invalidTokens = ["", "etm_", "etm_a.b.c", token.slice(4), `${token} `, token.slice(0, -1) + wrongDigit];
      invalidTokens.push(
        createToken(id).text,
        createToken(99).text,
        `etm_${id}_constructor`,
        token.replace("etm_", "etm_9"),
      );
      for (const text of invalidTokens) expect([text, await accounts.introspect(text)]).toEqual([text, null]);
      expect(await accounts.introspect(token)).not.toBeNull();
    });

    test("granting or revoking admin access takes effect in every process", async () => {
      await accounts.create(ada, false, cause);
      const account = await accounts.getByEmail(ada.email);
      const token = await accounts.issueToken(account, "", [], null, cause);
      const otherProcess = await openAnother();
      for (const admin of [true, false]) {
        await otherProcess.setAdmin(account, admin, cause);
        expect(await accounts.introspect(token)).toMatchObject({ admin });
      }
    });

    test("an erased person has no token or name in any process, and their email is free again", async () => {
      const id = await accounts.create(ada, false, cause);
      const account = await accounts.getByEmail(ada.email);
      const token = await accounts.issueToken(account, "laptop", [], null, cause);
      const otherProcess = await openAnother();
      await accounts.startErasure(id, emptyLegacy, cause);
      for (const instance of [accounts, otherProcess]) {
        expect([
          await instance.introspect(token),
          await instance.find(id),
          await instance.findByEmail(ada.email),
        ]).toEqual([null, null, null]);
        expect(await reasonOf(instance.create(ada, false, cause))).toBe("leaving");
        expect(await reasonOf(instance.admit(ada.email, cause))).toBe("leaving");
      }
      await accounts.finishErasure(id, cause);
      expect(await otherProcess.isErased(id)).toBe(true);
      expect(await otherProcess.introspect(token)).toBeNull();
      expect(await otherProcess.find(id)).toBeNull();
      expect(await otherProcess.create(ada, false, cause)).not.toBe(id);
    });

    test("an invited person keeps their id when they create an account", async () => {
      const id = await accounts.admit("Ada@example.org ", cause);
      expect(await (await openAnother()).admit("ada@example.org", cause)).toBe(id);
      expect(await accounts.profile(id)).toEqual({ id, email: "Ada@example.org", name: null, hasAccount: false });
      expect(await reasonOf(accounts.getByEmail("ada@example.org"))).toBe("no_account");
      expect(await accounts.create(ada, false, cause)).toBe(id);
      expect(await accounts.profile(id)).toEqual({ id, ...ada, hasAccount: true });
      expect(await accounts.findByEmail("ADA@example.org")).toBe(id);
      expect(await accounts.findByEmail("bob@example.org")).toBeNull();
      expect(await reasonOf(accounts.admit("nonsense", cause))).toBe("not_an_email");
    });

    test("a change to an account's name and default privacy is visible in every process", async () => {
      const id = await accounts.create(ada, false, cause);
      const otherProcess = await openAnother();
      const account = await otherProcess.change(id, { name: "A. Lovelace", privateScenarios: true }, cause);
      expect(account).toMatchObject({ ...ada, name: "A. Lovelace", privateScenarios: true });
      expect(await accounts.find(id)).toEqual(account);
      const previousHead = await store.head();
      await accounts.change(id, { name: null, privateScenarios: true }, cause);
      await accounts.change(id, { name: "A. Lovelace", privateScenarios: null }, cause);
      expect(await store.head()).toBe(previousHead);
      expect(await reasonOf(accounts.change(99, { name: "x", privateScenarios: null }, cause))).toBe("no_account");
    });

    test("events contain no names", async () => {
      await accounts.create(ada, false, cause);
      await accounts.issueToken(await accounts.getByEmail(ada.email), "of Lovelace", [], null, cause);
      const events = JSON.stringify(await store.readAll(START, 100));
      expect(events).toContain("TokenIssued");
      expect(events).not.toMatch(/lovelace|example\.org/i);
    });
  });
}

test("files contain no name, email or token in plain text", async () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-accounts-"));
  const store = await openEventStore(`sqlite:${join(directory, "events.db")}`);
  const database = await openReadDatabase(`sqlite:${join(directory, "keys.db")}`);
  const accounts = new Accounts(store, await Vault.open(database), noMail);
  await accounts.create(ada, false, cause);
  const token = await accounts.issueToken(await accounts.getByEmail(ada.email), "of Lovelace", [], null, cause);
  const files = readdirSync(directory);
  expect(files.some((file) => file.endsWith("-wal"))).toBe(true);
  for (const file of files) {
    const text = readFileSync(join(directory, file), "latin1").toLowerCase();
    for (const secret of ["lovelace", "example.org", token]) {
      expect([file, secret, text.includes(secret)]).toEqual([file, secret, false]);
    }
  }
  await store.close();
  await database.close();
  rmSync(directory, { recursive: true });
});

test("sealed data cannot be read as another person's, nor changed", async () => {
  const database = await openReadDatabase("sqlite::memory:");
  const vault = await Vault.open(database);
  const [a, b] = [await vault.admit("a@example.org"), await vault.admit("b@example.org")];
  const sealed = await vault.seal(a, { name: "A" });
  expect(await vault.unseal(a, sealed)).toEqual({ name: "A" });
  expect(await vault.seal(a, { name: "A" })).not.toBe(sealed);
  await expect(vault.unseal(b, sealed)).rejects.toThrow("cannot be read");
  const bytes = Buffer.from(sealed, "base64");
  bytes[bytes.length - 1]! ^= 1;
  await expect(vault.unseal(a, bytes.toString("base64"))).rejects.toThrow("cannot be read");
  await vault.deletePerson(a);
  expect(await vault.unseal(a, sealed)).toBeNull();
  await database.close();
});

test("tokens have the format that clients expect, and are compared in full", () => {
  const { text, key, digest } = createToken(12);
  expect(text).toMatch(/^etm_[0-9A-Za-z][^.\s]+$/);
  expect(parseToken(text)).toEqual({ person: 12, key });
  expect(matchesDigest(text, digest)).toBe(true);
  expect(matchesDigest(text, createToken(12).digest)).toBe(false);
  expect(matchesDigest(text, null)).toBe(false);
});
