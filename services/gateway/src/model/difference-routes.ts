/**
 * Clients that calculate report numbers here that differ from the service's. Reports are counted, and logged for
 * investigation.
 */
import { counter, type MetricDefinition, type Metrics } from "@etesian/service-kit";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { errorSchema } from "../http/errors.ts";

const DIFFERENCES: MetricDefinition = {
  type: "counter",
  name: "client_differences_total",
  help: "Numbers that clients calculated otherwise than the service, as they report",
  labels: {},
  services: "gateway",
};
export const CLIENT_METRICS = [DIFFERENCES];

/** Reports of one address: a page that differs reports once for each recipe. */
const RATE = { max: 20, timeWindow: "1 minute" } as const;
const LARGEST_REPORT = 64 * 1024;
/** Numbers that one report counts for at most: those of all queries and some curves of a large model. */
const MOST = 1_000_000;
const MOST_EXAMPLES = 20;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.number().nullable();

const reportSchema = z
  .object({
    recipe_hash: hash.describe("The `X-Etesian-Recipe` that both calculated"),
    engine: hash.describe("The engine of the client; one other than `X-Etesian-Engine` is no difference to report"),
    differences: z.int().min(1).max(MOST).describe("How many numbers differ"),
    agent: z.string().max(300).optional().describe("Browser and system"),
    examples: z
      .array(z.object({ key: z.string().max(300), client: number, service: number }))
      .max(MOST_EXAMPLES)
      .optional()
      .describe("Queries and both numbers; null where one is none"),
    recipe: z
      .looseObject({})
      .optional()
      .describe("The recipe itself, with its user's consent: it is logged, so that the difference can be found"),
  })
  .meta({ id: "DifferenceReport", example: { recipe_hash: "0".repeat(64), engine: "0".repeat(64), differences: 1 } });

export const differenceRoutes =
  (metrics: Metrics): FastifyPluginAsyncZod =>
  async (app) => {
    const differences = counter(metrics, DIFFERENCES, [{}]);
    app.post(
      "/model/differences",
      {
        bodyLimit: LARGEST_REPORT,
        config: { access: "model", changesNothing: true, rateLimit: RATE },
        schema: {
          tags: ["Model"],
          summary: "Report numbers that a client calculated otherwise than the service",
          description:
            "Counted in a metric and logged. Nothing of a scenario is kept but a recipe that was sent along.",
          body: reportSchema,
          response: { 204: z.undefined(), 400: errorSchema },
        },
      },
      async (request, reply) => {
        differences.inc(request.body.differences);
        request.log.warn({ report: request.body }, "a client calculated other numbers");
        return reply.code(204).send();
      },
    );
  };
