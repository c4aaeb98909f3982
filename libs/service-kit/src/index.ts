/** Common parts of services: configuration, logs, metrics, health, RPC, shutdown. */
export {
  addDetails,
  configure,
  environmentOf,
  flagOf,
  readConfig,
  setting,
  type Setting,
  type Settings,
  type ValuesOf,
  variableOf,
} from "./config.ts";
export {
  defineService,
  type Needs,
  type OpenedService,
  type ServiceContext,
  type ServiceDefinition,
} from "./define-service.ts";
export { closestName } from "./closest-name.ts";
export { connectionLimit, exceedsLimit } from "./connections.ts";
export { freePort } from "./free-port.ts";
export { collectEarly } from "./heap.ts";
export { createLogger, type Logger } from "./operations/logs.ts";
export {
  counter,
  createMetrics,
  histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type Metrics,
  sampledGauge,
} from "./operations/metrics.ts";
export { ModelWatch } from "./model-watch.ts";
export { isNestedDeeperThan } from "./nesting.ts";
export { DATA_DIRECTORY, DEFAULT_DATA, MODEL_DIRECTORY, PROJECT } from "./project.ts";
export { Readiness, type ReadinessReport } from "./operations/readiness.ts";
export { StartRefusedError } from "./operator-errors.ts";
export { run, type RunningServices, settingsOf, startServices } from "./run.ts";
export { isTrace, type Span, startSpan } from "./operations/traces.ts";
export { Shutdown } from "./shutdown.ts";
export {
  isIdempotencyKey,
  isRequestId,
  newRequestId,
  requireServiceCaller,
  type Actor,
  type Call,
  type CallOrigin,
} from "./rpc/call.ts";
export type { Calls, ConnectOptions, RpcClient } from "./rpc/client.ts";
export { RpcError, status } from "./rpc/error.ts";
export { type Handlers, serve, type ServedService } from "./rpc/observed-calls.ts";
export type { RpcServer } from "./rpc/server.ts";
