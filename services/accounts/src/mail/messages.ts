/** Texts of e-mails: plain text, in short lines, with the link on a line of its own. */
import type { Message } from "./mailer.ts";

const MAX_TITLE = 120;

/** Text of others, on one line and shortened to a readable length. */
const quoted = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return `"${line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE)}…` : line}"`;
};

export interface Shared {
  /** "scenario", "saved scenario". */
  readonly kind: string;
  readonly number: number;
  readonly title: string | null;
  readonly role: string;
}

/** Invitation of a person without an account to a shared resource. */
export function invitation(
  to: string,
  inviter: string | null,
  { kind, number, title, role }: Shared,
  link: string,
): Message {
  const who = inviter === null || inviter.trim() === "" ? "Another user" : quoted(inviter).slice(1, -1);
  const named = title === null || title.trim() === "" ? `${kind} ${number}` : `${kind} ${number}, ${quoted(title)}`;
  const lines = [
    "Hello,",
    "",
    `${who} shares ${named} with you, as its ${role}.`,
    "",
    "To see it, follow this link and open an account, or sign in to one that you have:",
    "",
    link,
    "",
    "If you do not know what this is about, you need not do anything.",
    "",
  ];
  return { to, subject: `${who} shares a ${kind} with you`, text: lines.join("\n") };
}

/** The address was added to an account, which it does not lead into; it does not say which account that is. */
export function addressIsAdded(to: string, site: string): Message {
  const lines = [
    "Hello,",
    "",
    "This address was added to an account. It receives what is shared with it, and is no",
    "way to sign in. Sign in with the account's own e-mail address or another way that it has:",
    "",
    `${site}/sign-in`,
    "",
    `If you did not ask for this at ${site},`,
    "you need not do anything.",
    "",
  ];
  return { to, subject: "Sign in with your account", text: lines.join("\n") };
}

/** The address is to become the e-mail of an account. */
export function confirmNewEmail(to: string, site: string, link: string): Message {
  const lines = [
    "Hello,",
    "",
    "This address is to become the e-mail address of an account. To say that it is yours, follow",
    "this link in a browser that you are signed in with:",
    "",
    link,
    "",
    `It works once, within an hour. If you did not ask for it at ${site},`,
    "you need not do anything.",
    "",
  ];
  return { to, subject: "Your new e-mail address", text: lines.join("\n") };
}

/** The address cannot become that of another account. */
export function emailIsTaken(to: string, site: string): Message {
  const lines = [
    "Hello,",
    "",
    "This address was to become the e-mail address of an account, but it has an account of its own.",
    "That is not changed. To use it elsewhere, delete that account first, or change its address:",
    "",
    `${site}/account/settings`,
    "",
    `If you did not ask for this at ${site},`,
    "you need not do anything.",
    "",
  ];
  return { to, subject: "This address has an account", text: lines.join("\n") };
}

/** To the address that an account had before. */
export function emailWasChanged(to: string, site: string): Message {
  const lines = [
    "Hello,",
    "",
    `The account at ${site} that had this e-mail address has another one now.`,
    "This address is no way to sign in to it any more.",
    "",
    "If you did not change it, tell the operator of that service.",
    "",
  ];
  return { to, subject: "Your account has another e-mail address", text: lines.join("\n") };
}

/** Link for the mailbox's owner: to an account, or to a new one. */
export function linkToSignIn(to: string, site: string, hasAccount: boolean, link: string): Message {
  const lines = [
    "Hello,",
    "",
    hasAccount
      ? "Follow this link to sign in, or to choose a new password:"
      : "There is no account with this address yet. Follow this link to open one:",
    "",
    link,
    "",
    `It works once, within an hour. If you did not ask for it at ${site},`,
    "you need not do anything.",
    "",
  ];
  return { to, subject: hasAccount ? "Sign in to Etesian" : "Open an account", text: lines.join("\n") };
}
