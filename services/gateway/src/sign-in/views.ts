/** Views of our own pages. Plain forms that work without scripts and with screen readers. */
import { readFileSync } from "node:fs";
import type { AccountWithTokens, AddedAddress, TokenFacts } from "@etesian/contracts/accounts";
import { PASSWORDS, TEXTS } from "@etesian/contracts/limits";
import { SCOPES } from "@etesian/contracts/rights";
import { html, type Html, type Page, Script } from "../pages/html.ts";

/** Path of the sign-in page; the cookies of a client's request are sent only to it. */
export const SIGN_IN = "/sign-in";
export const CONSENT = "/sign-in/consent";

const focused = (yes: boolean): Html | null => (yes ? html`autofocus` : null);
export const alert = (words: string | null): Html | null =>
  words === null ? null : html`<p role="alert">${words}</p>`;
export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** How a user came to a page. */
export interface Way {
  /** Id of the client's request to continue with; empty when there is none. */
  readonly continueTo: string;
  /** Additional origin that forms may redirect to. */
  readonly formTarget: string | null;
}

/** Another issuer that users can sign in with. */
interface Other {
  readonly id: string;
  readonly name: string;
}

export const signInPage = (
  { continueTo, formTarget }: Way,
  others: readonly Other[],
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
        <input name="email" type="email" autocomplete="username" required value="${email}" ${focused(email === "")}
      /></label>
      <label
        >Password
        <input name="password" type="password" autocomplete="current-password" required ${focused(email !== "")}
      /></label>
      <button type="submit">Sign in</button>
    </form>
    ${
      others.length === 0
        ? null
        : html`<h2>With another account</h2>
            ${others.map(
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

/** `writtenTo`: directory of emails on this machine; null: emails are sent, or the visitor is on another machine. */
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

interface Linked extends Way {
  readonly action: string;
  readonly email: string;
  readonly hasAccount: boolean;
  readonly problem: string | null;
  /** Tokens and sessions that a new password keeps, unless it asks to revoke them. */
  readonly tokens: readonly TokenFacts[];
}

export const PASSWORD_LIMITS = html`minlength="${PASSWORDS.minLength}" maxlength="${PASSWORDS.maxLength}"`;
const newPassword = html`<label>
  Password, at least ${PASSWORDS.minLength} characters (optional: you can also sign in by email)
  <input name="password" type="password" autocomplete="new-password" ${PASSWORD_LIMITS} />
</label>`;

const currentPassword = html`<label>
  Your password
  <input name="current" type="password" autocomplete="current-password" maxlength="${PASSWORDS.maxLength}" />
</label>`;

export const revocation = (tokens: readonly TokenFacts[]): Html | null =>
  tokens.length === 0
    ? null
    : html`<label class="choice"><input type="checkbox" name="revoke" value="yes" /> Also revoke my tokens</label>
        <ul>
          ${tokens.map(
            ({ label, scopes, expiresAt, usedAt }) =>
              html`<li>
                ${label}: ${scopesInShort(scopes)}, expires ${day(expiresAt, "never")}, last used
                ${day(usedAt, "never")}
              </li>`,
          )}
        </ul>`;

export const linkPage = ({ action, email, hasAccount, continueTo, formTarget, problem, tokens }: Linked): Page => ({
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

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export const acceptPage = (secret: string, invited: string, account: string, csrf: string): Page => ({
  title: "Invitation",
  body: html`<p>
      Something was shared with <strong>${invited}</strong>. You are signed in as <strong>${account}</strong>.
    </p>
    <form method="post" action="/invitation/${secret}/accept">
      ${hiddenField("csrf", csrf)}
      <button type="submit">Add this address to my account</button>
    </form>
    ${
      isSame(invited, account)
        ? null
        : html`<p><strong>This is not your account's address.</strong> Add it only if it is yours.</p>`
    }
    <p>
      Everything shared with ${invited} will then be shared with this account. The address cannot be used to sign in,
      and you can remove it on your account page.
    </p>`,
});

export const expiredPage: Page = {
  title: "This link has expired",
  status: 404,
  body: html`<p role="alert">
    The link has expired or was used. <a href="/sign-in">Sign in</a> or request a new one.
  </p>`,
};

export const messagePage = (title: string, words: string, status: number): Page => ({
  title,
  status,
  body: html`<p role="alert">${words}</p>`,
});

/** Descriptions of scopes for users. */
const SCOPE_WORDS: { readonly [scope: string]: string } = {
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
  readonly way: Way;
  /** Whether the scopes need the password, and the account has one. */
  readonly asksForPassword: boolean;
  readonly problem: string | null;
}

export const consentPage = ({ client, scopes, csrf, way, asksForPassword, problem }: Consent): Page => ({
  title: `Sign in to ${client}`,
  status: problem === null ? 200 : 422,
  formTarget: way.formTarget,
  body: html`${alert(problem)}
    <p>${client} asks for your consent. It will be able to:</p>
    <ul>
      <li>identify you</li>
      ${scopes.flatMap((scope) => (SCOPE_WORDS[scope] === undefined ? [] : [html`<li>${SCOPE_WORDS[scope]}</li>`]))}
    </ul>
    <form method="post" action="/sign-in/consent">
      ${hiddenField("csrf", csrf)} ${hiddenField("continue", way.continueTo)}
      ${
        asksForPassword
          ? html`<p>Because it can delete your account, your password is required.</p>
              ${currentPassword}`
          : null
      }
      <button type="submit" name="answer" value="yes">Allow</button>
      <button type="submit" name="answer" value="no">Refuse</button>
    </form>`,
});

const scopesInShort = (scopes: readonly string[]): string =>
  scopes.map((scope) => scope.replace("scenarios:", "")).join(", ");

const EXPIRIES = [7, 30, 60, 90, 365];
const DEFAULT_DAYS = 30;
const day = (time: Date | undefined, otherwise: string): string => time?.toISOString().slice(0, 10) ?? otherwise;

let copying: Script | undefined;

/** Result of an action on the account page. */
export interface AccountResult {
  /** A new token, which is shown only once. */
  readonly made?: string;
  /** Why an action failed. */
  readonly problem?: string;
}

export const accountPage = (account: AccountWithTokens, csrf: string, { made, problem }: AccountResult = {}): Page => {
  const { email = "", name } = account.account ?? {};
  return {
    title: "Your account",
    status: problem === undefined ? 200 : 422,
    ...(made === undefined
      ? {}
      : { script: (copying ??= new Script(readFileSync(new URL("copy.js", import.meta.url), "utf8"))) }),
    body: html`${alert(problem ?? null)}
      <p>${name ?? ""} ${email}</p>
      <p><a href="/account/settings">Settings: name, email, password, delete account</a></p>
      <form method="post" action="/sign-out">${hiddenField("csrf", csrf)}<button type="submit">Sign out</button></form>
      <p>Signing out discards unsaved changes in this browser.</p>
      ${addressList(account.addedAddresses, csrf)}
      <h2>Access tokens</h2>
      <p>
        Programs use a token to act on your behalf. They send it in the header
        <code>Authorization: Bearer &lt;token&gt;</code>.
      </p>
      ${
        made === undefined
          ? null
          : html`<div role="status">
              <p>Your new token is ready. It will not be shown again.</p>
              <label>Token <input class="token" readonly value="${made}" spellcheck="false" /></label>
              <button type="button" class="copy" hidden>Copy</button>
            </div>`
      }
      ${tokenTable(account.tokens, csrf)}
      <h3>New token</h3>
      <form method="post" action="/account/tokens">
        ${hiddenField("csrf", csrf)}
        <label>Purpose <input name="label" maxlength="${TEXTS.labelLength}" required /></label>
        <fieldset>
          <legend>Permissions</legend>
          ${SCOPES.map(
            (scope) =>
              html`<label class="choice"
                ><input
                  type="checkbox"
                  name="scopes[]"
                  value="${scope}"
                  ${scope === SCOPES[0] ? html`checked` : null}
                />
                ${SCOPE_WORDS[scope] ?? scope}</label
              >`,
          )}
        </fieldset>
        <label>
          Expires after
          <select name="days">
            ${EXPIRIES.map((days) =>
              days === DEFAULT_DAYS
                ? html`<option value="${days}" selected>${days} days</option>`
                : html`<option value="${days}">${days} days</option>`,
            )}
            <option value="0">never</option>
          </select>
        </label>
        ${
          account.hasPassword
            ? html`<p>A token that can delete scenarios and your account requires your password.</p>
                ${currentPassword}`
            : null
        }
        <button type="submit">Create token</button>
      </form>`,
  };
};

const addressList = (added: readonly AddedAddress[], csrf: string): Html | null =>
  added.length === 0
    ? null
    : html`<h2>Other addresses</h2>
        <p>Scenarios shared with these addresses are shared with this account. They cannot be used to sign in.</p>
        <ul>
          ${added.map(
            ({ id, email }) =>
              html`<li>
                ${email}
                <form method="post" action="/account/addresses/${id}/remove">
                  ${hiddenField("csrf", csrf)}<button type="submit" aria-label="Remove ${email}">Remove</button>
                </form>
              </li>`,
          )}
        </ul>
        <p>You keep your roles when you remove an address. Scenarios shared with it later are not shared with you.</p>`;

const tokenTable = (tokens: readonly TokenFacts[], csrf: string): Html =>
  tokens.length === 0
    ? html`<p>You have no tokens.</p>`
    : html`<table>
        <thead>
          <tr>
            <th scope="col">Purpose</th>
            <th scope="col">Permissions</th>
            <th scope="col">Expires</th>
            <th scope="col">Last used</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${tokens.map(
            ({ key, label, scopes, expiresAt, usedAt }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${scopesInShort(scopes)}</td>
                <td>${day(expiresAt, "never")}</td>
                <td>${day(usedAt, "never")}</td>
                <td>
                  <form method="post" action="/account/tokens/${key}/revoke">
                    ${hiddenField("csrf", csrf)}<button type="submit" aria-label="Revoke ${label}">Revoke</button>
                  </form>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`;
