/** Emails to people who are mentioned in comments. */
import { ATTEMPTS, COMMENTS } from "@etesian/contracts/limits";
import type { Accounts } from "../people/accounts.ts";
import type { AttemptLimiter } from "../sign-in/attempt-limiter.ts";
import { mentionNotice } from "./messages.ts";
import type { Outbox } from "./outbox.ts";

/** The resource with the comment. */
interface CommentedResource {
  /** Such as "scenario". */
  readonly kind: string;
  readonly number: number;
  readonly title: string | null;
  /** URL of the comment. */
  readonly link: string;
}

export class Mentions {
  readonly #accounts: Accounts;
  readonly #outbox: Outbox;
  readonly #attempts: AttemptLimiter;

  constructor(parts: { readonly accounts: Accounts; readonly outbox: Outbox; readonly attempts: AttemptLimiter }) {
    this.#accounts = parts.accounts;
    this.#outbox = parts.outbox;
    this.#attempts = parts.attempts;
  }

  /**
   * Emails a person mentioned by `author`, unless they are the author, have no account, were emailed about the resource
   * within the last hour, or the author has caused too many emails. The outbox sends the email only if the person has a
   * role in the resource at that time.
   */
  async send(person: number, author: number, { link, ...resource }: CommentedResource): Promise<void> {
    if (person === author) return;
    const recipient = await this.#accounts.profile(person);
    if (recipient === null || !recipient.hasAccount) return;
    const name = `mention ${person} ${resource.kind} ${resource.number}`;
    // This check only saves work: another process may add the same email concurrently, and the outbox keeps one of the
    // two.
    if (await this.#outbox.hasRecent(name, COMMENTS.emailPauseMs)) return;
    if (!(await this.#attempts.allow({ action: "mentions", caller: `person ${author}` }, ATTEMPTS.mentions))) return;
    const { name: authorName = null } = (await this.#accounts.profile(author)) ?? {};
    await this.#outbox.add(name, COMMENTS.emailPauseMs, {
      person,
      sender: author,
      message: mentionNotice(recipient.email, authorName, resource, link),
      announced: { kind: resource.kind, number: resource.number },
    });
  }
}
