/** Resolves credentials: personal tokens, tokens of our OpenID provider or of other issuers, and sessions. */
import { CLAIMS, isClaim, isScope, SCOPES } from "@etesian/contracts/rights";
import type { Accounts, Cause, Identity, Principal } from "../people/accounts.ts";
import type { Couplings } from "../people/couplings.ts";
import type { Issuers } from "./issuers.ts";
import type { OidcRecords } from "./oidc-records.ts";

export class Credentials {
  readonly #accounts: Accounts;
  readonly #records: OidcRecords;
  readonly #issuers: Issuers;
  readonly #couplings: Pick<Couplings, "wake">;

  constructor(parts: {
    readonly accounts: Accounts;
    readonly records: OidcRecords;
    readonly issuers: Issuers;
    readonly couplings: Pick<Couplings, "wake">;
  }) {
    this.#accounts = parts.accounts;
    this.#records = parts.records;
    this.#issuers = parts.issuers;
    this.#couplings = parts.couplings;
  }

  /** Owner of a token; null if it is invalid for any reason. */
  async resolveToken(text: string, cause: Cause): Promise<Principal | null> {
    const principal = (await this.#accounts.introspect(text)) ?? (await this.#resolveClientToken(text));
    return principal ?? this.#resolveIssuerToken(text, cause);
  }

  /** Owner of a session of our own pages; the session has all of their rights. */
  async resolveSession(id: string): Promise<Principal | null> {
    const grant = await this.#records.findSession(id);
    if (grant === null) return null;
    return this.#accounts.principal({
      ...grant,
      scopes: SCOPES,
      claims: CLAIMS,
      expiresAt: grant.expiresAt.toISOString(),
    });
  }

  /** Returns the person that another issuer's claims identify; creates their account on first use. */
  async findOrCreateByIdentity(identity: Identity, cause: Cause): Promise<number> {
    const person = await this.#accounts.findOrCreateByIdentity(identity, cause);
    // The issuer may have verified the email since the last use.
    this.#couplings.wake();
    return person;
  }

  async #resolveClientToken(text: string): Promise<Principal | null> {
    const grant = await this.#records.findToken(text);
    return grant === null ? null : this.#accounts.principal({ ...grant, expiresAt: grant.expiresAt.toISOString() });
  }

  async #resolveIssuerToken(text: string, cause: Cause): Promise<Principal | null> {
    const claims = await this.#issuers.check(text);
    if (claims === null) return null;
    const person = await this.findOrCreateByIdentity(claims, cause);
    const { scopes, expiresAt } = claims;
    const rights = { scopes: scopes.filter(isScope), claims: scopes.filter(isClaim) };
    return this.#accounts.principal({ person, ...rights, expiresAt: expiresAt.toISOString() });
  }
}
