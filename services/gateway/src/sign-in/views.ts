/** Views of our own pages: plain forms that work without scripts and with screen readers. */
import type { TokenFacts } from "@etesian/contracts/accounts";
import { PASSWORDS, TEXTS } from "@etesian/contracts/limits";
import { html, type Html, type Page } from "../pages/html.ts";

/** Path of the sign-in page; the cookies of a client's request are sent only to it. */
export const SIGN_IN = "/sign-in";
export const CONSENT = "/sign-in/consent";

const autofocus = (yes: boolean): Html | null => (yes ? html`autofocus` : null);
const alert = (message: string | null): Html | null => (message === null ? null : html`<p role="alert">${message}</p>`);
const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** The request that brought a user to a page. */
export interface PageContext {
  /** ID of the client's request to continue with; empty if there is none. */
  readonly continueTo: string;
  /** Additional origin that forms may redirect to. */
  readonly formTarget: string | null;
}

/** Another issuer that users can sign in with. */
interface IssuerLink {
  readonly id: string;
  readonly name: string;
}

export const signInPage = (
  { continueTo, formTarget }: PageContext,
  issuers: readonly IssuerLink[],
  { problem = null, email = "" }: { readonly problem?: string | null; readonly email?: string } = {},
): Page => ({
  title: "Sign in",
  status: problem === null ? 200 : 401,
  formTarget,
  body: html`${alert(problem)}
    <form method="post" action="/sign-in">
      ${hiddenField("continue", continueTo)}
      <label
        >Email
        <input name="email" type="email" autocomplete="username" required value="${email}" ${autofocus(email === "")}
      /></label>
      <label
        >Password
        <input name="password" type="password" autocomplete="current-password" required ${autofocus(email !== "")}
      /></label>
      <button type="submit">Sign in</button>
    </form>
    ${
      issuers.length === 0
        ? null
        : html`<h2>With another account</h2>
            ${issuers.map(
              ({ id, name }) =>
                html`<p>
                  <a class="button" href="/sign-in/with/${id}?continue=${continueTo}">Sign in with ${name}</a>
                </p>`,
            )}`
    }
    <h2>Without a password</h2>
    <p>New here, or forgot your password? We'll email you a sign-in link.</p>
    <form method="post" action="/sign-in/link">
      ${hiddenField("continue", continueTo)}
      <label>Email <input name="email" type="email" autocomplete="email" required value="${email}" /></label>
      <button type="submit">Send me a link</button>
    </form>`,
});

/** `writtenTo`: directory of emails on this machine; null if emails are sent, or the visitor is on another machine. */
export const linkSentPage = (writtenTo: string | null): Page => ({
  title: writtenTo === null ? "Check your inbox" : "Check your files",
  body:
    writtenTo === null
      ? html`<p role="status">We sent an email to that address. Its link works once, within an hour.</p>`
      : html`<div role="status">
            <p>
              No mail server is configured, so the email was written to a file on this machine: the newest
              <code>.eml</code> in
            </p>
            <p><code>${writtenTo}</code></p>
          </div>
          <p>Its link works once, within an hour. Configure a mail server with <code>--smtp</code>.</p>`,
});

interface LinkPageOptions extends PageContext {
  readonly action: string;
  readonly email: string;
  readonly hasAccount: boolean;
  readonly problem: string | null;
  /** Tokens of the account, which a new password keeps unless the user revokes them. */
  readonly tokens: readonly TokenFacts[];
}

const PASSWORD_LIMITS = html`minlength="${PASSWORDS.minLength}" maxlength="${PASSWORDS.maxLength}"`;
const newPassword = html`<label>
  Password, at least ${PASSWORDS.minLength} characters (optional: you can also sign in by email)
  <input name="password" type="password" autocomplete="new-password" ${PASSWORD_LIMITS} />
</label>`;

const currentPassword = html`<label>
  Your password
  <input name="current" type="password" autocomplete="current-password" maxlength="${PASSWORDS.maxLength}" />
</label>`;

const revocation = (tokens: readonly TokenFacts[]): Html | null =>
  tokens.length === 0
    ? null
    : html`<label class="choice"><input type="checkbox" name="revoke" value="yes" /> Also revoke my tokens</label>
        <ul>
          ${tokens.map(
            ({ label, scopes, expiresAt, usedAt }) =>
              html`<li>
                ${label}: ${shortScopes(scopes)}, expires ${formatDay(expiresAt, "never")}, last used
                ${formatDay(usedAt, "never")}
              </li>`,
          )}
        </ul>`;

export const linkPage = ({
  action,
  email,
  hasAccount,
  continueTo,
  formTarget,
  problem,
  tokens,
}: LinkPageOptions): Page => ({
  title: hasAccount ? "Sign in" : "Create your account",
  status: problem === null ? 200 : 422,
  formTarget,
  body: html`${alert(problem)}
    <form method="post" action="${action}">
      ${hiddenField("continue", continueTo)}
      <p>For <strong>${email}</strong></p>
      ${
        hasAccount
          ? html`<details>
              <summary>Choose a new password</summary>
              ${newPassword}
              <p>
                This ends all your sessions, including sessions of programs that you signed in to, and invalidates
                earlier links.
              </p>
              ${revocation(tokens)}
            </details>`
          : html`<label
                >Your name, as others see it <input name="name" autocomplete="name" maxlength="${TEXTS.nameLength}"
              /></label>
              ${newPassword}`
      }
      <button type="submit" autofocus>${hasAccount ? "Sign in" : "Create account"}</button>
    </form>`,
});

const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export const acceptPage = (secret: string, invitee: string, account: string, csrf: string): Page => ({
  title: "Invitation",
  body: html`<p>
      Something was shared with <strong>${invitee}</strong>. You are signed in as <strong>${account}</strong>.
    </p>
    <form method="post" action="/invitation/${secret}/accept">
      ${hiddenField("csrf", csrf)}
      <button type="submit">Add this address to my account</button>
    </form>
    ${
      isSameAddress(invitee, account)
        ? null
        : html`<p><strong>This is not your account's address.</strong> Add it only if it is yours.</p>`
    }
    <p>
      Everything shared with ${invitee} will then be shared with this account. The address cannot be used to sign in,
      and you can remove it on your page.
    </p>`,
});

export const newEmailPage = (email: string, csrf: string): Page => ({
  title: "Your new email",
  body: html`<p>Make <strong>${email}</strong> the email address of your account?</p>
    <form method="post">${hiddenField("csrf", csrf)} <button type="submit">Confirm</button></form>`,
});

export const signInFirstPage: Page = {
  title: "Sign in first",
  status: 401,
  body: html`<p role="alert">
    This link changes the email address of the account that you are signed in to. <a href="/sign-in">Sign in</a> and
    open the link again.
  </p>`,
};

export const expiredPage: Page = {
  title: "This link has expired",
  status: 404,
  body: html`<p role="alert">
    The link has expired or was used. <a href="/sign-in">Sign in</a> or request a new one.
  </p>`,
};

export const messagePage = (title: string, message: string, status: number): Page => ({
  title,
  status,
  body: html`<p role="alert">${message}</p>`,
});

/** Descriptions of scopes for users. */
const SCOPE_DESCRIPTIONS: { readonly [scope: string]: string } = {
  "scenarios:read": "see your private scenarios",
  "scenarios:write": "create and change scenarios, and change your name and settings",
  "scenarios:delete": "delete, couple and share scenarios, see their users, and delete your account",
  email: "see your email address",
  profile: "see your name",
  offline_access: "do this while you are not signed in",
};

interface Consent {
  /** Name of the OpenID client. */
  readonly client: string;
  readonly scopes: readonly string[];
  readonly csrf: string;
  readonly context: PageContext;
  /** Whether the scopes need the password, and the account has one. */
  readonly requiresPassword: boolean;
  readonly problem: string | null;
}

export const consentPage = ({ client, scopes, csrf, context, requiresPassword, problem }: Consent): Page => ({
  title: `Sign in to ${client}`,
  status: problem === null ? 200 : 422,
  formTarget: context.formTarget,
  body: html`${alert(problem)}
    <p>${client} asks for your consent. It will be able to:</p>
    <ul>
      <li>identify you</li>
      ${scopes.flatMap((scope) => (SCOPE_DESCRIPTIONS[scope] === undefined ? [] : [html`<li>${SCOPE_DESCRIPTIONS[scope]}</li>`]))}
    </ul>
    <form method="post" action="/sign-in/consent">
      ${hiddenField("csrf", csrf)} ${hiddenField("continue", context.continueTo)}
      ${
        requiresPassword
          ? html`<p>Because it can delete your account, your password is required.</p>
              ${currentPassword}`
          : null
      }
      <button type="submit" name="answer" value="yes">Allow</button>
      <button type="submit" name="answer" value="no">Refuse</button>
    </form>`,
});

const shortScopes = (scopes: readonly string[]): string =>
  scopes.map((scope) => scope.replace("scenarios:", "")).join(", ");

const formatDay = (time: Date | undefined, fallback: string): string => time?.toISOString().slice(0, 10) ?? fallback;
