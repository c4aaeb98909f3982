/**
 * CORS. Pages of any origin may read, and may change what their token allows. Without a token, only the server's own
 * page, pages on this machine and pages of listed origins may change anything. This protects a server on a user's
 * machine from pages that the user visits. Browsers do not add tokens automatically, so a page that sends one received
 * it from the user. Only listed origins may send cookies, and only to the API: account, session and CSRF token are
 * reserved for our own pages.
 */
import { isIP } from "node:net";
import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerToken } from "./access.ts";
import { apiError } from "./errors.ts";
import { isLoopback } from "./loopback.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route itself decides which origins it accepts. */
    readonly decidesOnOrigins?: true;
  }
}

const READ_METHODS = ["GET", "HEAD"];
const API = "/api/";
/** Time for which browsers cache a preflight response. */
const PREFLIGHT_SECONDS = 86_400;

/** Response headers that pages may read. */
const EXPOSED_HEADERS = (
  "allow content-disposition etag location retry-after x-error-code x-etesian-engine x-etesian-recipe x-request-id x-warnings preference-applied " +
  "x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset"
).split(" ");

/**
 * @param allowedOrigins Origins that may change scenarios without a token and send cookies to the API; `*`: all
 * origins, without cookies
 */
export async function allowOrigins(app: FastifyInstance, allowedOrigins: readonly string[] | "*"): Promise<void> {
  const isListed = (origin: string | undefined): boolean =>
    allowedOrigins !== "*" && origin !== undefined && allowedOrigins.includes(origin);
  if (allowedOrigins !== "*" && allowedOrigins.length > 0) {
    app.addHook("onRequest", async ({ url, headers: { origin } }, reply) => {
      if (isListed(origin) && url.startsWith(API)) void reply.header("access-control-allow-credentials", "true");
    });
  }
  await app.register(cors, {
    // A function makes every response vary by origin, even for unlisted pages.
    origin:
      allowedOrigins === "*" || allowedOrigins.length === 0
        ? "*"
        : (origin, decide) => decide(null, isListed(origin) ? (origin ?? "*") : "*"),
    maxAge: PREFLIGHT_SECONDS,
    // Also responds to OPTIONS from non-browser clients.
    strictPreflight: false,
    methods: [...READ_METHODS, "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED_HEADERS,
  });
  if (allowedOrigins === "*") return;
  // The origin is checked here, because browsers send forms without a preflight.
  app.addHook("onRequest", async (request) => {
    const { method, headers, routeOptions } = request;
    const { origin } = headers;
    if (origin === undefined || READ_METHODS.includes(method) || method === "OPTIONS" || isLocalPage(origin)) return;
    if (isListed(origin) || isOwnPage(origin, factsOf(request))) return;
    if (routeOptions.config.decidesOnOrigins === true || bearerToken(headers) !== null) return;
    throw apiError("origin_not_allowed", origin);
  });
}

interface RequestFacts {
  readonly publicUrl: string | null;
  /** From the request: `http`, and a host with its port. */
  readonly protocol: string;
  readonly host: string;
  /** Local address of the connection. */
  readonly localAddress: string | undefined;
}

const factsOf = ({ server, socket, protocol, host }: FastifyRequest): RequestFacts => ({
  publicUrl: server.publicUrl,
  protocol,
  host,
  localAddress: socket.localAddress,
});

/**
 * Whether an `Origin` is the page that this server serves: at its public URL, at an IP address, or at the host name of
 * a request from another machine. Requests to a loopback address may not use any other host name, because an attacker's
 * name can resolve to it (DNS rebinding).
 */
export function isOwnPage(origin: string, { publicUrl, protocol, host, localAddress }: RequestFacts): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  if (origin !== `${protocol}://${host}` || !URL.canParse(origin)) return false;
  const isAddress = isIP(new URL(origin).hostname.replaceAll(/[[\]]/g, "")) !== 0;
  return isAddress || (localAddress !== undefined && !isLoopback(localAddress));
}

/** Whether an `Origin` is a page on this machine, on any port. */
function isLocalPage(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
