/** Which calls are made again, how often, and after what pauses. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CallOrigin } from "./call.ts";
import { RpcError, status } from "./error.ts";
import type { RpcMethod } from "./service.ts";

/** How often calls that may be made again are made, and the pauses between, which double. */
export const RETRIES = { attempts: 4, firstMs: 50, longestMs: 500 };

export const cancelledByCaller = (): RpcError => new RpcError(status.CANCELLED, "Cancelled by the caller");

/** Whether proto/ declares that a method may be asked again when nobody knows whether it was heard. */
export const isRepeatable = ({ options }: RpcMethod): boolean => options.idempotencyLevel !== undefined;

/** Asks again while the service cannot be reached, where that does no harm: a change with an idempotency key is made once. */
export async function repeatedly(
  method: RpcMethod,
  { idempotencyKey = null, signal }: CallOrigin,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  const attempts = isRepeatable(method) || idempotencyKey !== null ? RETRIES.attempts : 1;
  for (let attempt = 1, waitMs = RETRIES.firstMs; ; attempt++, waitMs = Math.min(waitMs * 2, RETRIES.longestMs)) {
    try {
      return await ask();
    } catch (error) {
      const isOver = attempt === attempts || signal?.aborted === true;
      if (isOver || !(error instanceof RpcError) || error.code !== status.UNAVAILABLE) throw error;
      await sleep(Math.random() * waitMs);
    }
  }
}
