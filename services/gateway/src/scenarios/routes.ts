/** Scenarios: create, read, update with queries, delete. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { baseUrl, contextOf, sendJson } from "../http/context.ts";
import { apiError, errorSchema, rejectedCreation } from "../http/errors.ts";
import { count } from "../http/parameters.ts";
import { creationBody, toCreation, toUpdate, updateBody, wrapScenario } from "./bodies.ts";
import { findScenario, scenarioId } from "./find.ts";
import { scenarioJson } from "./json.ts";
import { creationErrorSchema, listSchema, scenarioSchema, updateSchema } from "./schemas.ts";
import { Updates } from "./update-and-query.ts";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

const scenarioParams = z.object({ id: z.string().meta({ type: "integer" }) });

export const scenarioRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios } = backends;
    const updates = new Updates(backends);

    app.post(
      "/scenarios",
      {
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          summary: "Create a scenario, blank or as a clone",
          description: "The fields may also stand at the top of the body. Without a body: the default area, 2050.",
          body: creationBody,
          response: { 200: scenarioSchema, 422: creationErrorSchema },
        },
      },
      async (request, reply) => {
        const { outcome } = await scenarios.createScenario(toCreation(request.body), contextOf(request));
        if (outcome?.$case !== "scenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return sendScenario(request, reply, outcome.value);
      },
    );

    app.get(
      "/scenarios",
      {
        schema: {
          tags: ["Scenarios"],
          summary: "The caller's scenarios, newest first",
          querystring: z.object({
            page: count("From 1"),
            limit: count(`1 to ${MAX_LIMIT}; default ${DEFAULT_LIMIT}`),
          }),
          response: { 200: listSchema, 403: errorSchema },
        },
      },
      async (request) => {
        const page = Math.max(1, request.query.page ?? 1);
        const limit = Math.min(Math.max(1, request.query.limit ?? DEFAULT_LIMIT), MAX_LIMIT);
        const { scenarios: rows, total } = await scenarios.listScenarios({ page, limit }, contextOf(request));
        const pages = Math.ceil(total / limit);
        const base = baseUrl(request);
        const link = (to: number) => `${base}/api/v3/scenarios?limit=${limit}&page=${to}`;
        return {
          links: {
            first: link(1),
            prev: page > 1 ? link(page - 1) : null,
            next: page < pages ? link(page + 1) : null,
            last: link(pages),
          },
          meta: { limit, count: rows.length, total, current_page: page, total_pages: pages },
          data: rows.map((row) => {
            const { user_values: _u, balanced_values: _b, metadata: _m, ...listed } = scenarioJson(row, base);
            return listed;
          }),
        };
      },
    );

    app.get(
      "/scenarios/:id",
      {
        schema: {
          tags: ["Scenarios"],
          summary: "One scenario",
          params: scenarioParams,
          response: { 200: scenarioSchema, 404: errorSchema },
        },
      },
      async (request, reply) => sendScenario(request, reply, await findScenario(backends, request, request.params.id)),
    );

    for (const method of ["PUT", "PATCH"] as const) {
      app.route({
        method,
        url: "/scenarios/:id",
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          summary: "Change a scenario, ask queries, or both",
          description:
            "All or nothing: when an input, a share group or a query is refused, nothing is changed. `If-Match` with " +
            "the `ETag` of an earlier answer refuses (412) when somebody else changed the scenario since.",
          params: scenarioParams,
          body: updateBody,
          response: { 200: updateSchema, 404: errorSchema, 412: errorSchema, 422: errorSchema },
        },
        handler: async (request, reply) => {
          const id = scenarioId(request.params.id);
          const expected = expectedVersion(request);
          const { scenario, results } = await updates.answer(
            {
              id,
              update: toUpdate(id, request.body, expected),
              expectedVersion: expected,
              keys: request.body.gqueries ?? [],
            },
            contextOf(request, reply),
          );
          void reply.header("etag", `"${scenario.version}"`);
          // The results are JSON texts already.
          const gqueries = results.map(
            ({ key, presentJson, futureJson, unit }) =>
              `${JSON.stringify(key)}:{"present":${presentJson},"future":${futureJson},"unit":${JSON.stringify(unit ?? null)}}`,
          );
          const json = JSON.stringify(scenarioJson(scenario, baseUrl(request)));
          return sendJson(reply, `{"scenario":${json},"gqueries":{${gqueries.join(",")}}}`);
        },
      });
    }

    app.delete(
      "/scenarios/:id",
      {
        schema: {
          tags: ["Scenarios"],
          summary: "Delete one of the caller's scenarios",
          params: scenarioParams,
          response: { 200: z.undefined(), 403: errorSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        await scenarios.deleteScenario({ id: scenarioId(request.params.id) }, contextOf(request));
        return reply.code(200).send();
      },
    );
  };

/** The version a client saw last, from its If-Match header. */
function expectedVersion(request: FastifyRequest): number | undefined {
  const written = request.headers["if-match"];
  if (written === undefined || written === "*") return undefined;
  const version = /^(?:W\/)?"?([0-9]{1,9})"?$/.exec(written)?.[1];
  if (version === undefined) throw apiError("bad_version", written);
  return Number(version);
}

function sendScenario(request: FastifyRequest, reply: FastifyReply, scenario: Scenario) {
  return reply.header("etag", `"${scenario.version}"`).send(scenarioJson(scenario, baseUrl(request)));
}
