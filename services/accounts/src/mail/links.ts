/** Links in emails, which prove access to the mailbox. They are stored as digests for a limited time. */
import { hash, randomBytes } from "node:crypto";
import type { Clock } from "@etesian/clock";
import { type ReadDatabase, sql } from "@etesian/event-store";

const SECRET_BYTES = 24;

/** A link is valid for one purpose only. */
export type Purpose = "invitation" | "sign_in" | "new_email";

export class Links {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates a link to a person's mailbox and returns its secret. */
  async create(person: number, purpose: Purpose, lifetimeMs: number): Promise<string> {
    const now = this.#clock.now();
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
    await this.#database.query(sql`delete from links where expires_at <= ${now.toISOString()}`);
    await this.#database.query(
      sql`insert into links (digest, person, purpose, expires_at)
          values (${digestOf(secret)}, ${person}, ${purpose}, ${expiresAt})`,
    );
    return secret;
  }

  /** Recipient and purpose of a valid link; null if it is unknown, has expired or has another purpose. */
  async find(
    secret: string,
    ...purposes: readonly Purpose[]
  ): Promise<{ readonly person: number; readonly purpose: Purpose } | null> {
    const [row] = await this.#database.query<{ person: number; purpose: string }>(
      sql`select person, purpose from links
          where digest = ${digestOf(secret)} and expires_at > ${this.#clock.now().toISOString()}`,
    );
    const purpose = purposes.find((purpose) => purpose === row?.purpose);
    return row === undefined || purpose === undefined ? null : { person: row.person, purpose };
  }

  /**
   * Invalidates a link; with `includeOthers`, all links for its purpose that were sent to the same person. Returns
   * false if the link was already invalid, so that only one of several concurrent uses succeeds.
   */
  async use(secret: string, { others: includeOthers = false } = {}): Promise<boolean> {
    const digest = digestOf(secret);
    const rows = await this.#database.query(
      includeOthers
        ? sql`delete from links where exists (
                select 1 from links used
                where used.digest = ${digest} and used.person = links.person and used.purpose = links.purpose
              ) returning digest`
        : sql`delete from links where digest = ${digest} returning digest`,
    );
    return rows.length > 0;
  }

  /** Invalidates all links for a purpose that were sent to a person. */
  async invalidateAll(person: number, purpose: Purpose): Promise<void> {
    await this.#database.query(sql`delete from links where person = ${person} and purpose = ${purpose}`);
  }
}

const digestOf = (secret: string): string => hash("sha256", secret, "hex");
