/**
 * What must not be in events, because events stay: the key of each person's data, and which e-mail is whose. Who is
 * forgotten here cannot be read any more, in whatever copy of the events.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import { type ReadDatabase, sql, takeNumber } from "@etesian/event-store";

const TABLES = [
  sql`create table if not exists people (
        id integer primary key,
        email text not null unique,
        data_key text not null
      )`,
  sql`create table if not exists token_uses (
        person integer not null,
        token text not null,
        used_at text not null,
        primary key (person, token)
      )`,
  // Letters that wait, or were sent.
  sql`create table if not exists mail (
        id text primary key,
        person integer not null,
        sender integer,
        sealed text not null,
        put_at text not null,
        due_at text not null,
        sent_at text,
        attempts integer not null
      )`,
  // Links in letters.
  sql`create table if not exists links (
        digest text primary key,
        person integer not null,
        purpose text not null,
        expires_at text not null
      )`,
  // Who people are to other issuers.
  sql`create table if not exists identities (digest text primary key, person integer not null)`,
  sql`create table if not exists passwords (person integer primary key, hash text not null)`,
  // What the OpenID provider remembers.
  sql`create table if not exists oidc_records (
        model text not null,
        digest text not null,
        payload text not null,
        uid text,
        grant_id text,
        person integer,
        consumed_at text,
        expires_at text not null,
        primary key (model, digest)
      )`,
  sql`create index if not exists oidc_records_by_uid on oidc_records (uid)`,
  sql`create index if not exists oidc_records_by_grant on oidc_records (grant_id)`,
  sql`create index if not exists oidc_records_by_person on oidc_records (person)`,
  sql`create index if not exists oidc_records_by_end on oidc_records (expires_at)`,
  // What the OpenID provider signs with.
  sql`create table if not exists secrets (name text primary key, value text not null)`,
  // How often something was tried.
  sql`create table if not exists tries (name text primary key, count integer not null, since text not null)`,
  // Who turned out to be whom.
  sql`create table if not exists couplings (person integer primary key, target integer not null)`,
];
/** Tables with rows of people. */
const PERSONAL = ["token_uses", "links", "mail", "identities", "passwords", "oidc_records"];
/** Numbers of people. */
const SEQUENCE = "person";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class Vault {
  readonly #database: ReadDatabase;

  private constructor(database: ReadDatabase) {
    this.#database = database;
  }

  /** On a database that nothing else makes again: who loses it loses everybody. */
  static async open(database: ReadDatabase): Promise<Vault> {
    await database.create(TABLES);
    return new Vault(database);
  }

  /** Number of the person with an e-mail, null when it is nobody's. */
  async find(email: string): Promise<number | null> {
    const [row] = await this.#database.query<{ id: number }>(
      sql`select id from people where email = ${digestOf(email)}`,
    );
    return row?.id ?? null;
  }

  /** The same; who is not known yet gets a number and a key. */
  async admit(email: string): Promise<number> {
    const known = await this.find(email);
    if (known !== null) return known;
    const id = await this.#database.nextNumber(SEQUENCE);
    const key = randomBytes(KEY_BYTES).toString("base64");
    await this.#database.query(
      sql`insert into people (id, email, data_key) values (${id}, ${digestOf(email)}, ${key})
          on conflict (email) do nothing`,
    );
    // Somebody else may have been faster.
    return (await this.find(email))!;
  }

  /** The person that an issuer calls by a name; null when it is nobody yet. */
  async findIdentity(issuer: string, subject: string): Promise<number | null> {
    const [row] = await this.#database.query<{ person: number }>(
      sql`select person from identities where digest = ${identityOf(issuer, subject)}`,
    );
    return row?.person ?? null;
  }

  /** Says who that is; answers who it is, when somebody else was faster. */
  async addIdentity(issuer: string, subject: string, person: number): Promise<number> {
    await this.#database.query(
      sql`insert into identities (digest, person) values (${identityOf(issuer, subject)}, ${person})
          on conflict (digest) do nothing`,
    );
    return (await this.findIdentity(issuer, subject))!;
  }

  /** Numbers of people after a number, in order, at most `limit`. */
  async people(after: number, limit: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ id: number }>(
      sql`select id from people where id > ${after} order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Whether there is a key of a person. */
  async knows(person: number): Promise<boolean> {
    return (await this.#keyOf(person)) !== null;
  }

  /** Who turned out to be a person. */
  async coupledWith(person: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ person: number }>(
      sql`select person from couplings where target = ${person} order by person`,
    );
    return rows.map((row) => row.person);
  }

  /** Gives none of the numbers up to this one to somebody new. */
  async reserve(highest: number): Promise<void> {
    await this.#database.query(takeNumber(SEQUENCE, highest));
  }

  /** Ids of letters to and from a person, and those who turned out to be them. */
  async lettersOf(person: number): Promise<readonly string[]> {
    const letters: string[] = [];
    for (const each of [person, ...(await this.coupledWith(person))]) {
      const rows = await this.#database.query<{ id: string }>(
        sql`select id from mail where sender = ${each} or person = ${each}`,
      );
      letters.push(...rows.map(({ id }) => id));
    }
    return letters;
  }

  /** Data of a person, so that only this vault can read them. */
  async seal(person: number, data: unknown): Promise<string> {
    const key = await this.#keyOf(person);
    if (key === null) throw new Error(`person ${person} has no key`);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(contextOf(person));
    const text = Buffer.concat([cipher.update(JSON.stringify(data), "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
  }

  /** What was sealed; null when the person was forgotten. */
  async unseal(person: number, sealed: string): Promise<unknown> {
    const key = await this.#keyOf(person);
    if (key === null) return null;
    const bytes = Buffer.from(sealed, "base64");
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(contextOf(person));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString("utf8")) as unknown;
  }

  /**
   * From now on nobody can read what was sealed of a person, nor of those who turned out to be them, and nothing of their keys
   * is left in any file.
   */
  async forget(person: number): Promise<void> {
    for (const each of [...(await this.coupledWith(person)), person]) {
      await this.#database.query(sql`delete from mail where sender = ${each}`);
      for (const table of PERSONAL) {
        await this.#database.query({ text: `delete from ${table} where person = $1`, values: [each] });
      }
      await this.#database.query(sql`delete from people where id = ${each}`);
    }
    await this.#database.expunge([...PERSONAL, "people"]);
  }

  /** A token was shown; `time` is ISO 8601. */
  async noteUse(person: number, token: string, time: string): Promise<void> {
    await this.#database.query(
      sql`insert into token_uses (person, token, used_at) values (${person}, ${token}, ${time})
          on conflict (person, token) do update set used_at = excluded.used_at`,
    );
  }

  /** When the tokens of a person were shown last, by key. */
  async uses(person: number): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query<{ token: string; used_at: string }>(
      sql`select token, used_at from token_uses where person = ${person}`,
    );
    return new Map(rows.map(({ token, used_at }) => [token, used_at]));
  }

  async #keyOf(person: number): Promise<Buffer | null> {
    const [row] = await this.#database.query<{ data_key: string }>(
      sql`select data_key from people where id = ${person}`,
    );
    return row === undefined ? null : Buffer.from(row.data_key, "base64");
  }
}

/** Two spellings of one e-mail are one: letters of either case. */
const digestOf = (email: string): string => hash("sha256", email.trim().normalize("NFC").toLowerCase(), "hex");

/** As no e-mail is written. */
const identityOf = (issuer: string, subject: string): string =>
  hash("sha256", JSON.stringify([issuer, subject]), "hex");

/** What is sealed of one person cannot be shown as another's. */
const contextOf = (person: number): Buffer => Buffer.from(`person ${person}`);
