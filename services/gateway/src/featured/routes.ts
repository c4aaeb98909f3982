/** Presets and versions, which the ETM serves from a separate application. */
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { pathId, text, toId } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { featuredJson, VERSION } from "./json.ts";

const tags = ["Featured scenarios"];

const nullSchema = z.null();
const featuredSchema = z.object({
  id: z.int(),
  scenario_id: z.int(),
  saved_scenario_id: nullSchema,
  owner_id: nullSchema,
  group: z.string().meta({ example: "national" }),
  title: z.string(),
  title_en: z.string(),
  title_nl: z.string(),
  description_en: z.string().nullable().meta({ description: "A short description of the scenario." }),
  description_nl: z.string().nullable(),
  version: z.string(),
  end_year: z.int(),
  area_code: z.string(),
  author: z.string().nullable(),
  study_en: nullSchema,
  study_nl: nullSchema,
});
const versionSchema = z.object({
  tag: z.string(),
  model_url: z.url(),
  engine_url: z.url(),
  collections_url: z.url(),
});

/** Routes below `/api/v1`. */
export const featuredRoutes =
  ({ scenarios }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/featured_scenarios",
      {
        config: { access: "model" },
        schema: {
          tags,
          summary: "List presets in order",
          description:
            "Scenarios featured by the operators of this server, with titles and descriptions in English and Dutch.",
          querystring: z.object({ version: text("Only presets of this version") }),
          response: { 200: z.object({ featured_scenarios: z.array(featuredSchema) }) },
        },
      },
      async (request) => {
        const { version = VERSION } = request.query;
        const { scenarios: presets } =
          version === VERSION ? await scenarios.listFeatured({}, contextOf(request)) : { scenarios: [] };
        return { featured_scenarios: presets.map(featuredJson) };
      },
    );

    app.get(
      "/featured_scenarios/scenarios",
      {
        config: { access: "model" },
        schema: {
          tags,
          summary: "List the IDs and titles of presets",
          description: "The ID and English title of each preset, for a menu.",
          response: { 200: z.array(z.object({ id: z.int(), title: z.string() })) },
        },
      },
      async (request) => {
        const { scenarios: presets } = await scenarios.listFeatured({}, contextOf(request));
        return presets.map(({ id, featured }) => ({ id, title: featured?.titleEn ?? "" }));
      },
    );

    app.get(
      "/featured_scenarios/:id",
      {
        config: { access: "model" },
        schema: {
          tags,
          summary: "Get a preset",
          description: "By the preset's ID.",
          params: z.object({ id: pathId("ID of the preset") }),
          response: { 200: featuredSchema, 404: errorSchema },
        },
      },
      async (request) => {
        const { scenarios: presets } = await scenarios.listFeatured({}, contextOf(request));
        const preset = presets.find(({ id }: Scenario) => id === toId(request.params.id));
        if (preset === undefined) throw apiError("not_featured");
        return featuredJson(preset);
      },
    );

    app.get(
      "/versions",
      {
        config: { access: "model" },
        schema: {
          tags,
          summary: "List the served versions of the model",
          description: "This server has one version, `latest`. `tag` selects a version by name.",
          querystring: z.object({ tag: text("Only this version"), sort: text("`desc`: latest first") }),
          response: { 200: z.object({ versions: z.array(versionSchema) }) },
        },
      },
      async (request) => {
        const { tag = VERSION } = request.query;
        const url = baseUrl(request);
        const latestVersion = { tag: VERSION, model_url: url, engine_url: url, collections_url: url };
        return { versions: tag === VERSION ? [latestVersion] : [] };
      },
    );
  };
