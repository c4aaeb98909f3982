/**
 * Data that must not be in events, because events are permanent: the key of each person's data, and the owner of each
 * email. Without the key a person's data is unreadable in every copy of the events.
 */
import { createCipheriv, createDecipheriv, type DecipherGCM, hash, randomBytes } from "node:crypto";
import { type ReadDatabase, sql, takeNumber } from "@etesian/event-store";
import { VAULT_MIGRATIONS } from "./vault-schema.ts";

/** Tables with rows per person. */
const PERSONAL = ["token_uses", "links", "mail", "identities", "passwords", "oidc_records", "acquaintances"];
/** Sequence of person ids. */
export const PERSON_SEQUENCE = "person";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Sealed data of a person cannot be opened with the current key. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";

  constructor(person: number, cause: unknown) {
    super(`sealed data of person ${person} cannot be read: the key differs, or the data was changed`, { cause });
  }
}

export class Vault {
  readonly #database: ReadDatabase;

  private constructor(database: ReadDatabase) {
    this.#database = database;
  }

  /** Opens the vault. Its database cannot be rebuilt: losing it loses all accounts. */
  static async open(database: ReadDatabase): Promise<Vault> {
    await database.migrate("keys of people", VAULT_MIGRATIONS);
    return new Vault(database);
  }

  /** Id of the person with an email; null if unknown. */
  async find(email: string): Promise<number | null> {
    const [row] = await this.#database.query<{ id: number }>(
      sql`select id from people where email = ${digestOf(email)}`,
    );
    return row?.id ?? null;
  }

  /** Like `find`; an unknown email gets an id and a key. */
  async admit(email: string): Promise<number> {
    const known = await this.find(email);
    if (known !== null) return known;
    const id = await this.#database.nextNumber(PERSON_SEQUENCE);
    const key = randomBytes(KEY_BYTES).toString("base64");
    await this.#database.query(
      sql`insert into people (id, email, data_key) values (${id}, ${digestOf(email)}, ${key})
          on conflict (email) do nothing`,
    );
    // A concurrent request may have created the person.
    return (await this.find(email))!;
  }

  /** The person that an issuer identifies; null if unknown. */
  async findIdentity(issuer: string, subject: string): Promise<number | null> {
    const [row] = await this.#database.query<{ person: number }>(
      sql`select person from identities where digest = ${identityOf(issuer, subject)}`,
    );
    return row?.person ?? null;
  }

  /**
   * Assigns an identity to a person if its current owner is `before` (null: none). Returns the owner, which may come
   * from a concurrent request.
   */
  async setIdentity(issuer: string, subject: string, before: number | null, person: number): Promise<number> {
    const digest = identityOf(issuer, subject);
    await this.#database.query(
      before === null
        ? sql`insert into identities (digest, person) values (${digest}, ${person}) on conflict (digest) do nothing`
        : sql`update identities set person = ${person} where digest = ${digest} and person = ${before}`,
    );
    return (await this.findIdentity(issuer, subject))!;
  }

  /** At most `limit` ids of people above an id, in order. */
  async people(after: number, limit: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ id: number }>(
      sql`select id from people where id > ${after} order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Whether the vault has a person's key. */
  async knows(person: number): Promise<boolean> {
    return (await this.#keyOf(person)) !== null;
  }

  /** Ids of people with a key, or whose key was accepted as lost. */
  async withKeyOrLost(): Promise<ReadonlySet<number>> {
    const rows = await this.#database.query<{ id: number }>(
      sql`select id from people union select person as id from lost_keys`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Records that an operator accepted the loss of these people's keys. */
  async acceptLost(people: readonly number[]): Promise<void> {
    for (const person of people) {
      await this.#database.query(sql`insert into lost_keys (person) values (${person}) on conflict do nothing`);
    }
  }

  /** Persons that were coupled with this one. */
  async coupledWith(person: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ person: number }>(
      sql`select person from couplings where target = ${person} order by person`,
    );
    return rows.map((row) => row.person);
  }

  /** Reserves the ids up to this one. */
  async reserve(highest: number): Promise<void> {
    await this.#database.query(takeNumber(PERSON_SEQUENCE, highest));
  }

  /** Ids of emails to and from a person, including coupled ids. */
  async messagesOf(person: number): Promise<readonly string[]> {
    const messages: string[] = [];
    for (const each of [person, ...(await this.coupledWith(person))]) {
      const rows = await this.#database.query<{ id: string }>(
        sql`select id from mail where sender = ${each} or person = ${each}`,
      );
      messages.push(...rows.map(({ id }) => id));
    }
    return messages;
  }

  /** Encrypts data with a person's key. */
  async seal(person: number, data: unknown): Promise<string> {
    const key = await this.#keyOf(person);
    if (key === null) throw new Error(`person ${person} has no key`);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(contextOf(person));
    const text = Buffer.concat([cipher.update(JSON.stringify(data), "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
  }

  /** Decrypts sealed data; null if the person was erased. @throws UnreadableError if the key differs. */
  async unseal(person: number, sealed: string): Promise<unknown> {
    const key = await this.#keyOf(person);
    return key === null ? null : unsealWith(key, person, sealed);
  }

  /**
   * Deletes the keys of a person and of persons coupled with them, in every file, so that their sealed data becomes
   * unreadable.
   */
  async deletePerson(person: number): Promise<void> {
    for (const each of [...(await this.coupledWith(person)), person]) {
      await this.#database.query(sql`delete from mail where sender = ${each}`);
      await this.#database.query(sql`delete from acquaintances where other = ${each}`);
      await this.#database.query(sql`delete from tries where about in (select email from people where id = ${each})`);
      for (const table of PERSONAL) {
        await this.#database.query({ text: `delete from ${table} where person = $1`, values: [each] });
      }
      await this.#database.query(sql`delete from people where id = ${each}`);
    }
    await this.#database.expunge([...PERSONAL, "tries", "people"]);
  }

  /** Records that a person added another one by email. */
  async addContact(person: number, other: number): Promise<void> {
    await this.#database.query(
      sql`insert into acquaintances (person, other) values (${person}, ${other}) on conflict do nothing`,
    );
  }

  /** Contacts of a person, in either direction. */
  async contactsOf(person: number): Promise<ReadonlySet<number>> {
    const rows = await this.#database.query<{ id: number }>(
      sql`select other as id from acquaintances where person = ${person}
          union select person as id from acquaintances where other = ${person}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Records the use of a token; `time` is ISO 8601. */
  async recordUse(person: number, token: string, time: string): Promise<void> {
    await this.#database.query(
      sql`insert into token_uses (person, token, used_at) values (${person}, ${token}, ${time})
          on conflict (person, token) do update set used_at = excluded.used_at`,
    );
  }

  /** Time of the last use of each of a person's tokens, by key. */
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

/** Whether two spellings are the same email; case is ignored. */
export const isSameEmail = (one: string, other: string): boolean => digestOf(one) === digestOf(other);

/** Digest of an email, which identifies it here. */
export const digestOf = (email: string): string => hash("sha256", email.trim().normalize("NFC").toLowerCase(), "hex");

/** Digest of an identity; no email has this form. */
const identityOf = (issuer: string, subject: string): string =>
  hash("sha256", JSON.stringify([issuer, subject]), "hex");

/** Decrypts sealed data of a person. @throws UnreadableError if the key differs. */
export function unsealWith(key: Buffer, person: number, sealed: string): unknown {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(contextOf(person));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return JSON.parse(opened(person, decipher, bytes.subarray(NONCE_BYTES + TAG_BYTES))) as unknown;
}

/** Binds sealed data to its person, so that it cannot be passed off as another's. */
const contextOf = (person: number): Buffer => Buffer.from(`person ${person}`);

function opened(person: number, decipher: DecipherGCM, sealed: Buffer): string {
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch (error) {
    throw new UnreadableError(person, error);
  }
}
