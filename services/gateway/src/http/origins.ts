/**
 * Which pages may ask (CORS). Those of every origin may read; only those of this machine may change anything, unless told
 * otherwise: a page somebody happens to visit must not reach into a server on their own machine.
 */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import { apiError } from "./errors.ts";

const READING = ["GET", "HEAD"];
/** How long browsers remember what they were allowed. */
const PREFLIGHT_SECONDS = 86_400;

export async function allowOrigins(app: FastifyInstance, all: boolean): Promise<void> {
  await app.register(cors, {
    origin: "*",
    maxAge: PREFLIGHT_SECONDS,
    // Whoever asks what is possible without being a browser is answered, too.
    strictPreflight: false,
    methods: [...READING, "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: ["content-disposition", "etag", "retry-after", "x-error-code", "x-request-id"],
  });
  if (all) return;
  // Not left to browsers: they send forms without asking first.
  app.addHook("onRequest", async ({ method, headers: { origin } }) => {
    if (origin === undefined || READING.includes(method) || method === "OPTIONS" || isOfThisMachine(origin)) return;
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
