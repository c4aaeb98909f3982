/** Other OpenID issuers whose tokens are accepted. The library is loaded when the first token arrives. */
import { ACCOUNTS, TEXTS } from "@etesian/contracts/limits";
import type { JWTVerifyGetKey } from "jose";
import { z } from "zod";

/** An issuer's claims about a token's owner. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  /** Null if missing, or not verified by the issuer. */
  readonly email: string | null;
  readonly name: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

/** The keys of an issuer could not be fetched. */
export class IssuerUnavailableError extends Error {
  override readonly name = "IssuerUnavailableError";
}

const CLOCK_SKEW_SECONDS = 30;
const TIMEOUT_MS = 5_000;
// Only asymmetric algorithms, because a verifier with a shared secret could also issue tokens.
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claimsSchema = z.object({
  sub: z.string().min(1).max(ACCOUNTS.clientLength),
  exp: z.number(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().max(TEXTS.nameLength).optional(),
  scope: z.string().default(""),
  scopes: z.array(z.string()).default([]),
});

export class Issuers {
  readonly #audience: string;
  /** Keys by issuer; null until the first request. */
  readonly #keys: Map<string, Promise<JWTVerifyGetKey> | null>;

  /** `issuers`: accepted `iss` claims; `audience`: the required `aud` claim. */
  constructor(issuers: readonly string[], audience: string) {
    this.#audience = audience;
    this.#keys = new Map(issuers.map((issuer) => [issuer, null]));
  }

  /** Claims of a valid token; null if it is invalid. @throws IssuerUnavailableError */
  async check(token: string): Promise<Claims | null> {
    if (this.#keys.size === 0) return null;
    const { decodeJwt, errors, jwtVerify } = await import("jose");
    const issuer = issuerOf(token, decodeJwt);
    if (issuer === null || !this.#keys.has(issuer)) return null;
    try {
      const { payload } = await jwtVerify(token, await this.#keysOf(issuer), {
        issuer,
        audience: this.#audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: ["sub", "exp"],
      });
      const {
        sub,
        exp,
        email,
        email_verified: isVerified = false,
        name = null,
        scope,
        scopes,
      } = claimsSchema.parse(payload);
      return {
        issuer,
        subject: sub,
        email: isVerified && email !== undefined && z.email().safeParse(email).success ? email : null,
        name,
        scopes: [...scope.split(" ").filter(Boolean), ...scopes],
        expiresAt: new Date(exp * 1000),
      };
    } catch (error) {
      if (error instanceof IssuerUnavailableError) throw error;
      if (error instanceof errors.JWKSTimeout) throw new IssuerUnavailableError(`${issuer} does not respond`);
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
      throw new IssuerUnavailableError(`${issuer}: ${(error as Error).message}`);
    }
  }

  #keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const cachedKeys = this.#keys.get(issuer) ?? null;
    if (cachedKeys !== null) return cachedKeys;
    const keys = discover(issuer);
    this.#keys.set(issuer, keys);
    // The next call retries.
    keys.catch(() => this.#keys.set(issuer, null));
    return keys;
  }
}

/** Keys of an issuer: fetched on first use, cached, and fetched again for an unknown key. */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  try {
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
    if (!response.ok) throw new Error(`returned ${response.status}`);
    const discovery = discoverySchema.parse(await response.json());
    if (discovery.issuer !== issuer) throw new Error(`the document names the issuer ${discovery.issuer}`);
    const { createRemoteJWKSet } = await import("jose");
    return createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: TIMEOUT_MS });
  } catch (error) {
    throw new IssuerUnavailableError(`${issuer}: ${(error as Error).message}`);
  }
}

/** Issuer that a token claims; null if it is not a JWT. */
function issuerOf(token: string, decode: (token: string) => { readonly iss?: string }): string | null {
  try {
    return decode(token).iss ?? null;
  } catch {
    return null;
  }
}
