/** Tests that verifiers that refresh their keys occasionally can verify every signature at any time. */
import { systemClock } from "@etesian/clock";
import { openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { createLocalJWKSet, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PUBLISHED_AFTER_MS, PUBLISHED_BEFORE_MS, ConcurrentRotationError, SigningKeys } from "./signing-keys.ts";
import { Vault } from "../people/vault.ts";

const MINUTE_MS = 60_000;
/** Time for which gateways and verifiers cache keys, and time for which an ID token is valid. */
const CACHED_MS = 5 * MINUTE_MS;
const TOKEN_MS = 60 * MINUTE_MS;

let database: ReadDatabase;
let now: Date;
let keys: SigningKeys;
const wait = (ms: number): void => void (now = new Date(now.getTime() + ms));

beforeEach(async () => {
  database = await openReadDatabase("sqlite::memory:");
  await Vault.open(database);
  now = new Date("2026-11-22T10:00:00.000Z");
  keys = new SigningKeys(database, { ...systemClock, now: () => now });
});
afterEach(() => database.close());

const jwks = async (): Promise<JSONWebKeySet> => JSON.parse((await keys.all()).jwks) as JSONWebKeySet;
/** Signs like the provider: with the first key. */
async function sign({ keys: [first] }: JSONWebKeySet): Promise<string> {
  return new SignJWT({}).setProtectedHeader({ alg: "RS256" }).sign(await importJWK(first!, "RS256"));
}
async function canVerify(token: string, keySet: JSONWebKeySet): Promise<boolean> {
  for (const key of keySet.keys) {
    const { n, e, kty, alg, use } = key;
    const publicKey = { n, e, kty, alg, use } as typeof key;
    const verification = await jwtVerify(token, createLocalJWKSet({ keys: [publicKey] })).catch(() => null);
    if (verification !== null) return true;
  }
  return false;
}

describe("a new key", () => {
  test("a new key follows the old one so that every signature can be verified with cached keys", async () => {
    const observations: { readonly time: number; readonly keySet: JSONWebKeySet }[] = [];
    const observe = async () => void observations.push({ time: now.getTime(), keySet: await jwks() });
    await observe();
    const [oldKey] = (await jwks()).keys;
    await keys.rotate({ isImmediate: false });
    expect((await jwks()).keys[0]).toEqual(oldKey);
    for (let elapsedMs = 0; elapsedMs <= PUBLISHED_BEFORE_MS + 2 * TOKEN_MS; elapsedMs += CACHED_MS) {
      await observe();
      wait(CACHED_MS);
    }
    expect(observations.at(-1)!.keySet.keys[0]).not.toEqual(oldKey);
    // One process reads the keys and signs. Another verifies with keys read at the same time, or up to a token's
    // lifetime later.
    for (const [index, { time, keySet }] of observations.entries()) {
      if (index % 4 > 1) continue;
      const token = await sign(keySet);
      const verifiers = observations.filter((value) => value.time >= time - CACHED_MS && value.time <= time + TOKEN_MS);
      for (const check of [verifiers[0]!, verifiers.at(-1)!]) expect(await canVerify(token, check.keySet)).toBe(true);
    }
  });

  test("a new key is published before it signs, and the old one stays published for a day", async () => {
    await keys.rotate({ isImmediate: false });
    const states = async () => (await keys.list()).map(({ state }) => state);
    expect(await states()).toEqual(["signing", "next"]);
    wait(PUBLISHED_BEFORE_MS);
    expect(await states()).toEqual(["signing", "past"]);
    wait(PUBLISHED_AFTER_MS);
    expect(await states()).toEqual(["signing"]);
    const [lastKey] = (await jwks()).keys;
    // It is deleted from the database at the next rotation.
    await keys.rotate({ isImmediate: false });
    const [row] = await database.query<{ value: string }>({
      text: "select value from secrets where name = $1",
      values: ["oidc signing keys"],
    });
    const storedKeys = JSON.parse(row!.value) as JSONWebKeySet;
    expect(storedKeys.keys.map(({ n }) => n)).toEqual([lastKey!.n, (await jwks()).keys[1]!.n]);
  });

  test("a new key signs immediately, as the only key, if the old one was stolen", async () => {
    const stolenToken = await sign(await jwks());
    await keys.rotate({ isImmediate: true });
    const currentKeys = await jwks();
    expect([
      currentKeys.keys.length,
      await canVerify(stolenToken, currentKeys),
      await canVerify(await sign(currentKeys), currentKeys),
    ]).toEqual([1, false, true]);
  });

  test("concurrent rotations create one key, and the later one is refused", async () => {
    await keys.all();
    const rotations = await Promise.allSettled([
      keys.rotate({ isImmediate: false }),
      keys.rotate({ isImmediate: false }),
    ]);
    const rejections = rotations.filter((item) => item.status === "rejected");
    expect(rejections.map(({ reason }) => reason as unknown)).toEqual([expect.any(ConcurrentRotationError)]);
    expect(await keys.list()).toHaveLength(2);
  });
});
