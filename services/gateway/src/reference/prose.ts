/** Renders descriptions: paragraphs of Markdown that contain only code and links. */
import { html, Html } from "../pages/html.ts";

const INLINE = /`([^`]+)`|\[([^\][]+)\]\(([^()\s]+)\)/g;

/** Renders the inline Markdown of a paragraph. */
export function renderInline(text: string): Html {
  const pieces: Html[] = [];
  let start = 0;
  for (const { index, 0: match, 1: code, 2: label, 3: target } of text.matchAll(INLINE)) {
    pieces.push(html`${text.slice(start, index)}`);
    pieces.push(code === undefined ? html`<a href="${target!}">${label!}</a>` : html`<code>${code}</code>`);
    start = index + match.length;
  }
  pieces.push(html`${text.slice(start)}`);
  return new Html(pieces.map((piece) => piece.text).join(""));
}

export const paragraphs = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
