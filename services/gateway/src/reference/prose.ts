/** Renders descriptions: paragraphs of Markdown that contain only code and links. */
import { html, Html } from "../pages/html.ts";

const INLINE = /`([^`]+)`|\[([^\][]+)\]\(([^()\s]+)\)/g;

/** Renders the inline Markdown of a paragraph. */
export function words(text: string): Html {
  const pieces: Html[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: code, 2: label, 3: target } of text.matchAll(INLINE)) {
    pieces.push(html`${text.slice(from, index)}`);
    pieces.push(code === undefined ? html`<a href="${target!}">${label!}</a>` : html`<code>${code}</code>`);
    from = index + whole.length;
  }
  pieces.push(html`${text.slice(from)}`);
  return new Html(pieces.map((piece) => piece.text).join(""));
}

export const paragraphs = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((each) => html`<p>${words(each)}</p>`)}`;
