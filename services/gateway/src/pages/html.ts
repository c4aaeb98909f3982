/** HTML templates: values are escaped unless they are HTML themselves. */
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

/** The logo: a wind barb. */
const MARK = '<path d="M4 15V1M4 1.5 13 4M4 5.5 12 7.7M4 9.5 8.5 10.7"/>';
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#b3126c" stroke-width="1.6" stroke-linecap="round">${MARK}</svg>`,
)}`;
const MARK_ELEMENT = new Html(
  `<svg width="20" height="20" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" aria-hidden="true">${MARK}</svg>`,
);

/**
 * The page's style (clients/page/src/styles/tokens.css) and font (fonts.css) for pages without scripts. A server
 * without the page does not serve the font; browsers fall back to a system font. Until the font has loaded, system
 * fonts of the same widths and heights are used, so that text does not move.
 */
const STYLE = `
@font-face { font-family: "Open Sans"; src: url("/assets/open-sans.50bde007.woff2") format("woff2"); font-weight: 400 700; font-display: swap; }
@font-face { font-family: "Open Sans"; src: url("/assets/open-sans-signs.4de2d34d.woff2") format("woff2"); font-weight: 400 700; font-display: swap; unicode-range: U+394, U+2070-209C, U+2211, U+221A, U+221E, U+2248, U+2260, U+2264-2265; }
@font-face { font-family: "Fallback Arial"; src: local("Arial"), local("Liberation Sans"), local("Arimo"); size-adjust: 104.5%; ascent-override: 102.3%; descent-override: 28%; line-gap-override: 0%; }
@font-face { font-family: "Fallback Roboto"; src: local("Roboto"); size-adjust: 105.6%; ascent-override: 101.2%; descent-override: 27.7%; line-gap-override: 0%; }
@font-face { font-family: "Fallback DejaVu Sans"; src: local("DejaVu Sans"), local("Verdana"); size-adjust: 92.4%; ascent-override: 115.7%; descent-override: 31.7%; line-gap-override: 0%; }
:root {
  color-scheme: light dark;
  --paper: #eceff0; --sheet: #fafbfb; --ink: #10212b; --ink-2: #475a65; --line: #d7dedf; --edge: #7d8d95;
  --fault: #b42318; --better: #0c7455;
  font: 13px/18px "Open Sans", "Fallback Arial", "Fallback Roboto", "Fallback DejaVu Sans", sans-serif;
  background: var(--paper); color: var(--ink);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0b1318; --sheet: #121c22; --ink: #e6edef; --ink-2: #aab8be; --line: #24333b; --edge: #6f828c;
    --fault: #ff8a7e; --better: #5cc8a0;
  }
}
body { margin: 0; }
a { color: inherit; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 20px; min-height: 44px; padding: 0 12px; background: var(--sheet); border-bottom: 1px solid var(--line); }
header > a { display: inline-flex; align-items: center; gap: 8px; font-size: 15px; font-weight: 650; text-decoration: none; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
nav a { display: inline-block; padding: 3px 0; color: var(--ink-2); }
main { max-width: 440px; box-sizing: border-box; margin: 24px auto 48px; padding: 20px; overflow-wrap: break-word; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
.wide main { max-width: 960px; }
h1 { margin: 0 0 12px; font-size: 18px; line-height: 24px; }
h2 { margin: 28px 0 8px; font-size: 15px; line-height: 20px; }
h3 { margin: 16px 0 4px; font-size: 13px; }
label, button { display: block; margin-top: 12px; }
label { color: var(--ink-2); }
label.choice { margin-top: 4px; color: var(--ink); }
fieldset { border: 1px solid var(--line); border-radius: 4px; margin: 12px 0 0; }
input:not([type=checkbox]), select, textarea { display: block; width: 100%; min-height: 32px; box-sizing: border-box; padding: 6px 10px; font: inherit; color: var(--ink); background: var(--sheet); border: 1px solid var(--edge); border-radius: 4px; }
textarea, input.token { font-family: ui-monospace, monospace; }
button, a.button { min-height: 32px; padding: 0 14px; font: inherit; font-weight: 550; color: var(--ink); background: var(--sheet); border: 1px solid var(--edge); border-radius: 4px; cursor: pointer; }
form button[type=submit]:not(td button, li button) { color: var(--sheet); background: var(--ink); border-color: var(--ink); }
a.button { display: inline-block; line-height: 32px; text-decoration: none; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 4px 10px 4px 0; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th[scope=row] { overflow-wrap: anywhere; font-weight: 400; }
td button { margin-top: 0; white-space: nowrap; }
@media (max-width: 30rem) {
  main { margin: 0; border-width: 0 0 1px; border-radius: 0; }
  tr { display: flex; flex-wrap: wrap; align-items: baseline; }
  tbody th { flex-basis: 100%; padding-bottom: 0; border-bottom: 0; }
}
code { font-family: ui-monospace, monospace; font-size: 12px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 10px 12px; border: 1px solid var(--line); border-radius: 4px; }
dl dl { margin-left: 16px; }
dd { margin: 0 0 6px 16px; }
dd > p, li > p { margin: 0; }
summary { cursor: pointer; padding: 4px 0; }
section { border-top: 1px solid var(--line); margin-top: 28px; }
section > h2 { margin-top: 16px; }
.method { font-weight: 650; }
[role=alert] { border-left: 3px solid var(--fault); padding-left: 10px; }
[role=status] { border-left: 3px solid var(--better); padding-left: 10px; }
`;
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const sourceOf = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;
const STYLE_SOURCE = sourceOf(STYLE);

/** An inline script. The page's policy lets it connect to this server only. */
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
  /** Additional form target: the OpenID client that a user signs in to. */
  readonly formTarget?: string | null;
  /** Scripts are optional; every page works without them. */
  readonly script?: Script;
  /** English by default. */
  readonly language?: "en" | "nl";
  /** Whether it is wider than a form or a short text. */
  readonly isWide?: boolean;
}

const SITE = "Etesian";

export const documentOf = ({ title, body, script, language = "en", isWide = false }: Page): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === SITE ? SITE : `${title} · ${SITE}`}</title>
        <link rel="icon" href="${ICON}" />
        ${STYLE_ELEMENT}
      </head>
      <body class="${isWide ? "wide" : "narrow"}">
        <header>
          <a href="/">${MARK_ELEMENT}Etesian</a>
          <nav aria-label="Etesian">
            <a href="/docs">Documentation</a>
            <a href="/docs/api">API</a>
            <a href="/yours">Your scenarios</a>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${script === undefined ? null : new Html(`<script>${script.text}</script>`)}
      </body>
    </html>`.text;

/** Security headers: only the page's own script, no external content, no framing, no caching. */
export const pageHeaders = ({ formTarget = null, script }: Pick<Page, "formTarget" | "script">) => ({
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    "font-src 'self'",
    "img-src data:",
    ...(script === undefined ? [] : [`script-src ${script.source}`, "connect-src 'self'"]),
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  // Links in emails contain a secret. ("no-referrer" would make browsers omit the origin of forms.)
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
