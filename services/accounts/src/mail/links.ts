/** Links in emails, which prove access to the mailbox. Stored as digests, for a limited time. */
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
  async make(person: number, purpose: Purpose, lifetimeMs: number): Promise<string> {
    const now = this.#clock.now();
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const expires = new Date(now.getTime() + lifetimeMs).toISOString();
    await this.#database.query(sql`delete from links where expires_at <= ${now.toISOString()}`);
    await this.#database.query(
      sql`insert into links (digest, person, purpose, expires_at)
          values (${digestOf(secret)}, ${person}, ${purpose}, ${expires})`,
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
    const purpose = purposes.find((each) => each === row?.purpose);
    return row === undefined || purpose === undefined ? null : { person: row.person, purpose };
  }

  /**
   * Invalidates a link, and with `others` all links of its purpose that went to the same person. False if it was already
   * invalid: of concurrent uses, one succeeds.
   */
  async use(secret: string, { others = false } = {}): Promise<boolean> {
    const digest = digestOf(secret);
    const rows = await this.#database.query(
      others
        ? sql`delete from links where exists (
                select 1 from links used
                where used.digest = ${digest} and used.person = links.person and used.purpose = links.purpose
              ) returning digest`
        : sql`delete from links where digest = ${digest} returning digest`,
    );
    return rows.length > 0;
  }

  /** Invalidates all links of a purpose that went to a person. */
  async end(person: number, purpose: Purpose): Promise<void> {
    await this.#database.query(sql`delete from links where person = ${person} and purpose = ${purpose}`);
  }
}

const digestOf = (secret: string): string => hash("sha256", secret, "hex");
