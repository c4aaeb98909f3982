-- {"now":"2026-11-22T10:00:00.000Z","people":{"ada":1,"bob":2,"second":3,"cleo":4,"dora":5,"erased":6},"secrets":{"token":"etm_1_77acfea533_58c1981a50557320f8bda99b6d4dccb9086e3dfc","password":"correct horse battery","signIn":"wztZ7qKWG1JCdNa7X93OxjqPjV2v8xPI","accepted":"vAilzolO2LkNC8hr6ufv57s06HI9rduO","invitation":"UAcXn2BF0I8jWAVZ0YyL3VonSNd-LXNh","session":"session-of-ada"},"keyId":"lqdGgknCyHYcN1D8XZBZ_tN2mVwqeQNXUPhMux-vkzY5eTTPCgjyjTrlwFY4R5Ms7pLUZRaE4GeowjXo_9t8mBUegf6z5dhfWDBNs1wEAL3M6QCqMDA1f3iYzhjuXTkNWzCfnp2cA_PSTTGTeMyzDiWuogZU61dqOearwliFcJzAkhP3c3VlQNzSIzoSre1c1cm-75zBa6iEcWBYjwK_8IV3iwc5r8zjOpV79MNwoscwVHXzLRvNvqz7oyKI4vwIQaeHX7jK1ZolB1ElYRY3IQluRKoqYZNHNcaO3YPxzOgF896o4oKm-0rX8uwhhnAHijMZAaQmi3m6Jkg7yJB0Cw"}
CREATE TABLE schema_versions (part text primary key, version integer not null);
CREATE TABLE events (
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
         data text not null, checksum text not null default '',
         unique (stream, version)
       ) strict;
CREATE TABLE streams (
         stream text primary key,
         version integer not null,
         checksum text not null,
         bytes integer not null
       ) strict, without rowid;
CREATE TABLE snapshots (
         stream text primary key,
         version integer not null,
         schema_version integer not null,
         state text not null,
         checksum text not null,
         chain text not null
       ) strict;
CREATE TABLE checkpoints (consumer text primary key, position text not null);
CREATE TABLE sequences (name text primary key, last integer not null);
CREATE TABLE people (
        id integer primary key,
        email text not null unique,
        data_key text not null
      );
CREATE TABLE token_uses (
        person integer not null,
        token text not null,
        used_at text not null,
        primary key (person, token)
      );
CREATE TABLE mail (
        id text primary key,
        person integer not null,
        sender integer,
        sealed text not null,
        put_at text not null,
        due_at text not null,
        sent_at text,
        attempts integer not null
      );
CREATE TABLE links (
        digest text primary key,
        person integer not null,
        purpose text not null,
        expires_at text not null
      );
CREATE TABLE identities (digest text primary key, person integer not null);
CREATE TABLE passwords (person integer primary key, hash text not null);
CREATE TABLE oidc_records (
        model text not null,
        digest text not null,
        payload text not null,
        uid text,
        grant_id text,
        person integer,
        consumed_at text,
        expires_at text not null,
        primary key (model, digest)
      );
CREATE TABLE secrets (name text primary key, value text not null);
CREATE TABLE tries (name text primary key, count integer not null, since text not null);
CREATE TABLE couplings (person integer primary key, target integer not null);
CREATE TABLE couplings_waiting (
          person integer not null,
          service text not null,
          round integer not null,
          due_at text not null,
          primary key (person, service)
        );
CREATE INDEX oidc_records_by_uid on oidc_records (uid);
CREATE INDEX oidc_records_by_grant on oidc_records (grant_id);
CREATE INDEX oidc_records_by_person on oidc_records (person);
CREATE INDEX oidc_records_by_end on oidc_records (expires_at);
insert into schema_versions values ('events', 2);
insert into schema_versions values ('read models', 1);
insert into events values (1, 'person-1', 1, '01a20aa7-8309-7c0b-b868-95dd08d82fa0', 'AccountOpened', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"details":"b3DtDAltmL69uE1a21YrGi/3gwc3ByTMGFL6Ow4ZE1GlM9wmArC15PmSHTDbXsicR/mrtC6CyknWffy77nWCL8uV2OY=","privateScenarios":true}', '2aacfbf93974f17898c2b051ac57601b');
insert into events values (2, 'person-1', 2, '01a20aa7-8364-75e3-bbd0-b5f1d672e329', 'AdminGranted', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{}', '2083ae9be0702968e69acbfabc44067a');
insert into events values (3, 'person-1', 3, '01a20aa7-836a-722a-92b2-c56019405d53', 'TokenIssued', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"token":"77acfea533","label":"8GXfgYfeSiRg7+5H+ZP5xNdSSM1Z9wOA94iXzajQs/5+Ygu3ECg=","digest":"8867569dd245e3dfe840158e02c9fccf1b0a8202d95a196848036d8f35fc7d97","scopes":["scenarios:read"],"expiresAt":null}', '9fb108dcc7b1ddb3fa2ece737f2d7e0c');
insert into events values (4, 'person-2', 1, '01a20aa7-8373-79fa-b438-da583240c84d', 'AccountOpened', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"details":"HohL28PzzmAAmF+lAoSuY7K31ia9/J8w2toBTn9pDfyCwm7a6wodOiw8ST+xNVASnTdrFmcxaDO+L4KpbR/fApUjrg==","privateScenarios":false}', '6725fefb48394576961d0bc3d27b5ed4');
insert into events values (5, 'person-3', 1, '01a20aa7-837b-7440-acb2-604aa244e420', 'PersonInvited', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"details":"k0ybJBsd0spNxtUlfHdQWvmR/AHnI7s6mnq3OhJfnPlbfn+i9RWOIX4LcXykfMWuH83rZG6MIWeOSmGV/7jZ2tOdT/ZZfeeQDfM="}', '9034b70ac997798259074fe29a28e584');
insert into events values (6, 'person-3', 2, '01a20aa7-8382-7954-8975-b45b32f3ea1c', 'PersonCoupled', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"into":1}', '06b3a49fef25faf107a7e82e34119b7f');
insert into events values (7, 'person-4', 1, '01a20aa7-83a0-787f-b5ee-ef8736520347', 'PersonInvited', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"details":"6R3W6BoJWc63OpC2efqu7L7OXd1eVberd81B9mMBluo9tuXYCh6gvXGUDuM//yYGLQ1DfjOYQnnfkcUpWfb+HeAs+0Q="}', 'eb4754b7d230aceae728bec460e59cb5');
insert into events values (8, 'person-5', 1, '01a20aa7-83ac-721e-b695-9caafd19dc9c', 'AccountOpened', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"details":"yWl8I4NerHO5Oh9ODTwll/gW3N71kTDKrfsxq0kZyQhNabIO/sXpmI3UdomxGaDKMMnlYTLJfyZoewS9G2mAH1oT8dHuIg==","privateScenarios":false}', '5058ac3db69b605ed196c6394387d91f');
insert into events values (9, 'person-5', 2, '01a20aa7-83ae-743b-ab11-c80750a36321', 'IdentityAdded', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"identity":"3dN29Hx4Dir6Iup4by//eHzbQ3kCGfJ3rbljkddK9976LrQJyskszqapNwYVWYqSADdHQ63OAzZ++Vm/8IN6CzFMsPgiFPQ4necSXy/SjHgw2I8="}', '509db2f12e1872c2907dd45bac8f581a');
insert into events values (10, 'person-6', 1, '01a20aa7-83b2-76d2-b4de-b950eac0e6bc', 'AccountOpened', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"details":"t3bhmubmpkSF76p0fhjP8an/Sh/FXlXrXTUjndOaTU5EqnXIbxQM4d6b5hHdep0WX52SG+y7APP5lAQXjEmye94OEcgJf2LZMoU=","privateScenarios":false}', 'b8e2c839dd4b6cf24c130b0f16243d84');
insert into events values (11, 'person-6', 2, '01a20aa7-83b4-7768-9f84-75b6a32b62d9', 'ErasureBegun', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{"publicScenarios":{"choice":"delete","to":null},"privateScenarios":{"choice":"delete","to":null},"savedScenarios":{"choice":"delete","to":null}}', 'cd01c8360b908fc016fffc9305676c10');
insert into events values (12, 'person-6', 3, '01a20aa7-83bf-7e5f-a7c8-34d10bbf998c', 'PersonErased', 1, '2026-11-22T10:00:00.000Z', 'service:test', 'r', null, '{}', '6eef9b446319f856c064b9bb9604a108');
insert into streams values ('person-1', 3, '9fb108dcc7b1ddb3fa2ece737f2d7e0c', 338);
insert into streams values ('person-2', 1, '6725fefb48394576961d0bc3d27b5ed4', 131);
insert into streams values ('person-3', 2, '06b3a49fef25faf107a7e82e34119b7f', 124);
insert into streams values ('person-4', 1, 'eb4754b7d230aceae728bec460e59cb5', 106);
insert into streams values ('person-5', 2, '509db2f12e1872c2907dd45bac8f581a', 262);
insert into streams values ('person-6', 3, '6eef9b446319f856c064b9bb9604a108', 286);
insert into checkpoints values ('couplings', '0000000000000006');
insert into sequences values ('person', 6);
insert into people values (1, 'cfe00dde46ef942601ffafb9e2825e802858b460e586b8305b344c1eb826357d', 'rrQrbAZEo+1Sd1+ljeUfNt30C5Y58C/RqXkW0BIf21o=');
insert into people values (2, '686b5e4cf4f963adf8f51468a48028ef8d15bd02fa335f821279a3d1678c9615', '7DKkz62hzXHSgscoiLk1vCdbfMhoDAXazapQJWRcaCM=');
insert into people values (3, 'bbbfdd7e016ee47c0474637876f12a9455d737b6cc02f08135ddd800c586f0e9', '2XlJgwX/P86cMMaKEgkuQkOkihsvxyHQH5CLF2NViIU=');
insert into people values (4, '5ae22dc1c344cf93bcc153b92da1c5efed96b5f3cc7346b241008af8e9299aab', 'rRX3QiVtZ4vNdlJKUOJj7xpXGVKiXE5kq3dz719ukrw=');
insert into people values (5, '215ed56a01ceec569254d61537b6abddcf2d17c4f9e341c594fd718f57299224', 'C6gaxPNqc2ueZlFDUPmg5drKZLhr1PKIOtDXphsCMes=');
insert into token_uses values (1, '77acfea533', '2026-11-22T10:00:00.000Z');
insert into mail values ('e35114323d87af54444789054305fbaa', 4, 1, 'x3lAIeFr2HC3Mgb8zhEHCf+Iv167mJ7lQ3fuziOkDoU3DhTfiMcTr0FH49dIhzpc5FflugQcNC34R0w8N2AUCcBMPHS8X0hxGy6kx5j8iRHAgMV+8i68cl6cnCY885/4eq0630f/3bmv1Y0EzSesyn9HPXzatNU14BOsYDJIAZ1WxvNE3K8Q4J8sAWBW9J+bJA1nnPpyr1nN2aV1yyqYHqvySgTypI5XXVY5JD5qwPaoNewayQGwSAOAnXo05zJrg/LcB7qyfxNtebnp6EfdIDCMKVuouBnBSwLd+z9VKkLuwou5SyL9Yc9xMpSBPcVPFgIrQdOjKme5pseaAc3N39koty8JcOH6NniU5eHENL5nzpsdP1InxWOgDinBSBISQpzaD7uJd1hxQ6H6UNX7/nlU/iMgyhrKVs8r4BrhxSdVZhq9akqMsQlp+UIWzfv/7pHUnPKslsWcJ0kEbVJlPalOu13oDHWmxGSj347D87E5In63aeVPHtUEyoKozkPE7f750r2fZTyLP/Ybsl6uOAOE184mxs0BJ/DB2KJ+pRcle1BfJNldqgB4cAf7Girsl4Zb3y2EWTxBNl+j93S2fnk=', '2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z', null, 0);
insert into links values ('a898f4fb6453c51c816813bb2e1a08e0cadc4d553a38b2536d61ef8c2e21f753', 2, 'sign_in', '2026-11-22T11:00:00.000Z');
insert into links values ('35b3572f7f8e71aeb631d5ac1dab3b1e9991faf1568186916de6382489e12f6d', 3, 'invitation', '2026-12-22T10:00:00.000Z');
insert into links values ('71db632b7b585903438bd78e8a9bac5b553891fdece5ec51617b8eeb6696df05', 4, 'invitation', '2026-12-22T10:00:00.000Z');
insert into links values ('b1f2fd64cc232650dde6b295c4be0eb27c16da13d2c14ac64e57f497235a39d0', 4, 'invitation', '2026-12-22T10:00:00.000Z');
insert into identities values ('a43e3316d1d49d9c5f385fce6c621108a8b385dff0cf22801a3193eb0726bb73', 5);
insert into passwords values (1, '$argon2id$v=19$m=19456,t=2,p=1$lRAE2YLAzUG8qA3KBSlYPA$ctjXmBd8V2laUsd9koDiI58VRxY3H81vNTyv+g7Do20');
insert into oidc_records values ('Session', '23ab3e43020c0a83cd9f324583d01ff56af696c96e49c495480aff1ec9c3245e', '{"accountId":"1","exp":1795428000}', 'u', null, 1, null, '2026-11-23T10:00:00.000Z');
insert into oidc_records values ('Client', '1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8', '{"client_id":"program"}', null, null, null, null, '9999');
insert into secrets values ('oidc signing keys', '{"keys":[{"kty":"RSA","n":"lqdGgknCyHYcN1D8XZBZ_tN2mVwqeQNXUPhMux-vkzY5eTTPCgjyjTrlwFY4R5Ms7pLUZRaE4GeowjXo_9t8mBUegf6z5dhfWDBNs1wEAL3M6QCqMDA1f3iYzhjuXTkNWzCfnp2cA_PSTTGTeMyzDiWuogZU61dqOearwliFcJzAkhP3c3VlQNzSIzoSre1c1cm-75zBa6iEcWBYjwK_8IV3iwc5r8zjOpV79MNwoscwVHXzLRvNvqz7oyKI4vwIQaeHX7jK1ZolB1ElYRY3IQluRKoqYZNHNcaO3YPxzOgF896o4oKm-0rX8uwhhnAHijMZAaQmi3m6Jkg7yJB0Cw","e":"AQAB","d":"DLLEyq6U8HikIDV_UBOewk_oqzyNh-20KmsDbLJbBjmH1qOQ3_OpHiZcvz2FOOM64lEV_f9L6-5Q1y3cGdTSR69gBu0FFNaMEs7ffcK_w6A76VfZAH7Pw5LSrmyDivAIJCuRCLmYMO0YSNFo8MGwRfz_H0ERX1Ta6056I8N6W-d5ZkHhowKXDzazz-pscKkiqmCuGK_8p93X5FS5CiaO0QUp9wBjw9lGYiw2_3FNlZ2JtGe_yfaLCIBO4DIVlsVOWCufiwPcffkIuTV4To3X_um-bTc8rAXlkDpz-Jbr0BvKj6t_XbjGT40-cdqhOCduQoOLzHkBertdCGDveRoBAQ","p":"yQhzAF2uI9er4ogW9E17OYAn92oHgX_n3sPpxYBhC_5cjNwJx5ADt1-6TNREGj1NTlwAGTxXMS3i5HKeu-CA8-6UsVUVTIFu4TxGo_VYFpRhZfG3DGPE37oKnGwtDGXi8vvmbjrdDuegiYSKBiVQJiwJ9-UDsl6BQjb5c4JPhyE","q":"v9hyEhuzI6rquYqJDqmYWyeBIbwr5UfEXabyVwxtAx6mdhOJ1IvPXtupoqFRUUGN7zozSx--oivKrPKOSMyWpfWN798ahpXn2XhyzN3VLjth5kN8k41Z6qD-TSJsAo0KJAxD5-wK_dTYL7N6P5VenCIzlqMrlBJsVmTtp154Eas","dp":"rQ7B-SGsBBzoUeV3ZS3CE1jYjutOtNNH5wPeHXALmwiH4ZaWMJ4wJM6akQL18WSuRPN7_j1sjeCDfseREAkO2W6bwCCPakHOEsURxpkxEJcBVYIEYv0MANCly8xv50laWnQxBNlVbTxGfbuEGhBK8-FbX3Rdf1JNkZPDoAUgsyE","dq":"VmqYT6Hcmtd1rihCPrGUaJMt7tVFbJ1cTddS2HVHcZ1P3GZGstBbk94c1p4V9CU0Wyt7SX6-L2zMegU0pIRL4-vtiLyVxUQnUOWZyMCwM4gaPE_wAMMuWqs0gehcgPWpOL2xpPnFpbtHuoz9J0EQggJB_Lv5eFSoKm6CQt8h9Ms","qi":"GpHQVsbC1koXzP5YTmlSczYg0NWPUy5R3ciHp6DmOH_lu-APCxoqttfWLvVn4WzKSYaz2Mxos4uaQWjUjtHPRB1hdKNFCZ8faTMCqnmqBNwMOke24DMvgq-SM0oNqQRj6CrwhsrAKmnbBrz2vXnAcIsRhSP0bARIlwan_RpvWcc","use":"sig","alg":"RS256"}]}');
insert into secrets values ('cookie keys', '["GtNUkb8Wj23O95q--lkrFMkKQCP6YP-eoXTNuAIeQY8"]');
insert into tries values ('3e7171971d875b18c8ea9ca8b0ce62e162c9fdea13fe00752b632f9aa69cc176', 1, '2026-11-22T10:00:00.000Z');
insert into tries values ('156e49b51661d98f183de354a6f3954261d604a0b58f5ee4fb4c1e4a56289f36', 1, '2026-11-22T10:00:00.000Z');
insert into couplings values (3, 1);
insert into couplings_waiting values (3, 'scenarios', 2, '2026-11-22T10:02:30.000Z');
