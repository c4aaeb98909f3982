/** A read-model database whose failures are observed: see `FailureMonitor`. */
import { type Clock, systemClock } from "@etesian/clock";
import type { Position } from "../event.ts";
import type { Migration } from "../schema.ts";
import { type Kind, type StoreObserver, FailureMonitor } from "../failure-monitor.ts";
import type { ReadDatabase, Statement } from "./read-database.ts";

/** Operations that can fail, by their metric labels. */
export const READ_DATABASE_OPERATIONS = [
  "create",
  "migrate",
  "query",
  "checkpoint",
  "advance",
  "next number",
  "check",
] as const;
type Operation = (typeof READ_DATABASE_OPERATIONS)[number];

export class WatchedReadDatabase implements ReadDatabase {
  readonly #database: ReadDatabase;
  readonly #failures: FailureMonitor;

  constructor(database: ReadDatabase, observer: StoreObserver, clock: Clock = systemClock) {
    this.#database = database;
    this.#failures = new FailureMonitor(observer, clock);
  }

  /**
   * Resolves when tables can be read and written. @throws StoreUnavailableError with the reason. After a failed
   * write, only a successful write ends the failure.
   */
  async ready(): Promise<void> {
    if (this.#failures.isWriteFailing) await this.checkWritable();
    await this.checkpoint("readiness");
  }

  create(statements: readonly Statement[]): Promise<void> {
    return this.#watch("create", "unknown", () => this.#database.create(statements));
  }

  migrate(part: string, migrations: readonly Migration<string>[]): Promise<void> {
    return this.#watch("migrate", "unknown", () => this.#database.migrate(part, migrations));
  }

  query<Row>(statement: Statement): Promise<readonly Row[]> {
    return this.#watch("query", "unknown", () => this.#database.query<Row>(statement));
  }

  checkpoint(consumer: string): Promise<Position> {
    return this.#watch("checkpoint", "read", () => this.#database.checkpoint(consumer));
  }

  advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): Promise<boolean> {
    return this.#watch("advance", "write", () => this.#database.advance(consumer, from, to, statements));
  }

  /** A failure is not counted, because it depends on readers of the file and the call is repeated later. */
  expunge(tables: readonly string[]): Promise<void> {
    return this.#database.expunge(tables);
  }

  nextNumber(sequence: string): Promise<number> {
    return this.#watch("next number", "write", () => this.#database.nextNumber(sequence));
  }

  checkWritable(): Promise<void> {
    return this.#watch("check", "write", () => this.#database.checkWritable());
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #watch<T>(operation: Operation, kind: Kind, work: () => Promise<T>): Promise<T> {
    return this.#failures.watch(operation, kind, work);
  }
}
