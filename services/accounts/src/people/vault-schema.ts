/** Schema of the vault, by version, for SQLite and PostgreSQL. */
import type { Migration } from "@etesian/event-store";

/**
 * A released version is never changed, because stores already use it. Processes of the previous version may run at the
 * same time: additions must be optional for them.
 */
export const VAULT_MIGRATIONS: readonly Migration<string>[] = [
  {
    // "if not exists": vaults from before schema versions have some or all of these tables.
    about: "tables that predate schema versions",
    steps: [
      `create table if not exists people (
        id integer primary key,
        email text not null unique,
        data_key text not null
      )`,
      `create table if not exists token_uses (
        person integer not null,
        token text not null,
        used_at text not null,
        primary key (person, token)
      )`,
      // Queued and sent emails.
      `create table if not exists mail (
        id text primary key,
        person integer not null,
        sender integer,
        sealed text not null,
        put_at text not null,
        due_at text not null,
        sent_at text,
        attempts integer not null
      )`,
      // Links in emails.
      `create table if not exists links (
        digest text primary key,
        person integer not null,
        purpose text not null,
        expires_at text not null
      )`,
      // Identities of people at other issuers.
      `create table if not exists identities (digest text primary key, person integer not null)`,
      `create table if not exists passwords (person integer primary key, hash text not null)`,
      // The store of the OpenID provider.
      `create table if not exists oidc_records (
        model text not null,
        digest text not null,
        payload text not null,
        uid text,
        grant_id text,
        person integer,
        consumed_at text,
        expires_at text not null,
        primary key (model, digest)
      )`,
      `create index if not exists oidc_records_by_uid on oidc_records (uid)`,
      `create index if not exists oidc_records_by_grant on oidc_records (grant_id)`,
      `create index if not exists oidc_records_by_person on oidc_records (person)`,
      `create index if not exists oidc_records_by_end on oidc_records (expires_at)`,
      // Signing keys of the OpenID provider.
      `create table if not exists secrets (name text primary key, value text not null)`,
      // Attempt counters.
      `create table if not exists tries (name text primary key, count integer not null, since text not null)`,
      // Coupled persons.
      `create table if not exists couplings (person integer primary key, target integer not null)`,
    ],
  },
  {
    about: "purpose of the link in a queued email; email of an attempt, so that erasing the email deletes the attempt",
    steps: [
      // "sign_in"; null for any other purpose.
      "alter table mail add column purpose text",
      // Digest of the email, as in people; null if the attempt concerns none.
      "alter table tries add column about text",
      // Existing names are digests that include emails, but do not reveal which.
      "delete from tries",
      // Existing links may have been sent to an address that cannot sign in.
      "delete from links where purpose = 'sign_in'",
    ],
  },
  {
    about: "list of erased people",
    steps: ["create table erased (person integer primary key, time text not null, legacy text not null)"],
  },
  {
    about: "people whose lost key an operator has accepted",
    steps: [`create table if not exists lost_keys (person integer primary key)`],
  },
  {
    about: "people who have added others by their email",
    steps: [
      "create table acquaintances (person integer not null, other integer not null, primary key (person, other))",
      "create index acquaintances_by_other on acquaintances (other)",
    ],
  },
];
