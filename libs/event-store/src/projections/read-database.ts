/**
 * The port of read-model databases: tables that are derived from events and can be rebuilt. SQL is written once, in the
 * dialect that SQLite and PostgreSQL share: text, integer and double precision columns, `on conflict`, `returning`.
 */
import type { Position } from "../event.ts";
import type { Migration } from "../schema.ts";

export type SqlValue = string | number | null;

export interface Statement {
  /** With parameters `$1`, `$2` … */
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Creates a statement whose interpolated values become parameters. */
export function sql(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Statement {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values };
}

export interface ReadDatabase {
  /**
   * Migrates tables that are not rebuilt from events: a named part of the database with a stored version. All or
   * nothing. Steps are SQL that is valid in both dialects. @throws SchemaTooNewError if a newer program created them.
   */
  migrate(part: string, migrations: readonly Migration<string>[]): Promise<void>;

  /** Executes repeatable statements, such as `create table if not exists`, for tables that are derived from events. */
  create(statements: readonly Statement[]): Promise<void>;

  query<Row>(statement: Statement): Promise<readonly Row[]>;

  /** Position of a consumer of events; START before its first event. */
  checkpoint(consumer: string): Promise<Position>;

  /**
   * Executes statements and moves a consumer's checkpoint, all or nothing. Returns false without effect if the
   * checkpoint is not at its expected position: another process has moved it.
   */
  advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): Promise<boolean>;

  /**
   * Removes deleted rows and previous values of tables from the database's files. @throws StoreUnavailableError while
   * another process prevents it; the call may be repeated.
   */
  expunge(tables: readonly string[]): Promise<void>;

  /** The next number of a sequence, from 1; no number is assigned twice, even after a crash. */
  nextNumber(sequence: string): Promise<number>;

  /** Writes and removes as much data as a typical change. @throws StoreUnavailableError if nothing can be written. */
  checkWritable(): Promise<void>;

  close(): Promise<void>;
}

/** The tables of every read database, in both dialects. */
export const OWN_TABLES: readonly Statement[] = [
  sql`create table if not exists checkpoints (consumer text primary key, position text not null)`,
  sql`create table if not exists sequences (name text primary key, last integer not null)`,
];

export const nextNumberOf = (name: string): Statement =>
  sql`insert into sequences (name, last) values (${name}, 1)
      on conflict (name) do update set last = sequences.last + 1 returning last`;

/** The last number of a sequence, as `last`; no row before the first. */
export const lastNumberOf = (name: string): Statement => sql`select last from sequences where name = ${name}`;

/**
 * Marks a number of a sequence, and all before it, as assigned. No row is locked if the number is already marked, so
 * transactions that mark numbers of several sequences do not wait for each other.
 */
export const reserveId = (sequence: string, number: number): Statement =>
  sql`insert into sequences (name, last) select cast(${sequence} as text), cast(${number} as integer)
      where not exists (select 1 from sequences where name = ${sequence} and last >= ${number})
      on conflict (name) do update set last = excluded.last where sequences.last < excluded.last`;

/** Marks the numbers in a column of an existing table, which may be empty, as assigned. */
export const reserveIdsIn = (sequence: string, table: string, column: string): Statement => ({
  text: `insert into sequences (name, last) select '${sequence}', max(${column}) from ${table}
         where true having max(${column}) > coalesce((select last from sequences where name = '${sequence}'), 0)
         on conflict (name) do update set last = excluded.last where sequences.last < excluded.last`,
  values: [],
});

export const checkpointOf = (consumer: string): Statement =>
  sql`select position from checkpoints where consumer = ${consumer}`;

/** Moves a checkpoint; returns no row if it was at another position. */
export const moveCheckpoint = (consumer: string, from: Position, to: Position): Statement =>
  from === ""
    ? sql`insert into checkpoints (consumer, position) values (${consumer}, ${to})
          on conflict (consumer) do update set position = excluded.position where checkpoints.position = ''
          returning position`
    : sql`update checkpoints set position = ${to}
          where consumer = ${consumer} and position = ${from} returning position`;
