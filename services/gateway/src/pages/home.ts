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
      <dt><a href="/yours">Your scenarios and account</a></dt>
      <dd>Saved scenarios, their versions, the trash, access tokens, and your account</dd>
    </dl>`,
};
