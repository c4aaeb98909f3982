/** The page at `/`. */
import { html, type Page } from "./html.ts";

export const homePage: Page = {
  title: "Etesian",
  body: html`<p>
      This server hosts an energy-system model. Programs create scenarios here, move their sliders, and read results,
      tables and hourly curves.
    </p>
    <dl>
      <dt><a href="/docs">API</a></dt>
      <dd>Every operation, with examples and a form to try it</dd>
      <dt><a href="/account">Account</a></dt>
      <dd>Sign in or open an account, and make access tokens for programs</dd>
      <dt><a href="/account/saved-scenarios">Saved scenarios</a></dt>
      <dd>Your list, its trash, and earlier versions</dd>
    </dl>`,
};
