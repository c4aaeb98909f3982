/** Content negotiation of pages: browsers that open an address get one, every other client is answered as a program. */
import type { FastifyRequest } from "fastify";

const API = /^\/api(?:[/?]|$)/;

/**
 * Whether the answer is for a person to read: `Accept` prefers HTML. Some libraries send that, too (Java's
 * `HttpURLConnection`), so under `/api` the request also has to be a navigation, which only browsers declare.
 */
export function isForReaders({ headers, url }: Pick<FastifyRequest, "headers" | "url">): boolean {
  const { accept = "" } = headers;
  const html = weightOf("text/html", accept);
  if (html === 0 || html <= weightOf("application/json", accept)) return false;
  return !API.test(url) || headers["sec-fetch-mode"] === "navigate" || headers["upgrade-insecure-requests"] === "1";
}

/** How much a type is wanted that `Accept` names, from 0 to 1; 0: not at all, or not by its name. */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return weight === undefined ? 1 : Math.min(Number(weight) || 0, 1);
  }
  return 0;
}
