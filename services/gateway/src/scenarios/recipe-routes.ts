/** Scenario data for clients that calculate locally: the recipe, and the values of attached curves. */
import { recipeCodec } from "@etesian/contracts/codecs";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { isNotModified } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { atVersion, findScenario, scenarioParams as params } from "./find.ts";
import { scalingJson } from "./json.ts";
import { scalingSchema } from "./schemas.ts";

const tags = ["Scenarios"];

const recipeSchema = z
  .object({
    version: z.int().describe("Version of the scenario: the number in its ETag"),
    area_code: z.string().meta({ example: "nl" }),
    end_year: z.int().meta({ example: 2050 }),
    user_values: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .describe("Inputs set by users; they take precedence over balanced values"),
    balanced_values: z.record(z.string(), z.number()).describe("Inputs set so that share groups sum to 100"),
    active_couplings: z.array(z.string()),
    orders: z.record(z.string(), z.array(z.string())).describe("Orders that users changed, by name"),
    curves: z
      .record(z.string(), z.string())
      .describe("SHA-256 of the values of attached curves, by key, for `curve_numbers`"),
    scaling: scalingSchema.nullable(),
  })
  .meta({ id: "Recipe" });

const numbers = {
  description: "8,760 little-endian doubles",
  content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } },
};

export const recipeRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/scenarios/:id/recipe",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get a scenario's recipe",
          description:
            "All data besides the model that determines the results, for clients that calculate locally: the same recipe and model " +
            "parts produce identical numbers. Responses name their recipe in `X-Etesian-Recipe`.",
          params,
          querystring: z.object(atVersion),
          response: { 200: recipeSchema, 404: errorSchema },
        },
      },
      async (request) => recipeJson(await findScenario(backends, request, request.params.id)),
    );

    app.get(
      "/scenarios/:id/curve_numbers/:sha256",
      {
        config: { access: "read" },
        schema: {
          tags: ["Custom curves"],
          summary: "Get the values of an attached curve by hash",
          description:
            "The scenario's recipe lists the hashes of its curves. The curve must be attached to the scenario at that version.",
          params: params.extend({
            sha256: z
              .string()
              .describe("SHA-256 of the values, in hexadecimal")
              .meta({ example: "0".repeat(64) }),
          }),
          querystring: z.object(atVersion),
          response: { 200: numbers, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const { sha256 } = request.params;
        const { recipe } = await findScenario(backends, request, request.params.id);
        // A known hash is not enough: the curve must belong to a scenario that the caller may see.
        if (!Object.values(recipe?.curves ?? {}).includes(sha256)) throw apiError("not_attached");
        void reply.header("etag", `"${sha256}"`);
        if (isNotModified(request, reply)) return reply.send("");
        const response = await backends.curves.readNumbers({ hash: sha256 }, contextOf(request, reply));
        return sendBytes(reply, response.numbers);
      },
    );
  };

const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type("application/octet-stream").send(bytes);

function recipeJson({ version, recipe }: Scenario): z.infer<typeof recipeSchema> {
  if (recipe === undefined) throw new Error("a scenario has no recipe");
  const { userValues, orders } = recipeCodec.fromMessage(recipe);
  return {
    version,
    area_code: recipe.area,
    end_year: recipe.endYear,
    user_values: { ...userValues },
    balanced_values: recipe.balancedValues,
    active_couplings: recipe.activeCouplings,
    orders: Object.fromEntries(Object.entries(orders).map(([name, keys]) => [name, [...keys]])),
    curves: recipe.curves,
    scaling: recipe.scaling ? scalingJson(recipe.scaling) : null,
  };
}
