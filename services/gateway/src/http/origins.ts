/**
 * Which pages may ask (CORS). Those of every origin may read, and change what the token that they show allows; without one
 * only those of this machine may change anything, unless told otherwise: a page somebody happens to visit must not reach
 * into a server on their own machine. No browser adds a token by itself, so whoever shows one was given it.
 */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { bearerToken } from "./access.ts";
import { apiError } from "./errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route decides itself which pages may ask. */
    readonly decidesOnOrigins?: true;
  }
}

const READING = ["GET", "HEAD"];
/** How long browsers remember what they were allowed. */
const PREFLIGHT_SECONDS = 86_400;

/** Headers of answers that pages may read. */
const EXPOSED = (
  "allow content-disposition etag location retry-after x-error-code x-request-id " +
  "x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset"
).split(" ");

export async function allowOrigins(app: FastifyInstance, all: boolean): Promise<void> {
  await app.register(cors, {
    origin: "*",
    maxAge: PREFLIGHT_SECONDS,
    // Whoever asks what is possible without being a browser is answered, too.
    strictPreflight: false,
    methods: [...READING, "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED,
  });
  if (all) return;
  // Not left to browsers: they send forms without asking first.
  app.addHook("onRequest", async ({ method, headers, routeOptions }) => {
    const { origin } = headers;
    if (origin === undefined || READING.includes(method) || method === "OPTIONS" || isOfThisMachine(origin)) return;
    if (routeOptions.config.decidesOnOrigins === true || bearerToken(headers) !== null) return;
    throw apiError("origin_not_allowed", origin);
  });
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
