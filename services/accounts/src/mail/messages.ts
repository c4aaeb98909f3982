/** Texts of emails: plain text in short lines, each link on its own line. */
import type { Message } from "./mailer.ts";

const MAX_TITLE = 120;

/** User-supplied text on one line, shortened to a readable length. */
const quote = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return `"${line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE)}…` : line}"`;
};

export interface SharedResource {
  /** Such as "scenario" or "saved scenario". */
  readonly kind: string;
  readonly number: number;
  readonly title: string | null;
  readonly role: string;
}

const nameOf = (person: string | null): string =>
  person === null || person.trim() === "" ? "Another user" : quote(person).slice(1, -1);

const titleOf = ({ kind, number, title }: Omit<SharedResource, "role">): string =>
  title === null || title.trim() === "" ? `${kind} ${number}` : `${kind} ${number}, ${quote(title)}`;

/** Invites a person without an account to a shared resource. */
export function invitation(
  to: string,
  inviter: string | null,
  { role, ...resource }: SharedResource,
  link: string,
): Message {
  const sender = nameOf(inviter);
  const lines = [
    "Hello,",
    "",
    `${sender} shared ${titleOf(resource)} with you as ${role}.`,
    "",
    "To open it, follow this link, then create an account or sign in to yours:",
    "",
    link,
    "",
    "If you did not expect this message, you can ignore it.",
    "",
  ];
  return { to, subject: `${sender} shared a ${resource.kind} with you`, text: lines.join("\n") };
}

/** Notifies a person of a mention in a comment. Omits the comment's text, because the person may lose access to it. */
export function mentionNotice(
  to: string,
  author: string | null,
  resource: Omit<SharedResource, "role">,
  link: string,
): Message {
  const sender = nameOf(author);
  const lines = [
    "Hello,",
    "",
    `${sender} mentioned you in a comment on ${titleOf(resource)}.`,
    "",
    "To read it, follow this link and sign in:",
    "",
    link,
    "",
    `You receive at most one such message an hour about the same ${resource.kind}, and none without access to it.`,
    "",
  ];
  return { to, subject: `${sender} mentioned you in a comment`, text: lines.join("\n") };
}

/** Sent to an address that was added to an account and cannot sign in. Does not disclose the account. */
export function addedAddressNotice(to: string, site: string): Message {
  const lines = [
    "Hello,",
    "",
    "This address was added to an account. The account receives the resources shared with this",
    "address, but you cannot sign in with it. Use the account's own email address or another",
    "sign-in method:",
    "",
    `${site}/sign-in`,
    "",
    `If you did not request this at ${site},`,
    "you can ignore this message.",
    "",
  ];
  return { to, subject: "Sign in with your account", text: lines.join("\n") };
}

/** Confirms a new email address of an account. */
export function confirmNewEmail(to: string, site: string, link: string): Message {
  const lines = [
    "Hello,",
    "",
    "You asked to use this address as the email address of an account. To confirm it, follow",
    "this link in a browser where you are signed in:",
    "",
    link,
    "",
    `The link works once, within an hour. If you did not request it at ${site},`,
    "you can ignore this message.",
    "",
  ];
  return { to, subject: "Your new email address", text: lines.join("\n") };
}

/** Sent to the requested address if it already has an account. */
export function emailTakenNotice(to: string, site: string): Message {
  const lines = [
    "Hello,",
    "",
    "You asked to use this address for an account, but it already belongs to another account.",
    "Nothing was changed. To use it, delete that account first, or change its address:",
    "",
    `${site}/yours#account`,
    "",
    `If you did not request this at ${site},`,
    "you can ignore this message.",
    "",
  ];
  return { to, subject: "This address already has an account", text: lines.join("\n") };
}

/** Sent to an account's previous address. */
export function emailChangedNotice(to: string, site: string): Message {
  const lines = [
    "Hello,",
    "",
    `The email address of your account at ${site} was changed.`,
    "This address can no longer sign in to it.",
    "",
    "If you did not make this change, contact the operator of that service.",
    "",
  ];
  return { to, subject: "Your account's email address was changed", text: lines.join("\n") };
}

/** Signs the mailbox's owner in, or lets them create an account. */
export function signInLink(to: string, site: string, hasAccount: boolean, link: string): Message {
  const lines = [
    "Hello,",
    "",
    hasAccount
      ? "Follow this link to sign in, or to choose a new password:"
      : "This address has no account yet. Follow this link to create one:",
    "",
    link,
    "",
    `The link works once, within an hour. If you did not request it at ${site},`,
    "you can ignore this message.",
    "",
  ];
  return { to, subject: hasAccount ? "Sign in to Etesian" : "Create your account", text: lines.join("\n") };
}
