/**
 * Numbers of curves, each stored once under the SHA-256 of its bytes, beside the events that name it. They are written
 * before the event, so that every event finds its numbers. Unreferenced numbers are deleted after a day.
 */
import { hash } from "node:crypto";
import { type Clock, systemClock } from "@etesian/clock";
import { type Migration, type ReadDatabase, sql, takeNumber } from "@etesian/event-store";

const MIGRATIONS: readonly Migration<string>[] = [
  {
    about: "numbers by hash",
    steps: [
      // "if not exists": databases from before there were versions have it.
      `create table if not exists curve_numbers (
         hash text primary key,
         numbers text not null,
         kept_at text not null
       )`,
    ],
  },
];

/** Numbers of scenarios, which their service gives out: never one that has files here. */
export const SCENARIOS = "scenario";

/** How long numbers are kept without an event that names them: far longer than an upload takes, or two clocks differ. */
export const GRACE_MS = 24 * 60 * 60 * 1000;

/** Numbers are not what was stored under their hash. */
export class CorruptCurveError extends Error {
  override readonly name = "CorruptCurveError";

  constructor(hash: string) {
    super(`The numbers of the curve ${hash} are not what was stored`);
  }
}

/** The name of numbers: the same on every machine. */
export const hashOf = (numbers: Uint8Array): string => hash("sha256", numbers, "hex");

/** Little-endian doubles. */
export function bytesOf(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => bytes.writeDoubleLE(value, index * 8));
  return bytes;
}

/** The values of little-endian doubles. */
export const valuesOf = (bytes: Buffer): Float64Array =>
  Float64Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readDoubleLE(index * 8));

export class CurveValueStore {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  private constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** On a database that nothing else makes again. */
  static async open(database: ReadDatabase, clock: Clock = systemClock): Promise<CurveValueStore> {
    await database.migrate("curve numbers", MIGRATIONS);
    return new CurveValueStore(database, clock);
  }

  /**
   * A scenario is about to get files: its number is reserved, so that a restored store of scenarios does not give it
   * out again.
   */
  async reserveScenario(scenario: number): Promise<void> {
    await this.#database.query(takeNumber(SCENARIOS, scenario));
  }

  /** Keeps numbers, for a day at least; answers their hash. */
  async keep(numbers: Uint8Array): Promise<string> {
    const name = hashOf(numbers);
    const text = Buffer.from(numbers).toString("base64");
    await this.#database.query(
      sql`insert into curve_numbers (hash, numbers, kept_at) values (${name}, ${text}, ${this.#now()})
          on conflict (hash) do update set kept_at = excluded.kept_at`,
    );
    return name;
  }

  /** Keeps numbers that are there for another day; false when they are not. */
  async hold(name: string): Promise<boolean> {
    const rows = await this.#database.query(
      sql`update curve_numbers set kept_at = ${this.#now()} where hash = ${name} returning hash`,
    );
    return rows.length > 0;
  }

  /** Null when there are none. @throws CorruptCurveError */
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
