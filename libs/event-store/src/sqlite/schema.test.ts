/** Tests that files of every earlier schema version open with all their data. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { START } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { SchemaTooNewError } from "../schema.ts";
import { event } from "../testing/events.ts";

const FIRST = `
    create table events (
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
    ) strict;
    insert into events (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data) values
      ('s-1', 1, '00000000-0000-4000-8000-000000000001', 'Made', 1, '2026-11-20T08:00:00.000Z', 'user:1', 'r-1', null, '{"n":1}'),
      ('s-2', 1, '00000000-0000-4000-8000-000000000002', 'Made', 1, '2026-11-20T08:00:01.000Z', 'anonymous', 'r-2', null, '{"n":2}'),
      ('s-1', 2, '00000000-0000-4000-8000-000000000003', 'Moved', 2, '2026-11-20T08:00:02.000Z', 'user:1', 'r-3', '00000000-0000-4000-8000-000000000002', '{"text":"é\\ud800"}');
    create table checkpoints (consumer text primary key, position text not null);
    insert into checkpoints values ('list', '0000000000000002');
    create table sequences (name text primary key, last integer not null);
    insert into sequences values ('scenario', 41);`;

/** Files as created by earlier programs. */
const FILES: { readonly [version: string]: string } = {
  "without version numbers": FIRST,
  "version 1": `${FIRST}
    create table schema_versions (part text primary key, version integer not null);
    insert into schema_versions values ('events', 1), ('read models', 1);`,
  "version 2": `${FIRST}
    create table schema_versions (part text primary key, version integer not null);
    insert into schema_versions values ('events', 2), ('read models', 1);
    alter table events add column checksum text not null default '';
    create table streams (
      stream text primary key, version integer not null, checksum text not null, bytes integer not null
    ) strict, without rowid;
    create table snapshots (
      stream text primary key, version integer not null, schema_version integer not null, state text not null,
      checksum text not null, chain text not null
    ) strict;
    update events set checksum = '0391845dded67daf8ef4ab358d89d047' where position = 1;
    update events set checksum = '80c4708acae2bd1ab023744ebf677e0b' where position = 2;
    update events set checksum = 'cc04e21d1d0bcda9a5a016d63010663e' where position = 3;
    insert into streams values ('s-1', 2, 'cc04e21d1d0bcda9a5a016d63010663e', 26), ('s-2', 1, '80c4708acae2bd1ab023744ebf677e0b', 7);`,
};

describe("schema versions of SQLite files", () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "etesian-schema-"));
    path = join(directory, "events.db");
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const execute = (sql: string): void => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };

  for (const [version, sql] of Object.entries(FILES)) {
    test(`${version}: all data are readable, and appends succeed`, async () => {
      execute(sql);
      for (let round = 1; round <= 2; round++) {
        const store = await openEventStore(`sqlite:${path}`);
        const all = await store.readAll(START, 3);
        expect(all.map(({ stream, version, type, data }) => [stream, version, type, data])).toEqual([
          ["s-1", 1, "Made", { n: 1 }],
          ["s-2", 1, "Made", { n: 2 }],
          ["s-1", 2, "Moved", { text: "é\ud800" }],
        ]);
        expect((await store.readStream("s-1")).slice(0, 2)).toEqual([all[0], all[2]]);
        const appended = await store.append("s-1", [event()], 1 + round);
        expect(appended[0]!.position > all[2]!.position).toBe(true);
        await store.close();
        const readModels = await openReadDatabase(`sqlite:${path}`);
        expect(await readModels.checkpoint("list")).toBe(all[1]!.position);
        expect(await readModels.nextNumber("scenario")).toBe(41 + round);
        await readModels.close();
      }
    });
  }

  /** Appends as programs without checksums do. */
  const OLD_APPEND = `insert into events (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data)
    values ('s-1', 3, '00000000-0000-4000-8000-000000000009', 'Moved', 1, '2026-11-20T08:00:02.000Z', 'user:1', 'r-9', null, '{}')`;

  test("a program without checksums cannot append, and nothing is damaged", async () => {
    execute(FIRST);
    await (await openEventStore(`sqlite:${path}`)).close();
    expect(() => execute(OLD_APPEND)).toThrow("this program is older than the store: start the newer one");
    const store = await openEventStore(`sqlite:${path}`);
    expect(await store.readStream("s-1")).toHaveLength(2);
    expect(await store.append("s-1", [event()], 2)).toHaveLength(1);
    await store.close();
  });

  test("an event after the head of its stream is reported instead of ignored", async () => {
    execute(FIRST);
    await (await openEventStore(`sqlite:${path}`)).close();
    execute(`drop trigger events_with_checksum; ${OLD_APPEND}`);
    const store = await openEventStore(`sqlite:${path}`);
    for (const after of [0, 2]) {
      await expect(store.readStream("s-1", after)).rejects.toThrow("Event 3 of s-1 is damaged: it is after the head");
    }
    await store.close();
  });

  test("a migration with a failing step changes nothing, and succeeds once the cause is removed", async () => {
    execute(`${FIRST} create table streams (other text);`);
    await expect(openEventStore(`sqlite:${path}`)).rejects.toThrow(
      /^The tables of the events could not be migrated to schema version 2 \([^)]+\): table streams already exists\. Nothing was changed; you can still start the previous version of the program$/,
    );
    const database = new DatabaseSync(path);
    expect(database.prepare("select name from pragma_table_info('events') where name = 'checksum'").all()).toEqual([]);
    database.close();
    execute("drop table streams");
    const store = await openEventStore(`sqlite:${path}`);
    expect(await store.readStream("s-1")).toHaveLength(2);
    await store.close();
  });

  test("a file of a newer program is refused with an explanation and remains unchanged", async () => {
    await (await openEventStore(`sqlite:${path}`)).close();
    await (await openReadDatabase(`sqlite:${path}`)).close();
    execute("update schema_versions set version = 99");
    await expect(openEventStore(`sqlite:${path}`)).rejects.toBeInstanceOf(SchemaTooNewError);
    await expect(openEventStore(`sqlite:${path}`)).rejects.toThrow(
      /The tables of the events have schema version 99; this program supports versions up to \d+: start the newer program/,
    );
    await expect(openReadDatabase(`sqlite:${path}`)).rejects.toThrow(/The tables of the read models have .* 99/);
  });
});
