/** Tests invitations on every store: each sends one email with a link, and the roles go to the right account. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@etesian/clock";
import type { Disposition } from "@etesian/contracts/legacy";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { createLogger } from "@etesian/service-kit";
import { Accounts } from "../people/accounts.ts";
import { Couplings } from "../people/couplings.ts";
import { Invitations } from "./invitations.ts";
import { Links } from "../mail/links.ts";
import { fileMailer, type Mailer, MailError, smtpMailer } from "../mail/mailer.ts";
import { type MailServer, startMailServer } from "../mail/mail-server.fixture.ts";
import { Outbox } from "../mail/outbox.ts";
import { AttemptLimiter } from "./attempt-limiter.ts";
import { Vault } from "../people/vault.ts";

const cause = { actor: "service:test", correlationId: "r" };
const FROM = "Etesian <etesian@example.org>";
const SITE = "https://etesian.example.org";
const DAY_MS = 86_400_000;
const log = createLogger({ program: "test", level: "silent" });
const options = { site: SITE, announced: false };
const resource = { kind: "scenario", number: 12, title: "Our village", role: "viewer" };

async function erase(accounts: Accounts, person: number): Promise<void> {
  const remove: Disposition = { choice: "delete", to: null };
  const legacy = { publicScenarios: remove, privateScenarios: remove, savedScenarios: remove };
  await accounts.startErasure(person, legacy, cause);
  await accounts.finishErasure(person, cause);
}

/** The secret of the link in an email. */
const secretIn = (source: string): string => /\/invitation\/([\w-]{32})$/m.exec(source)![1]!;

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`invitations: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    const cleanups: (() => Promise<void> | void)[] = [];
    let store: EventStore;
    let database: ReadDatabase;
    let directory: string;
    let now: Date;
    /** Notifications to services, and whether these are reachable. */
    let notifications: string[];
    let isReachable: boolean;
    /** Users of the shared resource; null if everyone has access. */
    let members: readonly number[] | null;

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
      notifications = [];
      isReachable = true;
      members = null;
    });
    afterEach(async () => {
      for (const close of cleanups.splice(0).toReversed()) await close();
    });
    const wait = (ms: number): void => void (now = new Date(now.getTime() + ms));

    /** Opens another process on this store. */
    async function open(mailer: Mailer = fileMailer(directory, FROM)) {
      const clock = { ...systemClock, now: () => now };
      const vault = await Vault.open(database);
      const accounts = new Accounts(store, vault, mailer, clock);
      const hasRole = async (person: number): Promise<boolean> => {
        if (!isReachable) throw new Error("down");
        return members?.includes(person) ?? true;
      };
      const outbox = new Outbox(database, vault, mailer, hasRole, clock, log);
      const links = new Links(database, clock);
      const mergeRoles = async (person: number, into: number): Promise<void> => {
        if (!isReachable) throw new Error("down");
        notifications.push(`${person} is ${into}`);
      };
      const couplings = await Couplings.open(store, database, { scenarios: mergeRoles }, clock, log);
      return {
        accounts,
        outbox,
        couplings,
        invitations: new Invitations({
          accounts,
          links,
          outbox,
          couplings,
          attempts: new AttemptLimiter(database, clock),
        }),
      };
    }
    type Process = Awaited<ReturnType<typeof open>>;

    const messages = (): string[] =>
      readdirSync(directory).map((file) => readFileSync(join(directory, file), "utf8").replaceAll("=\n", ""));
    const createAda = ({ accounts }: Process): Promise<number> =>
      accounts.create({ email: "ada@example.org", name: "Ada" }, false, cause);

    test("an email that is written to a file is reported with its path, and without its recipient", async () => {
      const files: string[] = [];
      const process = await open(fileMailer(directory, FROM, (file) => files.push(file)));
      const bob = await process.accounts.admit("bob@example.org", cause);
      await process.invitations.invite(bob, await createAda(process), resource, options);
      await process.outbox.deliver();
      expect(files).toHaveLength(1);
      expect(readFileSync(files[0]!, "utf8")).toContain("bob@example.org");
      expect(files[0]).toBe(join(directory, basename(files[0]!)));
    });

    test("a person without an account is invited once, despite repeated requests, restarts and crashes", async () => {
      const process = await open();
      const inviter = await createAda(process);
      const bob = await process.accounts.admit("bob@example.org", cause);
      await process.invitations.invite(bob, inviter, resource, options);
      // Simulates a crash: another process finds the email.
      const otherProcess = await open();
      await otherProcess.invitations.invite(bob, inviter, resource, options);
      await Promise.all([otherProcess.outbox.deliver(), process.outbox.deliver()]);
      await otherProcess.invitations.invite(bob, inviter, { ...resource, role: "owner" }, options);
      await otherProcess.outbox.deliver();
      const [message, ...more] = messages();
      expect(more).toEqual([]);
      expect(message).toMatch(/^To: bob@example\.org$/m);
      expect(message).toMatch(/^Subject: Ada shared a scenario with you$/m);
      expect(message).toContain('Ada shared scenario 12, "Our village" with you as viewer.');
      expect(message).toContain(`${SITE}/invitation/`);

      await otherProcess.invitations.invite(bob, inviter, { ...resource, number: 13 }, options);
      wait(31 * DAY_MS);
      await otherProcess.invitations.invite(bob, inviter, resource, options);
      await otherProcess.outbox.deliver();
      // A new email has replaced last month's, whose link has expired.
      expect(messages()).toHaveLength(2);
    });

    describe("an invitation announced before the role exists", () => {
      const announced = { ...options, announced: true };

      test("an announced invitation is sent once, when the role exists", async () => {
        const process = await open();
        const bob = await process.accounts.admit("bob@example.org", cause);
        await process.invitations.invite(bob, null, resource, announced);
        expect(await process.outbox.deliver()).toBe(0);
        await process.invitations.invite(bob, null, resource, options);
        await process.outbox.deliver();
        wait(DAY_MS);
        await process.outbox.deliver();
        expect(messages()).toHaveLength(1);
      });

      test("an announced invitation without a confirmation is sent once the role can be looked up", async () => {
        const process = await open();
        const bob = await process.accounts.admit("bob@example.org", cause);
        await process.invitations.invite(bob, null, resource, announced);
        const nextProcess = await open();
        isReachable = false;
        wait(90_000);
        await nextProcess.outbox.deliver();
        expect(messages()).toEqual([]);
        isReachable = true;
        wait(DAY_MS);
        await Promise.all([nextProcess.outbox.deliver(), process.outbox.deliver()]);
        // A caller that did not receive the response repeats the call.
        await nextProcess.invitations.invite(bob, null, resource, announced);
        await nextProcess.invitations.invite(bob, null, resource, options);
        await nextProcess.outbox.deliver();
        expect(messages()).toHaveLength(1);
      });

      test("an email is not sent while the role is missing, and is sent once it is granted", async () => {
        const process = await open();
        const bob = await process.accounts.admit("bob@example.org", cause);
        await process.invitations.invite(bob, null, resource, announced);
        members = [];
        wait(90_000);
        await process.outbox.deliver();
        wait(DAY_MS);
        expect([await process.outbox.deliver(), messages()]).toEqual([0, []]);
        members = [bob];
        await process.invitations.invite(bob, null, resource, announced);
        await process.invitations.invite(bob, null, resource, options);
        await process.outbox.deliver();
        expect(messages()).toHaveLength(1);
      });
    });

    test("a person with an account is not invited, nor is an unknown id", async () => {
      const process = await open();
      const inviter = await createAda(process);
      await process.invitations.invite(inviter, null, resource, options);
      await process.invitations.invite(99, inviter, resource, options);
      expect(await process.outbox.deliver()).toBe(0);
    });

    test("following the link adds the invited address to the account, in every process, and services are notified", async () => {
      const process = await open();
      const inviter = await createAda(process);
      const bob = await process.accounts.admit("bob@work.example.org", cause);
      await process.invitations.invite(bob, inviter, resource, options);
      await process.outbox.deliver();
      const secret = secretIn(messages()[0]!);
      const account = await process.accounts.create({ email: "bob@example.org", name: null }, false, cause);
      expect(await process.invitations.accept("x".repeat(32), account, cause)).toBe("expired");

      isReachable = false;
      expect(await process.invitations.accept(secret, account, cause)).toBe("accepted");
      const otherProcess = await open();
      await otherProcess.couplings.deliver();
      expect(await otherProcess.accounts.findByEmail("bob@work.example.org")).toBe(account);
      expect(await otherProcess.accounts.admit("Bob@work.example.org", cause)).toBe(account);
      expect(notifications).toEqual([]);
      isReachable = true;
      await otherProcess.couplings.deliver();
      await process.couplings.deliver();
      expect(notifications).toEqual([`${bob} is ${account}`]);
      // Notified twice, because requests may have looked up the person before the coupling.
      wait(200_000);
      await process.couplings.deliver();
      await process.couplings.deliver();
      expect(notifications).toEqual([`${bob} is ${account}`, `${bob} is ${account}`]);

      // Permanently: no other account gets the address, and no account is created with that email.
      expect(await otherProcess.invitations.accept(secret, account, cause)).toBe("accepted");
      expect(await otherProcess.invitations.accept(secret, inviter, cause)).toBe("taken");
      await expect(
        otherProcess.accounts.create({ email: "bob@work.example.org", name: null }, false, cause),
      ).rejects.toThrow("already");
    });

    test("a link is valid for a month, and only for its email's account if there is one", async () => {
      const process = await open();
      const inviter = await createAda(process);
      const bob = await process.accounts.admit("bob@example.org", cause);
      await process.invitations.invite(bob, inviter, resource, options);
      await process.outbox.deliver();
      const secret = secretIn(messages()[0]!);
      expect(await process.accounts.create({ email: "bob@example.org", name: null }, false, cause)).toBe(bob);
      expect(await process.invitations.accept(secret, inviter, cause)).toBe("taken");
      expect(await process.invitations.accept(secret, bob, cause)).toBe("accepted");
      wait(30 * DAY_MS);
      expect(await process.invitations.accept(secret, bob, cause)).toBe("expired");
      await process.couplings.deliver();
      expect(notifications).toEqual([]);
    });

    test("user-supplied names and titles cannot break out of their line in the email", async () => {
      const process = await open();
      const name = "Eve\r\nBcc: all@example.org\r\n\r\nhttps://evil.example.org";
      const inviter = await process.accounts.create({ email: "eve@example.org", name }, false, cause);
      const bob = await process.accounts.admit("bob@example.org", cause);
      await process.invitations.invite(bob, inviter, { ...resource, title: `x\n\n${"y".repeat(9_999)}` }, options);
      await process.outbox.deliver();
      const [message] = messages();
      const [headers = "", text = ""] = message!.split("\n\n", 2);
      expect(headers).not.toMatch(/^bcc/im);
      expect(text).toContain("Hello");
      expect(message!.length).toBeLessThan(2_000);
    });

    test("invitations by one person cause at most two hundred emails a day", async () => {
      const process = await open();
      const inviter = await createAda(process);
      const bob = await process.accounts.admit("bob@example.org", cause);
      const countEmails = async (): Promise<number> => {
        const [row] = await database.query<{ count: number }>({
          text: "select cast(count(*) as integer) as count from mail",
          values: [],
        });
        return row!.count;
      };
      await Promise.all(
        Array.from({ length: 205 }, (_, number) =>
          process.invitations.invite(bob, inviter, { ...resource, number: number + 1 }, options),
        ),
      );
      expect(await countEmails()).toBe(200);
      wait(DAY_MS);
      await process.invitations.invite(bob, inviter, { ...resource, number: 999 }, options);
      expect(await countEmails()).toBe(201);
    });

    test("emails to and from an erased person are deleted", async () => {
      const process = await open();
      const inviter = await createAda(process);
      const bob = await process.accounts.admit("bob@example.org", cause);
      await process.invitations.invite(bob, inviter, resource, options);
      await process.outbox.deliver();
      await erase(process.accounts, inviter);
      expect(messages()).toEqual([]);
      await process.invitations.invite(bob, null, resource, options);
      await process.outbox.deliver();
      await process.invitations.invite(bob, null, { ...resource, number: 13 }, options);
      const account = await process.accounts.create({ email: "bob@work.example.org", name: null }, false, cause);
      await process.invitations.accept(secretIn(messages()[0]!), account, cause);
      await process.couplings.deliver();
      await erase(process.accounts, account);
      expect(messages()).toEqual([]);
      expect(await process.outbox.deliver()).toBe(0);
      expect(await process.accounts.findByEmail("bob@example.org")).toBeNull();
    });

    test("a stored email reveals neither its recipient nor its link", async () => {
      const process = await open();
      const inviter = await createAda(process);
      const bob = await process.accounts.admit("bob@example.org", cause);
      await process.invitations.invite(bob, inviter, resource, options);
      const rows = async () =>
        JSON.stringify([
          await database.query({ text: "select * from mail", values: [] }),
          await database.query({ text: "select * from links", values: [] }),
        ]);
      expect(await rows()).not.toMatch(/example\.org|village|invitation\//i);
      await process.outbox.deliver();
      expect(await rows()).not.toContain(secretIn(messages()[0]!));
    });

    describe("with a mail server", () => {
      let server: MailServer;
      beforeEach(async () => {
        server = await startMailServer();
        cleanups.push(() => server.close());
      });

      test("queued emails are sent automatically", async () => {
        const process = await open(smtpMailer(server.url, FROM));
        process.outbox.start();
        cleanups.push(() => process.outbox.close());
        const bob = await process.accounts.admit("bob@example.org", cause);
        await process.invitations.invite(bob, null, resource, options);
        await server.waitFor(1);
        expect(server.receivedEmails).toMatchObject([{ to: "bob@example.org" }]);
        expect(server.receivedEmails[0]!.source).toContain("Another user shared scenario 12");
      });

      test("a temporarily rejected email is sent later as the same message; a permanently rejected one is discarded", async () => {
        const process = await open(smtpMailer(server.url, FROM));
        cleanups.push(() => process.outbox.close());
        const bob = await process.accounts.admit("bob@example.org", cause);
        await process.invitations.invite(bob, null, resource, options);
        server.refuseWith(451);
        await process.outbox.deliver();
        expect(await process.outbox.deliver()).toBe(0);
        server.refuseWith(null);
        wait(5_000);
        await process.outbox.deliver();
        expect(server.receivedEmails).toHaveLength(1);

        await process.invitations.invite(bob, null, { ...resource, number: 13 }, options);
        server.refuseWith(550);
        await process.outbox.deliver();
        server.refuseWith(null);
        wait(DAY_MS);
        expect(await process.outbox.deliver()).toBe(0);
        expect(server.receivedEmails).toHaveLength(1);
      });

      test("an error names no person", async () => {
        const mailer = smtpMailer(server.url, FROM);
        server.refuseWith(550);
        const failure = mailer.send("1f", { to: "bob@example.org", subject: "s", text: "t" });
        await expect(failure).rejects.toThrow(new MailError("the mail server refused (EENVELOPE 550)", true));
        mailer.close();
      });
    });
  });
}
