/**
 * Calls a service in the same process. As over the network, messages are encoded, deadlines apply and errors are
 * converted.
 */
import type { Logger } from "../operations/logs.ts";
import type { Metrics } from "../operations/metrics.ts";
import { observeCalls, type ServedService } from "./observed-calls.ts";
import { type Call, type CallOrigin, receiveOrigin } from "./call.ts";
import type { RpcClient } from "./client.ts";
import { RpcError, status } from "./error.ts";
import { STREAM_DEADLINE_MS } from "./limits.ts";
import { cancelledByCaller, withRetries } from "./retry-policy.ts";
import type { MessageType, RpcService } from "./service.ts";

/** `find` returns the service on the first call; calls before it is open are refused. */
export function connectLocally<S extends RpcService>(
  definition: S,
  find: () => ServedService | undefined,
  { deadlineMs, log, metrics }: { readonly deadlineMs: number; readonly log: Logger; readonly metrics: Metrics },
): RpcClient<S> {
  let observedService: (ServedService & { readonly observe: ReturnType<typeof observeCalls> }) | null = null;
  const getService = (): NonNullable<typeof observedService> => {
    if (observedService !== null) return observedService;
    const served = find();
    if (served === undefined) throw new RpcError(status.UNAVAILABLE, `${definition.fullName} is not open yet`);
    return (observedService = { ...served, observe: observeCalls(served, log, metrics) });
  };
  const methods: { [method: string]: (request: unknown, origin?: CallOrigin) => unknown } = {};
  for (const [name, method] of Object.entries(definition.methods)) {
    const callUnary = async (request: unknown, origin: CallOrigin): Promise<unknown> => {
      const { handlers, observe } = getService();
      const handler = handlers[name]!;
      const cancellation = new Cancellation(origin, deadlineMs);
      const observed = observe(method.name, cancellation.call);
      const result = (async () => {
        try {
          const response = await (handler(copy(method.requestType, request), observed.call) as Promise<unknown>);
          observed.succeed();
          return copy(method.responseType, response);
        } catch (thrown) {
          throw observed.fail(thrown);
        }
      })();
      try {
        // A caller that cancels gets the error immediately; the handler's later result is discarded.
        return await Promise.race([result, cancellation.promise]);
      } finally {
        cancellation.end();
      }
    };

    const callStreaming = async function* (request: unknown, origin: CallOrigin): AsyncGenerator {
      const { handlers, observe } = getService();
      const handler = handlers[name]!;
      const cancellation = new Cancellation(origin, STREAM_DEADLINE_MS);
      const observed = observe(method.name, cancellation.call);
      const responses = handler(copy(method.requestType, request), observed.call) as AsyncIterable<unknown>;
      const messages = responses[Symbol.asyncIterator]();
      let isFinished = false;
      try {
        for (;;) {
          const next = await Promise.race([messages.next(), cancellation.promise]);
          if (next.done === true) break;
          yield copy(method.responseType, next.value);
        }
        isFinished = true;
        observed.succeed();
      } catch (thrown) {
        isFinished = true;
        const error = observed.fail(thrown);
        throw cancellation.reason ?? error;
      } finally {
        // The reader has stopped.
        if (!isFinished) observed.fail(cancellation.cancel());
        cancellation.end();
        messages.return?.().catch(() => {});
      }
    };

    methods[name] = method.responseStream
      ? (request, origin = {}) => callStreaming(request, origin)
      : (request, origin = {}) => withRetries(method, origin, () => callUnary(request, origin));
  }
  return Object.assign(methods, { ready: async () => {}, close: () => {} }) as unknown as RpcClient<S>;
}

/** Copies a message by encoding and decoding it, as a network does. */
const copy = (type: MessageType<unknown>, message: unknown): unknown => type.decode(type.encode(message).finish());

/** The cancellation of a call: by its caller, or at its deadline. @throws RpcError if the call is already cancelled. */
class Cancellation {
  readonly call: Omit<Call, "log">;
  /** Rejects when the call is cancelled. */
  readonly promise: Promise<never>;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #reject: (reason: RpcError) => void;
  #reason: RpcError | null = null;

  constructor(origin: CallOrigin, limitMs: number) {
    if (origin.signal?.aborted) throw cancelledByCaller();
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.promise = promise;
    this.#reject = reject;
    const deadline = Math.min(Date.now() + limitMs, origin.deadline ?? Number.POSITIVE_INFINITY);
    const expire = (): RpcError => this.#cancelWith(new RpcError(status.DEADLINE_EXCEEDED, "Deadline exceeded"));
    this.#timer = setTimeout(expire, deadline - Date.now());
    this.#signal = origin.signal;
    this.#signal?.addEventListener("abort", this.cancel, { once: true });
    this.call = { ...receiveOrigin(origin), deadline, signal: this.#controller.signal };
  }

  /** Why the call was cancelled; null if it was not. */
  get reason(): RpcError | null {
    return this.#reason;
  }

  readonly cancel = (): RpcError => this.#cancelWith(cancelledByCaller());

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.cancel);
  }

  /** Notifies the handler and the waiting caller. */
  #cancelWith(reason: RpcError): RpcError {
    this.#reason = reason;
    this.#controller.abort(reason);
    this.#reject(reason);
    return reason;
  }
}
