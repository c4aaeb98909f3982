/** All sign-in components on a test store, with collected emails and a clock that advances only on request. */
import { systemClock } from "@etesian/clock";
import { type EventStore, openEventStore, openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import type { TestStore } from "@etesian/event-store/testing";
import { createLogger } from "@etesian/service-kit";
import { Accounts } from "./people/accounts.ts";
import { Couplings } from "./people/couplings.ts";
import { Invitations } from "./sign-in/invitations.ts";
import { Links } from "./mail/links.ts";
import type { Message } from "./mail/mailer.ts";
import { Outbox } from "./mail/outbox.ts";
import { NewEmail } from "./sign-in/new-email.ts";
import { OidcRecords } from "./sign-in/oidc-records.ts";
import { Passwords } from "./sign-in/passwords.ts";
import { SignIn } from "./sign-in/sign-in.ts";
import { AttemptLimiter } from "./sign-in/attempt-limiter.ts";
import { Vault } from "./people/vault.ts";

export const cause = { actor: "service:test", correlationId: "r" };
export const SITE = "https://etesian.example.org";
export const PASSWORD = "correct horse battery";

export interface People {
  readonly store: EventStore;
  readonly database: ReadDatabase;
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly invitations: Invitations;
  readonly newEmail: NewEmail;
  readonly couplings: Couplings;
  readonly links: Links;
  readonly outbox: Outbox;
  readonly passwords: Passwords;
  readonly records: OidcRecords;
  readonly attempts: AttemptLimiter;
  /** Sent emails. */
  readonly emails: Message[];
  /** Response delays (ms). */
  readonly pauses: number[];
  /** Advances the clock. */
  readonly wait: (ms: number) => void;
  /** Sends queued emails; returns the secret of the link in the last one. */
  readonly lastSecret: () => Promise<string>;
  readonly close: () => Promise<void>;
}

export async function openPeople(testStore: Awaited<ReturnType<TestStore["create"]>>): Promise<People> {
  const store = await openEventStore(testStore.url);
  const database = await openReadDatabase(testStore.url);
  let now = Date.parse("2026-11-22T10:00:00.000Z");
  let elapsed = 0;
  const [emails, pauses]: [Message[], number[]] = [[], []];
  const clock = { ...systemClock, now: () => new Date(now) };
  // Each unit of work takes 7 ms of this clock, and delayed responses are sent immediately.
  const steadyClock = {
    ...clock,
    elapsed: () => (elapsed += 7),
    pause: (ms: number) => Promise.resolve(void pauses.push(ms)),
  };
  const log = createLogger({ program: "test", level: "silent" });
  const mailer = {
    send: (_id: string, email: Message) => Promise.resolve(void emails.push(email)),
    delete: () => Promise.resolve(),
    close: () => {},
  };
  const vault = await Vault.open(database);
  const accounts = new Accounts(store, vault, mailer, clock);
  const outbox = new Outbox(database, vault, mailer, async () => true, clock, log);
  const [links, attempts] = [new Links(database, clock), new AttemptLimiter(database, clock)];
  const [passwords, records] = [new Passwords(database), new OidcRecords(database, clock)];
  const couplings = await Couplings.open(store, database, { scenarios: () => Promise.resolve() }, clock, log);
  return {
    store,
    database,
    vault,
    accounts,
    couplings,
    links,
    outbox,
    passwords,
    records,
    attempts,
    emails,
    pauses,
    signIn: new SignIn({ accounts, passwords, links, outbox, attempts, records, clock: steadyClock }),
    newEmail: new NewEmail({ accounts, links, outbox, couplings, attempts, vault }),
    invitations: new Invitations({ accounts, links, outbox, couplings, attempts }),
    wait: (ms) => void (now += ms),
    lastSecret: async () => {
      await outbox.deliver();
      return /\/(?:link|invitation|email)\/([\w-]{32}(?:\.[\w-]+)?)/.exec(emails.at(-1)!.text)![1]!;
    },
    close: async () => {
      await store.close();
      await database.close();
      await testStore.remove();
    },
  };
}
