/**
 * Sign-in by password or by a link in an email; the link creates an account if there is none. Responses about an email
 * have the same content and timing whether or not it has an account.
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "@etesian/clock";
import { ATTEMPTS, LINKS, type Rate } from "@etesian/contracts/limits";
import type { Account, Accounts, Cause, TokenFacts } from "../people/accounts.ts";
import type { Links } from "../mail/links.ts";
import { addedAddressNotice, signInLink } from "../mail/messages.ts";
import type { Outbox } from "../mail/outbox.ts";
import { isAcceptable, type Passwords } from "./passwords.ts";
import type { OidcRecords } from "./oidc-records.ts";
import type { AttemptKey, AttemptLimiter } from "./attempt-limiter.ts";
import { isSameEmail } from "../people/vault.ts";

/** Responses are sent at multiples of this time after the request, so that they do not reveal the work done. */
const RESPONSE_STEP_MS = 400;

/** A rate limit was exceeded. */
export class TooManyAttemptsError extends Error {
  override readonly name = "TooManyAttemptsError";
}

/**
 * Why a link had no effect: it has expired or was used, the password is unacceptable, or the address already belongs to
 * an account, to which the link does not sign in.
 */
export type LinkRefusal = "expired" | "bad_password" | "has_account";

/** Facts about a valid link. */
export interface LinkDetails {
  readonly email: string;
  readonly hasAccount: boolean;
  /** Tokens of the account that the link signs in to. */
  readonly tokens: readonly TokenFacts[];
}

/** Choices submitted with a link. */
interface LinkChoices {
  /** Name of a new account. */
  readonly name: string | null;
  /** Null keeps the current password, if any. */
  readonly password: string | null;
  readonly revokesTokens?: boolean;
}

export class SignIn {
  readonly #accounts: Accounts;
  readonly #passwords: Passwords;
  readonly #links: Links;
  readonly #outbox: Outbox;
  readonly #attempts: AttemptLimiter;
  readonly #records: OidcRecords;
  readonly #clock: Clock;

  constructor(parts: {
    readonly accounts: Accounts;
    readonly passwords: Passwords;
    readonly links: Links;
    readonly outbox: Outbox;
    readonly attempts: AttemptLimiter;
    readonly records: OidcRecords;
    readonly clock: Clock;
  }) {
    this.#accounts = parts.accounts;
    this.#passwords = parts.passwords;
    this.#links = parts.links;
    this.#outbox = parts.outbox;
    this.#attempts = parts.attempts;
    this.#records = parts.records;
    this.#clock = parts.clock;
  }

  /**
   * Returns the person with this email and password; null if they do not match. `client` distinguishes callers.
   * @throws TooManyAttemptsError
   */
  checkPassword(email: string, password: string, client: string): Promise<number | null> {
    return this.#padDuration(async () => {
      const attempt = { action: "password", caller: client, email };
      await this.#allow({ action: "any password", caller: client }, ATTEMPTS.passwordsOfAddress);
      await this.#allow(attempt, ATTEMPTS.password);
      await this.#allow({ action: "password", email }, ATTEMPTS.passwordsOfAll);
      const person = await this.#accounts.findByOwnEmail(email);
      if (!(await this.#passwords.check(person, password))) return null;
      await this.#attempts.reset(attempt);
      return person;
    });
  }

  /**
   * Emails a sign-in link. An address that was added to an account gets a notice that it cannot sign in.
   * @throws TooManyAttemptsError, AccountError if the email is invalid.
   */
  sendLink(email: string, client: string, site: string, continueTo: string, cause: Cause): Promise<void> {
    return this.#padDuration(async () => {
      await this.#allow({ action: "link to sign in", email }, ATTEMPTS.links);
      await this.#allow({ action: "link to sign in", caller: client }, ATTEMPTS.linksOfAddress);
      const person = await this.#accounts.admit(email, cause);
      const profile = await this.#accounts.profile(person);
      if (profile === null) return;
      if (!isSameEmail(profile.email, email)) {
        await this.#outbox.add(`sign in ${randomUUID()}`, 0, {
          person,
          sender: null,
          message: addedAddressNotice(email.trim(), site),
        });
        return;
      }
      const secret = await this.#links.create(person, "sign_in", LINKS.signInMs);
      const link = `${site}/sign-in/link/${secret}${continueTo === "" ? "" : `?continue=${encodeURIComponent(continueTo)}`}`;
      const message = signInLink(email.trim(), site, profile.hasAccount, link);
      await this.#outbox.add(`sign in ${secret}`, 0, { person, sender: null, message, purpose: "sign_in" });
    });
  }

  /** Facts about a link; null if it is invalid. */
  async inspectLink(secret: string): Promise<LinkDetails | null> {
    const link = await this.#links.find(secret, "sign_in", "invitation");
    const profile = link === null ? null : await this.#accounts.profile(link.person);
    if (link === null || profile === null) return null;
    const person = await this.#accounts.resolveMerged(link.person);
    const account = link.purpose === "sign_in" ? await this.#accounts.find(person) : null;
    const mayShowTokens = account !== null && isSameEmail(account.email, profile.email);
    const hasAccount = profile.hasAccount || person !== link.person;
    return { email: profile.email, hasAccount, tokens: mayShowTokens ? account.tokens : [] };
  }

  /**
   * Signs in the recipient of a link, and creates their account if there is none. A submitted password replaces theirs,
   * and ends all their sessions and other sign-in links. `revokesTokens` also revokes their personal access tokens.
   */
  async useLink(
    secret: string,
    { name, password, revokesTokens = false }: LinkChoices,
    cause: Cause,
  ): Promise<{ readonly person: number } | { readonly refusal: LinkRefusal }> {
    if (password !== null && !isAcceptable(password)) return { refusal: "bad_password" };
    const link = await this.#links.find(secret, "sign_in", "invitation");
    const profile = link === null ? null : await this.#accounts.profile(link.person);
    if (link === null || profile === null) return { refusal: "expired" };
    const person = await this.#accounts.resolveMerged(link.person);
    const account = await this.#accounts.find(person);
    // The address may have been added to an account since; the link then only confirms the address.
    const canSignIn = account === null || (link.purpose === "sign_in" && isSameEmail(account.email, profile.email));
    if (!canSignIn) return { refusal: "has_account" };
    // Only one of several concurrent uses of a link signs in.
    const isAlreadyUsed = link.purpose === "sign_in" && !(await this.#links.use(secret, { others: password !== null }));
    if (isAlreadyUsed) return { refusal: "expired" };
    const hasAccount = account !== null || (await this.#accounts.open(person, { email: profile.email, name }, cause));
    // Only one of several concurrent creations succeeds; after that, invitation links have no effect.
    if (!hasAccount) return { refusal: "has_account" };
    if (password !== null) await this.#setPassword(person, password);
    if (revokesTokens && account !== null) await this.#revokeTokens(account, cause);
    return { person };
  }

  /** Sets a password with the same effects as one submitted with a link; returns false if it is unacceptable. */
  async changePassword(account: Account, password: string, revokesTokens: boolean, cause: Cause): Promise<boolean> {
    if (!isAcceptable(password)) return false;
    await this.#setPassword(account.id, password);
    if (revokesTokens) await this.#revokeTokens(account, cause);
    return true;
  }

  async #revokeTokens(account: Account, cause: Cause): Promise<void> {
    for (const { key } of account.tokens) await this.#accounts.revokeToken(account, key, cause);
  }

  async #setPassword(person: number, password: string): Promise<void> {
    await this.#passwords.set(person, password);
    await this.#records.endSessions(person);
    for (const id of await this.#accounts.idsOf(person)) {
      await this.#links.invalidateAll(id, "sign_in");
      await this.#outbox.withdraw(id, "sign_in");
    }
  }

  async #allow(key: AttemptKey, rate: Rate): Promise<void> {
    if (!(await this.#attempts.allow(key, rate))) throw new TooManyAttemptsError("Too many attempts; try again later");
  }

  /** Pads the duration of work, so that it reveals little. */
  async #padDuration<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = this.#clock.elapsed();
    try {
      return await work();
    } finally {
      const elapsedMs = this.#clock.elapsed() - startedAt;
      await this.#clock.pause(Math.ceil(elapsedMs / RESPONSE_STEP_MS) * RESPONSE_STEP_MS - elapsedMs);
    }
  }
}
