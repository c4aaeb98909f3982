/** Content negotiation of errors and pages: browsers that open a URL get HTML, all other clients JSON. */
import type { FastifyRequest } from "fastify";

const API = /^\/api(?:[/?]|$)/;

/**
 * Whether `Accept` prefers HTML. Some libraries (Java's `HttpURLConnection`) also send such a header, so under `/api`
 * the request must be a navigation, which only browsers declare.
 */
export function prefersHtml({ headers, url }: Pick<FastifyRequest, "headers" | "url">): boolean {
  const { accept = "" } = headers;
  const html = weightOf("text/html", accept) ?? 0;
  if (html === 0 || html <= (weightOf("application/json", accept) ?? 0)) return false;
  return !API.test(url) || headers["sec-fetch-mode"] === "navigate" || headers["upgrade-insecure-requests"] === "1";
}

/** Quality value that `Accept` gives a type or range, from 0 to 1; null if it is not listed. */
export function weightOf(type: string, accept: string): number | null {
  for (const range of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return weight === undefined ? 1 : Math.min(Number(weight) || 0, 1);
  }
  return null;
}
