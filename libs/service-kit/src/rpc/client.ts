/**
 * Calls gRPC services: one async function per method, with deadline, request id, caller and retries; an async iterable
 * where the answer is many messages.
 */
import { Client, connectivityState, credentials, type ServiceError } from "@grpc/grpc-js";
import type { CallOrigin } from "./call.ts";
import { RpcError, status, UnreachableError } from "./error.ts";
import { CONNECT_LIMIT_MS, keepAlive, MAX_MESSAGE, STREAM_DEADLINE_MS } from "./limits.ts";
import { fromServiceError, toMetadata } from "./metadata.ts";
import { cancelledByCaller, withRetries, RetryPolicy } from "./retry-policy.ts";
import { type AnswerOf, type RequestOf, type RpcService, wireMethod, type WireMethod } from "./service.ts";

/** One function per method. */
export type Calls<S extends RpcService> = {
  /** Rejects with an `RpcError`; so does the iteration over an answer of many messages. */
  readonly [M in keyof S["methods"]]: (
    request: RequestOf<S["methods"][M]>,
    origin?: CallOrigin,
  ) => AnswerOf<S["methods"][M]>;
};

export type RpcClient<S extends RpcService> = Calls<S> & {
  /** Resolves once connected; rejects when that takes longer than the limit. */
  ready(limitMs: number): Promise<void>;
  close(): void;
};

export interface ConnectOptions {
  /** "host:port"; "dns:///name:port" or "ipv4:address:port,address:port" to spread calls over all addresses. */
  readonly address: string;
  /** How long an answer may take unless the caller is in a greater hurry. */
  readonly deadlineMs: number;
  /** The deployment's secret, shown with every call. */
  readonly token: string;
}

/**
 * A client of a service. Repeatable calls are sent again when the service could not be reached; see `retry-policy.ts`.
 */
export function connect<S extends RpcService>(
  service: S,
  { address, deadlineMs, token }: ConnectOptions,
): RpcClient<S> {
  const client = new Client(address, credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
    ...keepAlive,
    // The library's own 1 s to 2 min would keep a restarted service out of reach for long.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.min_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 2_000,
  });

  const methods: { [method: string]: (request: unknown, origin?: CallOrigin) => unknown } = {};
  for (const [name, method] of Object.entries(service.methods)) {
    const wire = wireMethod(service, method);
    const limits = { deadlineMs, token };
    methods[name] = (request, origin = {}) => {
      return method.responseStream
        ? streamWithRetries(new RetryPolicy(method, origin), () => callForMany(client, wire, request, origin, limits))
        : withRetries(method, origin, () => callForOne(client, wire, request, origin, limits));
    };
  }
  return Object.assign(methods, {
    ready: (limitMs: number) =>
      new Promise<void>((resolve, reject) => {
        client.waitForReady(Date.now() + limitMs, (error) => {
          if (error) reject(new RpcError(status.UNAVAILABLE, `${address} does not answer: ${error.message}`));
          else resolve();
        });
      }),
    close: () => client.close(),
  }) as unknown as RpcClient<S>;
}

/**
 * Waits for a connection. A process that hangs accepts connections and does not answer, so that calls would wait until
 * their deadline. @throws UnreachableError when no process has answered in time.
 */
async function connected(client: Client): Promise<void> {
  const channel = client.getChannel();
  const deadline = Date.now() + CONNECT_LIMIT_MS;
  for (;;) {
    const state = channel.getConnectivityState(true);
    // Calls of a client in a failed state are refused at once.
    if (state !== connectivityState.CONNECTING && state !== connectivityState.IDLE) return;
    await new Promise<void>((resolve, reject) => {
      channel.watchConnectivityState(state, deadline, (late) => {
        if (late === undefined) resolve();
        else reject(new UnreachableError(`${channel.getTarget()} does not answer`, { cause: late }));
      });
    });
  }
}

async function callForOne(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WireMethod,
  request: unknown,
  origin: CallOrigin,
  { deadlineMs, token }: Pick<ConnectOptions, "deadlineMs" | "token">,
): Promise<unknown> {
  await connected(client);
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
        if (error) reject(asAnswered(error, signal));
        else resolve(response);
      },
    );
    const cancel = (): void => call.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
  });
}

/** Made again as long as no message has come. */
async function* streamWithRetries(policy: RetryPolicy, ask: () => AsyncIterable<unknown>): AsyncGenerator {
  for (let hasBegun = false; ;) {
    try {
      for await (const message of ask()) {
        hasBegun = true;
        yield message;
      }
      return;
    } catch (error) {
      if (hasBegun || !(await policy.shouldRetry(error))) throw error;
    }
  }
}

/** The call is made when the first message is asked for, and given up when no more are. */
async function* callForMany(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WireMethod,
  request: unknown,
  origin: CallOrigin,
  { token }: Pick<ConnectOptions, "token">,
): AsyncGenerator {
  await connected(client);
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
    throw asAnswered(error as ServiceError, signal);
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}

/**
 * The error that a call ended with. A stopping service ends its unfinished calls. They end as cancelled though the
 * caller did not cancel, or without a status, which the gRPC library reports as an internal error.
 */
function asAnswered(error: ServiceError, signal: AbortSignal | undefined): RpcError {
  const told = fromServiceError(error);
  const isEnded =
    (told.code === status.CANCELLED && signal?.aborted !== true) ||
    (told.code === status.INTERNAL && error.details.startsWith("Received RST_STREAM"));
  return isEnded ? new RpcError(status.UNAVAILABLE, "The service ended the call", { cause: error }) : told;
}
