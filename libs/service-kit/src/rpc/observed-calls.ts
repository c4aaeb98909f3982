/** Logs and measures every call that a service handles, over any transport, and converts its errors. */
import type { Logger } from "../operations/logs.ts";
import {
  counter,
  histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type Metrics,
} from "../operations/metrics.ts";
import { startSpan } from "../operations/traces.ts";
import type { Call } from "./call.ts";
import { RpcError, status } from "./error.ts";
import type { ResultOf, RequestOf, RpcService } from "./service.ts";

export type Handlers<S extends RpcService> = {
  readonly [M in keyof S["methods"]]: (request: RequestOf<S["methods"][M]>, call: Call) => ResultOf<S["methods"][M]>;
};

/** A service with its handlers; see `serve`. */
export interface ServedService {
  readonly definition: RpcService;
  readonly handlers: {
    readonly [method: string]: (request: unknown, call: Call) => Promise<unknown> | AsyncIterable<unknown>;
  };
  readonly translate: (error: unknown) => RpcError | null;
}

/**
 * Pairs a generated service definition with its handlers. `translate` converts errors of the service's own classes
 * for callers; errors without a translation become internal errors.
 */
export function serve<S extends RpcService>(
  definition: S,
  handlers: Handlers<S>,
  translate: ServedService["translate"] = () => null,
): ServedService {
  return {
    definition,
    handlers: handlers as ServedService["handlers"],
    translate,
  };
}

/** A running call. Exactly one of `succeed` and `fail` is called, once. */
export interface ObservedCall {
  readonly call: Call;
  succeed(): void;
  /** Returns the error as the caller receives it. */
  fail(thrown: unknown): RpcError;
}

const SERVICE = "full name of the gRPC service, such as `etesian.compute.v1.ComputeService`";

const DURATIONS: HistogramDefinition<"service" | "method" | "code"> = {
  type: "histogram",
  name: "rpc_server_duration_seconds",
  help: "Time to respond to a call from another service",
  labels: { service: SERVICE, method: "method of the service", code: "gRPC status, `OK` for a success" },
  services: "curves, compute, scenarios, saved-scenarios, sweeps, accounts",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
};
const REFUSED: MetricDefinition<"service"> = {
  type: "counter",
  name: "rpc_server_refused_total",
  help: "Calls that a service refused because it was overloaded",
  labels: { service: SERVICE },
  services: DURATIONS.services,
};
export const RPC_METRICS = [DURATIONS, REFUSED];

/** Returns a function that starts to observe a call of a method. */
export function observeCalls(
  { definition, translate }: ServedService,
  log: Logger,
  metrics: Metrics,
): (method: string, call: Omit<Call, "log">) => ObservedCall {
  const durations = histogram(metrics, DURATIONS);
  const service = definition.fullName;
  const refused = counter(metrics, REFUSED, [{ service }]);
  return (method, call) => {
    const end = durations.startTimer({ service, method });
    const callLog = log.child({ requestId: call.requestId, rpc: method });
    const span = startSpan(`${definition.fullName}/${method}`, call.trace, { "request.id": call.requestId });
    return {
      call: { ...call, trace: span.trace, log: callLog },
      succeed() {
        end({ code: "OK" });
        span.end();
        callLog.debug("answered");
      },
      fail(thrown) {
        const error = call.signal.aborted
          ? new RpcError(status.CANCELLED, "Cancelled by the caller")
          : toRpcError(thrown, translate, call.requestId);
        end({ code: error.codeName });
        if (error.code === status.RESOURCE_EXHAUSTED) refused.inc({ service });
        span.end(error.codeName);
        if (error.code === status.INTERNAL) callLog.error({ err: thrown }, "failed");
        else callLog.info({ code: error.codeName, reason: error.message }, "refused");
        return error;
      },
    };
  };
}

/** Converts an error for callers, without the message of an unexpected error. */
function toRpcError(thrown: unknown, translate: ServedService["translate"], requestId: string): RpcError {
  const rpcError = thrown instanceof RpcError ? thrown : translate(thrown);
  return rpcError ?? new RpcError(status.INTERNAL, `Internal error (request ${requestId})`);
}
