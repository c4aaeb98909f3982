/** Key rotation: verifiers that refresh their keys occasionally can verify every signature at any time. */
import { systemClock } from "@etesian/clock";
import { openReadDatabase, type ReadDatabase } from "@etesian/event-store";
import { createLocalJWKSet, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PUBLISHED_AFTER_MS, PUBLISHED_BEFORE_MS, RotatedElsewhereError, SigningKeys } from "./signing-keys.ts";
import { Vault } from "../people/vault.ts";

const MINUTE_MS = 60_000;
/** How long gateways and verifiers cache keys, and how long an ID token is valid. */
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
async function isVerified(token: string, known: JSONWebKeySet): Promise<boolean> {
  for (const key of known.keys) {
    const { n, e, kty, alg, use } = key;
    const published = { n, e, kty, alg, use } as typeof key;
    const good = await jwtVerify(token, createLocalJWKSet({ keys: [published] })).catch(() => null);
    if (good !== null) return true;
  }
  return false;
}

describe("a new key", () => {
  test("a new key follows the old one so that every signature can be verified with cached keys", async () => {
    const seen: { readonly at: number; readonly known: JSONWebKeySet }[] = [];
    const look = async () => void seen.push({ at: now.getTime(), known: await jwks() });
    await look();
    const [old] = (await jwks()).keys;
    await keys.rotate({ atOnce: false });
    expect((await jwks()).keys[0]).toEqual(old);
    for (let passed = 0; passed <= PUBLISHED_BEFORE_MS + 2 * TOKEN_MS; passed += CACHED_MS) {
      await look();
      wait(CACHED_MS);
    }
    expect(seen.at(-1)!.known.keys[0]).not.toEqual(old);
    // One process reads the keys and signs. Another verifies with keys read at the same time, or up to a token's lifetime
    // later.
    for (const [index, { at, known }] of seen.entries()) {
      if (index % 4 > 1) continue;
      const token = await sign(known);
      const checking = seen.filter((each) => each.at >= at - CACHED_MS && each.at <= at + TOKEN_MS);
      for (const each of [checking[0]!, checking.at(-1)!]) expect(await isVerified(token, each.known)).toBe(true);
    }
  });

  test("a new key is published before it signs, and the old one for a day after", async () => {
    await keys.rotate({ atOnce: false });
    const states = async () => (await keys.list()).map(({ state }) => state);
    expect(await states()).toEqual(["signing", "next"]);
    wait(PUBLISHED_BEFORE_MS);
    expect(await states()).toEqual(["signing", "past"]);
    wait(PUBLISHED_AFTER_MS);
    expect(await states()).toEqual(["signing"]);
    const [last] = (await jwks()).keys;
    // It is deleted from the database at the next rotation.
    await keys.rotate({ atOnce: false });
    const [row] = await database.query<{ value: string }>({
      text: "select value from secrets where name = $1",
      values: ["oidc signing keys"],
    });
    const stored = JSON.parse(row!.value) as JSONWebKeySet;
    expect(stored.keys.map(({ n }) => n)).toEqual([last!.n, (await jwks()).keys[1]!.n]);
  });

  test("a new key signs at once, and alone, when the old one was stolen", async () => {
    const stolen = await sign(await jwks());
    await keys.rotate({ atOnce: true });
    const known = await jwks();
    expect([known.keys.length, await isVerified(stolen, known), await isVerified(await sign(known), known)]).toEqual([
      1,
      false,
      true,
    ]);
  });

  test("concurrent rotations create one key, and the loser is refused", async () => {
    await keys.all();
    const made = await Promise.allSettled([keys.rotate({ atOnce: false }), keys.rotate({ atOnce: false })]);
    const refused = made.filter((each) => each.status === "rejected");
    expect(refused.map(({ reason }) => reason as unknown)).toEqual([expect.any(RotatedElsewhereError)]);
    expect(await keys.list()).toHaveLength(2);
  });
});
