/**
 * One log line per request, written once it is answered: its route, the names of its parameters, the caller, the
 * duration. Paths and values may contain secrets (the token of a link, an e-mail), in any encoding. So values are
 * logged of a few numeric parameters alone.
 */
import type { Logger } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isObject } from "./parameters.ts";

/** Parameters of paths and queries whose values are logged, where they are numbers. */
const HARMLESS = new Set(["id", "page", "limit", "at", "version", "end_year"]);
const NUMBER = /^\d{1,10}$/;
/** Known names of parameters; any other name may be a value in the wrong place. */
const NAME = /^[a-z_]{1,40}$/;
/** Parameters that are named, of however many. */
const MAX_NAMED = 20;

declare module "fastify" {
  interface FastifyRequest {
    /** Fields logged once the request is answered. */
    loggedFacts: object;
  }
}

/** Logs requests at `info`, with `requestId` as the other lines about them. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled("info")) return;
  app.decorateRequest("loggedFacts");
  app.addHook("onRequest", async (request) => {
    // As they were sent: validation puts others into their place.
    request.loggedFacts = requestFacts(request);
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        ...request.loggedFacts,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        person: request.caller?.person ?? null,
        traceId: request.span?.trace?.split("-")[1] ?? null,
      },
      "request",
    );
  });
}

const requestFacts = ({ method, routeOptions, params, query, host, ip }: FastifyRequest) => ({
  method,
  // As it was registered; absent where there is none such.
  route: routeOptions.url,
  params: logged(params),
  query: logged(query),
  host,
  remoteAddress: ip,
});

/** Names with their values, or `…` in the place of what is not logged. */
function logged(parameters: unknown): Readonly<Record<string, string>> {
  const all = isObject(parameters) ? Object.entries(parameters) : [];
  return Object.fromEntries(
    all.slice(0, MAX_NAMED).map(([name, value]) => {
      const isLogged = HARMLESS.has(name) && typeof value === "string" && NUMBER.test(value);
      return [NAME.test(name) ? name : "…", isLogged ? value : "…"];
    }),
  );
}
