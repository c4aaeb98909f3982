/**
 * CORS. Pages of every origin may read, and change what the token that they show allows. Without a token, only the
 * server's own page, pages of this machine and of listed origins may change anything. So a page that a user happens to visit cannot reach a server
 * on their own machine. Browsers add no token by themselves, so a page with a token was given it. Only listed origins
 * may send cookies, to the API alone: the account, its session and its CSRF token are for our own pages.
 */
import { isIP } from "node:net";
import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bearerToken } from "./access.ts";
import { apiError } from "./errors.ts";
import { isLoopback } from "./loopback.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route decides itself which pages may ask. */
    readonly decidesOnOrigins?: true;
  }
}

const READING = ["GET", "HEAD"];
const API = "/api/";
/** How long browsers cache a preflight answer. */
const PREFLIGHT_SECONDS = 86_400;

/** Headers of answers that pages may read. */
const EXPOSED = (
  "allow content-disposition etag location retry-after x-error-code x-etesian-engine x-etesian-recipe x-request-id x-warnings preference-applied " +
  "x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset"
).split(" ");

/** @param listed Origins that may change scenarios without a token and send cookies to the API; `*`: every origin may, without cookies. */
export async function allowOrigins(app: FastifyInstance, listed: readonly string[] | "*"): Promise<void> {
  const isListed = (origin: string | undefined): boolean =>
    listed !== "*" && origin !== undefined && listed.includes(origin);
  if (listed !== "*" && listed.length > 0) {
    app.addHook("onRequest", async ({ url, headers: { origin } }, reply) => {
      if (isListed(origin) && url.startsWith(API)) void reply.header("access-control-allow-credentials", "true");
    });
  }
  await app.register(cors, {
    // A function has answers vary by origin, also those to pages that are not listed.
    origin:
      listed === "*" || listed.length === 0
        ? "*"
        : (origin, decide) => decide(null, isListed(origin) ? (origin ?? "*") : "*"),
    maxAge: PREFLIGHT_SECONDS,
    // Clients other than browsers that ask for the possible methods are answered, too.
    strictPreflight: false,
    methods: [...READING, "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED,
  });
  if (listed === "*") return;
  // Not left to browsers: they send forms without asking first.
  app.addHook("onRequest", async (request) => {
    const { method, headers, routeOptions } = request;
    const { origin } = headers;
    if (origin === undefined || READING.includes(method) || method === "OPTIONS" || isOfThisMachine(origin)) return;
    if (isListed(origin) || isOwnPage(origin, factsOf(request))) return;
    if (routeOptions.config.decidesOnOrigins === true || bearerToken(headers) !== null) return;
    throw apiError("origin_not_allowed", origin);
  });
}

interface RequestFacts {
  readonly publicUrl: string | null;
  /** As the request says it: `http`, and a host with its port. */
  readonly protocol: string;
  readonly host: string;
  /** The address of this machine that the connection came in by. */
  readonly localAddress: string | undefined;
}

const factsOf = ({ server, socket, protocol, host }: FastifyRequest): RequestFacts => ({
  publicUrl: server.publicUrl,
  protocol,
  host,
  localAddress: socket.localAddress,
});

/**
 * Whether an `Origin` is the page that this server itself serves: at its public URL, at an IP address, or at the name that a
 * request from elsewhere came by. A server that is asked on its loopback address believes no other name: a stranger's name can
 * be made to lead there (DNS rebinding).
 */
export function isOwnPage(origin: string, { publicUrl, protocol, host, localAddress }: RequestFacts): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  if (origin !== `${protocol}://${host}` || !URL.canParse(origin)) return false;
  const isAddress = isIP(new URL(origin).hostname.replaceAll(/[[\]]/g, "")) !== 0;
  return isAddress || (localAddress !== undefined && !isLoopback(localAddress));
}

/** Whether an `Origin` is a page of this machine, on any port. */
function isOfThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
