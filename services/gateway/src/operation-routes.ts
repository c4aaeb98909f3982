/** For those who run the service: is it alive, can it work, how is it doing. */
import type { FastifyInstance } from "fastify";

export interface Operations {
  /** Why the service cannot work at the moment; empty when it can. */
  problems(): Promise<readonly string[]>;
  /** All metrics of the process in the Prometheus text format. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** Told about every answered request; `route` is the pattern, not the path. */
  answered(method: string, route: string, statusCode: number, seconds: number): void;
}

export function operationRoutes(app: FastifyInstance, operations: Operations): void {
  const hidden = { schema: { hide: true }, logLevel: "warn", config: { rateLimit: false } } as const;

  app.get("/healthz", hidden, async () => ({ status: "ok" }));

  app.get("/readyz", hidden, async (_request, reply) => {
    const problems = await operations.problems();
    if (problems.length === 0) return { status: "ready" };
    return reply.code(503).send({ status: "not ready", problems });
  });

  app.get("/metrics", hidden, async (_request, reply) => {
    const { contentType, text } = await operations.metrics();
    return reply.type(contentType).serializer(String).send(text);
  });

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    operations.answered(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
}
