/** The parts of a scenario for clients that calculate it: the recipe, and the numbers of attached curves. */
import { recipeCodec } from "@etesian/contracts/codecs";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { isKnown } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { atVersion, findScenario, scenarioParams as params } from "./find.ts";
import { scalingJson } from "./json.ts";
import { scalingSchema } from "./schemas.ts";

const tags = ["Scenarios"];

const recipeSchema = z
  .object({
    version: z.int().describe("Of the scenario, the number in its ETag"),
    area_code: z.string().meta({ example: "nl" }),
    end_year: z.int().meta({ example: 2050 }),
    user_values: z.record(z.string(), z.union([z.number(), z.string()])).describe("Inputs set by users; they win"),
    balanced_values: z.record(z.string(), z.number()).describe("Inputs set so that share groups sum to 100"),
    active_couplings: z.array(z.string()),
    orders: z.record(z.string(), z.array(z.string())).describe("Orders that users changed, by name"),
    curves: z
      .record(z.string(), z.string())
      .describe("SHA-256 of the numbers of attached curves, by key; `curve_numbers` has them"),
    scaling: scalingSchema.nullable(),
  })
  .meta({ id: "Recipe" });

const numbers = {
  description: "8,760 little-endian doubles, as they are kept",
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
          summary: "All that the results of a scenario follow from, besides the model",
          description:
            "For clients that calculate themselves: with the parts of the model, the same recipe gives the same bits. The service " +
            "names the recipe of its own answers in `X-Etesian-Recipe`.",
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
          summary: "The numbers of an attached curve by their hash",
          description:
            "The recipe of a scenario names the hashes of its curves. The curve has to be attached to the scenario at that version.",
          params: params.extend({
            sha256: z
              .string()
              .describe("SHA-256 of the numbers, in hexadecimal")
              .meta({ example: "0".repeat(64) }),
          }),
          querystring: z.object(atVersion),
          response: { 200: numbers, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const { sha256 } = request.params;
        const { recipe } = await findScenario(backends, request, request.params.id);
        // A hash opens nothing by itself: the curve has to be the scenario's, which the caller may see.
        if (!Object.values(recipe?.curves ?? {}).includes(sha256)) throw apiError("not_attached");
        void reply.header("etag", `"${sha256}"`);
        if (isKnown(request, reply)) return reply.send("");
        const found = await backends.curves.readNumbers({ hash: sha256 }, contextOf(request, reply));
        return sendBytes(reply, found.numbers);
      },
    );
  };

const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply.type("application/octet-stream").send(bytes);

function recipeJson({ version, recipe }: Scenario): z.infer<typeof recipeSchema> {
  if (recipe === undefined) throw new Error("a scenario came without its recipe");
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
