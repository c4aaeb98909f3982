/**
 * One log line per request, written once it is answered: its route, the names of its parameters, the caller, the
 * duration. Paths, headers, values and unknown names may contain secrets (the token of a link, an e-mail), in any encoding.
 * So names are logged that a route declares, and values of a few numeric parameters alone.
 */
import type { Logger } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { isObject } from "./parameters.ts";

/** Parameters of paths and queries whose values are logged, where they are numbers. */
const HARMLESS = new Set(["id", "page", "limit", "at", "version", "end_year"]);
const NUMBER = /^\d{1,10}$/;
/** Names that no route declares; any other unknown name may be a value in the wrong place. */
const OF_ALL_ROUTES = ["access_token"];
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
  const names = new Set(OF_ALL_ROUTES);
  app.addHook("onRoute", ({ url, schema }) => {
    for (const [, name] of url.matchAll(/:(\w+)/g)) names.add(name!);
    if (schema?.querystring instanceof z.ZodObject)
      for (const name of Object.keys(schema.querystring.shape)) names.add(name);
  });
  app.addHook("onRequest", async (request) => {
    // As they were sent: validation puts others into their place.
    request.loggedFacts = requestFacts(request, names);
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

const requestFacts = ({ method, routeOptions, params, query, ip }: FastifyRequest, names: ReadonlySet<string>) => ({
  method,
  // As it was registered; absent where there is none such.
  route: routeOptions.url,
  params: logged(params, names),
  query: logged(query, names),
  remoteAddress: ip,
});

/** Names with their values, or `…` in the place of what is not logged. */
function logged(parameters: unknown, names: ReadonlySet<string>): Readonly<Record<string, string>> {
  const all = isObject(parameters) ? Object.entries(parameters) : [];
  return Object.fromEntries(
    all.slice(0, MAX_NAMED).map(([name, value]) => {
      const isLogged = HARMLESS.has(name) && typeof value === "string" && NUMBER.test(value);
      return [names.has(name) ? name : "…", isLogged ? value : "…"];
    }),
  );
}
