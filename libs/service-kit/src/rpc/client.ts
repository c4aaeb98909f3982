/**
 * Calls gRPC services: one async function per method, with deadline, request id, caller and retries; an async iterable
 * where the answer is many messages.
 */
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { type CallOrigin, toMetadata } from "./call.ts";
import { fromServiceError, RpcError, status } from "./error.ts";
import { MAX_MESSAGE } from "./server.ts";
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
  /** "host:port", or "dns:///name:port" to spread calls over all its addresses. */
  readonly address: string;
  /** How long an answer may take unless the caller is in a greater hurry. */
  readonly deadlineMs: number;
  /** The deployment's secret, shown with every call. */
  readonly token: string;
}

/** An answer of many messages lasts as long as its reader is slow. */
export const STREAM_DEADLINE_MS = 10 * 60_000;

/** How often methods that may be sent again are sent, and the pauses between, which double. */
export const RETRIES = { attempts: 4, firstMs: 50, longestMs: 500 };

export const cancelledByCaller = (): RpcError => new RpcError(status.CANCELLED, "Cancelled by the caller");

/** A client of a service. Methods that are declared idempotent are sent again when the service could not be reached. */
export function connect<S extends RpcService>(
  service: S,
  { address, deadlineMs, token }: ConnectOptions,
): RpcClient<S> {
  const client = new Client(address, credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify(serviceConfig(service)),
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 10_000,
    // The library's own 1 s to 2 min would keep a restarted service out of reach for long.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.min_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 2_000,
    // A second client of the same address may have other methods to retry.
    "grpc.use_local_subchannel_pool": 1,
  });

  const methods: { [method: string]: (request: unknown, origin?: CallOrigin) => unknown } = {};
  for (const [name, method] of Object.entries(service.methods)) {
    const call = method.responseStream ? callForMany : callForOne;
    const wire = wireMethod(service, method);
    methods[name] = (request, origin = {}) => call(client, wire, request, origin, { deadlineMs, token });
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

function callForOne(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WireMethod,
  request: unknown,
  origin: CallOrigin,
  { deadlineMs, token }: Pick<ConnectOptions, "deadlineMs" | "token">,
): Promise<unknown> {
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
        if (error) reject(fromServiceError(error));
        else resolve(response);
      },
    );
    const cancel = (): void => call.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
  });
}

/** The call is made when the first message is asked for, and given up when no more are. */
async function* callForMany(
  client: Client,
  { path, requestSerialize, responseDeserialize }: WireMethod,
  request: unknown,
  origin: CallOrigin,
  { token }: Pick<ConnectOptions, "token">,
): AsyncGenerator {
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
    throw fromServiceError(error as ServiceError);
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}

function serviceConfig({ fullName, methods }: RpcService): object {
  const retried = Object.values(methods).filter(({ options }) => options.idempotencyLevel !== undefined);
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig:
      retried.length === 0
        ? []
        : [
            {
              name: retried.map(({ name }) => ({ service: fullName, method: name })),
              retryPolicy: {
                maxAttempts: RETRIES.attempts,
                initialBackoff: `${RETRIES.firstMs / 1000}s`,
                maxBackoff: `${RETRIES.longestMs / 1000}s`,
                backoffMultiplier: 2,
                retryableStatusCodes: ["UNAVAILABLE"],
              },
            },
          ],
  };
}
