-- {"now":"2026-11-22T10:00:00.000Z","people":{"ada":1,"bob":2,"second":3,"cleo":4,"dora":5,"erased":6},"secrets":{"token":"etm_1_9a2b4e83c8_05390b0019d692fe433a2aeec6eaa3e4c6846e7e","password":"correct horse battery","signIn":"YMmaksp_GkN0uu_Z3rBcNLrLEjqEOxNc","accepted":"G-aZLkVEL5c4odi_qEJAnl0l8qEKcLnq","invitation":"myc4XCUhB4TOPY5MlDTmhAPcqjXARlNm","session":"session-of-ada"},"keyId":"1FagjO02ZkcqdwizCziq3c6ODxXIiNmQ1jpfGXoXCN39Dx4fjj2vvplGGSUxB4SP8euALWXyelpQ-fDdRnVV4h23gLk4Y-t2y7ONLV6hcU2-CfX7Li6HKVDTOobp-1GghcAzLguR8EXkJ-lYmgOHTAhkAddMQy_w6QZUI3mjE-xp3LdZxxMm0ZFCBbXuqsEHLzxxt1oPD-_Qhsj-rq9TCnO2ZpYyGYtM0HgE-IcOx9Bo-mcU9IgqUlFP8k9EbVNSU9yYPmaPHiTe181WuVuIFXWW2Y0Fi1CWbMViYhPoyF_6f5-0djzyo0yPynLmBYZ5GQ1FUQzN4vLWm7-zigSEqQ"}
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
CREATE TABLE couplings (
    person integer NOT NULL,
    target integer NOT NULL
);
CREATE TABLE couplings_waiting (
    person integer NOT NULL,
    service text NOT NULL,
    round integer NOT NULL,
    due_at text NOT NULL
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
CREATE TABLE identities (
    digest text NOT NULL,
    person integer NOT NULL
);
CREATE TABLE links (
    digest text NOT NULL,
    person integer NOT NULL,
    purpose text NOT NULL,
    expires_at text NOT NULL
);
CREATE TABLE mail (
    id text NOT NULL,
    person integer NOT NULL,
    sender integer,
    sealed text NOT NULL,
    put_at text NOT NULL,
    due_at text NOT NULL,
    sent_at text,
    attempts integer NOT NULL
);
CREATE TABLE oidc_records (
    model text NOT NULL,
    digest text NOT NULL,
    payload text NOT NULL,
    uid text,
    grant_id text,
    person integer,
    consumed_at text,
    expires_at text NOT NULL
);
CREATE TABLE passwords (
    person integer NOT NULL,
    hash text NOT NULL
);
CREATE TABLE people (
    id integer NOT NULL,
    email text NOT NULL,
    data_key text NOT NULL
);
CREATE TABLE schema_versions (
    part text NOT NULL,
    version integer NOT NULL
);
CREATE TABLE secrets (
    name text NOT NULL,
    value text NOT NULL
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
CREATE TABLE token_uses (
    person integer NOT NULL,
    token text NOT NULL,
    used_at text NOT NULL
);
CREATE TABLE transaction_base (
    base bigint NOT NULL
);
CREATE TABLE tries (
    name text NOT NULL,
    count integer NOT NULL,
    since text NOT NULL
);
INSERT INTO checkpoints VALUES ('couplings', '00000000000000005742-00000000000000000006');
INSERT INTO couplings VALUES (3, 1);
INSERT INTO couplings_waiting VALUES (3, 'scenarios', 2, '2026-11-22T10:02:30.000Z');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (1, 5729, 'person-1', 1, '01a20aa7-8857-7b18-8945-54fe4bfd33de', 'AccountOpened', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"details":"fswb6JjUto9j1JPFRAwQps+BL+NM1/HHHE2h67QgNfcx35QcJNXTgxZHvxhvYdYi+2Z6nsXAzZIaIQ1K8Gn6Dzhs9jw=","privateScenarios":true}', '3228925fc82b54664215480f8432acc0');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (2, 5731, 'person-1', 2, '01a20aa7-88b9-75a5-b7bf-10195b9778f9', 'AdminGranted', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{}', '76eb00cfef60cd8548f999708878da6d');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (3, 5732, 'person-1', 3, '01a20aa7-88c2-79dd-a80e-bc2859bf9fa8', 'TokenIssued', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"token":"9a2b4e83c8","label":"uv3UgzRInEsyjAtypsh/9Azac/+MCvbrRuSEGefw4WLth67Kf8o=","digest":"f4a20f56a497fc8dfb071bd8bf18ca11e64777d8b89fdf6ffab7426dfd647e1f","scopes":["scenarios:read"],"expiresAt":null}', '131ddc45d9d2e2fd4fd1e983c065e477');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (4, 5736, 'person-2', 1, '01a20aa7-88cf-7722-9e9e-65b04b149e3f', 'AccountOpened', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"details":"7ww3cOMjfBgabOylEt+OYMrCzo8kWRZ8EGyb3cqKz75/e+YRJeFvm+VxI0Cd1+BdaTTwQUim3WMdzXBLd2m5jpolww==","privateScenarios":false}', '85096d7a4a49234c203a70e31b2a31a1');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (5, 5740, 'person-3', 1, '01a20aa7-88da-7f98-8a0a-a5d991f86a3a', 'PersonInvited', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"details":"ZUDbl1ylfCF+hKnNN6r30KN/CzKeXereMOmwzwgjlvfU63DAMYu5NQN0QZPME5gBboq7YGGeNqR5n/QqqmXWQxH4T5X9B/LXwlQ="}', 'ffa1ad176d3bef6d6348d1ed3dd67cdd');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (6, 5742, 'person-3', 2, '01a20aa7-88e7-7bad-b810-5f0b7e500040', 'PersonCoupled', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"into":1}', '203e94ca49d9cf80aec21f44bb50f69d');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (7, 5747, 'person-4', 1, '01a20aa7-8903-7897-9277-a43fa719953d', 'PersonInvited', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"details":"Z/s4Mc+6FljTKMoZwI/4KpZoCCdirjg8cdP+XNXoHvaL/QXhoktRijemiD4t7z475lk2EroSr9YYmSy7U8AJwGJtSmk="}', 'cf2d2d9aac0ce41ab133e050bd531c3a');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (8, 5754, 'person-5', 1, '01a20aa7-8917-7338-bbbf-b911eb71b12c', 'AccountOpened', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"details":"4+9bBH6K3lSwMJAm9mCQR9lzq51fpImv6F5EVuLubBiJgyrD+/3tFFHfS59WVdayuI+LcVjdjniyHTIJcaXUDxtHQk3xnQ==","privateScenarios":false}', 'd7447641f7cfa1dc143d36d8de5eaa51');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (9, 5756, 'person-5', 2, '01a20aa7-891d-77fe-9a36-7e346806777c', 'IdentityAdded', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"identity":"xSD/y8VOO9mFk8bcjdUxdZ048Y3/308bTSvtTiJoRYppJbfufGfD9Y4yXgeUbW+tn7PzcADwQponAmEwnl3WbRzcEtFM1CrYpiE85JNE7oc4EWA="}', 'b110a352b3c8e83293a68aa6b9fb839c');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (10, 5759, 'person-6', 1, '01a20aa7-8923-7cba-97f5-91758bdadd48', 'AccountOpened', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"details":"luJrX/90SPM6f82cvLydlYEAlz1vvlNXSvoc3lwL2araLmmnCXgc4tcLrgalQ4R4V3L7WmMKR1WUL2qeAbj6PweBeaPdQ1CMPHA=","privateScenarios":false}', 'bdfa70ba04e6c1c932491a90831134ac');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (11, 5760, 'person-6', 2, '01a20aa7-8925-79ba-86f3-748ca3979b90', 'ErasureBegun', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{"publicScenarios":{"choice":"delete","to":null},"privateScenarios":{"choice":"delete","to":null},"savedScenarios":{"choice":"delete","to":null}}', '499a8fe980a1cedff3deaddfa0bb6a17');
INSERT INTO events OVERRIDING SYSTEM VALUE VALUES (12, 5769, 'person-6', 3, '01a20aa7-895b-7c53-a9f4-65459c02b48f', 'PersonErased', 1, '2026-11-22 10:00:00+00', 'service:test', 'r', NULL, '{}', '444a3ba459cccf4d4c88fe7b9b0b7b08');
INSERT INTO identities VALUES ('a43e3316d1d49d9c5f385fce6c621108a8b385dff0cf22801a3193eb0726bb73', 5);
INSERT INTO links VALUES ('058d5ed540813142fc74aab9d496fd0f93a5df4f3e31805a611db8c0d4006914', 2, 'sign_in', '2026-11-22T11:00:00.000Z');
INSERT INTO links VALUES ('96ce67a5302357860858d8397b9f36578a45a0ea31e78a33be47330ea9e9f8fd', 3, 'invitation', '2026-12-22T10:00:00.000Z');
INSERT INTO links VALUES ('58003f46bfe90441537407304b1c0c8561654b18880e3ca3b8d4313546111d54', 4, 'invitation', '2026-12-22T10:00:00.000Z');
INSERT INTO links VALUES ('cd684b562db256b66edfe98ae0b6b09b403a48bbe1e6de0f1770cbfffb7eccb5', 4, 'invitation', '2026-12-22T10:00:00.000Z');
INSERT INTO mail VALUES ('e35114323d87af54444789054305fbaa', 4, 1, 'HapZmjQBgRwroUaXknfMnfwnm1z19bgqWNNhdhVTNWITlBXaIdsK6bDrEI1dwEVa21D/pOB8oAgLbvKtFxV/T1bTz2IlDDBV50OlEvpd3IJJ+S3c9CQ39Ci2U3lWd4cwi8838xUf+c/wqriD81/GA4VdyXHcEJj1WZkOXInDfgxYS3PaF7YOkyPKHD0MBtQsDGGDJVIfSLP4KcyUk5Pt2VXfplCpHOEy60Q6FxXrHjEX0C4w2mkZwGjKpKf4k5rFJMBHBRKctKeO44kUjQm/uJCUcc0dirqQeYiNWD3t5g9dvNTn21X10NuTjRQNhFJhDOdxdvcaJUz263R1mYS/bJsarX+Otmg3+cMzyUE9DZrGZZLpjFRwQJ8IxengrC/pkLswxvEfivmsK35bUtLPG6WD2e0c/7wej4fmN/cwLM0zJ1zvv5VnOLvAZtQwYDUGaGZfrj2cm+zdFEKxq3VUgkfGNTrm46xHQFtAqs49d0A43VY7tuFLWNQJAuRLavng+wdCwtggSAffYi+ltklEfeZryJoi5eDW2ndE7+zbwYeu6Rv0wN6N6vdRaZ1ZjMJnSry0EbhnTeoY4TgTNSD7eT4=', '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z', NULL, 0);
INSERT INTO oidc_records VALUES ('Session', '23ab3e43020c0a83cd9f324583d01ff56af696c96e49c495480aff1ec9c3245e', '{"accountId":"1","exp":1795428000}', 'u', NULL, 1, NULL, '2026-11-23T10:00:00.000Z');
INSERT INTO oidc_records VALUES ('Client', '1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8', '{"client_id":"program"}', NULL, NULL, NULL, NULL, '9999');
INSERT INTO passwords VALUES (1, '$argon2id$v=19$m=19456,t=2,p=1$3Ef98yyFqEkNlCAMa56gHA$uyT7hbFUvxc9dtl+URBfvHj6mZrGl/M17WZms/34/CU');
INSERT INTO people VALUES (1, 'cfe00dde46ef942601ffafb9e2825e802858b460e586b8305b344c1eb826357d', 'h/xUH8VZSZzkygmCrtUNdKkAFVELTED6atp0w0vys1M=');
INSERT INTO people VALUES (2, '686b5e4cf4f963adf8f51468a48028ef8d15bd02fa335f821279a3d1678c9615', 'zPuU9pxQ/3pJQ7vGVbw+wuDeiDDcmbCzBdOBsYnyLfE=');
INSERT INTO people VALUES (3, 'bbbfdd7e016ee47c0474637876f12a9455d737b6cc02f08135ddd800c586f0e9', 'KdS3D//XidAzCK6Smo9u8YG1RB9O7HU6tiaynd/BY/c=');
INSERT INTO people VALUES (4, '5ae22dc1c344cf93bcc153b92da1c5efed96b5f3cc7346b241008af8e9299aab', 'UVTXRZuHlZUhtoNuDQxd78vBAZ73ftninWajeIK+KZA=');
INSERT INTO people VALUES (5, '215ed56a01ceec569254d61537b6abddcf2d17c4f9e341c594fd718f57299224', 'wu0rrOmbBvIzJZ9U9h26OAq8ef2gehCh3GZWffEtXSk=');
INSERT INTO schema_versions VALUES ('events', 2);
INSERT INTO schema_versions VALUES ('read models', 1);
INSERT INTO secrets VALUES ('oidc signing keys', '{"keys":[{"kty":"RSA","n":"1FagjO02ZkcqdwizCziq3c6ODxXIiNmQ1jpfGXoXCN39Dx4fjj2vvplGGSUxB4SP8euALWXyelpQ-fDdRnVV4h23gLk4Y-t2y7ONLV6hcU2-CfX7Li6HKVDTOobp-1GghcAzLguR8EXkJ-lYmgOHTAhkAddMQy_w6QZUI3mjE-xp3LdZxxMm0ZFCBbXuqsEHLzxxt1oPD-_Qhsj-rq9TCnO2ZpYyGYtM0HgE-IcOx9Bo-mcU9IgqUlFP8k9EbVNSU9yYPmaPHiTe181WuVuIFXWW2Y0Fi1CWbMViYhPoyF_6f5-0djzyo0yPynLmBYZ5GQ1FUQzN4vLWm7-zigSEqQ","e":"AQAB","d":"DR4r7YDjHTb0zeVE8GLIFYti9dYd7SxpuP5irSeAgEz8iwBMqUQw1QjRjpCgYotDPEoVAVj8vafSPFqvxOBPVbiJw2NN80hS7rsxM9YWibIolSNz6NK5iWkjn4hBsMPGc7TfxI607Z_XvEp7bYpdw6n6Ca4UGUt_Kdo4_PcRBtQ1kzAouET0N3ycrQ48-wW3j9jUj6q1fWTQ0fpksyeS5ZXlPJT0wHen6sagK0oETnmDgmEjU1Ik0O0vVHndAKYzZFoTpHA_tUrmFVaIYtMBxp4LAQjCMrqixGhIY8CMgAH_B_Sem0zyqJjR_eNoVTM2DSbu_pnoaZJ2db7dbxi3rQ","p":"8gVxoXKBRPdToXxVM1VYMaoD0OEpNrd87W1_D5f4Cg3hGzFdtYlCy_d3WrOC9kRHm6-5ELp24s3C8aYAw0ZNtcIEec5ZW7kTPA-bjUDWpwFXiVf4yFguZ5rYhYt6qOvFw7VJpLTiutunuUSJ4J19XRwlFerr8neBd4e3AuMmVl0","q":"4JpJ4hkPXKHFm3_R4OQnNmI_EVJrYrdufrQbt8KOX1gMELypYJrxdaUCcGNy_nrJ2aTd_qI1T7uxLPwakBr6y_j9OBeRpClrxvdC7H47dqvlK5Up3148H3vyJ7cpZYLhUCHyYGC3-U5vOsqttrn2WI30xjr_C1lNzYbenYcBqr0","dp":"tH2A16FYbIFymizqMWVFZ4xeWimBHfBLN5oANzXjYkQli60OMLNT4F8GYNsdIOGc8atj_ejBfrVq2-IsEXVdwN4XjmtoUrI8eP8-x2ICcvvaN3Am9epleRiOv1FcwZtLmn-Zkz7fE_F6LP3DQYLSGl1B_w16txGOuQC6aGnUjnU","dq":"HZDR1vx7hDMbYxvRUexWqRcHvE0AK89_sRgeafMncK-TbwSWu0vKKzVce9Trh0o8lfTY8DMEF4naidRp3rxedUlCdAbOOjDlqhxUZ_M5-qYoFbOd_nRWL8LOHqJCxcUTycueL0esEBpeE_woH9yc7A1LwmhzuFe6ISr21P-3nXU","qi":"qm__CIc0ZMbGrtv-3Bwzvr5nU0HXayxyUesLrBeWKMmNdpI36pi1YHRsKhco3GdGDGhFYofuhtEvobxKND3pFJtztArQIAQxCQ16Qe2fPcD4zGI0lYaGx4y4SxRdbMVCh540TedIaQfJS1w8rRySMHgFIISUKEVJcLoy_ENGfhY","use":"sig","alg":"RS256"}]}');
INSERT INTO secrets VALUES ('cookie keys', '["oe1QQ-hLUVXWnb1gOD0Ykr-ILhLN7Unw9reHT4iyiyo"]');
INSERT INTO sequences VALUES ('person', 6);
INSERT INTO streams VALUES ('person-1', 3, '131ddc45d9d2e2fd4fd1e983c065e477', 338);
INSERT INTO streams VALUES ('person-2', 1, '85096d7a4a49234c203a70e31b2a31a1', 131);
INSERT INTO streams VALUES ('person-3', 2, '203e94ca49d9cf80aec21f44bb50f69d', 124);
INSERT INTO streams VALUES ('person-4', 1, 'cf2d2d9aac0ce41ab133e050bd531c3a', 106);
INSERT INTO streams VALUES ('person-5', 2, 'b110a352b3c8e83293a68aa6b9fb839c', 262);
INSERT INTO streams VALUES ('person-6', 3, '444a3ba459cccf4d4c88fe7b9b0b7b08', 286);
INSERT INTO token_uses VALUES (1, '9a2b4e83c8', '2026-11-22T10:00:00.000Z');
INSERT INTO transaction_base VALUES (0);
INSERT INTO tries VALUES ('3e7171971d875b18c8ea9ca8b0ce62e162c9fdea13fe00752b632f9aa69cc176', 1, '2026-11-22T10:00:00.000Z');
INSERT INTO tries VALUES ('156e49b51661d98f183de354a6f3954261d604a0b58f5ee4fb4c1e4a56289f36', 1, '2026-11-22T10:00:00.000Z');
SELECT pg_catalog.setval('events_position_seq', 12, true);
ALTER TABLE ONLY checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (consumer);
ALTER TABLE ONLY couplings
    ADD CONSTRAINT couplings_pkey PRIMARY KEY (person);
ALTER TABLE ONLY couplings_waiting
    ADD CONSTRAINT couplings_waiting_pkey PRIMARY KEY (person, service);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_id_key UNIQUE (id);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY events
    ADD CONSTRAINT events_stream_version_key UNIQUE (stream, version);
ALTER TABLE ONLY identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY links
    ADD CONSTRAINT links_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY oidc_records
    ADD CONSTRAINT oidc_records_pkey PRIMARY KEY (model, digest);
ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (person);
ALTER TABLE ONLY people
    ADD CONSTRAINT people_email_key UNIQUE (email);
ALTER TABLE ONLY people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY schema_versions
    ADD CONSTRAINT schema_versions_pkey PRIMARY KEY (part);
ALTER TABLE ONLY secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY sequences
    ADD CONSTRAINT sequences_pkey PRIMARY KEY (name);
ALTER TABLE ONLY snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (stream);
ALTER TABLE ONLY streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (stream);
ALTER TABLE ONLY token_uses
    ADD CONSTRAINT token_uses_pkey PRIMARY KEY (person, token);
ALTER TABLE ONLY tries
    ADD CONSTRAINT tries_pkey PRIMARY KEY (name);
CREATE UNIQUE INDEX events_in_commit_order ON events USING btree (tx, "position");
CREATE INDEX oidc_records_by_end ON oidc_records USING btree (expires_at);
CREATE INDEX oidc_records_by_grant ON oidc_records USING btree (grant_id);
CREATE INDEX oidc_records_by_person ON oidc_records USING btree (person);
CREATE INDEX oidc_records_by_uid ON oidc_records USING btree (uid);
