/** Read models in PostgreSQL, shared by the replicas of a service. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Position, START } from "../event.ts";
import { StoreUnavailableError } from "../event-store.ts";
import {
  checkpointOf,
  moveCheckpoint,
  nextNumberOf,
  OWN_TABLES,
  type ReadDatabase,
  type Statement,
} from "../projections/read-database.ts";
import type { Migration } from "../schema.ts";
import { Connections } from "./connections.ts";
import { createTables, migrate } from "./migrate.ts";

/** Maximum wait for readers (ms): longer than the services' transactions take. */
const READERS_TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;

const MIGRATIONS = [{ about: "checkpoints and sequences", steps: OWN_TABLES.map(({ text }) => text) }];

export async function openPostgresReadDatabase(url: string): Promise<ReadDatabase> {
  await migrate(url, "read models", MIGRATIONS);
  return new PostgresReadDatabase(url);
}

class PostgresReadDatabase implements ReadDatabase {
  readonly #url: string;
  readonly #connections: Connections;

  constructor(url: string) {
    this.#url = url;
    this.#connections = new Connections(url);
  }

  /** Uses a separate connection with longer limits. */
  migrate(part: string, migrations: readonly Migration<string>[]): Promise<void> {
    return migrate(this.#url, part, migrations);
  }

  create(statements: readonly Statement[]): Promise<void> {
    return createTables(
      this.#connections,
      statements.map(({ text }) => text),
    );
  }

  query<Row>({ text, values }: Statement): Promise<readonly Row[]> {
    return this.#connections.query<Row>(text, values);
  }

  async checkpoint(consumer: string): Promise<Position> {
    const [row] = await this.query<{ position: Position }>(checkpointOf(consumer));
    return row?.position ?? START;
  }

  advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): Promise<boolean> {
    return this.#connections.transaction(async (connection) => {
      // Locks the row: a second process waits here, then finds the checkpoint moved.
      const move = moveCheckpoint(consumer, from, to);
      if ((await connection.query(move.text, move.values)).length === 0) return false;
      for (const { text, values } of statements) await connection.query(text, values);
      return true;
    });
  }

  /**
   * Deleted rows disappear with the table's old file; the server's logs and replicas keep them until they are
   * discarded. Waits for backups and other long transactions that may still read them.
   */
  async expunge(tables: readonly string[]): Promise<void> {
    const deadline = performance.now() + READERS_TIMEOUT_MS;
    for (const table of tables) {
      while (await this.#connections.rewrite(table)) {
        if (performance.now() > deadline) {
          throw new StoreUnavailableError(`a transaction may still read rows that were deleted from ${table}`);
        }
        await sleep(PAUSE_MS);
      }
    }
  }

  async nextNumber(sequence: string): Promise<number> {
    const [row] = await this.query<{ last: number }>(nextNumberOf(sequence));
    return row!.last;
  }

  checkWritable(): Promise<void> {
    return this.#connections.checkWritable();
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}
