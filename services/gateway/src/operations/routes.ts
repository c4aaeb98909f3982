/** Endpoints for operators: health, readiness and metrics. */
import { histogram, type HistogramDefinition, type Metrics, type Readiness } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "../http/errors.ts";
import { FILES } from "../http/files.ts";

interface Operations {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}

const DURATIONS: HistogramDefinition<"method" | "route" | "status"> = {
  type: "histogram",
  name: "http_request_duration_seconds",
  help: "Time to respond to a request",
  labels: {
    method: "HTTP method",
    route: "route pattern, such as `/api/v3/scenarios/:id`; `unknown` for unknown routes",
    status: "class of the status code, such as `2xx`",
  },
  services: "gateway",
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
};
export const HTTP_METRICS = [DURATIONS];

export function operationRoutes(app: FastifyInstance, { readiness, metrics }: Operations): void {
  /**
   * Serves operators' paths only in their canonical spelling: proxies that block them do not recognise `/%6detrics` or
   * `/metrics.json`.
   */
  const forOperators = {
    ...FILES,
    onRequest: async ({ originalUrl, routeOptions }: FastifyRequest): Promise<void> => {
      if (originalUrl.split("?")[0] !== routeOptions.url) throw apiError("no_such_route");
    },
  };

  app.get("/healthz", forOperators, async () => ({ status: "ok" }));

  app.get("/readyz", forOperators, async (_request, reply) => {
    const report = await readiness.report();
    return reply.code(report.ready ? 200 : 503).send(report);
  });

  app.get("/metrics", forOperators, async (_request, reply) =>
    reply
      .type(metrics.contentType)
      .serializer(String)
      .send(await metrics.metrics()),
  );

  const durations = histogram(metrics, DURATIONS);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  });
}
