/** Requests for several scenarios, and version tags. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { errorSchema, rejectedUpdate } from "../http/errors.ts";
import { expectations, ids, isObject, text, toId } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { findScenario, readableScenarios, scenarioId, scenarioParams as params } from "./find.ts";
import { scenarioJson } from "./json.ts";
import { scenarioSchema } from "./schemas.ts";

const tags = ["Scenarios"];
const tagSchema = z
  .object({
    user_id: z.int().nullable().optional(),
    description: z.string().optional(),
    last_updated_at: z.iso.datetime(),
  })
  .meta({ id: "VersionTag" });
const tagFields = { description: text("A description of the version") };
const newTagSchema = z
  .object({
    ...tagFields,
    scenario_version_tag: z
      .preprocess((value) => (isObject(value) ? value : undefined), z.object(tagFields).optional())
      .meta({ type: "object", description: "The same fields, nested, as some clients send them" })
      .optional()
      .register(expectations, { expectedTypeFor: (value) => (isObject(value) ? null : "an object") }),
  })
  .meta({ id: "NewVersionTag", example: { description: "As presented to the council" } });

export const bulkScenarioRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios } = backends;

    app.get(
      "/scenarios/:ids/batch",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get several scenarios by their IDs",
          description: "The path has comma-separated IDs. Scenarios that the caller may not see are omitted.",
          params: z.object({
            ids: z.string().describe("Comma-separated scenario IDs").meta({ example: "1,2" }),
          }),
          response: { 200: z.array(scenarioSchema), 400: errorSchema },
        },
      },
      async (request, reply) => {
        const visibleScenarios = await readableScenarios(
          backends,
          request.params.ids.split(",").map(toId),
          contextOf(request, reply),
        );
        return visibleScenarios.map((scenario) => scenarioJson(scenario, baseUrl(request)));
      },
    );

    app.get(
      "/scenarios/templates",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "List presets in order",
          description:
            "Scenarios featured by the operators of this server, ready to be cloned. `/api/v1/featured_scenarios` has their titles.",
          response: { 200: z.array(scenarioSchema) },
        },
      },
      async (request, reply) => {
        const { scenarios: presets } = await scenarios.listFeatured({}, contextOf(request, reply));
        return presets.map((scenario) => scenarioJson(scenario, baseUrl(request)));
      },
    );

    app.get(
      "/scenarios/versions",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get the version tags of several scenarios, by ID",
          description:
            "Scenarios that the caller may not see are omitted; untagged scenarios have an empty description.",
          querystring: z.object({ scenarios: ids("Scenarios") }),
          response: { 200: z.record(z.string(), tagSchema), 400: errorSchema },
        },
      },
      async (request, reply) => {
        const visibleScenarios = await readableScenarios(
          backends,
          request.query.scenarios ?? [],
          contextOf(request, reply),
        );
        return Object.fromEntries(visibleScenarios.map((scenario) => [scenario.id, tagJson(scenario)]));
      },
    );

    app.get(
      "/scenarios/:id/version",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get the version tag of a scenario",
          description: "Returns a description of the scenario, with its author.",
          params,
          response: { 200: tagSchema, 404: errorSchema },
        },
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
          summary: method === "POST" ? "Tag a scenario's version" : "Change the version tag of a scenario",
          description: "A description of the scenario. `POST` is refused if there is a tag; `PUT` replaces it.",
          params,
          body: newTagSchema,
          response: { 200: tagSchema, 404: errorSchema, 422: errorSchema },
        },
        handler: async (request) => {
          const { scenario_version_tag: nestedTag, description: flatDescription = "" } = request.body;
          const description = nestedTag === undefined ? flatDescription : (nestedTag.description ?? "");
          const { outcome } = await scenarios.tagVersion(
            {
              id: scenarioId(request.params.id),
              description,
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
  if (updatedAt === undefined) throw new Error("a scenario has no time");
  const timestamps = { last_updated_at: updatedAt.toISOString() };
  return versionTag
    ? { user_id: versionTag.userId ?? null, description: versionTag.description, ...timestamps }
    : timestamps;
}
