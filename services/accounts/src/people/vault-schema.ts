/** The tables of the vault, version by version, in SQLite and in PostgreSQL. */
import type { Migration } from "@etesian/event-store";

/**
 * Version by version; one that was landed is never changed, because stores have it. Processes of the version before may be at
 * work meanwhile: what is added must be something that they can leave out.
 */
export const VAULT_MIGRATIONS: readonly Migration<string>[] = [
  {
    // "if not exists": vaults from before there were versions have some of them, or all.
    about: "what there was before versions were kept",
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
      // Letters that wait, or were sent.
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
      // Links in letters.
      `create table if not exists links (
        digest text primary key,
        person integer not null,
        purpose text not null,
        expires_at text not null
      )`,
      // Who people are to other issuers.
      `create table if not exists identities (digest text primary key, person integer not null)`,
      `create table if not exists passwords (person integer primary key, hash text not null)`,
      // What the OpenID provider remembers.
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
      // What the OpenID provider signs with.
      `create table if not exists secrets (name text primary key, value text not null)`,
      // How often something was tried.
      `create table if not exists tries (name text primary key, count integer not null, since text not null)`,
      // Who turned out to be whom.
      `create table if not exists couplings (person integer primary key, target integer not null)`,
    ],
  },
  {
    about: "emails that carry a link to sign in with; attempts at an e-mail, which go with it",
    steps: [
      // "sign_in"; null: something else.
      "alter table mail add column purpose text",
      // Digest of the e-mail, as in people; null: about none.
      "alter table tries add column about text",
      // Their names are digests that hold e-mails, and do not say which.
      "delete from tries",
      // They may have been sent to an address that is no way in.
      "delete from links where purpose = 'sign_in'",
    ],
  },
  {
    about: "the list of those who were erased, beside the keys that they had",
    steps: ["create table erased (person integer primary key, time text not null, legacy text not null)"],
  },
  {
    about: "people whose key was lost, which an operator has accepted",
    steps: [`create table if not exists lost_keys (person integer primary key)`],
  },
];
