/** Views of our own pages. Plain forms: they work without scripts, and with screen readers. */
import { readFileSync } from "node:fs";
import type { AccountWithTokens, AddedAddress, TokenFacts } from "@etesian/contracts/accounts";
import { SCOPES } from "@etesian/contracts/rights";
import { html, type Html, type Page, Script } from "../pages/html.ts";

/** Path of the page where a person decides on a program's request; its cookies are sent here alone. */
export const SIGN_IN = "/sign-in";
export const CONSENT = "/sign-in/consent";

const focused = (yes: boolean): Html | null => (yes ? html`autofocus` : null);
export const alert = (words: string | null): Html | null =>
  words === null ? null : html`<p role="alert">${words}</p>`;
export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** The way by which a user came to a page, and its purpose. */
export interface Way {
  /** A request of a program that this is for; empty: none. */
  readonly goOn: string;
  /** Where forms may lead besides here. */
  readonly formTarget: string | null;
}

/** Another issuer that people sign in with. */
interface Other {
  readonly id: string;
  readonly name: string;
}

export const signInPage = (
  { goOn, formTarget }: Way,
  others: readonly Other[],
  { problem = null, email = "" }: { readonly problem?: string | null; readonly email?: string } = {},
): Page => ({
  title: "Sign in",
  status: problem === null ? 200 : 401,
  formTarget,
  body: html`${alert(problem)}
    <form method="post" action="/sign-in">
      ${hidden("continue", goOn)}
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
                  <a class="button" href="/sign-in/with/${id}?continue=${goOn}">Sign in with ${name}</a>
                </p>`,
            )}`
    }
    <h2>Without a password</h2>
    <p>New here, or is the password lost? You get an email with a link that lets you in.</p>
    <form method="post" action="/sign-in/link">
      ${hidden("continue", goOn)}
      <label>Email <input name="email" type="email" autocomplete="email" required value="${email}" /></label>
      <button type="submit">Send me a link</button>
    </form>`,
});

/** `writtenTo`: a directory on this machine that emails are written to; null: they are sent, or the visitor is elsewhere. */
export const linkSentPage = (writtenTo: string | null): Page => ({
  title: writtenTo === null ? "Look into your mail" : "Look into your files",
  body:
    writtenTo === null
      ? html`<p role="status">An email is on its way to that address. Its link works once, within an hour.</p>`
      : html`<div role="status">
            <p>
              No mail server is set here, so the email is written to a file on this machine: the newest
              <code>.eml</code> in
            </p>
            <p><code>${writtenTo}</code></p>
          </div>
          <p>Its link works once, within an hour. <code>--smtp</code> sets a server that sends emails.</p>`,
});

interface Linked extends Way {
  readonly action: string;
  readonly email: string;
  readonly hasAccount: boolean;
  readonly problem: string | null;
  /** Tokens and sessions that a new password keeps, unless it asks to revoke them. */
  readonly tokens: readonly TokenFacts[];
}

export const PASSWORD_LIMITS = html`minlength="10" maxlength="200"`;
const newPassword = html`<label>
  Password, at least 10 characters (you may leave it out, and sign in by email)
  <input name="password" type="password" autocomplete="new-password" ${PASSWORD_LIMITS} />
</label>`;

const currentPassword = html`<label>
  Your password <input name="current" type="password" autocomplete="current-password" maxlength="200" />
</label>`;

export const revocation = (tokens: readonly TokenFacts[]): Html | null =>
  tokens.length === 0
    ? null
    : html`<label class="choice"><input type="checkbox" name="revoke" value="yes" /> and revoke my tokens</label>
        <ul>
          ${tokens.map(
            ({ label, scopes, expiresAt, usedAt }) =>
              html`<li>
                ${label}: ${scopesInShort(scopes)}, until ${day(expiresAt, "for ever")}, used ${day(usedAt, "never")}
              </li>`,
          )}
        </ul>`;

export const linkPage = ({ action, email, hasAccount, goOn, formTarget, problem, tokens }: Linked): Page => ({
  title: hasAccount ? "Sign in" : "Open an account",
  status: problem === null ? 200 : 422,
  formTarget,
  body: html`${alert(problem)}
    <form method="post" action="${action}">
      ${hidden("continue", goOn)}
      <p>For <strong>${email}</strong></p>
      ${
        hasAccount
          ? html`<details>
              <summary>Choose a new password</summary>
              ${newPassword}
              <p>
                It ends all your sessions, those of programs that you signed in to, and links that were sent to you
                before.
              </p>
              ${revocation(tokens)}
            </details>`
          : html`<label>Your name, as others see it <input name="name" autocomplete="name" maxlength="255" /></label>
              ${newPassword}`
      }
      <button type="submit" autofocus>${hasAccount ? "Sign in" : "Open the account"}</button>
    </form>`,
});

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

export const acceptPage = (secret: string, invited: string, account: string, csrf: string): Page => ({
  title: "An invitation",
  body: html`<p>
      Something was shared with <strong>${invited}</strong>. You are signed in as <strong>${account}</strong>.
    </p>
    <form method="post" action="/invitation/${secret}/accept">
      ${hidden("csrf", csrf)}
      <button type="submit">That is me, too: add it to my account</button>
    </form>
    ${
      isSame(invited, account)
        ? null
        : html`<p><strong>This is another address</strong> than that of your account. Add it only if it is yours.</p>`
    }
    <p>
      From then on what is shared with ${invited} is shared with this account. It cannot be used to sign in, and you can
      remove it on the page of your account.
    </p>`,
});

export const expiredPage: Page = {
  title: "This link has expired",
  status: 404,
  body: html`<p role="alert">It has expired, or was used. <a href="/sign-in">Sign in</a> or ask for another one.</p>`,
};

export const messagePage = (title: string, words: string, status: number): Page => ({
  title,
  status,
  body: html`<p role="alert">${words}</p>`,
});

/** Scopes in plain words. */
const SCOPE_WORDS: { readonly [scope: string]: string } = {
  "scenarios:read": "see your private scenarios",
  "scenarios:write": "make and change scenarios, and change your name and settings here",
  "scenarios:delete": "delete, couple and share scenarios, see their users, and erase your account",
  email: "know your email address",
  profile: "know your name",
  offline_access: "do so while you are not signed in",
};

interface Consent {
  /** The name of the program. */
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
    <p>${client} asks for your consent. It could:</p>
    <ul>
      <li>know that it is you</li>
      ${scopes.flatMap((scope) => (SCOPE_WORDS[scope] === undefined ? [] : [html`<li>${SCOPE_WORDS[scope]}</li>`]))}
    </ul>
    <form method="post" action="/sign-in/consent">
      ${hidden("csrf", csrf)} ${hidden("continue", way.goOn)}
      ${
        asksForPassword
          ? html`<p>As it could erase your account, it needs your password.</p>
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
  /** A token, which is shown this once. */
  readonly made?: string;
  /** Why something was not done. */
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
      <p><a href="/account/settings">Name, email, password, delete account</a></p>
      <form method="post" action="/sign-out">${hidden("csrf", csrf)}<button type="submit">Sign out</button></form>
      <p>Signing out discards changes in this browser that are not saved yet.</p>
      ${addressList(account.addedAddresses, csrf)}
      <h2>Access tokens</h2>
      <p>
        For programs that ask in your name, in the header <code>Authorization</code>: <code>Bearer</code>, a space and
        the token.
      </p>
      ${
        made === undefined
          ? null
          : html`<div role="status">
              <p>Your new token is ready. It is not shown again.</p>
              <label>Token <input class="token" readonly value="${made}" spellcheck="false" /></label>
              <button type="button" class="copy" hidden>Copy</button>
            </div>`
      }
      ${tokenTable(account.tokens, csrf)}
      <h3>A new one</h3>
      <form method="post" action="/account/tokens">
        ${hidden("csrf", csrf)}
        <label>Purpose <input name="label" maxlength="255" required /></label>
        <fieldset>
          <legend>What it allows</legend>
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
          How long
          <select name="days">
            ${EXPIRIES.map((days) =>
              days === DEFAULT_DAYS
                ? html`<option value="${days}" selected>${days} days</option>`
                : html`<option value="${days}">${days} days</option>`,
            )}
            <option value="0">for ever</option>
          </select>
        </label>
        ${
          account.hasPassword
            ? html`<p>A token that may delete, and erase your account, needs your password.</p>
                ${currentPassword}`
            : null
        }
        <button type="submit">Make a token</button>
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
                  ${hidden("csrf", csrf)}<button type="submit" aria-label="Remove ${email}">Remove</button>
                </form>
              </li>`,
          )}
        </ul>
        <p>Removing an address keeps the roles that you have. Scenarios shared with it later are not yours.</p>`;

const tokenTable = (tokens: readonly TokenFacts[], csrf: string): Html =>
  tokens.length === 0
    ? html`<p>You have none.</p>`
    : html`<table>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">Allows</th>
            <th scope="col">Until</th>
            <th scope="col">Used</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${tokens.map(
            ({ key, label, scopes, expiresAt, usedAt }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${scopesInShort(scopes)}</td>
                <td>${day(expiresAt, "for ever")}</td>
                <td>${day(usedAt, "never")}</td>
                <td>
                  <form method="post" action="/account/tokens/${key}/revoke">
                    ${hidden("csrf", csrf)}<button type="submit" aria-label="Revoke ${label}">Revoke</button>
                  </form>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`;
