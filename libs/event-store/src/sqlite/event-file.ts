/** The events of an SQLite file, as its connections see them: one writer at a time, readers beside it. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DuplicateEventError, type ExpectedVersion, VersionConflictError } from "../event-store.ts";
import type { NewEvent } from "../event.ts";
import type { Migration } from "../schema.ts";
import { isConstraintError, type Step } from "./database.ts";

export const EVENT_MIGRATIONS: readonly Migration<Step>[] = [
  {
    about: "events in one table",
    steps: [
      // "if not exists": files from before there were versions have it.
      `create table if not exists events (
         position integer primary key autoincrement,
         stream text not null,
         version integer not null,
         id text not null unique,
         type text not null,
         schema_version integer not null,
         time text not null,
         actor text not null,
         correlation_id text not null,
         causation_id text,
         data text not null,
         unique (stream, version)
       ) strict`,
    ],
  },
];

/** An event as it is stored. */
export interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly type: string;
  readonly schema_version: number;
  readonly time: string;
  readonly actor: string;
  readonly correlation_id: string;
  readonly causation_id: string | null;
  /** JSON. */
  readonly data: string;
}

/** An event to be stored, its data as JSON. */
export interface EncodedEvent extends Omit<NewEvent, "data"> {
  readonly data: string;
}

/** Where the events of an append are: the first one; the others follow. */
export interface Place {
  readonly version: number;
  readonly position: number;
}

export class EventWriter {
  readonly #versionOf: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#versionOf = database.prepare("select coalesce(max(version), 0) as version from events where stream = ?");
    this.#insert = database.prepare(
      `insert into events
         (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Appends inside of an open transaction, which is rolled back when this throws. */
  append(stream: string, events: readonly EncodedEvent[], expectedVersion: ExpectedVersion): Place {
    const { version } = this.#versionOf.get(stream) as { version: number };
    if (expectedVersion !== "any" && expectedVersion !== version) {
      throw new VersionConflictError(stream, expectedVersion, version);
    }
    const positions = events.map((event, index) => this.#write(stream, version + index + 1, event));
    return { version: version + 1, position: positions[0]! };
  }

  #write(stream: string, version: number, event: EncodedEvent): number {
    try {
      const { lastInsertRowid } = this.#insert.run(
        stream,
        version,
        event.id,
        event.type,
        event.schemaVersion,
        event.time,
        event.actor,
        event.correlationId,
        event.causationId,
        event.data,
      );
      return Number(lastInsertRowid);
    } catch (error) {
      throw isConstraintError(error) ? new DuplicateEventError(stream) : error;
    }
  }
}

export class EventReader {
  readonly #stream: StatementSync;
  readonly #all: StatementSync;
  readonly #last: StatementSync;

  constructor(database: DatabaseSync) {
    this.#stream = database.prepare("select * from events where stream = ? and version > ? order by version");
    this.#all = database.prepare("select * from events where position > ? order by position limit ?");
    this.#last = database.prepare("select coalesce(max(position), 0) as position from events");
  }

  readStream(stream: string, afterVersion: number): readonly EventRow[] {
    return this.#stream.all(stream, afterVersion) as unknown as readonly EventRow[];
  }

  readAll(after: number, limit: number): readonly EventRow[] {
    return this.#all.all(after, limit) as unknown as readonly EventRow[];
  }

  /** Position of the latest event, 0 when there is none. */
  head(): number {
    return (this.#last.get() as { position: number }).position;
  }
}
