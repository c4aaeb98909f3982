/**
 * Calls gRPC services: one async function per method, with deadline, request id, caller and retries; an async
 * iterable for streaming responses.
 */
import { Client, connectivityState, credentials, type ServiceError } from "@grpc/grpc-js";
import type { CallOrigin } from "./call.ts";
import { COMMON_NAME, type Certificates } from "./certificates.ts";
import { RpcError, status, UnreachableError } from "./error.ts";
import { CONNECT_LIMIT_MS, keepAlive, MAX_MESSAGE, STREAM_DEADLINE_MS } from "./limits.ts";
import { fromServiceError, toMetadata } from "./metadata.ts";
import { cancelledByCaller, withRetries, RetryPolicy } from "./retry-policy.ts";
import { type ResultOf, type RequestOf, type RpcService, wireMethod, type WireMethod } from "./service.ts";

/** One function per method. */
export type Calls<S extends RpcService> = {
  /** Rejects with `RpcError`, as does the iteration of a streaming response. */
  readonly [M in keyof S["methods"]]: (
    request: RequestOf<S["methods"][M]>,
    origin?: CallOrigin,
  ) => ResultOf<S["methods"][M]>;
};

export type RpcClient<S extends RpcService> = Calls<S> & {
  /** Resolves once connected; rejects after `limitMs`. */
  ready(limitMs: number): Promise<void>;
  close(): void;
};

export interface ConnectOptions {
  /**
   * Address of the service: "host:port", or "dns:///name:port" or "ipv4:address:port,address:port" to balance calls
   * over all addresses.
   */
  readonly address: string;
  /** Time limit of a call, unless the caller's deadline is earlier. */
  readonly deadlineMs: number;
  /** The deployment's secret, sent with every call. */
  readonly token: string;
  /** Null if calls are not encrypted. */
  readonly certificates?: Certificates | null;
}

/** A client of a service. Repeatable calls are retried when the service is unreachable; see `retry-policy.ts`. */
export function connect<S extends RpcService>(
  service: S,
  { address, deadlineMs, token, certificates = null }: ConnectOptions,
): RpcClient<S> {
  const channel =
    certificates === null
      ? credentials.createInsecure()
      : credentials.createSsl(certificates.authority, certificates.key, certificates.certificate);
  const client = new Client(address, channel, {
    ...(certificates === null ? {} : { "grpc.ssl_target_name_override": COMMON_NAME }),
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
    ...keepAlive,
    // The library's default of 1 s to 2 min would delay reconnecting to a restarted service.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.min_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 2_000,
  });

  const methods: { [method: string]: (request: unknown, origin?: CallOrigin) => unknown } = {};
  for (const [name, method] of Object.entries(service.methods)) {
    const grpcMethod = wireMethod(service, method);
    const limits = { deadlineMs, token };
    methods[name] = (request, origin = {}) => {
      return method.responseStream
        ? streamWithRetries(new RetryPolicy(method, origin), () =>
            callStreaming(client, grpcMethod, request, origin, limits),
          )
        : withRetries(method, origin, () => callUnary(client, grpcMethod, request, origin, limits));
    };
  }
  return Object.assign(methods, {
    ready: (limitMs: number) =>
      new Promise<void>((resolve, reject) => {
        client.waitForReady(Date.now() + limitMs, (error) => {
          if (error) reject(new RpcError(status.UNAVAILABLE, `${address} does not respond: ${error.message}`));
          else resolve();
        });
      }),
    close: () => client.close(),
  }) as unknown as RpcClient<S>;
}

/**
 * Waits for a connection. A hanging process accepts connections without responding, so calls would otherwise wait until
 * their deadline. @throws UnreachableError if no process has responded in time.
 */
async function waitForConnection(client: Client): Promise<void> {
  const channel = client.getChannel();
  const deadline = Date.now() + CONNECT_LIMIT_MS;
  for (;;) {
    const state = channel.getConnectivityState(true);
    // A client in a failed state refuses calls immediately.
    if (state !== connectivityState.CONNECTING && state !== connectivityState.IDLE) return;
    await new Promise<void>((resolve, reject) => {
      channel.watchConnectivityState(state, deadline, (error) => {
        if (error === undefined) resolve();
        else reject(new UnreachableError(`${channel.getTarget()} does not respond`, { cause: error }));
      });
    });
  }
}

async function callUnary(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WireMethod,
  request: unknown,
  origin: CallOrigin,
  { deadlineMs, token }: Pick<ConnectOptions, "deadlineMs" | "token">,
): Promise<unknown> {
  await waitForConnection(client);
  return new Promise((resolve, reject) => {
    const { signal } = origin;
    if (signal?.aborted) {
      reject(cancelledByCaller());
      return;
    }
    const deadline = Math.min(Date.now() + deadlineMs, origin.deadline ?? Number.POSITIVE_INFINITY);
    const call = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      toMetadata(origin, token),
      { deadline },
      (error, response) => {
        signal?.removeEventListener("abort", cancel);
        if (error) reject(toRpcError(error, signal));
        else resolve(response);
      },
    );
    const cancel = (): void => call.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
  });
}

/** Retries a streaming call as long as no message has arrived. */
async function* streamWithRetries(policy: RetryPolicy, startCall: () => AsyncIterable<unknown>): AsyncGenerator {
  for (let hasStarted = false; ;) {
    try {
      for await (const message of startCall()) {
        hasStarted = true;
        yield message;
      }
      return;
    } catch (error) {
      if (hasStarted || !(await policy.shouldRetry(error))) throw error;
    }
  }
}

/** Starts the call when the first message is requested, and cancels it when the reader stops. */
async function* callStreaming(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WireMethod,
  request: unknown,
  origin: CallOrigin,
  { token }: Pick<ConnectOptions, "token">,
): AsyncGenerator {
  await waitForConnection(client);
  const { signal } = origin;
  if (signal?.aborted) throw cancelledByCaller();
  const deadline = Math.min(Date.now() + STREAM_DEADLINE_MS, origin.deadline ?? Number.POSITIVE_INFINITY);
  const metadata = toMetadata(origin, token);
  const call = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata, {
    deadline,
  });
  const cancel = (): void => call.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    for await (const message of call) yield message;
  } catch (error) {
    throw toRpcError(error as ServiceError, signal);
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}

/**
 * The error of a finished call. A stopping service cancels its running calls: they end as cancelled although the
 * caller did not cancel, or without a status, which the gRPC library reports as an internal error.
 */
function toRpcError(error: ServiceError, signal: AbortSignal | undefined): RpcError {
  const received = fromServiceError(error);
  const isEndedByService =
    (received.code === status.CANCELLED && signal?.aborted !== true) ||
    (received.code === status.INTERNAL && error.details.startsWith("Received RST_STREAM"));
  return isEndedByService ? new RpcError(status.UNAVAILABLE, "The service ended the call", { cause: error }) : received;
}
