/**
 * Signing in, by password or by a link in a letter; a link opens the account where there is none. Whoever asks about an
 * e-mail hears the same, after the same time, whether or not there is an account.
 */
import type { Clock } from "@etesian/clock";
import type { Accounts, Cause } from "./accounts.ts";
import type { Links } from "./links.ts";
import { linkToSignIn } from "./mail/letters.ts";
import type { Outbox } from "./mail/outbox.ts";
import { isAcceptable, type Passwords } from "./passwords.ts";
import type { OidcRecords } from "./oidc-records.ts";
import type { Limit, Tries } from "./tries.ts";

const MINUTE_MS = 60_000;
const LINK_MS = 60 * MINUTE_MS;
/** Answers are given at multiples of this after the question, so that they do not tell how much was done. */
const EVEN_MS = 400;

/** What may be tried. Of an e-mail by everybody together: somebody can be kept from their password, not from their mail. */
const LIMITS = {
  password: { times: 10, withinMs: 15 * MINUTE_MS },
  passwordsOfAll: { times: 100, withinMs: 60 * MINUTE_MS },
  client: { times: 100, withinMs: 15 * MINUTE_MS },
  letters: { times: 5, withinMs: 60 * MINUTE_MS },
  lettersOfClient: { times: 30, withinMs: 60 * MINUTE_MS },
} as const satisfies { readonly [name: string]: Limit };

/** Something was tried too often. */
export class TooManyTriesError extends Error {
  override readonly name = "TooManyTriesError";
}

/** Why a link did nothing: it has expired or was used; the password will not do; there is an account, which has its own way in. */
export type LinkRefusal = "expired" | "bad_password" | "has_account";

export class SignIn {
  readonly #accounts: Accounts;
  readonly #passwords: Passwords;
  readonly #links: Links;
  readonly #outbox: Outbox;
  readonly #tries: Tries;
  readonly #records: OidcRecords;
  readonly #clock: Clock;

  constructor(parts: {
    readonly accounts: Accounts;
    readonly passwords: Passwords;
    readonly links: Links;
    readonly outbox: Outbox;
    readonly tries: Tries;
    readonly records: OidcRecords;
    readonly clock: Clock;
  }) {
    this.#accounts = parts.accounts;
    this.#passwords = parts.passwords;
    this.#links = parts.links;
    this.#outbox = parts.outbox;
    this.#tries = parts.tries;
    this.#records = parts.records;
    this.#clock = parts.clock;
  }

  /**
   * Whose password it is; null when it is nobody's with that e-mail. `client` tells those who try apart.
   * @throws TooManyTriesError
   */
  withPassword(email: string, password: string, client: string): Promise<number | null> {
    return this.#evenly(async () => {
      const called = email.trim().toLowerCase();
      const here = `password ${called} ${client}`;
      await this.#allow(`client ${client}`, LIMITS.client);
      await this.#allow(here, LIMITS.password);
      await this.#allow(`password ${called}`, LIMITS.passwordsOfAll);
      const person = await this.#accounts.who(email);
      if (!(await this.#passwords.check(person, password))) return null;
      await this.#tries.forget(here);
      return person;
    });
  }

  /** Mails a link to sign in with, to whoever it is. @throws TooManyTriesError, AccountError when it is no e-mail. */
  sendLink(email: string, client: string, site: string, goOn: string, cause: Cause): Promise<void> {
    return this.#evenly(async () => {
      await this.#allow(`letters to ${email.trim().toLowerCase()}`, LIMITS.letters);
      await this.#allow(`letters for ${client}`, LIMITS.lettersOfClient);
      const person = await this.#accounts.admit(email, cause);
      const profile = await this.#accounts.profile(person);
      if (profile === null) return;
      const secret = await this.#links.make(person, "sign_in", LINK_MS);
      const link = `${site}/sign-in/link/${secret}${goOn === "" ? "" : `?continue=${encodeURIComponent(goOn)}`}`;
      const letter = linkToSignIn(email.trim(), site, profile.hasAccount, link);
      await this.#outbox.put(`sign in ${secret}`, 0, { person, sender: null, letter });
    });
  }

  /** What a link that is still good leads to. */
  async linked(secret: string): Promise<{ readonly email: string; readonly hasAccount: boolean } | null> {
    const found = await this.#links.find(secret, "sign_in", "invitation");
    return found === null ? null : this.#accounts.profile(found.person);
  }

  /**
   * Signs in with a link, as whom it was sent to, whose account is opened where there is none; a password that comes with it
   * is theirs from now on, and ends all their sessions.
   */
  async withLink(
    secret: string,
    { name, password }: { readonly name: string | null; readonly password: string | null },
    cause: Cause,
  ): Promise<{ readonly person: number } | { readonly refusal: LinkRefusal }> {
    if (password !== null && !isAcceptable(password)) return { refusal: "bad_password" };
    const found = await this.#links.find(secret, "sign_in", "invitation");
    const profile = found === null ? null : await this.#accounts.profile(found.person);
    if (found === null || profile === null) return { refusal: "expired" };
    if (found.purpose === "invitation" && profile.hasAccount) return { refusal: "has_account" };
    // Of several who follow it at once, one comes in.
    if (found.purpose === "sign_in" && !(await this.#links.use(secret))) return { refusal: "expired" };
    const person = await this.#accounts.whose(found.person);
    if (!profile.hasAccount) await this.#accounts.open(person, { email: profile.email, name }, cause);
    if (password !== null) {
      await this.#passwords.set(person, password);
      await this.#records.endSessions(person);
    }
    return { person };
  }

  async #allow(name: string, limit: Limit): Promise<void> {
    if (!(await this.#tries.allow(name, limit))) throw new TooManyTriesError("Too many tries; try again later");
  }

  /** Does something so that the time it takes tells little about it. */
  async #evenly<T>(work: () => Promise<T>): Promise<T> {
    const begun = this.#clock.elapsed();
    try {
      return await work();
    } finally {
      const took = this.#clock.elapsed() - begun;
      await this.#clock.pause(Math.ceil(took / EVEN_MS) * EVEN_MS - took);
    }
  }
}
