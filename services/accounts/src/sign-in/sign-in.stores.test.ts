/** Tests sign-in on every store: rate limits, response times and stored data. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@etesian/clock";
import { openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { createLogger } from "@etesian/service-kit";
import { Accounts } from "../people/accounts.ts";
import { Links } from "../mail/links.ts";
import type { Message } from "../mail/mailer.ts";
import { Outbox } from "../mail/outbox.ts";
import { OidcRecords } from "./oidc-records.ts";
import { Passwords } from "./passwords.ts";
import { SigningKeys } from "./signing-keys.ts";
import { SignIn, TooManyAttemptsError } from "./sign-in.ts";
import { AttemptLimiter } from "./attempt-limiter.ts";
import { digestOf, Vault } from "../people/vault.ts";

const cause = { actor: "service:test", correlationId: "r" };
const log = createLogger({ program: "test", level: "silent" });
const SITE = "https://etesian.example.org";
const PASSWORD = "correct horse battery";

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`signing in: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    const cleanups: (() => Promise<void> | void)[] = [];
    let database: ReadDatabase;
    let accounts: Accounts;
    let signIn: SignIn;
    let records: OidcRecords;
    let outbox: Outbox;
    let passwords: Passwords;
    let messages: Message[];
    let now: Date;
    /** Advances by 7 ms with each reading. */
    let elapsed: number;
    /** Response delays (ms). */
    let pauses: number[];

    beforeEach(async () => {
      const testStore = await create();
      const store = await openEventStore(testStore.url);
      database = await openReadDatabase(testStore.url);
      cleanups.push(
        testStore.remove,
        () => store.close(),
        () => database.close(),
      );
      now = new Date("2026-11-22T10:00:00.000Z");
      [messages, pauses, elapsed] = [[], [], 0];
      const clock = {
        ...systemClock,
        now: () => now,
        elapsed: () => (elapsed += 7),
        pause: (ms: number) => Promise.resolve(void pauses.push(ms)),
      };
      const vault = await Vault.open(database);
      const mailer = {
        send: (_id: string, message: Message) => Promise.resolve(void messages.push(message)),
        delete: () => Promise.resolve(),
        close: () => {},
      };
      accounts = new Accounts(store, vault, mailer, clock);
      outbox = new Outbox(database, vault, mailer, async () => true, clock, log);
      records = new OidcRecords(database, clock);
      passwords = new Passwords(database);
      const [links, attempts] = [new Links(database, clock), new AttemptLimiter(database, clock)];
      signIn = new SignIn({ accounts, passwords, links, outbox, attempts, records, clock });
    });
    afterEach(async () => {
      for (const close of cleanups.splice(0).toReversed()) await close();
    });

    /** Requests a sign-in email and returns the secret in its link. */
    async function secretFor(email: string, client = "1"): Promise<string> {
      await signIn.sendLink(email, client, SITE, "", cause);
      await outbox.deliver();
      return /\/sign-in\/link\/([\w-]{32})$/m.exec(messages.at(-1)!.text)![1]!;
    }
    const NO_CHOICES = { name: null, password: null };

    test("a link creates an account with a confirmed email, and works once within an hour", async () => {
      const secret = await secretFor("ada@example.org");
      expect(await accounts.findByEmail("ada@example.org").then((id) => accounts.find(id!))).toBeNull();
      expect(await signIn.inspectLink(secret)).toMatchObject({ email: "ada@example.org", hasAccount: false });
      const [first, second] = await Promise.all([
        signIn.useLink(secret, { name: "Ada", password: PASSWORD }, cause),
        signIn.useLink(secret, NO_CHOICES, cause),
      ]);
      // One of the two succeeded; the other finds the link used.
      expect([first, second].filter((value) => "refusal" in value)).toEqual([{ refusal: "expired" }]);
      const laterSecret = await secretFor("ada@example.org");
      now = new Date(now.getTime() + 3_600_000);
      expect(await signIn.useLink(laterSecret, NO_CHOICES, cause)).toEqual({ refusal: "expired" });
    });

    test("a wrong password, a missing password and a missing account get the same response after the same time", async () => {
      const { person } = (await signIn.useLink(
        await secretFor("ada@example.org"),
        { name: null, password: PASSWORD },
        cause,
      )) as { readonly person: number };
      await signIn.useLink(await secretFor("bob@example.org"), NO_CHOICES, cause);
      expect(await signIn.checkPassword(" ADA@example.org", PASSWORD, "1")).toBe(person);
      pauses = [];
      for (const email of ["ada@example.org", "bob@example.org", "nobody@example.org", "nonsense"]) {
        expect([email, await signIn.checkPassword(email, "wrong password", "2")]).toEqual([email, null]);
      }
      // The clock advanced 7 ms between request and response; all responses wait until 400 ms.
      expect(pauses).toEqual([393, 393, 393, 393]);
      expect(await passwords.check(null, "")).toBe(false);
    });

    test("a new password invalidates earlier links and withdraws queued emails that contain one; only one of several concurrent links succeeds", async () => {
      const { person } = (await signIn.useLink(await secretFor("ada@example.org"), NO_CHOICES, cause)) as {
        readonly person: number;
      };
      const secrets = [await secretFor("ada@example.org"), await secretFor("ada@example.org", "2")];
      const bobsSecret = await secretFor("bob@example.org");
      await signIn.sendLink("ada@example.org", "3", SITE, "", cause);
      const sentCount = messages.length;
      const outcomes = await Promise.all(
        secrets.map((secret, n) => signIn.useLink(secret, { name: null, password: `${PASSWORD} ${n}` }, cause)),
      );
      const first = outcomes.findIndex((outcome) => "person" in outcome);
      expect(outcomes[1 - first]).toEqual({ refusal: "expired" });
      expect(await passwords.check(person, `${PASSWORD} ${first}`)).toBe(true);
      expect([await outbox.deliver(), messages.length]).toEqual([0, sentCount]);
      for (const secret of secrets) expect(await signIn.inspectLink(secret)).toBeNull();
      expect(await signIn.inspectLink(bobsSecret)).toMatchObject({ email: "bob@example.org" });
      // A link requested afterwards is valid.
      expect(await signIn.useLink(await secretFor("ada@example.org", "4"), NO_CHOICES, cause)).toEqual({ person });
    });

    test("a sign-in link lists the account's tokens, and a new password revokes them on request", async () => {
      await signIn.useLink(await secretFor("ada@example.org"), NO_CHOICES, cause);
      const account = await accounts.getByEmail("ada@example.org");
      const token = await accounts.issueToken(account, "notebook", ["scenarios:read"], null, cause);
      const linkSecret = await secretFor("ada@example.org");
      expect(await signIn.inspectLink(linkSecret)).toMatchObject({ tokens: [{ label: "notebook" }] });
      await signIn.useLink(linkSecret, { name: null, password: PASSWORD }, cause);
      expect(await accounts.introspect(token)).not.toBeNull();
      const choices = { name: null, password: `${PASSWORD}!`, revokesTokens: true };
      await signIn.useLink(await secretFor("ada@example.org", "2"), choices, cause);
      expect(await accounts.introspect(token)).toBeNull();
    });

    test("an erasure removes only the attempt counters of the person's email", async () => {
      const { person } = (await signIn.useLink(await secretFor("ada@example.org"), NO_CHOICES, cause)) as {
        readonly person: number;
      };
      await secretFor("bob@example.org");
      for (const email of ["ADA@example.org", "bob@example.org"])
        await signIn.checkPassword(email, "wrong password", "1");
      const countAttempts = async (email: string) =>
        (await database.query({ text: "select name from tries where about = $1", values: [digestOf(email)] })).length;
      expect([await countAttempts("ada@example.org"), await countAttempts("bob@example.org")]).toEqual([3, 3]);
      const disposition = { choice: "delete", to: null } as const;
      const legacy = { publicScenarios: disposition, privateScenarios: disposition, savedScenarios: disposition };
      await accounts.startErasure(person, legacy, cause);
      await accounts.finishErasure(person, cause);
      expect([await countAttempts("ada@example.org"), await countAttempts("bob@example.org")]).toEqual([0, 3]);
      // The remaining counters concern Bob or an IP address.
      const remainingRows = await database.query<{ about: string | null }>({
        text: "select about from tries",
        values: [],
      });
      expect(new Set(remainingRows.map((row) => row.about))).toEqual(new Set([null, digestOf("bob@example.org")]));
    });

    test("a password matches in all Unicode forms of its characters", async () => {
      await passwords.set(1, "Zoë und Zoë!");
      expect(await passwords.check(1, "Zoe\u0308 und Zoe\u0308!")).toBe(true);
    });

    test("attempts are limited per email, per IP address and per pair, and expire", async () => {
      const guess = (email: string, client: string) =>
        signIn.checkPassword(email, "wrong password", client).catch((error: unknown) => error);
      for (let n = 0; n < 10; n++) expect(await guess("ada@example.org", "1")).toBeNull();
      expect(await guess("ada@example.org", "1")).toBeInstanceOf(TooManyAttemptsError);
      expect(await guess("ADA@example.org", "1")).toBeInstanceOf(TooManyAttemptsError);
      expect(await guess("ada@example.org", "2")).toBeNull();
      expect(await guess("bob@example.org", "1")).toBeNull();
      now = new Date(now.getTime() + 15 * 60_000);
      expect(await guess("ada@example.org", "1")).toBeNull();
    });

    test("emails to one address are limited across all callers", async () => {
      for (let n = 0; n < 5; n++) await secretFor("ada@example.org", String(n));
      await expect(secretFor("Ada@example.org", "9")).rejects.toBeInstanceOf(TooManyAttemptsError);
      expect(messages).toHaveLength(5);
    });

    test("the link in an email contains the escaped page to continue to", async () => {
      await signIn.sendLink("ada@example.org", "1", SITE, "a b&c", cause);
      await outbox.deliver();
      expect(messages[0]!.text).toContain("?continue=a%20b%26c\n");
    });

    describe("records of the OpenID provider", () => {
      const record = { model: "AuthorizationCode", uid: null, grant: "g", person: 1 } as const;
      const inOneMinute = () => new Date(now.getTime() + 60_000);

      test("a record is found by its secret until it expires, and the store has no usable secret", async () => {
        await records.put({ ...record, id: "secret-code", payload: "{}", expiresAt: inOneMinute() });
        expect(await records.find("AuthorizationCode", "secret-code")).toEqual({ payload: "{}", consumedAt: null });
        expect(await records.find("AccessToken", "secret-code")).toBeNull();
        const rows = await database.query({ text: "select * from oidc_records", values: [] });
        expect(JSON.stringify(rows)).not.toContain("secret-code");
        now = inOneMinute();
        expect(await records.find("AuthorizationCode", "secret-code")).toBeNull();
      });

      test("a record can be used once, even by concurrent requests", async () => {
        await records.put({ ...record, id: "code", payload: "{}", expiresAt: inOneMinute() });
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, () => records.consume("AuthorizationCode", "code")),
        );
        expect(outcomes.filter(Boolean)).toEqual([true]);
        expect((await records.find("AuthorizationCode", "code"))!.consumedAt).toEqual(now);
        expect(await records.consume("AuthorizationCode", "other")).toBe(false);
      });

      test("a token ends with its grant, its session, and all sessions of its person", async () => {
        const exp = inOneMinute().getTime() / 1000;
        const session = { model: "Session", id: "s", uid: "u", grant: null, person: 1, expiresAt: inOneMinute() };
        const token = { ...record, model: "AccessToken", id: "t", expiresAt: inOneMinute() };
        const grant = { ...record, model: "Grant", id: "g", grant: null, payload: "{}", expiresAt: inOneMinute() };
        const putAll = async () => {
          await records.put(grant);
          await records.put({ ...session, payload: JSON.stringify({ accountId: "1", exp }) });
          const children = {
            accountId: "1",
            exp,
            scope: "openid email scenarios:read",
            expiresWithSession: true,
            sessionUid: "u",
            grantId: "g",
          };
          await records.put({ ...token, payload: JSON.stringify(children) });
        };
        await putAll();
        expect(await records.findToken("t")).toEqual({
          person: 1,
          scopes: ["scenarios:read"],
          claims: ["email"],
          expiresAt: inOneMinute(),
        });
        await records.revokeGrant("g");
        expect(await records.findToken("t")).toBeNull();
        // A token stored after its grant has ended, for example by the slower of two uses of one code.
        await putAll();
        await records.delete("Grant", "g");
        expect(await records.findToken("t")).toBeNull();
        await putAll();
        await records.delete("Session", "s");
        expect(await records.findToken("t")).toBeNull();
        await putAll();
        await records.endSessions(1);
        expect([await records.findToken("t"), await records.findSession("s")]).toEqual([null, null]);
      });

      test("a registration expires after a day, unless the client has a grant by then", async () => {
        const unboundRecord = { uid: null, grant: null, person: null, expiresAt: null };
        for (const id of ["used", "unused"]) {
          await records.put({ ...unboundRecord, model: "Client", id, payload: JSON.stringify({ client_id: id }) });
          const payload = JSON.stringify({ clientId: id });
          await records.put({ ...unboundRecord, model: "RegistrationAccessToken", id: `shows ${id}`, payload });
        }
        const grant = { ...unboundRecord, model: "Grant", id: "g", person: 1, expiresAt: inOneMinute() };
        await records.put({ ...grant, payload: JSON.stringify({ clientId: "used" }) });
        now = new Date(now.getTime() + 86_400_000);
        // The next write removes expired records.
        await records.put({ ...unboundRecord, model: "Client", id: "next", payload: "{}" });
        const recordsExist = async (id: string) => [
          (await records.find("Client", id)) !== null,
          (await records.find("RegistrationAccessToken", `shows ${id}`)) !== null,
        ];
        expect([await recordsExist("used"), await recordsExist("unused")]).toEqual([
          [true, true],
          [false, false],
        ]);
        const [row] = await database.query<{ count: number }>({
          text: "select cast(count(*) as integer) as count from oidc_records",
          values: [],
        });
        expect(row!.count).toBe(3);
      });

      test("tokens are signed with the same keys by every process", async () => {
        const [keys, otherKeys] = [new SigningKeys(database, systemClock), new SigningKeys(database, systemClock)];
        const keySets = await Promise.all([keys.all(), keys.all(), otherKeys.all()]);
        expect(new Set(keySets.map(({ jwks }) => jwks)).size).toBe(1);
        expect(new Set(keySets.map(({ cookieKeys }) => cookieKeys[0])).size).toBe(1);
      });
    });
  });
}
