/** Read models in PostgreSQL, shared by the replicas of a service. */
import type { Pool, PoolClient, QueryResultRow } from "pg";
import { type Position, START } from "../event.ts";
import {
  checkpointOf,
  moveCheckpoint,
  nextNumberOf,
  OWN_TABLES,
  type ReadDatabase,
  type Statement,
} from "../projections/read-database.ts";
import { createSchema, openPool, reported } from "./pool.ts";

export async function openPostgresReadDatabase(url: string): Promise<ReadDatabase> {
  const database = new PostgresReadDatabase(openPool(url));
  try {
    await database.create(OWN_TABLES);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

class PostgresReadDatabase implements ReadDatabase {
  readonly #pool: Pool;
  #closed: Promise<void> | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  create(statements: readonly Statement[]): Promise<void> {
    return createSchema(
      this.#pool,
      statements.map(({ text }) => text),
    );
  }

  async query<Row>(statement: Statement): Promise<readonly Row[]> {
    return reported(() => rowsOf<Row>(this.#pool, statement));
  }

  async checkpoint(consumer: string): Promise<Position> {
    const [row] = await this.query<{ position: Position }>(checkpointOf(consumer));
    return row?.position ?? START;
  }

  advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): Promise<boolean> {
    return reported(async () => {
      const client = await this.#pool.connect();
      try {
        await client.query("begin");
        // Holds the row: a second process waits here, then finds the checkpoint elsewhere.
        const moved = (await rowsOf(client, moveCheckpoint(consumer, from, to))).length > 0;
        if (moved) for (const statement of statements) await rowsOf(client, statement);
        await client.query(moved ? "commit" : "rollback");
        return moved;
      } catch (error) {
        await client.query("rollback").catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    });
  }

  async nextNumber(sequence: string): Promise<number> {
    const [row] = await this.query<{ last: number }>(nextNumberOf(sequence));
    return row!.last;
  }

  close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }
}

async function rowsOf<Row>(connection: Pool | PoolClient, { text, values }: Statement): Promise<readonly Row[]> {
  return (await connection.query<QueryResultRow>(text, [...values])).rows as Row[];
}
