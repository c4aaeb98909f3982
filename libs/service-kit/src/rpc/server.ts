/**
 * Serves gRPC: handlers are plain async functions that return the answer or throw an `RpcError`; async generators where
 * the answer is many messages.
 */
import { type EventEmitter, once } from "node:events";
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import type { Logger } from "../logs.ts";
import { histogram, type Metrics } from "../metrics.ts";
import { type Call, fromMetadata, tokenCheck } from "./call.ts";
import { RpcError, status, toServiceError } from "./error.ts";
import { type AnswerOf, type RequestOf, type RpcService, wireMethod } from "./service.ts";

export type Handlers<S extends RpcService> = {
  readonly [M in keyof S["methods"]]: (request: RequestOf<S["methods"][M]>, call: Call) => AnswerOf<S["methods"][M]>;
};

/** A service with its handlers, ready to be served; see `serve`. */
export interface ServedService {
  readonly definition: RpcService;
  readonly handlers: {
    readonly [method: string]: (request: unknown, call: Call) => Promise<unknown> | AsyncIterable<unknown>;
  };
  readonly translate: (error: unknown) => RpcError | null;
}

/**
 * Pairs a generated service definition with its handlers. `translate` says what callers get for errors of the service's
 * own classes; null, and every error without translation, is an internal error.
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

export interface RpcServer {
  readonly port: number;
  /** "127.0.0.1:50051", for a client in the same process or host. */
  readonly address: string;
  /** Finishes the calls under way, at most for `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Largest message, in bytes, either way. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

export async function startRpcServer({
  host,
  port,
  services,
  token,
  log,
  metrics,
}: {
  readonly host: string;
  readonly port: number;
  readonly services: readonly ServedService[];
  /** What callers have to show. */
  readonly token: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}): Promise<RpcServer> {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 10_000,
  });
  const health = new HealthImplementation({ "": "SERVING" });
  health.addToServer(server);
  for (const service of services) addService(server, service, token, log, metrics);
  for (const { definition } of services) health.setStatus(definition.fullName, "SERVING");

  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  return {
    port: bound,
    address: `${host}:${bound}`,
    close: (graceMs = 5_000) =>
      new Promise((resolve) => {
        const names = services.map(({ definition }) => definition.fullName);
        for (const name of ["", ...names]) health.setStatus(name, "NOT_SERVING");
        const timer = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

function addService(
  server: Server,
  { definition, handlers, translate }: ServedService,
  token: string,
  log: Logger,
  metrics: Metrics,
) {
  const durations = histogram(metrics, {
    name: "rpc_server_duration_seconds",
    help: "Time to answer a call, by method and status code",
    labelNames: ["service", "method", "code"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const showsToken = tokenCheck(token);
  const implementation: UntypedServiceImplementation = {};
  for (const [name, { name: method, responseStream }] of Object.entries(definition.methods)) {
    const handler = handlers[name]!;
    const labels = { service: definition.fullName, method };

    /** Answers a call and records how that went; the error, where there is one, is ready to be sent. */
    const attend = async (
      raw: Pick<ServerUnaryCall<unknown, unknown>, "request" | "metadata" | "getDeadline"> & EventEmitter,
      answer: (answered: Promise<unknown> | AsyncIterable<unknown>, signal: AbortSignal) => Promise<void>,
    ): Promise<ReturnType<typeof toServiceError> | null> => {
      const end = durations.startTimer(labels);
      const { requestId, actor, idempotencyKey } = fromMetadata(raw.metadata);
      const callLog = log.child({ requestId, rpc: labels.method });
      const cancelled = new AbortController();
      raw.on("cancelled", () => cancelled.abort());
      try {
        if (!showsToken(raw.metadata))
          throw new RpcError(status.UNAUTHENTICATED, "The caller is no service of this deployment");
        if (actor === undefined)
          throw new RpcError(status.UNAUTHENTICATED, "The caller is not one we know how to read");
        const deadline = Number(raw.getDeadline());
        const { signal } = cancelled;
        await answer(
          handler(raw.request, { requestId, actor, idempotencyKey, deadline, signal, log: callLog }),
          signal,
        );
        end({ code: "OK" });
        callLog.debug("answered");
        return null;
      } catch (thrown) {
        const error = cancelled.signal.aborted
          ? new RpcError(status.CANCELLED, "Cancelled by the caller")
          : asRpcError(thrown, translate, requestId);
        end({ code: error.codeName });
        if (error.code === status.INTERNAL) callLog.error({ err: thrown }, "failed");
        else callLog.info({ code: error.codeName, reason: error.message }, "refused");
        return toServiceError(error);
      }
    };

    const answerOnce: handleUnaryCall<unknown, unknown> = (raw, callback) => {
      let response: unknown;
      const answered = attend(raw, async (answer) => void (response = await answer));
      void answered.then((error) => (error === null ? callback(null, response) : callback(error)));
    };
    const answerOften: handleServerStreamingCall<unknown, unknown> = (raw) => {
      const answered = attend(raw, async (answer, signal) => {
        for await (const message of answer as AsyncIterable<unknown>) {
          // The next message is not asked for before this one has left.
          if (!raw.write(message)) await once(raw, "drain", { signal });
          signal.throwIfAborted();
        }
      });
      void answered.then((error) => (error === null ? raw.end() : raw.emit("error", error)));
    };
    implementation[name] = responseStream ? answerOften : answerOnce;
  }
  const methods = Object.entries(definition.methods);
  server.addService(
    Object.fromEntries(methods.map(([name, method]) => [name, wireMethod(definition, method)])),
    implementation,
  );
}

function asRpcError(thrown: unknown, translate: ServedService["translate"], requestId: string): RpcError {
  const known = thrown instanceof RpcError ? thrown : translate(thrown);
  return known ?? new RpcError(status.INTERNAL, `Internal error (request ${requestId})`, { cause: thrown });
}
