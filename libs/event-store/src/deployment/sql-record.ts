/** Stores records in tables, with SQL that SQLite and PostgreSQL have in common. */
import { sql, type Statement } from "../projections/read-database.ts";
import {
  isStoreName,
  type StoreProgress,
  type RecordedProgress,
  type RecordKeeper,
  type StoreName,
  type StoreRecord,
} from "./record.ts";

export const RECORD_MIGRATIONS = [
  {
    about: "the deployment's id, and the last known heads of its other stores",
    steps: [
      "create table deployment (one integer primary key, id text not null)",
      "create table deployment_stores (name text primary key, epoch bigint not null, ticks bigint not null)",
      `create table noted_heads (
         name text primary key,
         epoch bigint not null,
         head bigint not null,
         noted_at text not null
       )`,
    ],
  },
] as const;

export type Run = <Row>(statement: Statement) => Promise<readonly Row[]>;

/** Short-term access to the tables of a store. */
export interface Access {
  /** Null if there is no store. `tables` contains the names of all existing tables. */
  read<T>(this: void, work: (run: Run, tables: ReadonlySet<string>) => Promise<T>): Promise<T | null>;
  /** Runs in one transaction, in a store with the tables above. @throws StoreUnavailableError if there is none. */
  change(this: void, work: (run: Run) => Promise<void>): Promise<void>;
  /** Runs in one transaction, and creates a missing store or missing tables. */
  write(this: void, work: (run: Run) => Promise<void>): Promise<void>;
}

export const sqlRecord = ({ read, change, write }: Access): RecordKeeper => ({
  read: () => read(readRecordFrom),
  claim: (deployment, name) =>
    write(async (run) => {
      await run(sql`insert into deployment (one, id) values (1, ${deployment}) on conflict (one) do nothing`);
      await run(
        sql`insert into deployment_stores (name, epoch, ticks) select cast(${name} as text), 0, 0 from deployment
            where id = ${deployment} on conflict (name) do nothing`,
      );
    }),
  note: (marks) => change((run) => note(run, marks)),
  tick: (name) =>
    change(async (run) => {
      await run(sql`update deployment_stores set ticks = ticks + 1 where name = ${name}`);
    }),
  accept: (deployment, name, epoch, notes) =>
    write(async (run) => {
      await run(
        sql`insert into deployment (one, id) values (1, ${deployment}) on conflict (one) do update set id = excluded.id`,
      );
      await run(
        sql`insert into deployment_stores (name, epoch, ticks) values (${name}, ${epoch}, 0)
            on conflict (name) do update set epoch = excluded.epoch`,
      );
      await run(sql`delete from noted_heads`);
      await note(run, notes);
    }),
});

async function note(run: Run, marks: ReadonlyMap<StoreName, RecordedProgress>): Promise<void> {
  for (const [name, { epoch, head, at }] of marks) {
    await run(
      sql`insert into noted_heads (name, epoch, head, noted_at) values (${name}, ${epoch}, ${head}, ${at})
          on conflict (name) do update
          set epoch = excluded.epoch, head = excluded.head, noted_at = excluded.noted_at`,
    );
  }
}

/** PostgreSQL's driver returns 64-bit integers as text. */
type Bigint = number | string;

async function readRecordFrom(run: Run, tables: ReadonlySet<string>): Promise<StoreRecord> {
  const queryTable = <Row>(table: string, statement: Statement): Promise<readonly Row[]> =>
    tables.has(table) ? run<Row>(statement) : Promise.resolve([]);
  const [deployment] = await queryTable<{ id: string }>("deployment", sql`select id from deployment`);
  // Notes are read before the heads they are compared with, since heads can only increase in the meantime.
  const witnessRows = await queryTable<{ name: string; epoch: Bigint; head: Bigint; noted_at: string }>(
    "noted_heads",
    sql`select name, epoch, head, noted_at from noted_heads`,
  );
  const stores = await queryTable<{ name: string; epoch: Bigint; ticks: Bigint }>(
    "deployment_stores",
    sql`select name, epoch, ticks from deployment_stores`,
  );
  const [last] = await queryTable<{ head: Bigint }>(
    "events",
    sql`select coalesce(max(position), 0) as head from events`,
  );
  const numbers = await queryTable<{ name: string; last: number }>("sequences", sql`select name, last from sequences`);
  const total = numbers.reduce((sum, { last }) => sum + last, 0);
  return {
    deployment: deployment?.id ?? null,
    stores: byStoreName(stores, ({ name, epoch, ticks }): StoreProgress => ({
      epoch: Number(epoch),
      head: name === "events" ? Number(last?.head ?? 0) : total + Number(ticks),
    })),
    notes: byStoreName(witnessRows, ({ epoch, head, noted_at }): RecordedProgress => ({
      epoch: Number(epoch),
      head: Number(head),
      at: noted_at,
    })),
    numbers: new Map(numbers.map(({ name, last }) => [name, last])),
  };
}

/** Rows by store name; names that only older versions use are ignored. */
function byStoreName<Row extends { readonly name: string }, Value>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): ReadonlyMap<StoreName, Value> {
  return new Map(rows.flatMap((row) => (isStoreName(row.name) ? [[row.name, valueOf(row)] as const] : [])));
}
