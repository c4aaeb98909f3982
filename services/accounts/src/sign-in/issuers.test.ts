/** Tests tokens of other issuers over HTTP with real signatures, and people identified by several issuers. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEventStore, openReadDatabase } from "@etesian/event-store";
import { Accounts } from "../people/accounts.ts";
import { Issuers, IssuerUnavailableError } from "./issuers.ts";
import { Vault } from "../people/vault.ts";

const cause = { actor: "service:test", correlationId: "r" };
const AUDIENCE = "etesian";

let server: Server;
let issuer: string;
let requests: string[];
let keys: { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: JWK }[];

async function newKey(kid: string): Promise<(typeof keys)[number]> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
}

beforeAll(async () => {
  requests = [];
  keys = [await newKey("first")];
  server = createServer(({ url = "" }, response) => {
    requests.push(url);
    const body = url.endsWith("openid-configuration")
      ? { issuer, jwks_uri: `${issuer}/keys` }
      : { keys: keys.map(({ jwk }) => jwk) };
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

interface TokenOptions {
  readonly claims?: object;
  readonly kid?: string;
  readonly key?: CryptoKey | Uint8Array;
  readonly alg?: string;
}

const sign = ({
  claims = {},
  kid = "first",
  key = keys[0]!.privateKey,
  alg = "ES256",
}: TokenOptions = {}): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: AUDIENCE, sub: "s1", exp: now + 600, scope: "scenarios:read", ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
};

describe("a token of another issuer", () => {
  test("a token of another issuer identifies its owner and scopes; its keys are fetched once", async () => {
    const issuers = new Issuers([issuer], AUDIENCE);
    requests = [];
    const claims = { email: "ada@example.org", email_verified: true, name: "Ada" };
    for (let n = 0; n < 3; n++) {
      expect(await issuers.check(await sign({ claims }))).toMatchObject({
        issuer,
        subject: "s1",
        email: "ada@example.org",
        name: "Ada",
        scopes: ["scenarios:read"],
      });
    }
    expect(requests).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  test("a token of another issuer has an email only when the issuer has verified it", async () => {
    const issuers = new Issuers([issuer], AUDIENCE);
    for (const email_verified of [undefined, false]) {
      const token = await sign({ claims: { email: "ada@example.org", email_verified } });
      expect(await issuers.check(token)).toMatchObject({ email: null });
    }
  });

  test("a token of another issuer is refused if it is forged, expired or incomplete, or has a wrong issuer or audience", async () => {
    const issuers = new Issuers([issuer], AUDIENCE);
    const now = Math.floor(Date.now() / 1000);
    const { privateKey: unknownKey } = await newKey("first");
    const invalidTokens: readonly (readonly [string, TokenOptions])[] = [
      ["another key", { key: unknownKey }],
      ["a shared secret", { key: new TextEncoder().encode(JSON.stringify(keys[0]!.jwk)), alg: "HS256" }],
      ["another audience", { claims: { aud: "others" } }],
      ["another issuer", { claims: { iss: "https://evil.example.org" } }],
      ["expired", { claims: { exp: now - 60 } }],
      ["not yet valid", { claims: { nbf: now + 60 } }],
      ["no subject", { claims: { sub: undefined } }],
      ["no expiry", { claims: { exp: undefined } }],
    ];
    for (const [reason, tokenOptions] of invalidTokens)
      expect([reason, await issuers.check(await sign(tokenOptions))]).toEqual([reason, null]);
    const [header, payload] = (await sign()).split(".");
    const unsignedToken = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    for (const text of ["", "a.b.c", `${header}.${payload}.`, unsignedToken]) {
      expect([text, await issuers.check(text)]).toEqual([text, null]);
    }
  });

  test("a token of another issuer is accepted despite a clock skew of less than half a minute", async () => {
    const now = Math.floor(Date.now() / 1000);
    const issuers = new Issuers([issuer], AUDIENCE);
    expect(await issuers.check(await sign({ claims: { exp: now - 10, nbf: now + 20 } }))).not.toBeNull();
  });

  test("a token of another issuer cannot be checked while its issuer is unreachable, and can afterwards", async () => {
    const unreachableIssuer = "http://127.0.0.1:1";
    const issuers = new Issuers([unreachableIssuer], AUDIENCE);
    const token = await sign({ claims: { iss: unreachableIssuer } });
    await expect(issuers.check(token)).rejects.toBeInstanceOf(IssuerUnavailableError);
    await expect(issuers.check(token)).rejects.toBeInstanceOf(IssuerUnavailableError);
  });
});

describe("people identified by issuers", () => {
  async function openAccounts() {
    const store = await openEventStore("sqlite::memory:");
    const database = await openReadDatabase("sqlite::memory:");
    return new Accounts(store, await Vault.open(database), { delete: () => Promise.resolve() });
  }
  const identity = (issuer: string, subject: string, email: string | null = null) => ({
    issuer,
    subject,
    email,
    name: null,
  });

  test("two issuers that have verified the same email identify one person, who keeps their invitations", async () => {
    const accounts = await openAccounts();
    const invitedId = await accounts.admit("ada@example.org", cause);
    const first = await accounts.findOrCreateByIdentity(identity("a", "1", "ada@example.org"), cause);
    expect(first).toBe(invitedId);
    expect(await accounts.findOrCreateByIdentity(identity("b", "x", "Ada@Example.org"), cause)).toBe(first);
    expect(await accounts.find(first)).toMatchObject({ email: "ada@example.org", hasAccount: true });
  });

  test("an unverified email identifies no person", async () => {
    const accounts = await openAccounts();
    const invitedId = await accounts.admit("ada@example.org", cause);
    const stranger = await accounts.findOrCreateByIdentity(identity("a", "1"), cause);
    expect(stranger).not.toBe(invitedId);
    expect(await accounts.findOrCreateByIdentity(identity("a", "2"), cause)).not.toBe(stranger);
    expect(await accounts.findOrCreateByIdentity(identity("b", "1"), cause)).not.toBe(stranger);
    expect(await accounts.findOrCreateByIdentity(identity("a", "1"), cause)).toBe(stranger);
    // Later the issuer verifies it.
    expect(await accounts.findOrCreateByIdentity(identity("a", "1", "ada@example.org"), cause)).toBe(stranger);
    expect(await accounts.findByEmail("ada@example.org")).toBe(stranger);
    expect(await accounts.find(stranger)).toMatchObject({ email: "ada@example.org" });
  });

  test("an account whose verified email belongs to another account is merged into it", async () => {
    const accounts = await openAccounts();
    const ada = await accounts.create({ email: "ada@example.org", name: "Ada" }, false, cause);
    const stranger = await accounts.findOrCreateByIdentity(identity("a", "1"), cause);
    const token = await accounts.issueToken((await accounts.find(stranger))!, "", [], null, cause);
    expect(await accounts.findOrCreateByIdentity(identity("a", "1", "ada@example.org"), cause)).toBe(ada);
    expect(await accounts.findOrCreateByIdentity(identity("a", "1"), cause)).toBe(ada);
    expect([await accounts.find(stranger), await accounts.introspect(token)]).toEqual([null, null]);
  });

  test("an email that is invited, identified, verified and registered in any order has one account in the end", async () => {
    const email = "ada@example.org";
    const steps = {
      invite: (accounts: Accounts) => accounts.admit(email, cause),
      register: (accounts: Accounts) => accounts.create({ email, name: null }, false, cause).catch(() => 0),
      identify: (accounts: Accounts) => accounts.findOrCreateByIdentity(identity("a", "1"), cause),
      verify: (accounts: Accounts) => accounts.findOrCreateByIdentity(identity("a", "1", email), cause),
      verifyElsewhere: (accounts: Accounts) => accounts.findOrCreateByIdentity(identity("b", "1", email), cause),
    } as const;
    const names = Object.keys(steps) as (keyof typeof steps)[];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), async (order) => {
        const accounts = await openAccounts();
        for (const step of order) await steps[step](accounts);
        await steps.verify(accounts);
        const owner = await accounts.findByEmail(email);
        expect(await steps.verify(accounts)).toBe(owner);
        expect(await steps.verifyElsewhere(accounts)).toBe(owner);
        const accountIds: number[] = [];
        for await (const { id } of accounts.all()) accountIds.push(id);
        expect(accountIds).toEqual([owner]);
      }),
      { numRuns: 30 },
    );
  });
});
