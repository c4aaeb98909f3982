/**
 * Serves gRPC: handlers are async functions that return the response or throw an `RpcError`, and async generators for
 * streaming responses.
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
import type { Logger } from "../operations/logs.ts";
import type { Metrics } from "../operations/metrics.ts";
import { observeCalls, type ServedService } from "./observed-calls.ts";
import type { Certificates } from "./certificates.ts";
import { originFromHeaders, createTokenCheck, invalidCaller } from "./call.ts";
import { keepAlive, MAX_MESSAGE } from "./limits.ts";
import { RpcError, status } from "./error.ts";
import { headerOf, toServiceError } from "./metadata.ts";
import { wireMethod } from "./service.ts";

export interface RpcServer {
  readonly port: number;
  /** Its address, such as "127.0.0.1:50051", for clients in the same process or on the same host. */
  readonly address: string;
  /** Waits for running calls, at most `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

export async function startRpcServer({
  host,
  port,
  services,
  token,
  certificates = null,
  log,
  metrics,
}: {
  readonly host: string;
  readonly port: number;
  readonly services: readonly ServedService[];
  /** The token that callers must send. */
  readonly token: string;
  /** Callers need a certificate from the same authority. Null if calls are not encrypted. */
  readonly certificates?: Certificates | null;
  readonly log: Logger;
  readonly metrics: Metrics;
}): Promise<RpcServer> {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
    ...keepAlive,
  });
  // Loaded lazily, because it includes a protocol compiler; the calculating threads start in the meantime.
  const { HealthImplementation } = await import("grpc-health-check");
  const health = new HealthImplementation({ "": "SERVING" });
  health.addToServer(server);
  for (const service of services) addService(server, service, token, log, metrics);
  for (const { definition } of services) health.setStatus(definition.fullName, "SERVING");

  const boundPort = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentialsOf(certificates), (error, boundPort) => {
      if (error) reject(error);
      else resolve(boundPort);
    });
  });
  return {
    port: boundPort,
    address: `${host}:${boundPort}`,
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

const credentialsOf = (certificates: Certificates | null): ServerCredentials =>
  certificates === null
    ? ServerCredentials.createInsecure()
    : ServerCredentials.createSsl(
        certificates.authority,
        [{ private_key: certificates.key, cert_chain: certificates.certificate }],
        true,
      );

function addService(server: Server, service: ServedService, token: string, log: Logger, metrics: Metrics) {
  const { definition, handlers } = service;
  const observe = observeCalls(service, log, metrics);
  const hasValidToken = createTokenCheck(token);
  const implementation: UntypedServiceImplementation = {};
  for (const [name, { name: method, responseStream }] of Object.entries(definition.methods)) {
    const handler = handlers[name]!;

    /** Handles a call; an error is converted for sending. */
    const handle = async (
      raw: Pick<ServerUnaryCall<unknown, unknown>, "request" | "metadata" | "getDeadline"> & EventEmitter,
      send: (responses: Promise<unknown> | AsyncIterable<unknown>, signal: AbortSignal) => Promise<void>,
    ): Promise<ReturnType<typeof toServiceError> | null> => {
      const cancellation = new AbortController();
      const { signal } = cancellation;
      raw.on("cancelled", () => cancellation.abort());
      const header = headerOf(raw.metadata);
      const { actor, ...origin } = originFromHeaders(header);
      const deadline = Number(raw.getDeadline());
      const observed = observe(method, { ...origin, actor: actor ?? "anonymous", deadline, signal });
      try {
        if (!hasValidToken(header))
          throw new RpcError(status.UNAUTHENTICATED, "The caller is not a service of this deployment");
        if (actor === undefined) throw invalidCaller();
        await send(handler(raw.request, observed.call), signal);
        observed.succeed();
        return null;
      } catch (thrown) {
        return toServiceError(observed.fail(thrown));
      }
    };

    const respond: handleUnaryCall<unknown, unknown> = (raw, callback) => {
      let response: unknown;
      const failure = handle(raw, async (message) => void (response = await message));
      void failure.then((error) => (error === null ? callback(null, response) : callback(error)));
    };
    const respondWithStream: handleServerStreamingCall<unknown, unknown> = (raw) => {
      const failure = handle(raw, async (messages, signal) => {
        for await (const message of messages as AsyncIterable<unknown>) {
          // Backpressure: the next message is requested only after this one has been sent.
          if (!raw.write(message)) await once(raw, "drain", { signal });
          signal.throwIfAborted();
        }
      });
      void failure.then((error) => (error === null ? raw.end() : raw.emit("error", error)));
    };
    implementation[name] = responseStream ? respondWithStream : respond;
  }
  const methods = Object.entries(definition.methods);
  server.addService(
    Object.fromEntries(methods.map(([name, method]) => [name, wireMethod(definition, method)])),
    implementation,
  );
}
