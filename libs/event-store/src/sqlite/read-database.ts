/** Read models in an SQLite file, usually the one that holds the events. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";
import { type Position, START } from "../event.ts";
import {
  checkpointOf,
  moveCheckpoint,
  nextNumberOf,
  OWN_TABLES,
  type ReadDatabase,
  type Statement,
} from "../projections/read-database.ts";
import { openDatabase, reported } from "./database.ts";

export function openSqliteReadDatabase(path: string): ReadDatabase {
  const database = new SqliteReadDatabase(openDatabase(path));
  database.run(OWN_TABLES);
  return database;
}

/**
 * A transaction never waits for anything but the disk: events are appended to the same file by the same thread, which
 * would wait for a transaction that waits for the thread.
 */
class SqliteReadDatabase implements ReadDatabase {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async create(statements: readonly Statement[]): Promise<void> {
    this.run(statements);
  }

  /** All or nothing. */
  run(statements: readonly Statement[]): void {
    this.#transaction(() => {
      for (const statement of statements) this.#rows(statement);
      return true;
    });
  }

  async query<Row>(statement: Statement): Promise<readonly Row[]> {
    return this.#read(() => this.#rows(statement)) as readonly Row[];
  }

  async checkpoint(consumer: string): Promise<Position> {
    const [row] = this.#read(() => this.#rows(checkpointOf(consumer))) as { position: Position }[];
    return row?.position ?? START;
  }

  async advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): Promise<boolean> {
    return this.#transaction(() => {
      if (this.#rows(moveCheckpoint(consumer, from, to)).length === 0) return false;
      for (const statement of statements) this.#rows(statement);
      return true;
    });
  }

  async nextNumber(sequence: string): Promise<number> {
    const [row] = this.#read(() => this.#rows(nextNumberOf(sequence))) as { last: number }[];
    return row!.last;
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Commits when the work says so. */
  #transaction(work: () => boolean): boolean {
    return this.#read(() => {
      this.#database.exec("begin immediate");
      try {
        const done = work();
        this.#database.exec(done ? "commit" : "rollback");
        return done;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec("rollback");
        throw error;
      }
    });
  }

  #read<T>(work: () => T): T {
    if (!this.#database.isOpen) throw new StoreUnavailableError("it is closed");
    return reported("read models", work);
  }

  #rows({ text, values }: Statement): readonly unknown[] {
    let statement = this.#prepared.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#prepared.set(text, statement);
    }
    return statement.all(Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value])));
  }
}
