/** Invitations by email to resources shared with people without an account; the link assigns them to an account. */
import { ATTEMPTS, LINKS } from "@etesian/contracts/limits";
import type { Accounts, Cause } from "../people/accounts.ts";
import type { Couplings } from "../people/couplings.ts";
import type { Links } from "../mail/links.ts";
import { invitation, type SharedResource } from "../mail/messages.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { AttemptLimiter } from "./attempt-limiter.ts";

/** Holding time of an announced email; longer than any request that grants a role. */
const HOLD_MS = 90_000;

export class Invitations {
  readonly #accounts: Accounts;
  readonly #links: Links;
  readonly #outbox: Outbox;
  readonly #couplings: Couplings;
  readonly #attempts: AttemptLimiter;

  constructor(parts: {
    readonly accounts: Accounts;
    readonly links: Links;
    readonly outbox: Outbox;
    readonly couplings: Couplings;
    readonly attempts: AttemptLimiter;
  }) {
    this.#accounts = parts.accounts;
    this.#links = parts.links;
    this.#outbox = parts.outbox;
    this.#couplings = parts.couplings;
    this.#attempts = parts.attempts;
  }

  /**
   * Invites a person to a shared resource, unless they have an account, do not exist, or were invited to it in the last
   * month. Beyond the inviter's daily limit, no invitation is sent until the person is added again. `inviter` is the id
   * of the sharing person, `site` the base URL of links. An `announced` invitation is sent once it is confirmed. If the
   * announcing process has ended, it is sent once the person has the role, and otherwise never.
   */
  async invite(
    person: number,
    inviter: number | null,
    resource: SharedResource,
    { site, announced }: { readonly site: string; readonly announced: boolean },
  ): Promise<void> {
    const recipient = await this.#accounts.profile(person);
    if (recipient === null || recipient.hasAccount) return;
    const name = `invitation ${person} ${resource.kind} ${resource.number}`;
    // This check only saves work: another process may add the same email concurrently, and the outbox keeps one of the
    // two.
    if (await this.#outbox.hasRecent(name, LINKS.invitationMs))
      return announced ? undefined : this.#outbox.release(name);
    if (
      inviter !== null &&
      !(await this.#attempts.allow({ action: "invitations", caller: `person ${inviter}` }, ATTEMPTS.invitations))
    )
      return;
    const { name: inviterName = null, email = null } =
      (inviter === null ? null : await this.#accounts.profile(inviter)) ?? {};
    const secret = await this.#links.create(person, "invitation", LINKS.invitationMs);
    const message = invitation(recipient.email, inviterName ?? email, resource, `${site}/invitation/${secret}`);
    await this.#outbox.add(name, LINKS.invitationMs, {
      person,
      sender: inviter,
      message,
      announced: { kind: resource.kind, number: resource.number },
      holdMs: announced ? HOLD_MS : 0,
    });
  }

  /**
   * Adds an invitation's email, with everything shared with it, to the account that followed its link. Returns "taken"
   * if the email belongs to another account.
   */
  async accept(secret: string, account: number, cause: Cause): Promise<"accepted" | "expired" | "taken"> {
    const link = await this.#links.find(secret, "invitation");
    if (link === null) return "expired";
    const owner = await this.#accounts.couple(link.person, account, cause);
    this.#couplings.wake();
    return owner === account ? "accepted" : "taken";
  }
}
