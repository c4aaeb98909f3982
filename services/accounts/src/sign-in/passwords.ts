/**
 * Passwords: stored as argon2id hashes next to the keys. The duration of a comparison does not reveal whether a
 * password exists.
 */
import { PASSWORDS } from "@etesian/contracts/limits";
import { hash, verify } from "@node-rs/argon2";
import { type ReadDatabase, sql } from "@etesian/event-store";

/** Hash to compare with if there is no password; created once per process, because only its cost matters. */
let placeholderHash: Promise<string> | undefined;

export class Passwords {
  readonly #database: ReadDatabase;

  constructor(database: ReadDatabase) {
    this.#database = database;
  }

  async set(person: number, password: string): Promise<void> {
    // Argon2id with 19 MiB and two passes.
    const passwordHash = await hash(normalize(password));
    await this.#database.query(
      sql`insert into passwords (person, hash) values (${person}, ${passwordHash})
          on conflict (person) do update set hash = excluded.hash`,
    );
  }

  async has(person: number): Promise<boolean> {
    return (await this.#hashOf(person)) !== null;
  }

  /**
   * Whether this is a person's password. The check takes equally long for an unknown person or one without a password.
   */
  async check(person: number | null, password: string): Promise<boolean> {
    const storedHash = person === null ? null : await this.#hashOf(person);
    placeholderHash ??= hash("");
    const isMatch = await verify(storedHash ?? (await placeholderHash), normalize(password));
    return isMatch && storedHash !== null;
  }

  async #hashOf(person: number): Promise<string | null> {
    const [row] = await this.#database.query<{ hash: string }>(
      sql`select hash from passwords where person = ${person}`,
    );
    return row?.hash ?? null;
  }
}

/** Makes a password independent of the Unicode normalisation of the device on which it was typed. */
const normalize = (password: string): string => password.normalize("NFKC");

/** Whether a password has an allowed length. */
export function isAcceptable(password: string): boolean {
  const { length } = normalize(password);
  return length >= PASSWORDS.minLength && length <= PASSWORDS.maxLength;
}
