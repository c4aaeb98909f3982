/** The page at `/`. */
import { html, type Page } from "./html.ts";

export const homePage: Page = {
  title: "Etesian",
  body: html`<p>
      This server hosts an energy-system model. Programs can create scenarios, move sliders, and read results, tables
      and hourly curves.
    </p>
    <dl>
      <dt><a href="/docs/api">API</a></dt>
      <dd>Every operation, with examples and a form to try it</dd>
      <dt><a href="/account">Account</a></dt>
      <dd>Sign in or create an account, and manage access tokens</dd>
      <dt><a href="/account/saved-scenarios">Saved scenarios</a></dt>
      <dd>Your saved scenarios, their versions, and the trash</dd>
    </dl>`,
};
