/**
 * Tests that stores of every released version open and keep all their people. `testing/write-store.ts` created them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@etesian/clock";
import {
  type EventStore,
  openEventStore,
  openReadDatabase,
  type ReadDatabase,
  SchemaTooNewError,
} from "@etesian/event-store";
import { testStores } from "@etesian/event-store/testing";
import { z } from "zod";
import { Accounts } from "./accounts.ts";
import { Links } from "../mail/links.ts";
import { OidcRecords } from "../sign-in/oidc-records.ts";
import { Passwords } from "../sign-in/passwords.ts";
import { SigningKeys } from "../sign-in/signing-keys.ts";
import { Vault } from "./vault.ts";

const VERSIONS = [1];
const person = z.int();
const factsSchema = z.object({
  now: z.iso.datetime(),
  people: z.object({ ada: person, bob: person, second: person, cleo: person, dora: person, erased: person }),
  secrets: z.object({
    token: z.string(),
    password: z.string(),
    signIn: z.string(),
    accepted: z.string(),
    invitation: z.string(),
    session: z.string(),
  }),
  keyId: z.string(),
});
const noMail = { delete: () => Promise.resolve() };

for (const { name, missing, create } of await testStores()) {
  const suffix = missing === null ? "" : ` (${missing})`;
  describe.skipIf(missing !== null)(`stores of released versions: ${name}${suffix}`, () => {
    let store: EventStore;
    let database: ReadDatabase;
    let execute: (statement: string) => Promise<void>;
    let remove: () => Promise<void>;
    let url: string;

    beforeEach(async () => {
      ({ url, execute, remove } = await create());
    });
    afterEach(() => remove());

    async function withVault<T>(run: (vault: Vault) => Promise<T>): Promise<T> {
      store = await openEventStore(url);
      database = await openReadDatabase(url);
      try {
        return await run(await Vault.open(database));
      } finally {
        await database.close();
        await store.close();
      }
    }

    test.each(VERSIONS)(
      "a store of version %i keeps its people, tokens, passwords, links and keys",
      async (version) => {
        const fixture = `../testing/version-${version}-${name === "SQLite" ? "sqlite" : "postgres"}.sql`;
        const text = readFileSync(join(import.meta.dirname, fixture), "utf8");
        const { now, people, secrets, keyId } = factsSchema.parse(JSON.parse(text.slice(3, text.indexOf("\n"))));
        await execute(text);
        for (let attempt = 1; attempt <= 2; attempt++) {
          await withVault(async (vault) => {
            const clock = { ...systemClock, now: () => new Date(now) };
            const accounts = new Accounts(store, vault, noMail, clock);
            expect(await accounts.find(people.ada)).toMatchObject({
              email: "ada@example.org",
              name: "Ada",
              privateScenarios: true,
              admin: true,
              tokens: [{ label: "notebook", usedAt: now }],
            });
            expect(await accounts.introspect(secrets.token)).toMatchObject({ person: people.ada });
            expect(await new Passwords(database).check(people.ada, secrets.password)).toBe(true);
            expect(await accounts.findByEmail("ada@second.example.org")).toBe(people.ada);
            expect(await accounts.find(people.cleo)).toBeNull();
            expect(await accounts.findByEmail("cleo@example.org")).toBe(people.cleo);
            expect(await vault.findIdentity("https://issuer.example.org", "d-1")).toBe(people.dora);
            expect(await accounts.isErased(people.erased)).toBe(true);
            expect(await new OidcRecords(database, clock).findSession(secrets.session)).toMatchObject({
              person: people.ada,
            });
            const links = new Links(database, clock);
            // Links of an older version may have gone to an address that cannot sign in.
            expect(await links.find(secrets.signIn, "sign_in")).toBeNull();
            expect(await links.find(secrets.invitation, "invitation")).toMatchObject({ person: people.cleo });
            expect(await vault.messagesOf(people.cleo)).toHaveLength(1);
            expect((await new SigningKeys(database, clock).all()).jwks).toContain(keyId);
            // New ids follow all earlier ones, including ids of erased people.
            expect(await vault.admit(`new-${attempt}@example.org`)).toBe(people.erased + attempt);
          });
        }
      },
    );

    test("a store of a newer version is refused with a message before it is read or changed", async () => {
      await withVault(async (vault) => vault.admit("ada@example.org"));
      await execute("update schema_versions set version = 99 where part = 'keys of people'");
      await expect(withVault(async () => {})).rejects.toBeInstanceOf(SchemaTooNewError);
      await expect(withVault(async () => {})).rejects.toThrow(
        /The tables of the keys of people have schema version 99; this program supports versions up to \d+: start the newer program/,
      );
    });
  });
}
