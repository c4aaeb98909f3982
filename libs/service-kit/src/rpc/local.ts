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
  let known: (ServedService & { readonly observe: ReturnType<typeof observeCalls> }) | null = null;
  const service = (): NonNullable<typeof known> => {
    if (known !== null) return known;
    const served = find();
    if (served === undefined) throw new RpcError(status.UNAVAILABLE, `${definition.fullName} is not open yet`);
    return (known = { ...served, observe: observeCalls(served, log, metrics) });
  };
  const methods: { [method: string]: (request: unknown, origin?: CallOrigin) => unknown } = {};
  for (const [name, method] of Object.entries(definition.methods)) {
    const one = async (request: unknown, origin: CallOrigin): Promise<unknown> => {
      const { handlers, observe } = service();
      const handler = handlers[name]!;
      const limit = new Limit(origin, deadlineMs);
      const observed = observe(method.name, limit.call);
      const answered = (async () => {
        try {
          const response = await (handler(copy(method.requestType, request), observed.call) as Promise<unknown>);
          observed.succeed();
          return copy(method.responseType, response);
        } catch (thrown) {
          throw observed.fail(thrown);
        }
      })();
      try {
        // A caller that cancels gets the error at once; the handler's later result is dropped.
        return await Promise.race([answered, limit.passed]);
      } finally {
        limit.end();
      }
    };

    const many = async function* (request: unknown, origin: CallOrigin): AsyncGenerator {
      const { handlers, observe } = service();
      const handler = handlers[name]!;
      const limit = new Limit(origin, STREAM_DEADLINE_MS);
      const observed = observe(method.name, limit.call);
      const answer = handler(copy(method.requestType, request), observed.call) as AsyncIterable<unknown>;
      const messages = answer[Symbol.asyncIterator]();
      let isOver = false;
      try {
        for (;;) {
          const next = await Promise.race([messages.next(), limit.passed]);
          if (next.done === true) break;
          yield copy(method.responseType, next.value);
        }
        isOver = true;
        observed.succeed();
      } catch (thrown) {
        isOver = true;
        const error = observed.fail(thrown);
        throw limit.reason ?? error;
      } finally {
        // The reader has stopped.
        if (!isOver) observed.fail(limit.cancel());
        limit.end();
        messages.return?.().catch(() => {});
      }
    };

    methods[name] = method.responseStream
      ? (request, origin = {}) => many(request, origin)
      : (request, origin = {}) => withRetries(method, origin, () => one(request, origin));
  }
  return Object.assign(methods, { ready: async () => {}, close: () => {} }) as unknown as RpcClient<S>;
}

/** A message as received over a network. */
const copy = (type: MessageType<unknown>, message: unknown): unknown => type.decode(type.encode(message).finish());

/** The cancellation of a call: by its caller, or at its deadline. Raises `RpcError` if it is cancelled already. */
class Limit {
  readonly call: Omit<Call, "log">;
  /** Rejects when the call is cancelled. */
  readonly passed: Promise<never>;
  readonly #given = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #reject: (reason: RpcError) => void;
  #reason: RpcError | null = null;

  constructor(origin: CallOrigin, longestMs: number) {
    if (origin.signal?.aborted) throw cancelledByCaller();
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.passed = promise;
    this.#reject = reject;
    const deadline = Math.min(Date.now() + longestMs, origin.deadline ?? Number.POSITIVE_INFINITY);
    const late = (): RpcError => this.#giveUp(new RpcError(status.DEADLINE_EXCEEDED, "Deadline exceeded"));
    this.#timer = setTimeout(late, deadline - Date.now());
    this.#signal = origin.signal;
    this.#signal?.addEventListener("abort", this.cancel, { once: true });
    this.call = { ...receiveOrigin(origin), deadline, signal: this.#given.signal };
  }

  /** Why the call was cancelled; null if it was not. */
  get reason(): RpcError | null {
    return this.#reason;
  }

  readonly cancel = (): RpcError => this.#giveUp(cancelledByCaller());

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.cancel);
  }

  /** Notifies the handler and the waiting caller. */
  #giveUp(reason: RpcError): RpcError {
    this.#reason = reason;
    this.#given.abort(reason);
    this.#reject(reason);
    return reason;
  }
}
