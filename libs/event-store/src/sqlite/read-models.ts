/** Reads and writes the tables of read models in an SQLite file. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { StoreUnavailableError } from "../event-store.ts";
import { type Position, START } from "../event.ts";
import {
  checkpointOf,
  moveCheckpoint,
  nextNumberOf,
  OWN_TABLES,
  type Statement,
} from "../projections/read-database.ts";
import type { Migration } from "../schema.ts";
import { migrate, withTranslatedErrors, type Step } from "./database.ts";

export const READ_MODEL_MIGRATIONS: readonly Migration<Step>[] = [
  { about: "checkpoints and sequences", steps: OWN_TABLES.map(({ text }) => text) },
];

/** Methods that change tables must be called inside a transaction. */
export class ReadModels {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(statements: readonly Statement[]): void {
    for (const statement of statements) this.#rows(statement);
  }

  migrate(part: string, migrations: readonly Migration<string>[]): void {
    migrate(this.#database, part, migrations);
  }

  query(statement: Statement): readonly unknown[] {
    return withTranslatedErrors("cannot query read models", () => this.#rows(statement));
  }

  checkpoint(consumer: string): Position {
    const [row] = this.query(checkpointOf(consumer)) as { position: Position }[];
    return row?.position ?? START;
  }

  /** Returns false without effect if the checkpoint is not at its expected position. */
  advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): boolean {
    if (this.#rows(moveCheckpoint(consumer, from, to)).length === 0) return false;
    this.run(statements);
    return true;
  }

  /**
   * Deleted rows remain in free pages, and all written data in the log, until they are overwritten. A vacuumed file
   * has no free pages, and a truncated log is empty.
   */
  expunge(): void {
    this.#database.exec("vacuum");
    const [row] = this.#database.prepare("pragma wal_checkpoint(truncate)").all() as { busy: number }[];
    if (row!.busy !== 0) throw new StoreUnavailableError("its log cannot be truncated while other connections read it");
  }

  nextNumber(sequence: string): number {
    const [row] = this.#rows(nextNumberOf(sequence)) as { last: number }[];
    return row!.last;
  }

  #rows({ text, values }: Statement): readonly unknown[] {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement.all(Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value])));
  }
}
