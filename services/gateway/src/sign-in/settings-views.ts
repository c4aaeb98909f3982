/** The settings page: change name, email and password, or delete the account. */
import type { AccountWithTokens } from "@etesian/contracts/accounts";
import { TEXTS } from "@etesian/contracts/limits";
import { html, type Html, type Page } from "../pages/html.ts";
import { alert, hiddenField, PASSWORD_LIMITS, revocation } from "./views.ts";

export const SETTINGS = "/account/settings";

/** Result of a submitted form. */
export interface SettingsResult {
  readonly done?: string;
  readonly problem?: string;
}

export function settingsPage(
  { account, hasPassword, tokens }: AccountWithTokens,
  csrf: string,
  { done, problem }: SettingsResult = {},
): Page {
  const { email = "", name = "" } = account ?? {};
  const form = (action: string, fields: Html): Html =>
    html`<form method="post" action="${SETTINGS}/${action}">${hiddenField("csrf", csrf)} ${fields}</form>`;
  const current = hasPassword
    ? html`<label
        >Current password <input name="current" type="password" autocomplete="current-password" required
      /></label>`
    : null;
  return {
    title: "Settings",
    status: problem === undefined ? 200 : 422,
    body: html`${alert(problem ?? null)} ${done === undefined ? null : html`<p role="status">${done}</p>`}
      <p><a href="/account">Account</a></p>
      <h2>Name</h2>
      ${form(
        "name",
        html`<label
            >Your name, as others see it
            <input name="name" autocomplete="name" maxlength="${TEXTS.nameLength}" value="${name}"
          /></label>
          <button type="submit">Change name</button>`,
      )}
      <h2>Email</h2>
      ${email === "" ? null : html`<p>Your email address is <strong>${email}</strong>.</p>`}
      <p>
        We'll email a confirmation link to the new address. After that, the previous one can no longer sign in, by link
        or through another provider. Scenarios shared with it stay yours.
      </p>
      ${form(
        "email",
        html`<label>New email <input name="email" type="email" autocomplete="email" required /></label> ${current}
          <button type="submit">Send confirmation link</button>`,
      )}
      <h2>Password</h2>
      ${hasPassword ? passwordForm(form, current, tokens) : linkForm(email)}
      <h2>Delete account</h2>
      <p>
        This cannot be undone. All tokens become invalid immediately, and within seconds no data identifies you.
        Scenarios with other owners stay theirs; choose what happens to the rest.
      </p>
      ${form("delete", deletion(current))}`,
  };
}

function passwordForm(
  form: (action: string, fields: Html) => Html,
  current: Html | null,
  tokens: AccountWithTokens["tokens"],
): Html {
  return html`<p>
      A new password signs you out everywhere else, including programs you signed in to, and invalidates earlier links.
    </p>
    ${form(
      "password",
      html`${current}
        <label>
          New password, at least 10 characters
          <input name="password" type="password" autocomplete="new-password" required ${PASSWORD_LIMITS} />
        </label>
        ${revocation(tokens)}
        <button type="submit">Change password</button>`,
    )}`;
}

const linkForm = (email: string): Html =>
  email === ""
    ? html`<p>You have no password: you sign in through another provider. Add an email address to choose one.</p>`
    : html`<p>You have no password. We can email you a link to choose one.</p>
        <form method="post" action="/sign-in/link">
          ${hiddenField("email", email)} <button type="submit">Send me a link</button>
        </form>`;

function deletion(current: Html | null): Html {
  const choice = (name: string, label: string, options: readonly (readonly [value: string, words: string])[]): Html =>
    html`<label
      >${label}
      <select name="${name}">
        ${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
      </select></label
    >`;
  const gone = ["delete", "are deleted"] as const;
  const handed = ["hand_over", "are handed over"] as const;
  return html`${choice("public_scenarios", "Public scenarios", [["leave", "stay public without an owner"], gone, handed])}
    ${choice("private_scenarios", "Private scenarios", [gone, handed])}
    ${choice("saved_scenarios", "Saved scenarios", [gone, handed])}
    <label>New owner (email of an account) <input name="heir" type="email" autocomplete="off" /></label>
    ${current}
    <label class="choice"><input type="checkbox" name="sure" value="yes" required /> I am sure</label>
    <button type="submit">Delete account</button>`;
}

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

export const deletedPage: Page = {
  title: "Account deleted",
  body: html`<p role="status">
    You are signed out, and your tokens are invalid. The remaining data is deleted within seconds.
  </p>`,
};
