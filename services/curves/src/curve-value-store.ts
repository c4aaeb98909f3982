/**
 * Values of curves, each stored once under the SHA-256 of its bytes, next to the events that refer to them. They are
 * written before the event, so that no event lacks its values. Unreferenced values are deleted after a day.
 */
import { hash } from "node:crypto";
import { type Clock, systemClock } from "@etesian/clock";
import { type Migration, type ReadDatabase, sql, reserveId } from "@etesian/event-store";

const MIGRATIONS: readonly Migration<string>[] = [
  {
    about: "numbers by hash",
    steps: [
      // "if not exists": unversioned databases already have the table.
      `create table if not exists curve_numbers (
         hash text primary key,
         numbers text not null,
         kept_at text not null
       )`,
    ],
  },
];

/** Sequence of scenario ids, which the scenarios service assigns. It skips ids of scenarios that have files here. */
export const SCENARIOS = "scenario";

/** Retention of unreferenced values: much longer than an upload or any clock skew. */
export const GRACE_MS = 24 * 60 * 60 * 1000;

/** Stored values do not match their hash. */
export class CorruptCurveError extends Error {
  override readonly name = "CorruptCurveError";

  constructor(hash: string) {
    super(`The values of the curve ${hash} are corrupt`);
  }
}

/** The hash that identifies values, the same on every machine. */
export const hashOf = (numbers: Uint8Array): string => hash("sha256", numbers, "hex");

/** Values as little-endian doubles. */
export function bytesOf(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8));
  return bytes;
}

/** Values from little-endian doubles. */
export const valuesOf = (bytes: Buffer): Float64Array =>
  Float64Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readDoubleLE(index * 8));

export class CurveValueStore {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  private constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Opens the store in a database that is not rebuilt from events. */
  static async open(database: ReadDatabase, clock: Clock = systemClock): Promise<CurveValueStore> {
    await database.migrate("curve numbers", MIGRATIONS);
    return new CurveValueStore(database, clock);
  }

  /** Reserves the id of a scenario that will get files, so that a restored scenarios store does not assign it again. */
  async reserveScenario(scenario: number): Promise<void> {
    await this.#database.query(reserveId(SCENARIOS, scenario));
  }

  /** Stores values for at least a day; returns their hash. */
  async keep(numbers: Uint8Array): Promise<string> {
    const hash = hashOf(numbers);
    const text = Buffer.from(numbers).toString("base64");
    await this.#database.query(
      sql`insert into curve_numbers (hash, numbers, kept_at) values (${hash}, ${text}, ${this.#now()})
          on conflict (hash) do update set kept_at = excluded.kept_at`,
    );
    return hash;
  }

  /** Extends the life of stored values by a day; false if they are missing. */
  async renew(name: string): Promise<boolean> {
    const rows = await this.#database.query(
      sql`update curve_numbers set kept_at = ${this.#now()} where hash = ${name} returning hash`,
    );
    return rows.length > 0;
  }

  /** Reads values; null if they are missing. @throws CorruptCurveError */
  async read(name: string): Promise<Buffer | null> {
    const [row] = await this.#database.query<{ numbers: string }>(
      sql`select numbers from curve_numbers where hash = ${name}`,
    );
    if (row === undefined) return null;
    const numbers = Buffer.from(row.numbers, "base64");
    if (hashOf(numbers) !== name) throw new CorruptCurveError(name);
    return numbers;
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}
