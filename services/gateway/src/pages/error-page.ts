/** The error page that browsers see. */
import { html, type Page } from "./html.ts";

type Errors = readonly string[] | { readonly [field: string]: readonly string[] };

interface Shown {
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

export function errorPage({ statusCode, code, errors }: Shown): Page {
  return {
    title: TITLES[statusCode] ?? (statusCode < 500 ? "Request failed" : "Something went wrong"),
    status: statusCode,
    body: html`<div role="alert">
        ${code === "no_such_route" ? html`<p>There is no page at this address.</p>` : sentencesOf(errors).map((each) => html`<p>${each}</p>`)}
      </div>
      <p>Error code: <code>${code}</code>. <a href="/docs/shared#Error${statusCode}">What it means</a></p>`,
  };
}

const sentencesOf = (errors: Errors): readonly string[] =>
  Object.entries(errors).flatMap(([field, messages]: readonly [string, string | readonly string[]]) =>
    typeof messages === "string" ? [messages] : messages.map((message) => `${field} ${message}`),
  );
