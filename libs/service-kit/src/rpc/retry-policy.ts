/** The retry policy: which calls are retried, how often, and after which delays. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOrigin } from "./call.ts";
import { RpcError, status, UnreachableError } from "./error.ts";
import type { RpcMethod } from "./service.ts";

/** Maximum attempts of a repeatable call. The delays between them double. */
const ATTEMPTS = 4;
const PAUSES = { firstMs: 50, longestMs: 500 };
/**
 * Time after the first attempt during which "unavailable, retry later" is retried (ms). A later response means that the
 * service has probably waited for another service that did not respond, and would wait as long again.
 */
const OVERLOAD_RETRY_MS = 2_000;

export const cancelledByCaller = (): RpcError => new RpcError(status.CANCELLED, "Cancelled by the caller");

/**
 * Whether a call may be repeated when it is unknown whether it arrived. proto/ declares methods without side effects
 * and idempotent methods. A change with an idempotency key is made once.
 */
const isRepeatable = ({ options }: RpcMethod, { idempotencyKey = null }: CallOrigin): boolean =>
  options.idempotencyLevel !== undefined || idempotencyKey !== null;

/**
 * Decides whether to retry a failed call, and waits for the delay before it. If a service has several processes, the
 * retry goes to another one. A call that has waited for a connection without success does not wait again.
 */
export class RetryPolicy {
  readonly #maxAttempts: number;
  readonly #signal: AbortSignal | undefined;
  readonly #startedAt = performance.now();
  #attempts = 1;
  #pauseMs = PAUSES.firstMs;

  constructor(method: RpcMethod, origin: CallOrigin) {
    this.#maxAttempts = isRepeatable(method, origin) ? ATTEMPTS : 1;
    this.#signal = origin.signal;
  }

  async shouldRetry(error: unknown): Promise<boolean> {
    const isLastAttempt = this.#attempts === this.#maxAttempts || this.#signal?.aborted === true;
    const isTransient =
      error instanceof RpcError && error.code === status.UNAVAILABLE && !(error instanceof UnreachableError);
    if (isLastAttempt || !isTransient) return false;
    const isOverloaded = error.retryAfterSeconds !== null;
    if (isOverloaded && performance.now() - this.#startedAt > OVERLOAD_RETRY_MS) return false;
    await sleep(Math.random() * this.#pauseMs);
    this.#attempts += 1;
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSES.longestMs);
    return true;
  }
}

/** Retries a call while the service is unreachable, if it is repeatable. */
export async function withRetries<T>(method: RpcMethod, origin: CallOrigin, attempt: () => Promise<T>): Promise<T> {
  for (const policy = new RetryPolicy(method, origin); ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(await policy.shouldRetry(error))) throw error;
    }
  }
}
