/** The error page that browsers see. */
import { html, type Page } from "./html.ts";

type Errors = readonly string[] | { readonly [field: string]: readonly string[] };

interface ErrorDetails {
  readonly statusCode: number;
  readonly code: string;
  /** A list of messages, or messages by field. */
  readonly errors: Errors;
}

const TITLES: { readonly [status: number]: string } = {
  401: "You are not signed in",
  403: "Access denied",
  404: "Not found",
  405: "Request failed",
  429: "Too many requests",
  503: "Temporarily unavailable",
};

/** Texts for unknown URLs, in the visitor's language. */
const NOT_FOUND_TEXTS = {
  en: { title: "Page not found", about: "There is no page at this address.", start: "Go to the start page" },
  nl: { title: "Pagina niet gevonden", about: "Op dit adres staat geen pagina.", start: "Naar de startpagina" },
} as const;

/** The first supported language in `Accept-Language`, or English. */
const languageOf = (acceptLanguage: string): keyof typeof NOT_FOUND_TEXTS =>
  /\b(?:nl|en)\b/i.exec(acceptLanguage)?.[0].toLowerCase() === "nl" ? "nl" : "en";

function notFoundPage(status: number, acceptLanguage: string): Page {
  const language = languageOf(acceptLanguage);
  const { title, about, start } = NOT_FOUND_TEXTS[language];
  return {
    title,
    status,
    language,
    body: html`<p role="alert">${about}</p>
      <p><a class="button" href="/">${start}</a></p>`,
  };
}

/** @param acceptLanguage the request's `Accept-Language` header */
export function errorPage({ statusCode, code, errors }: ErrorDetails, acceptLanguage = ""): Page {
  if (code === "no_such_route") return notFoundPage(statusCode, acceptLanguage);
  return {
    title: TITLES[statusCode] ?? (statusCode < 500 ? "Request failed" : "Something went wrong"),
    status: statusCode,
    body: html`<div role="alert">${sentencesOf(errors).map((sentence) => html`<p>${sentence}</p>`)}</div>
      <p>Error code: <code>${code}</code>. <a href="/docs/shared#Error${statusCode}">What it means</a></p>`,
  };
}

const sentencesOf = (errors: Errors): readonly string[] =>
  Object.entries(errors).flatMap(([field, messages]: readonly [string, string | readonly string[]]) =>
    typeof messages === "string" ? [messages] : messages.map((message) => `${field} ${message}`),
  );
