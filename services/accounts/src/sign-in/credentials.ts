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
  async ofToken(text: string, cause: Cause): Promise<Principal | null> {
    const own = (await this.#accounts.introspect(text)) ?? (await this.#ofClient(text));
    return own ?? this.#ofIssuer(text, cause);
  }

  /** Owner of a session of our own pages, which has all rights of the person. */
  async ofSession(id: string): Promise<Principal | null> {
    const shown = await this.#records.ofSession(id);
    if (shown === null) return null;
    return this.#accounts.principal({
      ...shown,
      scopes: SCOPES,
      claims: CLAIMS,
      expiresAt: shown.expiresAt.toISOString(),
    });
  }

  /** Person that another issuer's claims identify. */
  async ofIdentity(identity: Identity, cause: Cause): Promise<number> {
    const person = await this.#accounts.ofIdentity(identity, cause);
    // The issuer may have verified the email since the last use.
    this.#couplings.wake();
    return person;
  }

  async #ofClient(text: string): Promise<Principal | null> {
    const shown = await this.#records.ofToken(text);
    return shown === null ? null : this.#accounts.principal({ ...shown, expiresAt: shown.expiresAt.toISOString() });
  }

  async #ofIssuer(text: string, cause: Cause): Promise<Principal | null> {
    const claims = await this.#issuers.check(text);
    if (claims === null) return null;
    const person = await this.ofIdentity(claims, cause);
    const { scopes, expiresAt } = claims;
    const granted = { scopes: scopes.filter(isScope), claims: scopes.filter(isClaim) };
    return this.#accounts.principal({ person, ...granted, expiresAt: expiresAt.toISOString() });
  }
}
