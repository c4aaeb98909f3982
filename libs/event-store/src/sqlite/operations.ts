/** Operations on SQLite files. They run in a thread, so that waiting for the disk and locks blocks no other work. */
import type { DatabaseSync } from "node:sqlite";
import type { ExpectedVersion, Snapshot } from "../event-store.ts";
import type { Position } from "../event.ts";
import type { Statement } from "../projections/read-database.ts";
import type { Migration } from "../schema.ts";
import { openDatabase, watchFile } from "./database.ts";
import type { EventRecord } from "../stored-event.ts";
import { EventWriter, type AppendPosition } from "./event-file.ts";
import { EVENT_MIGRATIONS } from "./event-migrations.ts";
import { GroupCommit } from "./group-commit.ts";
import { checkFile, hasLog } from "./integrity.ts";
import { RecordedHead } from "./recorded-head.ts";
import { READ_MODEL_MIGRATIONS, ReadModels } from "./read-models.ts";

/** Arguments and results are structured-cloneable; every method resolves when its effect is durable. */
export interface EventOperations {
  append(stream: string, events: readonly EventRecord[], expectedVersion: ExpectedVersion): Promise<AppendPosition>;
  writeSnapshot(stream: string, snapshot: Snapshot): Promise<void>;
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadModelOperations {
  migrate(part: string, migrations: readonly Migration<string>[]): Promise<void>;
  create(statements: readonly Statement[]): Promise<void>;
  query(statement: Statement): Promise<readonly unknown[]>;
  checkpoint(consumer: string): Promise<Position>;
  advance(consumer: string, from: Position, to: Position, statements: readonly Statement[]): Promise<boolean>;
  expunge(tables: readonly string[]): Promise<void>;
  nextNumber(sequence: string): Promise<number>;
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}

/** The roles of files and their operations. */
export interface Roles {
  readonly events: EventOperations;
  readonly readModels: ReadModelOperations;
}

/** Opens files and migrates their tables. */
export const OPENERS = {
  events: (path: string) => {
    const isUnclean = hasLog(path);
    const database = openDatabase(path, "events", EVENT_MIGRATIONS);
    try {
      if (isUnclean) checkFile(database, path);
      return eventOperations(database, { check: watchFile(path), head: new RecordedHead(path, database) });
    } catch (error) {
      database.close();
      throw error;
    }
  },
  readModels: (path: string) => readModelOperations(openDatabase(path, "read models", READ_MODEL_MIGRATIONS)),
} as const satisfies { readonly [Role in keyof Roles]: (path: string) => Roles[Role] };

/** Checks on an open file: `check` throws if writes to the file would be lost. */
interface FileState {
  readonly check: () => void;
  readonly head: RecordedHead;
}

/** `file`: null for events in memory. */
export function eventOperations(database: DatabaseSync, file: FileState | null): EventOperations {
  const writer = new EventWriter(database);
  const commits = new GroupCommit(database, "cannot append");
  return {
    append: async (stream, events, expectedVersion) => {
      const position = await commits.runInTransaction(() => {
        file?.check();
        return writer.append(stream, events, expectedVersion);
      });
      if (!position.isRepeated) file?.head.note(position.position + events.length - 1);
      return position;
    },
    writeSnapshot: (...snapshot) => commits.runInTransaction(() => writer.writeSnapshot(...snapshot)),
    checkWritable: async () => {
      file?.check();
      await tryWriting(database, commits);
    },
    close: async () => {
      await commits.close();
      file?.head.close();
    },
  };
}

function readModelOperations(database: DatabaseSync): ReadModelOperations {
  const models = new ReadModels(database);
  const commits = new GroupCommit(database, "cannot write read models");
  return {
    migrate: (...parts) => commits.runInTransaction(() => models.migrate(...parts)),
    create: (statements) => commits.runInTransaction(() => models.run(statements)),
    query: async (statement) => models.query(statement),
    checkpoint: async (consumer) => models.checkpoint(consumer),
    advance: (...advance) => commits.runInTransaction(() => models.advance(...advance)),
    expunge: () => commits.runOutsideTransaction(() => models.expunge()),
    nextNumber: (sequence) => commits.runInTransaction(() => models.nextNumber(sequence)),
    checkWritable: () => tryWriting(database, commits),
    close: () => commits.close(),
  };
}

/** Bytes written by a write check: more than nearly every change. */
const TRIAL_BYTES = 256 * 1024;

/**
 * Writes as much data as a change, and deletes it again. Both are committed: only a commit needs disk space, and a
 * disk that is full for a change may have space for less.
 */
async function tryWriting(database: DatabaseSync, commits: GroupCommit): Promise<void> {
  await commits.runInTransaction(() =>
    database.exec(
      `insert into schema_versions values ('trial', zeroblob(${TRIAL_BYTES}))
       on conflict (part) do update set version = excluded.version`,
    ),
  );
  await commits.runInTransaction(() => database.exec("delete from schema_versions where part = 'trial'"));
}
