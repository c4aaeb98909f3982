/**
 * Storage for the OpenID provider: sessions, grants, codes, tokens, clients. Records are keyed by the digest of their
 * secret, so that stored values cannot be used as credentials. They are not events, because they all expire.
 */
import { hash } from "node:crypto";
import type { Clock } from "@etesian/clock";
import { type Claim, isClaim, isScope, type Scope } from "@etesian/contracts/rights";
import { type ReadDatabase, sql } from "@etesian/event-store";
import { z } from "zod";

export interface OidcRecord {
  /** Such as "Session" or "AccessToken". */
  readonly model: string;
  readonly id: string;
  readonly payload: string;
  readonly uid: string | null;
  readonly grant: string | null;
  readonly person: number | null;
  /** Null if it never expires. */
  readonly expiresAt: Date | null;
}

interface StoredPayload {
  readonly payload: string;
  readonly consumedAt: Date | null;
}

/** Sorts after every ISO 8601 time. */
const NEVER = "9999";
/** Lifetime of a client's registration before the first person grants it access. */
const UNUSED_MS = 86_400_000;
/** Models of a client's registration. */
const REGISTRATIONS = ["Client", "RegistrationAccessToken"];
const clientSchema = z.object({ clientId: z.string() });

const tokenSchema = z.object({
  accountId: z.string().regex(/^[1-9]\d{0,15}$/),
  scope: z.string().default(""),
  exp: z.number(),
  expiresWithSession: z.boolean().default(false),
  sessionUid: z.string().optional(),
  grantId: z.string(),
});
const sessionSchema = z.object({ accountId: z.string().regex(/^[1-9]\d{0,15}$/), exp: z.number() });

/** Owner and scopes of a token or a session. */
export interface StoredGrant {
  readonly person: number;
  readonly scopes: readonly Scope[];
  readonly claims: readonly Claim[];
  readonly expiresAt: Date;
}

export class OidcRecords {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Stores a record. Registrations expire after a day, unless a person has granted the client access by then. */
  async put({ model, id, payload, uid: requestedUid, grant, person, expiresAt }: OidcRecord): Promise<void> {
    const isRegistration = REGISTRATIONS.includes(model) && expiresAt === null;
    const expiry = isRegistration ? this.#timeFromNow(UNUSED_MS) : (expiresAt?.toISOString() ?? NEVER);
    // Lets a grant find the client.
    const uid = isRegistration ? clientOf(model, id, payload) : requestedUid;
    if (model === "Grant") await this.#keepClient(clientOf(model, id, payload));
    await this.#database.query(sql`delete from oidc_records where expires_at <= ${this.#now()}`);
    await this.#database.query(
      sql`insert into oidc_records (model, digest, payload, uid, grant_id, person, consumed_at, expires_at)
          values (${model}, ${digestOf(id)}, ${payload}, ${uid}, ${grant}, ${person}, null, ${expiry})
          on conflict (model, digest) do update set payload = excluded.payload, uid = excluded.uid,
            grant_id = excluded.grant_id, person = excluded.person, expires_at = excluded.expires_at`,
    );
  }

  async #keepClient(uid: string | null): Promise<void> {
    await this.#database.query(
      sql`update oidc_records set expires_at = ${NEVER}
          where uid = ${uid} and (model = 'Client' or model = 'RegistrationAccessToken')`,
    );
  }

  find(model: string, id: string): Promise<StoredPayload | null> {
    return this.#findOne(
      sql`select payload, consumed_at from oidc_records
          where model = ${model} and digest = ${digestOf(id)} and expires_at > ${this.#now()}`,
    );
  }

  findByUid(model: string, uid: string): Promise<StoredPayload | null> {
    return this.#findOne(
      sql`select payload, consumed_at from oidc_records
          where model = ${model} and uid = ${uid} and expires_at > ${this.#now()}`,
    );
  }

  /**
   * Marks a record as used; returns false if it was used before or does not exist. Only one of several concurrent calls
   * succeeds.
   */
  async consume(model: string, id: string): Promise<boolean> {
    const rows = await this.#database.query(
      sql`update oidc_records set consumed_at = ${this.#now()}
          where model = ${model} and digest = ${digestOf(id)} and consumed_at is null returning digest`,
    );
    return rows.length > 0;
  }

  async delete(model: string, id: string): Promise<void> {
    await this.#database.query(sql`delete from oidc_records where model = ${model} and digest = ${digestOf(id)}`);
  }

  async revokeGrant(grant: string): Promise<void> {
    await this.#database.query(sql`delete from oidc_records where grant_id = ${grant}`);
  }

  /** Ends all sessions of a person, and the tokens that clients hold for them. */
  async endSessions(person: number): Promise<void> {
    await this.#database.query(sql`delete from oidc_records where person = ${person}`);
  }

  /** Owner of an access token; null if it is unknown, has expired, or its session or grant has ended. */
  async findToken(text: string): Promise<StoredGrant | null> {
    const record = await this.find("AccessToken", text);
    const token = record === null ? null : tokenSchema.safeParse(JSON.parse(record.payload)).data;
    if (token === null || token === undefined) return null;
    const { accountId, scope, exp, expiresWithSession, sessionUid, grantId } = token;
    // A second use of a code ends the grant, possibly before the first use has stored its token.
    if ((await this.find("Grant", grantId)) === null) return null;
    if (expiresWithSession && (sessionUid === undefined || (await this.findByUid("Session", sessionUid)) === null)) {
      return null;
    }
    const grantedScopes = scope.split(" ");
    return {
      person: Number(accountId),
      scopes: grantedScopes.filter(isScope),
      claims: grantedScopes.filter(isClaim),
      expiresAt: new Date(exp * 1000),
    };
  }

  /** Owner of a session; null if the session has ended or is not signed in. */
  async findSession(id: string): Promise<Omit<StoredGrant, "scopes" | "claims"> | null> {
    const record = await this.find("Session", id);
    const session = record === null ? null : sessionSchema.safeParse(JSON.parse(record.payload)).data;
    if (session === null || session === undefined) return null;
    return { person: Number(session.accountId), expiresAt: new Date(session.exp * 1000) };
  }

  async #findOne(statement: Parameters<ReadDatabase["query"]>[0]): Promise<StoredPayload | null> {
    const [row] = await this.#database.query<Row>(statement);
    if (row === undefined) return null;
    return { payload: row.payload, consumedAt: row.consumed_at === null ? null : new Date(row.consumed_at) };
  }

  #now(): string {
    return this.#timeFromNow(0);
  }

  /** Returns the time `ms` milliseconds from now (ISO 8601). */
  #timeFromNow(ms: number): string {
    return new Date(this.#clock.now().getTime() + ms).toISOString();
  }
}

interface Row {
  readonly payload: string;
  readonly consumed_at: string | null;
}

/** Digest of the client id in a registration or a grant; null for other records. */
function clientOf(model: string, id: string, payload: string): string | null {
  const client = model === "Client" ? id : clientSchema.safeParse(JSON.parse(payload)).data?.clientId;
  return client === undefined ? null : digestOf(client);
}

const digestOf = (id: string): string => hash("sha256", id, "hex");
