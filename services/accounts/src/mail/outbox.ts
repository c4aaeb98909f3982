/**
 * Outbox: emails are queued, encrypted, in the database of people's keys until they are sent. An email's name makes it
 * unique: it is sent once, however often it is added and even if a process crashes. (After a crash between the mail
 * server's response and its recording, the email is sent again with the same message id.)
 */
import { hash } from "node:crypto";
import type { Clock } from "@etesian/clock";
import { type ReadDatabase, sql } from "@etesian/event-store";
import type { Logger } from "@etesian/service-kit";
import { z } from "zod";
import type { Purpose } from "./links.ts";
import type { Vault } from "../people/vault.ts";
import { type Message, type Mailer, MailError } from "./mailer.ts";

const announcedSchema = z.object({ kind: z.string(), number: z.int() });
const messageSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /**
   * The email is sent only if the recipient then has a role in this resource. The field's name is stored in the
   * database.
   */
  told: announcedSchema.nullable().default(null),
});

/** The resource that an email announces. */
export interface AnnouncedResource {
  /** Such as "scenario" or "saved scenario". */
  readonly kind: string;
  readonly number: number;
}
/** Whether a person currently has a role in a resource. @throws if the resource's service does not respond. */
export type HasRole = (person: number, resource: AnnouncedResource) => Promise<boolean>;

/** Delay before the first retry. It doubles up to `MAX_PAUSE_MS`; all attempts together span about two days. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 3_600_000;
const ATTEMPTS = 50;
/** Time for which a claimed email is reserved for one process. */
const LEASE_MS = 120_000;
/** Interval between polls for emails queued by other processes. */
const POLL_INTERVAL_MS = 15_000;
const PAGE = 20;

interface QueuedEmail {
  readonly id: string;
  readonly person: number;
  readonly sealed: string;
  readonly due_at: string;
  readonly attempts: number;
}

export class Outbox {
  readonly #database: ReadDatabase;
  readonly #vault: Vault;
  readonly #mailer: Mailer;
  readonly #hasRole: HasRole;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(database: ReadDatabase, vault: Vault, mailer: Mailer, hasRole: HasRole, clock: Clock, log: Logger) {
    this.#database = database;
    this.#vault = vault;
    this.#mailer = mailer;
    this.#hasRole = hasRole;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether an email with this name was added within the given time. */
  async hasRecent(name: string, withinMs: number): Promise<boolean> {
    const since = this.#timeFromNow(-withinMs);
    const rows = await this.#database.query(sql`select id from mail where id = ${idOf(name)} and put_at > ${since}`);
    return rows.length > 0;
  }

  /**
   * Adds an email, unless one with this name was added within the given time. An email about a resource is held for
   * `holdMs` or until released; then it is sent if the recipient has a role in the resource, and discarded otherwise.
   */
  async add(
    name: string,
    withinMs: number,
    {
      person,
      sender,
      message,
      announced = null,
      holdMs = 0,
      purpose = null,
    }: {
      readonly person: number;
      readonly sender: number | null;
      readonly message: Message;
      readonly announced?: AnnouncedResource | null;
      readonly holdMs?: number;
      /** Purpose of the email's link, if invalidating the link withdraws the email. */
      readonly purpose?: Purpose | null;
    },
  ): Promise<void> {
    const sealed = await this.#vault.seal(person, { ...message, told: announced } satisfies z.infer<
      typeof messageSchema
    >);
    const [now, due] = [this.#timeFromNow(0), this.#timeFromNow(holdMs)];
    await this.#database.query(
      sql`insert into mail (id, person, sender, sealed, put_at, due_at, sent_at, attempts, purpose)
          values (${idOf(name)}, ${person}, ${sender}, ${sealed}, ${now}, ${due}, null, 0, ${purpose})
          on conflict (id) do update set person = excluded.person, sender = excluded.sender, sealed = excluded.sealed,
            put_at = excluded.put_at, due_at = excluded.due_at, sent_at = null, attempts = 0
          where mail.put_at <= ${this.#timeFromNow(-withinMs)}`,
    );
    this.#wake.abort();
  }

  /** Sends a held email immediately. */
  async release(name: string): Promise<void> {
    const now = this.#timeFromNow(0);
    await this.#database.query(
      sql`update mail set due_at = ${now} where id = ${idOf(name)} and sent_at is null and attempts = 0 and due_at > ${now}`,
    );
    this.#wake.abort();
  }

  /** Deletes queued emails to a person whose links for this purpose were invalidated. */
  async withdraw(person: number, purpose: Purpose): Promise<void> {
    await this.#database.query(
      sql`delete from mail where person = ${person} and purpose = ${purpose} and sent_at is null`,
    );
  }

  /** Age of the oldest unsent email (s); 0 if the queue is empty. */
  async oldestAge(): Promise<number> {
    const [row] = await this.#database.query<{ since: string | null }>(
      sql`select min(put_at) as since from mail where sent_at is null`,
    );
    const since = row?.since ?? null;
    return since === null ? 0 : Math.max(0, (this.#clock.now().getTime() - Date.parse(since)) / 1000);
  }

  /** Sends due emails, from now until `close`. */
  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#running;
    this.#mailer.close();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#wake = new AbortController();
      // The store may be temporarily unavailable.
      const attemptCount = await this.deliver().catch((error: unknown) => {
        this.#log.warn({ err: error }, "sending email failed; retrying");
        return 0;
      });
      if (attemptCount < PAGE) await this.#clock.pause(POLL_INTERVAL_MS, this.#wake.signal);
    }
  }

  /** Attempts to send a page of due emails; returns the number of attempts. */
  async deliver(): Promise<number> {
    const dueEmails = await this.#database.query<QueuedEmail>(
      sql`select id, person, sealed, due_at, attempts from mail
          where sent_at is null and due_at <= ${this.#timeFromNow(0)} order by due_at limit ${PAGE}`,
    );
    for (const message of dueEmails) await this.#attempt(message);
    return dueEmails.length;
  }

  async #attempt({ id, person, sealed, due_at: due, attempts }: QueuedEmail): Promise<void> {
    const lease = this.#timeFromNow(LEASE_MS);
    const claimedRows = await this.#database.query(
      sql`update mail set due_at = ${lease}, attempts = ${attempts + 1}
          where id = ${id} and due_at = ${due} and sent_at is null returning id`,
    );
    if (claimedRows.length === 0) return;
    const value = await this.#vault.unseal(person, sealed);
    // Null if the person was erased in the meantime.
    const failure = value === null ? null : await this.#send(id, person, messageSchema.parse(value));
    if (failure === "unwanted") {
      // Deletes the row as well, so that the email can be sent again once the person has the role.
      await this.#database.query(sql`delete from mail where id = ${id}`);
      return;
    }
    if (failure !== null && !failure.isFinal && attempts + 1 < ATTEMPTS) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempts, MAX_PAUSE_MS);
      await this.#database.query(
        sql`update mail set due_at = ${this.#timeFromNow(pause)} where id = ${id} and due_at = ${lease}`,
      );
      this.#log.warn(
        { mail: id, attempts: attempts + 1, reason: failure.message },
        "email queued again after a failed attempt",
      );
      return;
    }
    if (failure !== null)
      this.#log.error({ mail: id, reason: failure.message }, "email discarded after repeated failures");
    // Deletes the content, but keeps the row so that the name remains taken.
    await this.#database.query(sql`update mail set sent_at = ${this.#timeFromNow(0)}, sealed = '' where id = ${id}`);
  }

  async #send(
    id: string,
    person: number,
    { told: announced, ...message }: z.infer<typeof messageSchema>,
  ): Promise<MailError | "unwanted" | null> {
    try {
      if (announced !== null && !(await this.#hasRole(person, announced))) return "unwanted";
      await this.#mailer.send(id, message);
      return null;
    } catch (error) {
      if (error instanceof MailError) return error;
      return new MailError((error as NodeJS.ErrnoException).code ?? "unknown", false);
    }
  }

  /** Returns the time `ms` milliseconds from now (ISO 8601). */
  #timeFromNow(ms: number): string {
    return new Date(this.#clock.now().getTime() + ms).toISOString();
  }
}

const idOf = (name: string): string => hash("sha256", name, "hex").slice(0, 32);
