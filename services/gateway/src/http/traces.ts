/** Creates a span for each request, a child of the client's span and the parent of its calls' spans. */
import { isTrace, type Span, startSpan } from "@etesian/service-kit";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    span: Span | null;
  }
}

export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest("span", null);
  app.addHook("onRequest", async (request) => {
    const { method, headers, routeOptions } = request;
    const parent = isTrace(headers.traceparent) ? headers.traceparent : null;
    request.span = startSpan(`${method} ${routeOptions.url ?? "unknown"}`, parent, { "request.id": request.id });
  });
  app.addHook("onResponse", async ({ span }, { statusCode }) => {
    span?.end(statusCode >= 500 ? `status ${statusCode}` : undefined, { "http.response.status_code": statusCode });
  });
}
