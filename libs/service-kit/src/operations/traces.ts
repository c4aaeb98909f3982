/**
 * Traces a request's waiting times through all services. A span's parent is identified by the W3C `traceparent` that is
 * sent with calls. Without an endpoint, tracing is off and the library is not loaded.
 */
import type { Attributes } from "@opentelemetry/api";

/** The standard variable with the collector's URL, such as "http://collector:4318". */
const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

/** A timed operation. */
export interface Span {
  /** The `traceparent` for child spans; null without tracing. */
  readonly trace: string | null;
  /** Ends the span; `failure` is a short description of an error. */
  end(failure?: string, facts?: Attributes): void;
}

type SpanStarter = (name: string, parent: string | null, facts: Attributes, sinceMs: number | undefined) => Span;

let startTracedSpan: SpanStarter | null = null;

/** Starts a span, now or at a given time (ms since 1970), as a child of `parent`. */
export function startSpan(name: string, parent: string | null, facts: Attributes = {}, sinceMs?: number): Span {
  return startTracedSpan === null ? { trace: parent, end: () => {} } : startTracedSpan(name, parent, facts, sinceMs);
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Whether untrusted input is a valid `traceparent`. */
export const isTrace = (text: unknown): text is string => typeof text === "string" && TRACEPARENT.test(text);

/**
 * Sends this process's spans to the endpoint in its environment. Resolves to a function that stops doing so, or to null
 * without an endpoint.
 */
export async function startTraces(service: string): Promise<(() => Promise<void>) | null> {
  if (!process.env[ENDPOINT]) return null;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": `etesian-${service}` }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("etesian");
  startTracedSpan = (name, parent, facts, sinceMs) => {
    const [, traceId = "", spanId = "", flags = "00"] = TRACEPARENT.exec(parent ?? "") ?? [];
    const context =
      traceId === ""
        ? api.ROOT_CONTEXT
        : api.trace.setSpanContext(api.ROOT_CONTEXT, {
            traceId,
            spanId,
            traceFlags: Number.parseInt(flags, 16),
            isRemote: true,
          });
    const startTime = sinceMs === undefined ? {} : { startTime: sinceMs };
    const span = tracer.startSpan(name, { attributes: facts, ...startTime }, context);
    const spanContext = span.spanContext();
    return {
      trace: `00-${spanContext.traceId}-${spanContext.spanId}-${spanContext.traceFlags.toString(16).padStart(2, "0")}`,
      end(failure, attributes = {}) {
        span.setAttributes(attributes);
        if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure });
        span.end();
      },
    };
  };
  return async () => {
    startTracedSpan = null;
    await provider.shutdown();
  };
}
