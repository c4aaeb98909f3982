/** Pages as text: values in a template are escaped, unless they are HTML of a page themselves. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | readonly Html[];

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);

const textOf = (piece: Piece): string => {
  if (piece === null) return "";
  if (piece instanceof Html) return piece.text;
  return typeof piece === "object" ? piece.map(({ text }) => text).join("") : escape(String(piece));
};

export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(pieces[index - 1] ?? null) + part));
}

/** A gust. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#2a6f97" stroke-width="3" ' +
    'stroke-linecap="round"><path d="M3 12h16a4.5 4.5 0 1 0-4.5-4.5M3 18h22a4 4 0 1 1-4 4M3 24h10a3 3 0 1 1-3 3"/></svg>',
)}`;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
body { margin: 0; }
header, main { max-width: 34rem; margin: 0 auto; padding: 0 1rem; }
.wide header, .wide main { max-width: 56rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding-top: 1rem; padding-bottom: 1rem; }
header > a { font-weight: bold; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
main { padding-bottom: 3rem; overflow-wrap: break-word; }
h1 { margin-top: .5rem; }
h2 { margin-top: 2.5rem; }
label, button { display: block; margin-top: .75rem; }
label.choice { margin-top: .25rem; }
input:not([type=checkbox]), select, textarea { display: block; width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; }
textarea, input.token { font-family: ui-monospace, monospace; }
button, a.button { padding: .4rem .9rem; font: inherit; }
a.button { display: inline-block; border: 1px solid; border-radius: .2rem; text-decoration: none; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; vertical-align: baseline; }
th[scope=row] { overflow-wrap: anywhere; }
td button { margin-top: 0; white-space: nowrap; }
@media (max-width: 30rem) {
  tr { display: flex; flex-wrap: wrap; align-items: baseline; }
  tbody th { flex-basis: 100%; padding-bottom: 0; }
}
code { font-family: ui-monospace, monospace; font-size: .9em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .6rem; border: 1px solid #8888; border-radius: .2rem; }
dl dl { margin-left: 1rem; }
dd { margin: 0 0 .4rem 1rem; }
dd > p, li > p { margin: 0; }
summary { cursor: pointer; padding: .25rem 0; }
section { border-top: 1px solid #8888; margin-top: 2rem; }
section > h2 { margin-top: 1rem; }
.method { font-weight: bold; }
[role=alert] { border-left: .3rem solid #b00020; padding-left: .7rem; }
[role=status] { border-left: .3rem solid #1b7f3b; padding-left: .7rem; }
`;
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const sourceOf = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;
const STYLE_SOURCE = sourceOf(STYLE);

/** A script of a page. It may ask this server, and nothing else. */
export class Script {
  readonly text: string;
  readonly source: string;
  constructor(text: string) {
    this.text = text;
    this.source = sourceOf(text);
  }
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** Where its forms may lead besides here: to a program that a person signs in to. */
  readonly formTarget?: string | null;
  /** Scripts are a convenience; every page works without them. */
  readonly script?: Script;
  /** Whether it has more than a form or a short text. */
  readonly isWide?: boolean;
}

const SITE = "Etesian";

export const documentOf = ({ title, body, script, isWide = false }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === SITE ? SITE : `${title} · ${SITE}`}</title>
        <link rel="icon" href="${ICON}" />
        ${STYLE_ELEMENT}
      </head>
      <body class="${isWide ? "wide" : "narrow"}">
        <header>
          <a href="/">Etesian</a>
          <nav aria-label="Etesian">
            <a href="/docs">API</a>
            <a href="/account">Account</a>
            <a href="/account/saved-scenarios">Saved scenarios</a>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${script === undefined ? null : new Html(`<script>${script.text}</script>`)}
      </body>
    </html>`.text;

/** Headers of pages: no script but their own, no content from elsewhere, never framed, never cached. */
export const pageHeaders = ({ formTarget = null, script }: Pick<Page, "formTarget" | "script">) => ({
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    "img-src data:",
    ...(script === undefined ? [] : [`script-src ${script.source}`, "connect-src 'self'"]),
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  // Links in e-mails have a secret in them. (With no-referrer browsers would not say where a form comes from.)
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
});

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers(pageHeaders(page))
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(documentOf(page));
}
