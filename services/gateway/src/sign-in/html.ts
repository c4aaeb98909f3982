/** Pages as text: what is put into a template is escaped, unless it is a piece of a page itself. */
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

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
label, button { display: block; margin-top: .75rem; }
label.choice { margin-top: .25rem; }
input:not([type=checkbox]), select { display: block; width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; }
button, a.button { padding: .4rem .9rem; font: inherit; }
a.button { display: inline-block; border: 1px solid; border-radius: .2rem; text-decoration: none; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; vertical-align: top; }
code { word-break: break-all; }
[role=alert] { border-left: .3rem solid #b00020; padding-left: .7rem; }
[role=status] { border-left: .3rem solid #1b7f3b; padding-left: .7rem; }
`;
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const STYLE_HASH = hash("sha256", STYLE, "base64");

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** Where its forms may lead besides here: of a program that somebody signs in to. */
  readonly formTarget?: string | null;
}

export const documentOf = ({ title, body }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Etesian</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;

/** Headers of pages: no script, nothing from elsewhere, in nobody's frame, kept by nobody. */
export const pageHeaders = (formTarget: string | null = null): { readonly [name: string]: string } => ({
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cache-control": "no-store",
  // Links in letters have a secret in them. (With no-referrer browsers would not say where a form comes from.)
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
});

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers(pageHeaders(page.formTarget))
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(documentOf(page));
}
