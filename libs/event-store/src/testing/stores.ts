import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { selectStores } from "@etesian/testing/sample";
import { Client } from "pg";
import { EventStoreDbProtocolServer } from "./eventstoredb-protocol.ts";

/** A kind of store, which creates an empty store for each test. */
export interface TestStore {
  readonly name: string;
  /** Why it cannot be tested on this machine; null if it can. */
  readonly missing: string | null;
  /** Whether tests can modify its tables directly. */
  readonly hasTables: boolean;
  readonly create: () => Promise<FreshStore>;
}

interface FreshStore {
  readonly url: string;
  /** Executes SQL directly in the database. */
  readonly execute: (statement: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** URL of a PostgreSQL server for tests, or the reason why there is none. */
export async function findPostgres(): Promise<{ url: string } | { missing: string }> {
  const { DATABASE_URL } = process.env;
  const url = DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/test";
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.end();
    return { url };
  } catch (error) {
    if (DATABASE_URL !== undefined) throw error;
    return { missing: `no PostgreSQL: DATABASE_URL is not set and ${url} does not respond` };
  }
}

/** All kinds of databases for events and read models; for an unavailable one, `missing` gives the reason. */
export async function testStores(): Promise<readonly TestStore[]> {
  const postgres = await findPostgres();
  return [
    {
      name: "SQLite",
      missing: null,
      hasTables: true,
      create: async () => {
        const directory = mkdtempSync(join(tmpdir(), "etesian-store-"));
        const path = join(directory, "events.db");
        return {
          url: `sqlite:${path}`,
          execute: async (statement) => {
            const database = new DatabaseSync(path);
            database.exec(statement);
            database.close();
          },
          remove: async () => rmSync(directory, { recursive: true, force: true }),
        };
      },
    },
    {
      name: "PostgreSQL",
      missing: "missing" in postgres ? postgres.missing : null,
      hasTables: true,
      create: async () => {
        if ("missing" in postgres) throw new Error(postgres.missing);
        // A separate schema, selected by the search path of each connection.
        const schema = `test_${randomUUID().replaceAll("-", "")}`;
        const run = async (connectionString: string, statement: string): Promise<void> => {
          const client = new Client({ connectionString });
          await client.connect();
          try {
            await client.query(statement);
          } finally {
            await client.end();
          }
        };
        await run(postgres.url, `create schema ${schema}`);
        const url = new URL(postgres.url);
        url.searchParams.set("options", `-c search_path=${schema}`);
        return {
          url: url.href,
          execute: (statement) => run(url.href, statement),
          remove: () => run(postgres.url, `drop schema ${schema} cascade`),
        };
      },
    },
  ];
}

/**
 * The stores of this run for a file named `*.stores.test.ts`. The rules in such a file do not depend on the store; the
 * contract tests of `libs/event-store` run on every store each time.
 */
export const storesOfRun = async (): Promise<readonly TestStore[]> => selectStores(await testStores());

/** The stores of `testStores`, and stores that only hold events. */
export async function testEventStores(): Promise<readonly TestStore[]> {
  return [...(await testStores()), eventStoreDb()];
}

/** The server at EVENTSTORE_URL, or a test server that implements EventStoreDB's protocol. */
function eventStoreDb(): TestStore {
  const { EVENTSTORE_URL } = process.env;
  const withoutTables = { execute: () => Promise.reject(new Error("EventStoreDB has no tables")) };
  if (EVENTSTORE_URL !== undefined) {
    const separator = EVENTSTORE_URL.includes("?") ? "&" : "?";
    return {
      name: "EventStoreDB",
      missing: null,
      hasTables: false,
      create: async () => ({
        ...withoutTables,
        url: `${EVENTSTORE_URL}${separator}namespace=test_${randomUUID().replaceAll("-", "")}`,
        remove: async () => {},
      }),
    };
  }
  return {
    name: "EventStoreDB's protocol, implemented by a test server (EVENTSTORE_URL is not set)",
    missing: null,
    hasTables: false,
    create: async () => {
      const server = new EventStoreDbProtocolServer();
      await server.start();
      return { ...withoutTables, url: `${server.url}&namespace=test`, remove: async () => server.stop() };
    },
  };
}
