/** Change of an account's email: a link verifies the new address, and the previous one is notified. */
import { randomUUID } from "node:crypto";
import { ATTEMPTS, LINKS } from "@etesian/contracts/limits";
import { z } from "zod";
import type { Account, Accounts, Cause } from "../people/accounts.ts";
import type { Couplings } from "../people/couplings.ts";
import type { Links } from "../mail/links.ts";
import { confirmNewEmail, emailTakenNotice, emailChangedNotice } from "../mail/messages.ts";
import type { Outbox } from "../mail/outbox.ts";
import { TooManyAttemptsError } from "./sign-in.ts";
import type { AttemptLimiter } from "./attempt-limiter.ts";
import { isSameEmail, type Vault } from "../people/vault.ts";

/** Payload of a link, sealed for its account. */
const payloadSchema = z.object({ newEmail: z.string(), site: z.string() });

interface NewEmailOptions {
  readonly accounts: Accounts;
  readonly links: Links;
  readonly outbox: Outbox;
  readonly couplings: Couplings;
  readonly attempts: AttemptLimiter;
  readonly vault: Vault;
}

export class NewEmail {
  readonly #parts: NewEmailOptions;

  constructor(parts: NewEmailOptions) {
    this.#parts = parts;
  }

  /**
   * Emails a confirmation link to the requested address. An address that already has an account gets a notice instead.
   * @throws TooManyAttemptsError, AccountError if the address is invalid.
   */
  async send({ id }: Account, address: string, site: string, cause: Cause): Promise<void> {
    const { accounts, links, outbox, attempts, vault } = this.#parts;
    const email = address.trim();
    const isAllowed =
      (await attempts.allow({ action: "new email", caller: `person ${id}` }, ATTEMPTS.newEmails)) &&
      (await attempts.allow({ action: "new email", email }, ATTEMPTS.newEmailsToAddress));
    if (!isAllowed) throw new TooManyAttemptsError("Too many attempts; try again later");
    const owner = await accounts.admit(email, cause);
    const isTaken = owner !== id && (await accounts.find(owner)) !== null;
    if (isTaken) {
      await outbox.add(`new email ${randomUUID()}`, 0, {
        person: owner,
        sender: id,
        message: emailTakenNotice(email, site),
      });
      return;
    }
    const secret = await links.create(id, "new_email", LINKS.newEmailMs);
    const payload = await vault.seal(id, { newEmail: email, site } satisfies z.infer<typeof payloadSchema>);
    const link = `${site}/account/email/${secret}.${Buffer.from(payload, "base64").toString("base64url")}`;
    await outbox.add(`new email ${secret}`, 0, {
      person: id,
      sender: null,
      message: confirmNewEmail(email, site, link),
      purpose: "new_email",
    });
  }

  /** The address that a link confirms; null if it has expired, was used, or is for another account. */
  async find(account: Account, secret: string): Promise<string | null> {
    return (await this.#payloadOf(account, secret))?.newEmail ?? null;
  }

  /**
   * Makes the address that a link confirms the account's email. Returns false if the link has expired, was used, or is
   * for another account.
   * @throws AccountError if the address already has an account.
   */
  async use(account: Account, secret: string, cause: Cause): Promise<boolean> {
    const { accounts, links, outbox, couplings } = this.#parts;
    const payload = await this.#payloadOf(account, secret);
    if (payload === null || !(await links.use(storedSecret(secret), { others: true }))) return false;
    await accounts.changeEmail(account, payload.newEmail, cause);
    couplings.wake();
    // Sign-in links already sent to the previous address must no longer work.
    await links.invalidateAll(account.id, "sign_in");
    await outbox.withdraw(account.id, "sign_in");
    if (account.email === "" || isSameEmail(account.email, payload.newEmail)) return true;
    const message = emailChangedNotice(account.email, payload.site);
    await outbox.add(`email changed ${randomUUID()}`, 0, { person: account.id, sender: null, message });
    return true;
  }

  async #payloadOf({ id }: Account, secret: string): Promise<z.infer<typeof payloadSchema> | null> {
    const { links, vault } = this.#parts;
    const link = await links.find(storedSecret(secret), "new_email");
    if (link?.person !== id) return null;
    const sealed = Buffer.from(secret.slice(storedSecret(secret).length + 1), "base64url").toString("base64");
    const payload = await vault.unseal(id, sealed).catch(() => null);
    return payloadSchema.safeParse(payload).data ?? null;
  }
}

/** The part of a link's secret that is stored; its payload follows after a dot. */
const storedSecret = (secret: string): string => secret.split(".", 1)[0]!;
