/** Areas and queries of the model, independent of scenarios. */
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Catalogue } from "./catalogue.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { sendJson } from "../http/context.ts";
import { flag, texts } from "../http/parameters.ts";
import { areaSchema, gquerySchema } from "./schemas.ts";

export const modelRoutes =
  (catalogue: Catalogue): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/areas",
      {
        config: { access: "model" },
        schema: {
          tags: ["Model"],
          summary: "List areas",
          description:
            "Regions for which the model has data, with their attributes, such as inhabitants, start year and sectors.",
          querystring: z.object({ detailed: flag("All attributes (default) or the main ones only") }),
          response: { 200: z.array(areaSchema) },
        },
      },
      async (request, reply) => {
        return sendJson(reply, await catalogue.areas(request.query.detailed ?? true));
      },
    );

    app.get(
      "/areas/:area_code",
      {
        config: { access: "model" },
        schema: {
          tags: ["Model"],
          summary: "Get an area",
          description: "Returns all attributes of the area.",
          params: z.object({ area_code: z.string().describe("Key of the area").meta({ example: "nl" }) }),
          response: { 200: areaSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const area = await catalogue.area(request.params.area_code);
        if (area === null) throw apiError("not_found");
        return sendJson(reply, area);
      },
    );

    app.get(
      "/gqueries",
      {
        config: { access: "model" },
        schema: {
          tags: ["Model"],
          summary: "List queries, optionally by label",
          description: "Keys, units, labels and descriptions. With `labels`, only queries that have all of them.",
          querystring: z.object({ labels: texts("Folders of the query's location") }),
          response: { 200: z.array(gquerySchema) },
        },
      },
      async (request) => {
        const gqueries = await catalogue.gqueries();
        // The labels may also be in a body.
        const { labels = [] } = z.object({ labels: texts("") }).parse(request.body);
        return gqueries.filter((gquery) => labels.every((label) => gquery.labels.includes(label)));
      },
    );
  };
