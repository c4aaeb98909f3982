/**
 * The generated services with promises on both sides: `connect` calls one, `implement` answers for one. A status other
 * than OK is an `RpcError` on both sides.
 */
import {
  Client,
  type ChannelCredentials,
  type ChannelOptions,
  Metadata,
  type ServerUnaryCall,
  type ServiceError,
  type UntypedServiceImplementation,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";

/** One unary method as ts-proto describes it. */
interface Method {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: false;
  requestSerialize(request: never): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseSerialize(response: never): Buffer;
  responseDeserialize(bytes: Buffer): unknown;
}
type Definition = { readonly [method: string]: Method };
type RequestOf<M extends Method> = ReturnType<M["requestDeserialize"]>;
type ResponseOf<M extends Method> = ReturnType<M["responseDeserialize"]>;

/** What accompanies a call. */
export interface CallContext {
  /** Identifies the request of the client that caused the call, in logs and events. */
  readonly requestId?: string | undefined;
  /** Gives up: the server is told that nobody waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** The same, as the called side sees it: `requestId` is empty when there is none. */
export interface HandlerContext {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A service as its callers see it. */
export type Calls<D> = {
  readonly [M in keyof D]: D[M] extends Method
    ? (request: RequestOf<D[M]>, context?: CallContext) => Promise<ResponseOf<D[M]>>
    : never;
};

/** A service as its author writes it. */
export type Handlers<D> = {
  readonly [M in keyof D]: D[M] extends Method
    ? (request: RequestOf<D[M]>, context: HandlerContext) => Promise<ResponseOf<D[M]>>
    : never;
};

/** An answer other than OK. `code` is one of grpc-js' `status`. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: status;
  /** When the caller may try again, for RESOURCE_EXHAUSTED and UNAVAILABLE. */
  readonly retryAfterSeconds: number | null;

  constructor(code: status, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Bounds of every call: one message holds at most a list of all areas, no call outlives the client's patience. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const DEADLINE_MS = 60_000;

export const CHANNEL_OPTIONS: ChannelOptions = {
  "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
  "grpc.max_send_message_length": MAX_MESSAGE_BYTES,
};

/** A connection to a service; made when first used, and again after it was lost. */
export interface Connection<D> {
  readonly calls: Calls<D>;
  close(): void;
}

export function connect<const D extends object>(
  definition: D,
  address: string,
  credentials: ChannelCredentials,
): Connection<D> {
  const client = new Client(address, credentials, CHANNEL_OPTIONS);
  const calls: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(definition as unknown as Definition)) {
    calls[name] = (request: never, context: CallContext = {}) => callUnary(client, method, request, context);
  }
  return { calls: calls as Calls<D>, close: () => client.close() };
}

function callUnary(client: Client, method: Method, request: never, { requestId, signal }: CallContext) {
  return new Promise<unknown>((resolve, reject) => {
    const metadata = new Metadata();
    if (requestId !== undefined) metadata.set("x-request-id", requestId);
    const call = client.makeUnaryRequest(
      method.path,
      (message: never) => method.requestSerialize(message),
      (bytes) => method.responseDeserialize(bytes),
      request,
      metadata,
      { deadline: Date.now() + DEADLINE_MS },
      (error: ServiceError | null, response) => {
        signal?.removeEventListener("abort", cancel);
        if (error === null) resolve(response);
        else reject(fromServiceError(error));
      },
    );
    const cancel = () => call.cancel();
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel, { once: true });
  });
}

function fromServiceError({ code, details, metadata }: ServiceError): RpcError {
  const after = Number(metadata?.get("retry-after")[0]);
  return new RpcError(code, details, Number.isFinite(after) ? after : null);
}

/**
 * Handlers as grpc-js wants them. What a handler throws other than an `RpcError` is told to `onUnexpected` and answered
 * as INTERNAL, without details.
 */
export function implement<const D extends object>(
  _definition: D,
  handlers: Handlers<D>,
  onUnexpected: (error: unknown, method: string, requestId: string) => void,
): UntypedServiceImplementation {
  type Handler = (request: unknown, context: HandlerContext) => Promise<unknown>;
  const implementation: UntypedServiceImplementation = {};
  for (const [name, handler] of Object.entries(handlers as Record<string, Handler>)) {
    implementation[name] = (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) => {
      const requestId = String(call.metadata.get("x-request-id")[0] ?? "");
      const cancellation = new AbortController();
      call.on("cancelled", () => cancellation.abort());
      handler(call.request, { requestId, signal: cancellation.signal }).then(
        (response) => callback(null, response),
        (error: unknown) => {
          const expected = error instanceof RpcError;
          if (!expected) onUnexpected(error, name, requestId);
          callback(expected ? toStatus(error) : { code: status.INTERNAL, details: "Internal error" });
        },
      );
    };
  }
  return implementation;
}

function toStatus({ code, message, retryAfterSeconds }: RpcError) {
  const metadata = new Metadata();
  if (retryAfterSeconds !== null) metadata.set("retry-after", String(retryAfterSeconds));
  return { code, details: message, metadata };
}
