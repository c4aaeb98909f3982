/**
 * One log line per request, written after the response: route, parameter names, caller and duration. Paths, headers,
 * values and unknown names may contain secrets (a link's token, an email) in any encoding. Therefore only names
 * declared by a route and values of a few numeric parameters are logged. IP addresses identify people: only `debug`
 * logs them.
 */
import type { Logger } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { isObject } from "./parameters.ts";

/** Path and query parameters whose numeric values are logged. */
const NUMERIC_PARAMETERS = new Set(["id", "page", "limit", "at", "version", "end_year"]);
const NUMBER = /^\d{1,10}$/;
/** Undeclared parameters that every route accepts; any other unknown name could be a misplaced value. */
const COMMON_PARAMETERS = ["access_token"];
/** Maximum number of logged parameter names. */
const MAX_NAMED = 20;

declare module "fastify" {
  interface FastifyRequest {
    /** Fields of the log line that are known when the request arrives. */
    logFields: object;
  }
}

/** Logs requests at `info`, with the `requestId` that other log lines about them have. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled("info")) return;
  app.decorateRequest("logFields");
  const names = new Set(COMMON_PARAMETERS);
  const logsAddresses = log.isLevelEnabled("debug");
  app.addHook("onRoute", ({ url, schema }) => {
    for (const [, name] of url.matchAll(/:(\w+)/g)) names.add(name!);
    if (schema?.querystring instanceof z.ZodObject)
      for (const name of Object.keys(schema.querystring.shape)) names.add(name);
  });
  app.addHook("onRequest", async (request) => {
    // Reads the raw parameters, because validation replaces them.
    const address = logsAddresses ? { remoteAddress: request.ip } : {};
    request.logFields = { ...requestFields(request, names), ...address };
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        ...request.logFields,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        person: request.caller?.person ?? null,
        traceId: request.span?.trace?.split("-")[1] ?? null,
      },
      "request",
    );
  });
}

const requestFields = ({ method, routeOptions, params, query }: FastifyRequest, names: ReadonlySet<string>) => ({
  method,
  // The registered pattern; absent for unknown routes.
  route: routeOptions.url,
  params: loggedParameters(params, names),
  query: loggedParameters(query, names),
});

/** Names with their values, or `…` for anything that is not logged. */
function loggedParameters(parameters: unknown, names: ReadonlySet<string>): Readonly<Record<string, string>> {
  const entries = isObject(parameters) ? Object.entries(parameters) : [];
  return Object.fromEntries(
    entries.slice(0, MAX_NAMED).map(([name, value]) => {
      const isLogged = NUMERIC_PARAMETERS.has(name) && typeof value === "string" && NUMBER.test(value);
      return [names.has(name) ? name : "…", isLogged ? value : "…"];
    }),
  );
}
