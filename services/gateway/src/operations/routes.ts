/** For those who run the service: is it alive, can it serve, how is it doing. */
import { histogram, type Metrics, type Readiness } from "@etesian/service-kit";
import type { FastifyInstance } from "fastify";

interface Operations {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}

export function operationRoutes(app: FastifyInstance, { readiness, metrics }: Operations): void {
  const hidden = { schema: { hide: true }, logLevel: "warn", config: { rateLimit: false } } as const;

  app.get("/", hidden, async (_request, reply) => reply.redirect("/docs"));

  app.get("/healthz", hidden, async () => ({ status: "ok" }));

  app.get("/readyz", hidden, async (_request, reply) => {
    const report = await readiness.report();
    return reply.code(report.ready ? 200 : 503).send(report);
  });

  app.get("/metrics", hidden, async (_request, reply) =>
    reply
      .type(metrics.contentType)
      .serializer(String)
      .send(await metrics.metrics()),
  );

  const durations = histogram(metrics, {
    name: "http_request_duration_seconds",
    help: "Time to answer a request, by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}
