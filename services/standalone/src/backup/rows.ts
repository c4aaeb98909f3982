/** Stored data that cannot be derived from events: curve values, people's keys, checkpoints of processes. */
import { Vault } from "@etesian/accounts";
import { CurveValueStore } from "@etesian/curves";
import {
  HeldEvents,
  openReadDatabase,
  type ReaderPosition,
  type Position,
  type ReadDatabase,
  type Row,
  START,
  type StoreSnapshot,
} from "@etesian/event-store";
import { ID_SEQUENCES } from "@etesian/event-store/service";
import { NON_EVENT_DATA } from "./deployment.ts";

/** The table of erased people. */
export const ERASED = "erased";
/** The table of people whose missing key an operator accepted. */
export const LOST_KEYS = "lost_keys";
/** Tables in the key store. */
export const KEY_TABLES = [
  "people",
  "token_uses",
  "mail",
  "links",
  "identities",
  "passwords",
  "oidc_records",
  "secrets",
  "tries",
  "couplings",
  "acquaintances",
  ERASED,
  LOST_KEYS,
] as const;

/** Number of rows by table. */
export type Counts = { readonly [table: string]: number };

/** Checkpoints of processes. */
export async function readerPositionsOf(database: StoreSnapshot): Promise<readonly ReaderPosition[]> {
  const positions: ReaderPosition[] = [];
  for await (const page of database.rows("checkpoints")) {
    for (const { consumer, position } of page) {
      if (!isAmong(consumer, NON_EVENT_DATA.processes)) continue;
      positions.push({ consumer: String(consumer), position: String(position) as Position });
    }
  }
  return positions;
}

/** Writes the data next to events: checkpoints of processes, and rows of tables. */
export async function writeDatabaseRows(
  from: StoreSnapshot,
  positions: readonly ReaderPosition[],
  url: string,
): Promise<Counts> {
  const { tables, processes, sequences } = NON_EVENT_DATA;
  const database = await openReadDatabase(url);
  const counts: { [table: string]: number } = {};
  try {
    await HeldEvents.open(database);
    await CurveValueStore.open(database);
    for (const { consumer, position } of positions) await database.advance(consumer, START, position, []);
    for (const table of tables) counts[table] = await copyRows(from, table, database);
    await copyRows(from, "held_events", database, ({ process }) => isAmong(process, processes));
    await copyRows(from, "sequences", database, (row) => isAmong(row["name"], sequences));
    return counts;
  } finally {
    await database.close();
  }
}

/** Copies a key store into an empty one. */
export async function copyKeys(from: StoreSnapshot, url: string): Promise<Counts> {
  const keys = await openKeys(url);
  const counts: { [table: string]: number } = {};
  try {
    for (const table of KEY_TABLES) counts[table] = await copyRows(from, table, keys);
    await copyRows(from, "sequences", keys, (row) => isAmong(row["name"], ID_SEQUENCES.keys));
    return counts;
  } finally {
    await keys.close();
  }
}

/** Opens a key store and creates its tables. */
export async function openKeys(url: string): Promise<ReadDatabase> {
  const database = await openReadDatabase(url);
  await Vault.open(database);
  return database;
}

/** Copies the rows of a table that pass a filter; returns their number. */
async function copyRows(
  from: StoreSnapshot,
  table: string,
  to: ReadDatabase,
  isIncluded: (row: Row) => boolean = () => true,
): Promise<number> {
  let count = 0;
  for await (const page of from.rows(table)) {
    const rows = page.filter(isIncluded);
    await addRows(to, table, rows);
    count += rows.length;
  }
  return count;
}

/** Inserts rows; existing ones are kept. */
export async function addRows(database: ReadDatabase, table: string, rows: readonly Row[]): Promise<void> {
  await Promise.all(
    rows.map((row) => {
      const names = Object.keys(row).map((name) => `"${name}"`);
      const values = names.map((_, index) => `$${index + 1}`);
      return database.query({
        text: `insert into "${table}" (${names.join(", ")}) values (${values.join(", ")}) on conflict do nothing`,
        values: Object.values(row),
      });
    }),
  );
}

const isAmong = (value: unknown, names: readonly string[]): boolean => names.some((name) => name === value);
