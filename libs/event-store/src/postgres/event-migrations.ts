/** The schema of events in PostgreSQL, version by version. */
import { MAX_STREAM_BYTES, MAX_STREAM_EVENTS } from "../event-store.ts";
import type { Migration } from "../schema.ts";

/** SQLSTATEs raised by our functions. */
export const SQL_STATES = {
  /** The stream has reached its limits. */
  full: "ET001",
  /** Transaction ids are lower than the events': the store was moved to another cluster. */
  moved: "ET002",
} as const;

/** Key of the lock shared by appends to these tables; no other work in the cluster uses it. */
const APPEND_LOCK = "(1163151699::bigint << 32) | 'events'::regclass::oid::bigint";

export const EVENT_MIGRATIONS: readonly Migration<string>[] = [
  {
    about: "events in one table, and a function that appends to it",
    // "if not exists": unversioned schemas already have them.
    steps: [
      // `json` keeps the text unchanged. `jsonb`, and functions that parse JSON, refuse text with \u0000 or an unpaired
      // surrogate, which users may enter. So payloads are passed separately from the envelopes, each as text.
      `create table if not exists events (
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
       )`,
      "create unique index if not exists events_in_commit_order on events (tx, position)",
    ],
  },
  {
    about: "checksums, heads of streams, snapshots; an order that survives moving to another cluster",
    steps: [
      // Blocks concurrent appends; afterwards, programs of the previous version use the new function.
      "lock table events in exclusive mode",
      "alter table events alter column tx drop default, alter column tx type bigint using tx::text::bigint",
      // Transaction ids of this cluster start after `base`; see adoptTransactionIds.
      "create table transaction_base (base bigint not null)",
      "insert into transaction_base values (0)",
      "alter table events add column checksum text",
      `create table streams (
         stream text primary key,
         version integer not null,
         checksum text not null,
         bytes bigint not null
       )`,
      `create table snapshots (
         stream text primary key,
         version integer not null,
         schema_version integer not null,
         state text not null,
         checksum text not null,
         chain text not null
       )`,
      // The same as checksumOf in stored-event.ts.
      `create function event_checksum(previous text, stream text, version integer, id text, type text,
         schema_version text, happened text, actor text, correlation_id text, causation_id text, data text)
         returns text language sql immutable as $$
         select left(encode(sha256(convert_to(array_to_string(array[
           previous, stream, version::text, id, type, schema_version, happened, actor, correlation_id,
           coalesce(causation_id, ''), data
         ], chr(10)), 'UTF8')), 'hex'), 32)
       $$`,
      `do $$
       declare
         event record;
         previous text;
         bytes bigint;
       begin
         for event in select * from events order by stream, version loop
           if event.version = 1 then
             previous := '';
             bytes := 0;
           end if;
           previous := event_checksum(previous, event.stream, event.version, event.id::text, event.type,
             event.schema_version::text, to_char(event.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             event.actor, event.correlation_id, event.causation_id, event.data::text);
           bytes := bytes + octet_length(event.data::text);
           update events set checksum = previous where position = event.position;
           insert into streams values (event.stream, event.version, previous, bytes)
             on conflict (stream) do update
             set version = excluded.version, checksum = excluded.checksum, bytes = excluded.bytes;
         end loop;
       end $$`,
      "alter table events alter column checksum set not null",
      "drop function if exists append_events(text, integer, json, text[])",
      // Returns the appended rows, or the rows of the same earlier append. On a version conflict, it returns one row
      // with the stream's version and no position.
      `create function append_events(to_stream text, expected_version integer, envelopes json, payloads text[])
         returns table (at_version integer, at_position bigint, at_tx bigint, repeated boolean) language plpgsql as $$
       declare
         head streams;
         own_tx bigint;
         count integer := array_length(payloads, 1);
         ids uuid[];
         present uuid[];
         start integer := expected_version;
         n integer;
         envelope json;
       begin
         -- Before there is a transaction id: see events_horizon.
         if pg_current_xact_id_if_assigned() is not null then
           raise exception 'append_events has to be the first to write in its transaction';
         end if;
         perform pg_advisory_xact_lock_shared(${APPEND_LOCK});
         -- Before there is a transaction id, too: a later version never has an earlier one.
         perform pg_advisory_xact_lock(hashtextextended(to_stream, 0));
         select * into head from streams s where s.stream = to_stream;
         if not found then
           head := (to_stream, 0, '', 0)::streams;
         end if;
         select array_agg((e->>'id')::uuid order by i) into ids
           from json_array_elements(envelopes) with ordinality as given(e, i);
         if start is null then
           select e.version - 1 into start from events e where e.id = ids[1] and e.stream = to_stream;
         end if;
         if start <> head.version then
           select array_agg(e.id order by e.version) into present
             from events e where e.stream = to_stream and e.version > start and e.version <= start + count;
           if present = ids then
             return query select e.version, e.position, e.tx, true
               from events e where e.stream = to_stream and e.version > start and e.version <= start + count;
           elsif expected_version is null then
             raise unique_violation using constraint = 'events_id_key', message = 'stored already, in another append';
           else
             return query select head.version, null::bigint, null::bigint, false;
           end if;
           return;
         end if;
         own_tx := pg_current_xact_id()::text::bigint + (select base from transaction_base);
         -- Another transaction that began later may have been faster, but none that has not begun yet.
         if (select e.tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + b.base
               from events e, transaction_base b order by e.tx desc, e.position desc limit 1) then
           raise exception 'its transaction ids are behind those of its events: it was moved here from another server. Start again'
             using errcode = '${SQL_STATES.moved}';
         end if;
         for n in 1 .. count loop
           envelope := envelopes -> (n - 1);
           head.version := head.version + 1;
           head.bytes := head.bytes + octet_length(payloads[n]);
           head.checksum := event_checksum(head.checksum, to_stream, head.version, ids[n]::text, envelope->>'type',
             envelope->>'schemaVersion', envelope->>'time', envelope->>'actor', envelope->>'correlationId',
             envelope->>'causationId', payloads[n]);
           return query
             insert into events
               (tx, stream, version, id, type, schema_version, time, actor, correlation_id, causation_id, data, checksum)
             values (own_tx, to_stream, head.version, ids[n], envelope->>'type', (envelope->>'schemaVersion')::integer,
               (envelope->>'time')::timestamptz, envelope->>'actor', envelope->>'correlationId',
               envelope->>'causationId', payloads[n]::json, head.checksum)
             returning version, position, tx, false;
         end loop;
         if head.version > ${MAX_STREAM_EVENTS} or head.bytes > ${MAX_STREAM_BYTES} then
           raise exception '% events, % bytes', head.version, head.bytes using errcode = '${SQL_STATES.full}';
         end if;
         insert into streams values (head.stream, head.version, head.checksum, head.bytes)
           on conflict (stream) do update
           set version = excluded.version, checksum = excluded.checksum, bytes = excluded.bytes;
       end $$`,
      // No event can be inserted below this transaction number any longer. The snapshot is taken before the locks are
      // read: an append in neither has finished and is visible to later readers, or gets a transaction id above the
      // snapshot.
      `create function events_horizon() returns bigint language plpgsql volatile as $$
       declare
         horizon xid8;
       begin
         select least(pg_snapshot_xmax(s.snapshot), (
             select running.tx from pg_snapshot_xip(s.snapshot) as running(tx)
              where running.tx::xid in (
                select own.transactionid from pg_locks append join pg_locks own using (virtualtransaction)
                 where append.locktype = 'advisory' and append.objsubid = 1
                   and ((append.classid::bigint << 32) | append.objid::bigint) = (${APPEND_LOCK})
                   and append.database = (select oid from pg_database where datname = current_database())
                   and own.locktype = 'transactionid' and own.granted)
              order by running.tx limit 1))
           into horizon
           from (select pg_current_snapshot() as snapshot) s;
         return horizon::text::bigint + (select base from transaction_base);
       end $$`,
    ],
  },
];

/**
 * Transaction ids start again in another cluster, after dump and restore. New ids are then counted from the last
 * event's id, so that positions and checkpoints stay valid.
 */
export const ADOPT_TRANSACTION_IDS = `
  update transaction_base set base = last.tx + 1
    from (select tx from events order by tx desc, position desc limit 1) last
   where last.tx >= transaction_base.base + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** Lists running appends, the oldest first. */
export const RUNNING_APPENDS = `
  select case when l.pid is null then 'prepared transaction ' || coalesce(p.gid, '?') else 'process ' || l.pid end
      || ' of database ' || current_database() || coalesce(', ' || a.state, '') as holder,
         extract(epoch from clock_timestamp() - coalesce(a.xact_start, p.prepared))::integer as seconds
    from pg_locks l
    left join pg_stat_activity a on a.pid = l.pid
    left join pg_prepared_xacts p on l.pid is null and l.virtualtransaction = '-1/' || p.transaction::text
   where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
     and ((l.classid::bigint << 32) | l.objid::bigint) = (${APPEND_LOCK})
   order by coalesce(a.xact_start, p.prepared)`;
