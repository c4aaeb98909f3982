/**
 * Signing keys of the OpenID provider. A new key is published before it signs, and an old one is still published after
 * its last signature. Verifiers and gateways, which cache keys, therefore find the key of every signature. Keys are not
 * events, because they expire.
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
  readonly publishedUntil: string | null;
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
    const keys = (await this.#readPublished()).map(({ key }) => {
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
    const keys = await this.#readPublished();
    const { calculateJwkThumbprint } = await import("jose");
    return Promise.all(
      keys.map(async ({ key, state, publishedUntil }) => ({
        id: await calculateJwkThumbprint(key),
        signsFrom: key.signs_from,
        state,
        publishedUntil,
      })),
    );
  }

  /**
   * Creates the successor of the current key. With `isImmediate`, for a stolen key, the new key signs immediately and
   * no other key is published.
   */
  async rotate({ isImmediate }: { readonly isImmediate: boolean }): Promise<void> {
    const storedText = await this.#readStored();
    const signsFrom = new Date(this.#clock.now().getTime() + (isImmediate ? 0 : PUBLISHED_BEFORE_MS)).toISOString();
    const nextKey = { ...(await generateKey()), signs_from: signsFrom };
    const publishedKeys = isImmediate ? [] : (await this.#readPublished()).map(({ key }) => key);
    const text = JSON.stringify({ keys: [...publishedKeys, nextKey] } satisfies z.infer<typeof storedSchema>);
    const updatedRows = await this.#database.query(
      sql`update secrets set value = ${text} where name = ${SIGNING_KEYS} and value = ${storedText} returning name`,
    );
    if (updatedRows.length === 0)
      throw new ConcurrentRotationError("another process has just created a new key; check the list of keys");
    await this.#database.expunge(["secrets"]);
  }

  async #readPublished(): Promise<readonly (Omit<KeyFacts, "id" | "signsFrom"> & { readonly key: Key })[]> {
    const now = this.#clock.now();
    const keysByAge = storedSchema
      .parse(JSON.parse(await this.#readStored()))
      .keys.toSorted((a, b) => (a.signs_from < b.signs_from ? -1 : 1));
    const signingIndex = Math.max(
      0,
      keysByAge.findLastIndex(({ signs_from: from }) => from <= now.toISOString()),
    );
    const facts = keysByAge.map((key, index) => {
      const next = keysByAge[index + 1];
      const publishedUntil =
        next === undefined ? null : new Date(Date.parse(next.signs_from) + PUBLISHED_AFTER_MS).toISOString();
      const state = index === signingIndex ? "signing" : index > signingIndex ? "next" : "past";
      return { key, state, publishedUntil } as const;
    });
    const [signingKey, ...otherKeys] = [facts[signingIndex]!, ...facts.filter((_, index) => index !== signingIndex)];
    return [
      signingKey,
      ...otherKeys.filter(({ publishedUntil }) => publishedUntil === null || now.toISOString() < publishedUntil),
    ];
  }

  #readStored(): Promise<string> {
    return this.#secret(SIGNING_KEYS, async () => JSON.stringify({ keys: [await generateKey()] }));
  }

  /** Returns a secret; the first call creates it. */
  async #secret(name: string, create: () => Promise<string>): Promise<string> {
    const readSecret = () =>
      this.#database.query<{ value: string }>(sql`select value from secrets where name = ${name}`);
    const [existingRow] = await readSecret();
    if (existingRow !== undefined) return existingRow.value;
    await this.#database.query(
      sql`insert into secrets (name, value) values (${name}, ${await create()}) on conflict (name) do nothing`,
    );
    return (await readSecret())[0]!.value;
  }
}

/** Another process rotated the keys at the same time. */
export class ConcurrentRotationError extends Error {
  override readonly name = "ConcurrentRotationError";
}

async function generateKey() {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS });
  return {
    ...z.looseObject({ kty: z.string() }).parse(privateKey.export({ format: "jwk" })),
    use: "sig",
    alg: "RS256",
  };
}
