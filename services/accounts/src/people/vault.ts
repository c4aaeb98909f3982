/**
 * Data that must not be in events, because events are permanent: the key of each person's data, and the owner of each
 * email. Without the key a person's data is unreadable in every copy of the events.
 */
import { createCipheriv, createDecipheriv, type DecipherGCM, hash, randomBytes } from "node:crypto";
import { type ReadDatabase, sql, reserveId } from "@etesian/event-store";
import { VAULT_MIGRATIONS } from "./vault-schema.ts";

/** Tables with rows per person. */
const PERSONAL_TABLES = ["token_uses", "links", "mail", "identities", "passwords", "oidc_records", "acquaintances"];
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
    const existingId = await this.find(email);
    if (existingId !== null) return existingId;
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
      sql`select person from identities where digest = ${identityDigest(issuer, subject)}`,
    );
    return row?.person ?? null;
  }

  /**
   * Assigns an identity to a person if its current owner is `previousOwner` (null for none). Returns the owner, which a
   * concurrent request may have set.
   */
  async setIdentity(issuer: string, subject: string, previousOwner: number | null, person: number): Promise<number> {
    const digest = identityDigest(issuer, subject);
    await this.#database.query(
      previousOwner === null
        ? sql`insert into identities (digest, person) values (${digest}, ${person}) on conflict (digest) do nothing`
        : sql`update identities set person = ${person} where digest = ${digest} and person = ${previousOwner}`,
    );
    return (await this.findIdentity(issuer, subject))!;
  }

  /** At most `limit` ids of people above an id, in order. */
  async people(afterId: number, limit: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ id: number }>(
      sql`select id from people where id > ${afterId} order by id limit ${limit}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Whether the vault has a person's key. */
  async hasKey(person: number): Promise<boolean> {
    return (await this.#keyOf(person)) !== null;
  }

  /** Ids of people with a key, or whose key was accepted as lost. */
  async peopleWithKeyOrLost(): Promise<ReadonlySet<number>> {
    const rows = await this.#database.query<{ id: number }>(
      sql`select id from people union select person as id from lost_keys`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Records that an operator accepted the loss of these people's keys. */
  async acceptLostKeys(people: readonly number[]): Promise<void> {
    for (const person of people) {
      await this.#database.query(sql`insert into lost_keys (person) values (${person}) on conflict do nothing`);
    }
  }

  /** Ids of people who were coupled with this one. */
  async coupledIds(person: number): Promise<readonly number[]> {
    const rows = await this.#database.query<{ person: number }>(
      sql`select person from couplings where target = ${person} order by person`,
    );
    return rows.map((row) => row.person);
  }

  /** Reserves the ids up to this one. */
  async reserve(highest: number): Promise<void> {
    await this.#database.query(reserveId(PERSON_SEQUENCE, highest));
  }

  /** Ids of emails to and from a person, including coupled ids. */
  async messagesOf(person: number): Promise<readonly string[]> {
    const messages: string[] = [];
    for (const id of [person, ...(await this.coupledIds(person))]) {
      const rows = await this.#database.query<{ id: string }>(
        sql`select id from mail where sender = ${id} or person = ${id}`,
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
   * Decrypts several strings of a person with a single read of the key; all are null if the person was erased. @throws
   * like `unseal`
   */
  async unsealAll(person: number, sealed: readonly string[]): Promise<readonly unknown[]> {
    const key = await this.#keyOf(person);
    return sealed.map((text) => (key === null ? null : unsealWith(key, person, text)));
  }

  /**
   * Deletes the keys of a person and of people coupled with them from every file, so that their sealed data becomes
   * unreadable.
   */
  async deletePerson(person: number): Promise<void> {
    for (const id of [...(await this.coupledIds(person)), person]) {
      await this.#database.query(sql`delete from mail where sender = ${id}`);
      await this.#database.query(sql`delete from acquaintances where other = ${id}`);
      await this.#database.query(sql`delete from tries where about in (select email from people where id = ${id})`);
      for (const table of PERSONAL_TABLES) {
        await this.#database.query({ text: `delete from ${table} where person = $1`, values: [id] });
      }
      await this.#database.query(sql`delete from people where id = ${id}`);
    }
    await this.#database.expunge([...PERSONAL_TABLES, "tries", "people"]);
  }

  /** Records that a person added another person by email. */
  async addContact(person: number, contact: number): Promise<void> {
    await this.#database.query(
      sql`insert into acquaintances (person, other) values (${person}, ${contact}) on conflict do nothing`,
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
  async tokenUses(person: number): Promise<ReadonlyMap<string, string>> {
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

/** Whether two emails are equal, ignoring case. */
export const isSameEmail = (one: string, other: string): boolean => digestOf(one) === digestOf(other);

/** Digest of an email, which identifies it here. */
export const digestOf = (email: string): string => hash("sha256", email.trim().normalize("NFC").toLowerCase(), "hex");

/** Digest of an identity; no email has this form. */
const identityDigest = (issuer: string, subject: string): string =>
  hash("sha256", JSON.stringify([issuer, subject]), "hex");

/** Decrypts sealed data of a person. @throws UnreadableError if the key differs. */
export function unsealWith(key: Buffer, person: number, sealed: string): unknown {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(contextOf(person));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return JSON.parse(decrypt(person, decipher, bytes.subarray(NONCE_BYTES + TAG_BYTES))) as unknown;
}

/** Binds sealed data to its person, so that it cannot be passed off as another's. */
const contextOf = (person: number): Buffer => Buffer.from(`person ${person}`);

function decrypt(person: number, decipher: DecipherGCM, sealed: Buffer): string {
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
  } catch (error) {
    throw new UnreadableError(person, error);
  }
}
