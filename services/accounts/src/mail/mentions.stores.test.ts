/**
 * Tests emails to mentioned people on every store. A person gets at most one an hour about a scenario, and only while
 * they have a role in it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@etesian/clock";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { createLogger } from "@etesian/service-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Accounts } from "../people/accounts.ts";
import { Vault } from "../people/vault.ts";
import { AttemptLimiter } from "../sign-in/attempt-limiter.ts";
import { fileMailer } from "./mailer.ts";
import { Mentions } from "./mentions.ts";
import { Outbox } from "./outbox.ts";

const cause = { actor: "service:test", correlationId: "r" };
const HOUR_MS = 3_600_000;
const comment = {
  kind: "scenario",
  number: 12,
  title: "Our village",
  link: "https://etesian.example.org/s/12?comments=3",
};
const log = createLogger({ program: "test", level: "silent" });

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`mentions: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    const cleanups: (() => Promise<void> | void)[] = [];
    let store: EventStore;
    let database: ReadDatabase;
    let directory: string;
    let now: Date;
    /** People with a role in the scenario. */
    let members: readonly number[];
    let ada: number;
    let bob: number;
    let firstProcess: Awaited<ReturnType<typeof open>>;

    /** Opens another process on this store. */
    async function open() {
      const clock = { ...systemClock, now: () => now };
      const mailer = fileMailer(directory, "Etesian <etesian@example.org>");
      const vault = await Vault.open(database);
      const accounts = new Accounts(store, vault, mailer, clock);
      const outbox = new Outbox(database, vault, mailer, async (person) => members.includes(person), clock, log);
      const attempts = new AttemptLimiter(database, clock);
      return { accounts, outbox, mentions: new Mentions({ accounts, outbox, attempts }) };
    }

    beforeEach(async () => {
      const testStore = await create();
      store = await openEventStore(testStore.url);
      database = await openReadDatabase(testStore.url);
      directory = mkdtempSync(join(tmpdir(), "etesian-mail-"));
      cleanups.push(
        testStore.remove,
        () => store.close(),
        () => database.close(),
        () => rmSync(directory, { recursive: true }),
      );
      now = new Date("2026-11-22T10:00:00.000Z");
      firstProcess = await open();
      ada = await firstProcess.accounts.create({ email: "ada@example.org", name: "Ada" }, false, cause);
      bob = await firstProcess.accounts.create({ email: "bob@example.org", name: "Bob" }, false, cause);
      members = [ada, bob];
    });
    afterEach(async () => {
      for (const close of cleanups.splice(0).toReversed()) await close();
    });
    const wait = (ms: number): void => void (now = new Date(now.getTime() + ms));
    const messages = (): string[] =>
      readdirSync(directory).map((file) =>
        readFileSync(join(directory, file), "utf8")
          .replaceAll(/=\r?\n/g, "")
          .replaceAll("=3D", "="),
      );

    test("a mentioned person gets an email with the author, the scenario and the link", async () => {
      await firstProcess.mentions.send(bob, ada, comment);
      await firstProcess.outbox.deliver();
      const [message, ...more] = messages();
      expect(more).toEqual([]);
      expect(message).toMatch(/^To: bob@example\.org$/m);
      expect(message).toMatch(/^Subject: Ada mentioned you in a comment$/m);
      expect(message).toContain('Ada mentioned you in a comment on scenario 12, "Our village".');
      expect(message).toContain(comment.link);
    });

    test("further mentions in the same scenario send nothing for an hour, in any process", async () => {
      const otherProcess = await open();
      await Promise.all([firstProcess.mentions.send(bob, ada, comment), otherProcess.mentions.send(bob, ada, comment)]);
      await otherProcess.outbox.deliver();
      wait(HOUR_MS - 1);
      await firstProcess.mentions.send(bob, ada, comment);
      await firstProcess.outbox.deliver();
      expect(messages()).toHaveLength(1);
      await firstProcess.mentions.send(bob, ada, { ...comment, number: 13 });
      wait(1);
      await firstProcess.mentions.send(bob, ada, comment);
      expect(await firstProcess.outbox.deliver()).toBe(2);
    });

    test("a person who has lost their role before the email is sent gets none", async () => {
      await firstProcess.mentions.send(bob, ada, comment);
      members = [ada];
      await firstProcess.outbox.deliver();
      expect(messages()).toEqual([]);
      members = [ada, bob];
      await firstProcess.outbox.deliver();
      expect(messages()).toEqual([]);
    });

    test("authors are not mailed about their own mentions, nor are people without an account", async () => {
      const guest = await firstProcess.accounts.admit("guest@example.org", cause);
      members = [ada, guest];
      for (const person of [ada, guest, 99]) await firstProcess.mentions.send(person, ada, comment);
      expect(await firstProcess.outbox.deliver()).toBe(0);
    });

    test("an author causes at most 200 emails a day", async () => {
      for (let number = 1; number <= 201; number++) await firstProcess.mentions.send(bob, ada, { ...comment, number });
      while ((await firstProcess.outbox.deliver()) > 0);
      expect(messages()).toHaveLength(200);
    });
  });
}
