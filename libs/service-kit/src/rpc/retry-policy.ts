/** The policy for retries: the calls that are retried, the number of attempts, and the delays. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOrigin } from "./call.ts";
import { RpcError, status, UnreachableError } from "./error.ts";
import type { RpcMethod } from "./service.ts";

/** Maximum attempts of a repeatable call. The delays between them double. */
const ATTEMPTS = 4;
const PAUSES = { firstMs: 50, longestMs: 500 };
/**
 * Time after the first attempt in which "unavailable, retry later" is retried at once. Later, the service has
 * probably waited for another one without success, and would wait as long again.
 */
const ANSWERED_WITHIN_MS = 2_000;

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
  readonly #attempts: number;
  readonly #signal: AbortSignal | undefined;
  readonly #begin = performance.now();
  #made = 1;
  #pauseMs = PAUSES.firstMs;

  constructor(method: RpcMethod, origin: CallOrigin) {
    this.#attempts = isRepeatable(method, origin) ? ATTEMPTS : 1;
    this.#signal = origin.signal;
  }

  async shouldRetry(error: unknown): Promise<boolean> {
    const isOver = this.#made === this.#attempts || this.#signal?.aborted === true;
    const isTransient =
      error instanceof RpcError && error.code === status.UNAVAILABLE && !(error instanceof UnreachableError);
    if (isOver || !isTransient) return false;
    const isAnswered = error.retryAfterSeconds !== null;
    if (isAnswered && performance.now() - this.#begin > ANSWERED_WITHIN_MS) return false;
    await sleep(Math.random() * this.#pauseMs);
    this.#made += 1;
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSES.longestMs);
    return true;
  }
}

/** Retries a call while the service is unreachable, if it is repeatable. */
export async function withRetries<T>(method: RpcMethod, origin: CallOrigin, ask: () => Promise<T>): Promise<T> {
  for (const policy = new RetryPolicy(method, origin); ;) {
    try {
      return await ask();
    } catch (error) {
      if (!(await policy.shouldRetry(error))) throw error;
    }
  }
}
