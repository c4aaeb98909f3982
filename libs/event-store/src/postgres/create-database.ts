/** Creates the database of a URL if the server does not have it. */
import { Client, DatabaseError, escapeIdentifier } from "pg";
import { StoreUnavailableError } from "../event-store.ts";

const CONNECT_MS = 5_000;
/** Time limit for a response (ms); copying the server's template takes less than a second. */
const RESPONSE_MS = 30_000;
/** Exists on every server by default. */
const MAINTENANCE_DATABASE = "postgres";
const MISSING_DATABASE = "3D000";
const ALREADY_CREATED = new Set(["42P04", "23505"]);

/** @throws StoreUnavailableError if the server cannot be reached, or refuses to create a database. */
export async function createDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  try {
    await withClient(url, async () => {});
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== MISSING_DATABASE || name === "")
      throw toUnavailableError(error);
    const maintenance = new URL(url);
    maintenance.pathname = MAINTENANCE_DATABASE;
    await withClient(maintenance.href, (client) => client.query(`create database ${escapeIdentifier(name)}`)).catch(
      (refusal: unknown) => {
        const alreadyExists = refusal instanceof DatabaseError && ALREADY_CREATED.has(refusal.code ?? "");
        if (!alreadyExists) throw toUnavailableError(refusal);
      },
    );
  }
}

async function withClient(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: RESPONSE_MS });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

const toUnavailableError = (error: unknown): StoreUnavailableError =>
  new StoreUnavailableError(error instanceof Error ? error.message || error.name : String(error), error);
