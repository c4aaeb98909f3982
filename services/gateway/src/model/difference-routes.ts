/**
 * Clients that calculate locally report results that differ from the service's. Reports are counted and logged for
 * investigation. They need no authentication, so only hashes, numbers and keys of the model are logged, and no free
 * text.
 */
import { ATTEMPTS, REPORTS } from "@etesian/contracts/limits";
import { counter, type MetricDefinition, type Metrics } from "@etesian/service-kit";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { errorSchema } from "../http/errors.ts";
import type { Catalogue } from "./catalogue.ts";

const DIFFERENCES: MetricDefinition = {
  type: "counter",
  name: "client_differences_total",
  help: "Results that differ from the service's, as reported by clients",
  labels: {},
  services: "gateway",
};
export const CLIENT_METRICS = [DIFFERENCES];

const RATE = { max: ATTEMPTS.reports.times, timeWindow: ATTEMPTS.reports.withinMs } as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const number = z.number().nullable();

const reportSchema = z
  .object({
    recipe_hash: hash.describe("The `X-Etesian-Recipe` of both results"),
    engine: hash.describe(
      "Hash of the client's engine; clients report differences only if it equals `X-Etesian-Engine`",
    ),
    differences: z.int().min(1).max(REPORTS.differences).describe("Number of differences"),
    agent: z.string().max(REPORTS.textLength).optional().describe("User agent"),
    examples: z
      .array(z.object({ key: z.string().max(REPORTS.textLength), client: number, service: number }))
      .max(REPORTS.examples)
      .optional()
      .describe("Queries with both results; null for a result that is not a number"),
  })
  .meta({ id: "DifferenceReport", example: { recipe_hash: "0".repeat(64), engine: "0".repeat(64), differences: 1 } });

type Report = z.infer<typeof reportSchema>;

/** Browser names with their version; a client may send any text. */
const BROWSER = /\b(?:Chrome|CriOS|Edg|Firefox|FxiOS|Node\.js|OPR|Safari|Version)\/\d{1,4}\b/g;

/** The logged part of a report: hashes, results of the model's queries, and the browser. */
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
        bodyLimit: REPORTS.bytes,
        config: { access: "model", changesNothing: true, rateLimit: RATE },
        schema: {
          tags: ["Model"],
          summary: "Report client results that differ from the service's",
          description:
            "Reports are counted in a metric and logged: hashes, results of the model's queries, and the browser's name.",
          body: reportSchema,
          response: { 204: z.undefined(), 400: errorSchema },
        },
      },
      async (request, reply) => {
        differences.inc(request.body.differences);
        // A report must not fail: if compute is unreachable, its keys are treated as unknown.
        const gqueries = await catalogue.gqueries().catch(() => []);
        const report = loggedReport(request.body, new Set(gqueries.map(({ key }) => key)));
        request.log.warn({ report }, "a client's results differ");
        return reply.code(204).send();
      },
    );
  };
