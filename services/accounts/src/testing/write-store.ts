/**
 * Writes an accounts store as SQL, with rows in every table of the vault. Tests open such stores of released versions
 * (`vault-schema.test.ts`). Run once for each released version, and keep the files:
 *
 *     node services/accounts/src/testing/write-store.ts SQLite > services/accounts/src/testing/version-N-sqlite.sql
 *     node services/accounts/src/testing/write-store.ts PostgreSQL > services/accounts/src/testing/version-N-postgres.sql
 *
 * The first line of the output lists the store's secrets as JSON. They are not used elsewhere.
 */
import { execFileSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@etesian/clock";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { testStores } from "@etesian/event-store/testing";
import { createLogger } from "@etesian/service-kit";
import { Accounts } from "../people/accounts.ts";
import { Couplings } from "../people/couplings.ts";
import { Invitations } from "../sign-in/invitations.ts";
import { Links } from "../mail/links.ts";
import { Outbox } from "../mail/outbox.ts";
import { OidcRecords } from "../sign-in/oidc-records.ts";
import { Passwords } from "../sign-in/passwords.ts";
import { SigningKeys } from "../sign-in/signing-keys.ts";
import { AttemptLimiter } from "../sign-in/attempt-limiter.ts";
import { Vault } from "../people/vault.ts";

const NOW = "2026-11-22T10:00:00.000Z";
const PASSWORD = "correct horse battery";
const cause = { actor: "service:test", correlationId: "r" };
const noMail = { send: () => Promise.resolve(), delete: () => Promise.resolve(), close: () => {} };

/** Writes data of every kind; returns the values needed to use it. */
async function fill(store: EventStore, database: ReadDatabase): Promise<{ readonly [name: string]: unknown }> {
  const clock = { ...systemClock, now: () => new Date(NOW) };
  const log = createLogger({ program: "test", level: "silent" });
  const vault = await Vault.open(database);
  const accounts = new Accounts(store, vault, noMail, clock);
  const [links, attempts] = [new Links(database, clock), new AttemptLimiter(database, clock)];
  const outbox = new Outbox(database, vault, noMail, async () => true, clock, log);
  const couplings = await Couplings.open(store, database, { scenarios: () => Promise.resolve() }, clock, log);
  const invitations = new Invitations({ accounts, links, outbox, couplings, attempts });

  const ada = await accounts.create({ email: "ada@example.org", name: "Ada" }, true, cause);
  await new Passwords(database).set(ada, PASSWORD);
  const account = (await accounts.find(ada))!;
  await accounts.setAdmin(account, true, cause);
  const token = await accounts.issueToken(account, "notebook", ["scenarios:read"], null, cause);
  await accounts.introspect(token);

  const bob = await accounts.create({ email: "bob@example.org", name: null }, false, cause);
  const signIn = await links.create(bob, "sign_in", 3_600_000);

  const second = await accounts.admit("ada@second.example.org", cause);
  const accepted = await links.create(second, "invitation", 30 * 86_400_000);
  await accounts.couple(second, ada, cause);
  await couplings.deliver();

  const cleo = await accounts.admit("cleo@example.org", cause);
  const sharedResource = { kind: "scenario", number: 12, title: "Our village", role: "viewer" };
  await invitations.invite(cleo, ada, sharedResource, { site: "https://etesian.example.org", announced: false });
  const invitation = await links.create(cleo, "invitation", 30 * 86_400_000);

  const dora = await accounts.findOrCreateByIdentity(
    { issuer: "https://issuer.example.org", subject: "d-1", email: "dora@example.org", name: "Dora" },
    cause,
  );

  const erasedPerson = await accounts.create({ email: "erased@example.org", name: "Erased" }, false, cause);
  const disposition = { choice: "delete", to: null } as const;
  await accounts.startErasure(
    erasedPerson,
    { publicScenarios: disposition, privateScenarios: disposition, savedScenarios: disposition },
    cause,
  );
  await accounts.finishErasure(erasedPerson, cause);

  const records = new OidcRecords(database, clock);
  const exp = Date.parse(NOW) / 1000 + 86_400;
  const defaults = { grant: null, expiresAt: new Date(exp * 1000) };
  const session = JSON.stringify({ accountId: String(ada), exp });
  await records.put({ ...defaults, model: "Session", id: "session-of-ada", payload: session, uid: "u", person: ada });
  await records.put({
    ...defaults,
    model: "Client",
    id: "program",
    payload: '{"client_id":"program"}',
    uid: null,
    person: null,
    expiresAt: null,
  });
  await attempts.allow({ action: "link to sign in", email: "ada@example.org" }, { times: 5, withinMs: 3_600_000 });
  const { jwks } = await new SigningKeys(database, clock).all();
  const secrets = { token, password: PASSWORD, signIn, accepted, invitation, session: "session-of-ada" };
  return { now: NOW, people: { ada, bob, second, cleo, dora, erased: erasedPerson }, secrets, keyId: keyOf(jwks) };
}

const keyOf = (jwks: string): unknown => (JSON.parse(jwks) as { keys: { n: string }[] }).keys[0]!.n;

function dumpSqlite(url: string): string {
  const database = new DatabaseSync(url.slice("sqlite:".length));
  const objects = database
    .prepare(
      "select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid",
    )
    .all() as { name: string; type: string; sql: string }[];
  const lines = objects.map(({ sql }) => `${sql};`);
  for (const { name, type } of objects) {
    if (type !== "table") continue;
    for (const row of database.prepare(`select * from ${name}`).all()) {
      lines.push(
        `insert into ${name} values (${Object.values(row as { [column: string]: string | number | null })
          .map(literal)
          .join(", ")});`,
      );
    }
  }
  database.close();
  return lines.join("\n");
}

const literal = (value: string | number | null): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : value === null ? "null" : String(value);

/** Omits names of the server on which the dump was created. */
function dumpPostgres(url: string): string {
  const schema = /search_path%3D(\w+)/.exec(url)![1]!;
  const target = new URL(url);
  target.search = "";
  const options = ["--inserts", "--no-owner", "--no-privileges", `--schema=${schema}`, target.href];
  return execFileSync("pg_dump", options, { encoding: "utf8" })
    .replaceAll(`${schema}.`, "")
    .split("\n")
    .filter((line) => !/^(--|\\|SET |CREATE SCHEMA|SELECT pg_catalog\.set_config|$)/.test(line))
    .join("\n")
    .replace(/^/, "set check_function_bodies = off;\n");
}

const [storeName = ""] = process.argv.slice(2);
const testStore = (await testStores()).find(({ name }) => name === storeName);
if (testStore === undefined || testStore.missing !== null)
  throw new Error(testStore?.missing ?? "expected SQLite or PostgreSQL");
const { url, remove } = await testStore.create();
const store = await openEventStore(url);
const database = await openReadDatabase(url);
const facts = await fill(store, database);
await database.close();
await store.close();
process.stdout.write(`-- ${JSON.stringify(facts)}\n${storeName === "SQLite" ? dumpSqlite(url) : dumpPostgres(url)}\n`);
await remove();
