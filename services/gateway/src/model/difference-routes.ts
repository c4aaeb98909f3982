/**
 * Clients that calculate report numbers here that differ from the service's. Reports are counted, and logged for
 * investigation: hashes, numbers, and keys of the model. Anybody can send a report, so no text of it is logged.
 */
import { counter, type MetricDefinition, type Metrics } from "@etesian/service-kit";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { errorSchema } from "../http/errors.ts";
import type { Catalogue } from "./catalogue.ts";

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
  })
  .meta({ id: "DifferenceReport", example: { recipe_hash: "0".repeat(64), engine: "0".repeat(64), differences: 1 } });

type Report = z.infer<typeof reportSchema>;

/** Browsers as they name themselves, with their version; a client may send any text. */
const BROWSER = /\b(?:Chrome|CriOS|Edg|Firefox|FxiOS|Node\.js|OPR|Safari|Version)\/\d{1,4}\b/g;

/** What is logged of a report: the hashes, numbers under queries of the model, and the browser. */
function loggedReport({ agent = "", examples = [], ...report }: Report, queries: ReadonlySet<string>) {
  return {
    recipe: report.recipe_hash,
    engine: report.engine,
    differences: report.differences,
    browser: agent.match(BROWSER) ?? [],
    examples: examples
      .filter(({ key }) => queries.has(key))
      .map(({ key, client, service }) => ({ key, client, service })),
    unknownKeys: examples.filter(({ key }) => !queries.has(key)).length,
  };
}

export const differenceRoutes =
  (metrics: Metrics, catalogue: Pick<Catalogue, "gqueries">): FastifyPluginAsyncZod =>
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
            "Counted in a metric and logged: the hashes, the numbers of queries of the model, and the name of the browser.",
          body: reportSchema,
          response: { 204: z.undefined(), 400: errorSchema },
        },
      },
      async (request, reply) => {
        differences.inc(request.body.differences);
        // A report is not worth an error: without the calculation its keys are unknown.
        const gqueries = await catalogue.gqueries().catch(() => []);
        const report = loggedReport(request.body, new Set(gqueries.map(({ key }) => key)));
        request.log.warn({ report }, "a client calculated other numbers");
        return reply.code(204).send();
      },
    );
  };
