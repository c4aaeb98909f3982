-- The output of pg_dump for a store with schema version 2 (events), for the migration test.
set check_function_bodies = off;

CREATE FUNCTION append_events(to_stream text, expected_version integer, envelopes json, payloads text[]) RETURNS TABLE(at_version integer, at_position bigint, at_tx bigint, repeated boolean)
    LANGUAGE plpgsql
    AS $$
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
         perform pg_advisory_xact_lock_shared((1163151699::bigint << 32) | 'events'::regclass::oid::bigint);
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
             using errcode = 'ET002';
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
         if head.version > 100000 or head.bytes > 268435456 then
           raise exception '% events, % bytes', head.version, head.bytes using errcode = 'ET001';
         end if;
         insert into streams values (head.stream, head.version, head.checksum, head.bytes)
           on conflict (stream) do update
           set version = excluded.version, checksum = excluded.checksum, bytes = excluded.bytes;
       end $$;

CREATE FUNCTION event_checksum(previous text, stream text, version integer, id text, type text, schema_version text, happened text, actor text, correlation_id text, causation_id text, data text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
         select left(encode(sha256(convert_to(array_to_string(array[
           previous, stream, version::text, id, type, schema_version, happened, actor, correlation_id,
           coalesce(causation_id, ''), data
         ], chr(10)), 'UTF8')), 'hex'), 32)
       $$;

CREATE FUNCTION events_horizon() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
       declare
         horizon xid8;
       begin
         select least(pg_snapshot_xmax(s.snapshot), (
             select running.tx from pg_snapshot_xip(s.snapshot) as running(tx)
              where running.tx::xid in (
                select own.transactionid from pg_locks append join pg_locks own using (virtualtransaction)
                 where append.locktype = 'advisory' and append.objsubid = 1
                   and ((append.classid::bigint << 32) | append.objid::bigint) = ((1163151699::bigint << 32) | 'events'::regclass::oid::bigint)
                   and append.database = (select oid from pg_database where datname = current_database())
                   and own.locktype = 'transactionid' and own.granted)
              order by running.tx limit 1))
           into horizon
           from (select pg_current_snapshot() as snapshot) s;
         return horizon::text::bigint + (select base from transaction_base);
       end $$;

CREATE TABLE checkpoints (
    consumer text NOT NULL,
    "position" text NOT NULL
);

CREATE TABLE events (
    "position" bigint NOT NULL,
    tx bigint NOT NULL,
    stream text NOT NULL,
    version integer NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    schema_version integer NOT NULL,
    "time" timestamp with time zone NOT NULL,
    actor text NOT NULL,
    correlation_id text NOT NULL,
    causation_id text,
    data json NOT NULL,
    checksum text NOT NULL
);

ALTER TABLE events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE schema_versions (
    part text NOT NULL,
    version integer NOT NULL
);

CREATE TABLE sequences (
    name text NOT NULL,
    last integer NOT NULL
);

CREATE TABLE snapshots (
    stream text NOT NULL,
    version integer NOT NULL,
    schema_version integer NOT NULL,
    state text NOT NULL,
    checksum text NOT NULL,
    chain text NOT NULL
);

CREATE TABLE streams (
    stream text NOT NULL,
    version integer NOT NULL,
    checksum text NOT NULL,
    bytes bigint NOT NULL
);

CREATE TABLE transaction_base (
    base bigint NOT NULL
);

INSERT INTO checkpoints VALUES ('list', '00000000000000004101-00000000000000000002');

INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (1, 4101, 's-1', 1, '00000000-0000-4000-8000-000000000001', 'Made', 1, '2026-11-20 08:00:00.01+00', 'user:1', 'r-1', NULL, '{"n":1}', '95d1b9f0ec36ad4cc76e3c54c59097ae');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (3, 4101, 's-1', 2, '00000000-0000-4000-8000-000000000003', 'Moved', 2, '2026-11-20 08:00:02.123+00', 'user:1', 'r-3', '00000000-0000-4000-8000-000000000002', '{"text":"é\ud800"}', '72e756845f84887d47b8dc6b7e4e7c09');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (2, 4101, 's-2', 1, '00000000-0000-4000-8000-000000000002', 'Made', 1, '2026-11-20 08:00:01+00', 'anonymous', 'r-2', NULL, '{"n":2}', '80c4708acae2bd1ab023744ebf677e0b');

INSERT INTO schema_versions VALUES ('events', 2);
INSERT INTO schema_versions VALUES ('read models', 1);

INSERT INTO sequences VALUES ('scenario', 41);

INSERT INTO streams VALUES ('s-1', 2, '72e756845f84887d47b8dc6b7e4e7c09', 26);
INSERT INTO streams VALUES ('s-2', 1, '80c4708acae2bd1ab023744ebf677e0b', 7);

INSERT INTO transaction_base VALUES (0);

SELECT pg_catalog.setval('events_position_seq', 3, true);

ALTER TABLE ONLY checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (consumer);

ALTER TABLE ONLY events
    ADD CONSTRAINT events_id_key UNIQUE (id);

ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY events
    ADD CONSTRAINT events_stream_version_key UNIQUE (stream, version);

ALTER TABLE ONLY schema_versions
    ADD CONSTRAINT schema_versions_pkey PRIMARY KEY (part);

ALTER TABLE ONLY sequences
    ADD CONSTRAINT sequences_pkey PRIMARY KEY (name);

ALTER TABLE ONLY snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (stream);

CREATE UNIQUE INDEX events_in_commit_order ON events USING btree (tx, "position");

