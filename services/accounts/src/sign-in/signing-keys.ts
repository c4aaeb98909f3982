/**
 * Signing keys of the OpenID provider. A new key is published before it signs, and an old one is still published after
 * its last signature. Verifiers and gateways, which cache keys, therefore find the key of every signature. Not events,
 * because keys expire.
 */
import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Clock } from "@etesian/clock";
import { type ReadDatabase, sql } from "@etesian/event-store";
import { z } from "zod";

/** Time from a key's publication to its first signature: longer than gateways and clients cache keys. */
export const PUBLISHED_BEFORE_MS = 15 * 60_000;
/** Time from a key's last signature to the end of its publication: much longer than an ID token is valid (an hour). */
export const PUBLISHED_AFTER_MS = 24 * 3_600_000;

const RSA_BITS = 2048;
const COOKIE_KEY_BYTES = 32;
const SIGNING_KEYS = "oidc signing keys";
const COOKIE_KEYS = "cookie keys";

/** A private key (JWK), and the time of its first use (ISO 8601; "" for the first key). */
const keySchema = z.looseObject({ kty: z.string(), signs_from: z.string().default("") });
const storedSchema = z.object({ keys: z.array(keySchema).min(1) });
type Key = z.infer<typeof keySchema>;

/** A key as listed for operators. */
export interface KeyFacts {
  readonly id: string;
  /** "" for the first key. */
  readonly signsFrom: string;
  /** "next" is published and signs later; "past" is published for verifiers of its earlier signatures. */
  readonly state: "next" | "signing" | "past";
  /** End of publication; null until another key follows. */
  readonly until: string | null;
}

export class SigningKeys {
  readonly #database: ReadDatabase;
  readonly #clock: Clock;

  constructor(database: ReadDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Private keys (JWKS), the signing one first, and secrets for cookies. Created on the first call. */
  async all(): Promise<{ readonly jwks: string; readonly cookieKeys: readonly string[] }> {
    const keys = (await this.#published()).map(({ key }) => {
      const { signs_from: _, ...jwk } = key;
      return jwk;
    });
    const cookies = await this.#secret(COOKIE_KEYS, () =>
      Promise.resolve(JSON.stringify([randomBytes(COOKIE_KEY_BYTES).toString("base64url")])),
    );
    return { jwks: JSON.stringify({ keys }), cookieKeys: z.array(z.string()).parse(JSON.parse(cookies)) };
  }

  /** Published keys, the signing one first. */
  async list(): Promise<readonly KeyFacts[]> {
    const keys = await this.#published();
    const { calculateJwkThumbprint } = await import("jose");
    return Promise.all(
      keys.map(async ({ key, state, until }) => ({
        id: await calculateJwkThumbprint(key),
        signsFrom: key.signs_from,
        state,
        until,
      })),
    );
  }

  /**
   * Creates the successor of the current key. With `atOnce`, for a stolen key, the new key signs immediately and no other
   * key is published.
   */
  async rotate({ atOnce }: { readonly atOnce: boolean }): Promise<void> {
    const stored = await this.#stored();
    const signsFrom = new Date(this.#clock.now().getTime() + (atOnce ? 0 : PUBLISHED_BEFORE_MS)).toISOString();
    const added = { ...(await newKey()), signs_from: signsFrom };
    const kept = atOnce ? [] : (await this.#published()).map(({ key }) => key);
    const text = JSON.stringify({ keys: [...kept, added] } satisfies z.infer<typeof storedSchema>);
    const changed = await this.#database.query(
      sql`update secrets set value = ${text} where name = ${SIGNING_KEYS} and value = ${stored} returning name`,
    );
    if (changed.length === 0)
      throw new RotatedElsewhereError("another process has just created a new key; check the list of keys");
    await this.#database.expunge(["secrets"]);
  }

  async #published(): Promise<readonly (Omit<KeyFacts, "id" | "signsFrom"> & { readonly key: Key })[]> {
    const now = this.#clock.now();
    const byAge = storedSchema
      .parse(JSON.parse(await this.#stored()))
      .keys.toSorted((a, b) => (a.signs_from < b.signs_from ? -1 : 1));
    const signing = Math.max(
      0,
      byAge.findLastIndex(({ signs_from: from }) => from <= now.toISOString()),
    );
    const facts = byAge.map((key, index) => {
      const next = byAge[index + 1];
      const until =
        next === undefined ? null : new Date(Date.parse(next.signs_from) + PUBLISHED_AFTER_MS).toISOString();
      const state = index === signing ? "signing" : index > signing ? "next" : "past";
      return { key, state, until } as const;
    });
    const [present, ...others] = [facts[signing]!, ...facts.filter((_, index) => index !== signing)];
    return [present, ...others.filter(({ until }) => until === null || now.toISOString() < until)];
  }

  #stored(): Promise<string> {
    return this.#secret(SIGNING_KEYS, async () => JSON.stringify({ keys: [await newKey()] }));
  }

  /** A secret, created by the first caller. */
  async #secret(name: string, make: () => Promise<string>): Promise<string> {
    const look = () => this.#database.query<{ value: string }>(sql`select value from secrets where name = ${name}`);
    const [known] = await look();
    if (known !== undefined) return known.value;
    await this.#database.query(
      sql`insert into secrets (name, value) values (${name}, ${await make()}) on conflict (name) do nothing`,
    );
    return (await look())[0]!.value;
  }
}

/** Another process rotated the keys at the same time. */
export class RotatedElsewhereError extends Error {
  override readonly name = "RotatedElsewhereError";
}

async function newKey() {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS });
  return {
    ...z.looseObject({ kty: z.string() }).parse(privateKey.export({ format: "jwk" })),
    use: "sig",
    alg: "RS256",
  };
}
