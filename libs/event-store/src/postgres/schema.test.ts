/** Tests that schemas of every earlier version open with all their data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { START } from "../event.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import { SchemaTooNewError } from "../schema.ts";
import { event } from "../testing/events.ts";
import { testStores } from "../testing/index.ts";

const FIRST = `
  create table events (
    position bigint generated always as identity primary key,
    tx xid8 not null default pg_current_xact_id(),
    stream text not null,
    version integer not null,
    id uuid not null unique,
    type text not null,
    schema_version integer not null,
    time timestamptz not null,
    actor text not null,
    correlation_id text not null,
    causation_id text,
    data json not null,
    unique (stream, version)
  );
  create unique index events_in_commit_order on events (tx, position);
  create function append_events(to_stream text, expected_version integer, envelopes json, payloads text[])
    returns table (at_version integer, at_position bigint, at_tx xid8) language plpgsql as $$
  begin
    return query select 0, null::bigint, null::xid8;
  end $$;
  insert into events (stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data) values
    ('s-1', 1, '00000000-0000-4000-8000-000000000001', 'Made', 1, '2026-11-20T08:00:00.010Z', 'user:1', 'r-1', null, '{"n":1}'),
    ('s-2', 1, '00000000-0000-4000-8000-000000000002', 'Made', 1, '2026-11-20T08:00:01Z', 'anonymous', 'r-2', null, '{"n":2}'),
    ('s-1', 2, '00000000-0000-4000-8000-000000000003', 'Moved', 2, '2026-11-20T08:00:02.123Z', 'user:1', 'r-3', '00000000-0000-4000-8000-000000000002', '{"text":"é\\ud800"}');
  create table checkpoints (consumer text primary key, position text not null);
  insert into checkpoints select 'list', lpad(tx::text, 20, '0') || '-' || lpad(position::text, 20, '0')
    from events where position = 2;
  create table sequences (name text primary key, last integer not null);
  insert into sequences values ('scenario', 41);`;

/** Schemas as created by earlier programs. */
const SCHEMAS: { readonly [version: string]: string } = {
  "without version numbers": FIRST,
  "version 1": `${FIRST}
    create table schema_versions (part text primary key, version integer not null);
    insert into schema_versions values ('events', 1), ('read models', 1);`,
  "version 2": readFileSync(join(import.meta.dirname, "../testing/postgres-version-2.sql"), "utf8"),
};

const [postgres] = (await testStores()).filter(({ name }) => name === "PostgreSQL");
const { missing, create } = postgres!;

describe.skipIf(missing !== null)(`schema versions in PostgreSQL${missing === null ? "" : ` (${missing})`}`, () => {
  let url: string;
  let execute: (statement: string) => Promise<void>;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    ({ url, execute, remove } = await create());
  });
  afterEach(() => remove());

  for (const [version, sql] of Object.entries(SCHEMAS)) {
    test(`${version}: all data are readable, and appends succeed`, async () => {
      await execute(sql);
      for (let round = 1; round <= 2; round++) {
        const store = await openEventStore(url);
        const all = await store.readAll(START, 3);
        expect(all.map(({ stream, version, type, time, data }) => [stream, version, type, time, data])).toEqual([
          ["s-1", 1, "Made", "2026-11-20T08:00:00.010Z", { n: 1 }],
          ["s-2", 1, "Made", "2026-11-20T08:00:01.000Z", { n: 2 }],
          ["s-1", 2, "Moved", "2026-11-20T08:00:02.123Z", { text: "é\ud800" }],
        ]);
        expect((await store.readStream("s-1")).slice(0, 2)).toEqual([all[0], all[2]]);
        const appended = await store.append("s-1", [event()], 1 + round);
        expect(appended[0]!.position > all[2]!.position).toBe(true);
        await store.close();
        const readModels = await openReadDatabase(url);
        expect(await readModels.checkpoint("list")).toBe(all[1]!.position);
        expect(await readModels.nextNumber("scenario")).toBe(41 + round);
        await readModels.close();
      }
    });
  }

  test("a program without checksums does not start and cannot append, and an event after the head is reported", async () => {
    await (await openEventStore(url)).close();
    // Statements of the older program: one that it executes at every start, and its append.
    await expect(
      execute(`create or replace function append_events(to_stream text, expected_version integer, envelopes json, payloads text[])
        returns table (at_version integer, at_position bigint, at_tx xid8) language plpgsql as $$ begin return; end $$`),
    ).rejects.toThrow("cannot change return type of existing function");
    const columns = "tx, stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data";
    const values = `0, 's-1', 2, gen_random_uuid(), 'Moved', 1, now(), 'user:1', 'r-9', null, '{}'`;
    await expect(execute(`insert into events (${columns}) values (${values})`)).rejects.toThrow('"checksum"');
    const store = await openEventStore(url);
    await store.append("s-1", [event()], 0);
    await execute(`insert into events (${columns}, checksum) values (${values}, '')`);
    for (const after of [0, 1])
      await expect(store.readStream("s-1", after)).rejects.toThrow("Event 2 of s-1 is damaged");
    await store.close();
  });

  test("a schema of a newer program is refused with an explanation", async () => {
    await (await openEventStore(url)).close();
    await execute("update schema_versions set version = 99");
    await expect(openEventStore(url)).rejects.toBeInstanceOf(SchemaTooNewError);
    await expect(openEventStore(url)).rejects.toThrow("have schema version 99; this program supports versions up to 2");
  });
});
