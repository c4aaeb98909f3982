/** Several scenarios at once, as objects or as dumps; and the tags that people put on versions. */
import { Readable } from "node:stream";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { baseUrl, contextOf } from "../http/context.ts";
import { apiError, errorInWords, errorSchema, rejectedUpdate } from "../http/errors.ts";
import { isObject, listOf, toId } from "../http/parameters.ts";
import { dumpJson } from "./dump-json.ts";
import { findScenario, scenarioId } from "./find.ts";
import { scenarioJson } from "./json.ts";
import { scenarioSchema } from "./schemas.ts";

const tags = ["Scenarios"];
const params = z.object({ id: z.string().meta({ type: "integer" }) });
/** Scenarios of one request. */
const MAX_IDS = 100;

const tagSchema = z
  .object({
    user_id: z.int().nullable().optional(),
    description: z.string().optional(),
    last_updated_at: z.iso.datetime(),
  })
  .meta({ id: "VersionTag" });
const idsIn = (description: string) =>
  z
    .unknown()
    .transform((value) => (listOf(value) ?? [value]).map((id) => toId(id)))
    .meta({ type: "array", items: { type: "integer" }, description, example: [1, 2] })
    .optional();

export const severalScenarioRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios } = backends;

    /** Those that the caller may read, in the order of the ids, each once. */
    async function readable(ids: readonly (number | null)[], context: CallOrigin): Promise<readonly Scenario[]> {
      const known = [...new Set(ids.filter((id) => id !== null))];
      if (known.length > MAX_IDS) throw apiError("too_many_ids", String(MAX_IDS));
      const found = await Promise.all(known.map((id) => scenarios.getScenario({ id }, context).catch(missing)));
      return found.filter((scenario) => scenario !== null);
    }

    app.get(
      "/scenarios/:ids/batch",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Scenarios whose ids are given with commas between them, as far as they may be seen",
          params: z.object({ ids: z.string().meta({ example: "1,2" }) }),
          response: { 200: z.array(scenarioSchema), 400: errorSchema },
        },
      },
      async (request, reply) => {
        const found = await readable(request.params.ids.split(",").map(toId), contextOf(request, reply));
        return found.map((scenario) => scenarioJson(scenario, baseUrl(request)));
      },
    );

    app.get(
      "/scenarios/:id/dump",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "All that a scenario decides, in one object",
          params,
          response: { 200: z.looseObject({}), 404: errorSchema },
        },
      },
      async (request: FastifyRequest<{ Params: { id: string }; Querystring: object }>) =>
        dumpJson(await findScenario(backends, request, request.params.id)),
    );

    app.post(
      "/scenarios/export",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Dumps of scenarios, as far as they may be seen: one JSON object a line",
          body: z.object({ ids: idsIn("Scenarios") }).meta({ example: { ids: [1, 2] } }),
          response: {
            200: {
              description: "A line of JSON for each",
              content: { "application/x-ndjson": { schema: z.unknown() } },
            },
            422: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const { ids = [] } = request.body;
        if (ids.length === 0) throw errorInWords("invalid", ["no IDs provided"]);
        const found = await readable(ids, contextOf(request, reply));
        const lines = found.map((scenario) => `${JSON.stringify({ id: scenario.id, ...dumpJson(scenario) })}\n`);
        return reply.type("application/x-ndjson").send(Readable.from(lines, { objectMode: false }));
      },
    );

    app.get(
      "/scenarios/versions",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Tags of several scenarios, by id, as far as they may be seen",
          querystring: z.object({ scenarios: idsIn("Scenarios") }),
          response: { 200: z.record(z.string(), tagSchema), 400: errorSchema },
        },
      },
      async (request, reply) => {
        const found = await readable(request.query.scenarios ?? [], contextOf(request, reply));
        return Object.fromEntries(found.map((scenario) => [scenario.id, tagJson(scenario)]));
      },
    );

    app.get(
      "/scenarios/:id/version",
      {
        config: { access: "read" },
        schema: { tags, summary: "What a scenario is called", params, response: { 200: tagSchema, 404: errorSchema } },
      },
      async (request: FastifyRequest<{ Params: { id: string }; Querystring: object }>) =>
        tagJson(await findScenario(backends, request, request.params.id)),
    );

    for (const method of ["POST", "PUT"] as const) {
      app.route({
        method,
        url: "/scenarios/:id/version",
        config: { access: "update" },
        schema: {
          tags,
          summary: method === "POST" ? "Say what a scenario is, once" : "Say otherwise what a scenario is",
          params,
          body: z
            .looseObject({ description: z.unknown().meta({ type: "string" }).optional() })
            .meta({ example: { description: "As presented to the council" } }),
          response: { 200: tagSchema, 404: errorSchema, 422: errorSchema },
        },
        handler: async (request) => {
          const { scenario_version_tag: nested, ...flat } = request.body;
          const { description } = isObject(nested) ? nested : flat;
          const { outcome } = await scenarios.tagVersion(
            {
              id: scenarioId(request.params.id),
              description: typeof description === "string" ? description : "",
              isFirst: method === "POST",
            },
            contextOf(request),
          );
          if (outcome?.$case !== "scenario") throw rejectedUpdate(outcome?.value.problems ?? []);
          return tagJson(outcome.value);
        },
      });
    }
  };

function tagJson({ updatedAt, versionTag }: Scenario): z.infer<typeof tagSchema> {
  if (updatedAt === undefined) throw new Error("a scenario came without its time");
  const at = { last_updated_at: updatedAt.toISOString() };
  return versionTag ? { user_id: versionTag.userId ?? null, description: versionTag.description, ...at } : at;
}

/** A scenario that is not there, or not for the caller, is left out; other errors are not. */
function missing(error: unknown): null {
  if (error instanceof RpcError && error.code === status.NOT_FOUND) return null;
  throw error;
}
