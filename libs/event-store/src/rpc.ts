/** Between calls of a service and its events: who causes them, and what callers hear of trouble with them. */
import { BusyError } from "@etesian/collections";
import { type Call, RpcError, status } from "@etesian/service-kit";
import type { Cause } from "./aggregates.ts";
import { DuplicateEventError, StoreUnavailableError, StreamFullError, VersionConflictError } from "./event-store.ts";

/** The error for callers; null for errors that are not the store's, and for damage, which is no answer for anybody. */
export function storeErrors(error: unknown): RpcError | null {
  if (error instanceof StoreUnavailableError) {
    return new RpcError(status.UNAVAILABLE, error.message, { cause: error, retryAfterSeconds: 1 });
  }
  if (error instanceof BusyError) {
    return new RpcError(status.RESOURCE_EXHAUSTED, error.message, { cause: error, retryAfterSeconds: 1 });
  }
  if (error instanceof VersionConflictError) {
    return new RpcError(status.ABORTED, error.message, { cause: error, reason: "version_conflict" });
  }
  if (error instanceof StreamFullError) {
    return new RpcError(status.FAILED_PRECONDITION, "Its history is full: make a copy of it to go on", {
      cause: error,
      reason: "history_full",
    });
  }
  if (error instanceof DuplicateEventError) {
    return new RpcError(status.FAILED_PRECONDITION, "This idempotency key was used for another change", {
      cause: error,
      reason: "idempotency_key_used",
    });
  }
  return null;
}

/** Keys are the caller's own: another one may choose the same. */
export const keyOf = ({ actor, idempotencyKey }: Call): string | null => idempotencyKey && `${actor} ${idempotencyKey}`;

/** Who causes events with a call, and on behalf of which request. */
export const causeOf = (call: Call): Cause => ({
  actor: call.actor,
  correlationId: call.requestId,
  idempotencyKey: keyOf(call),
});

/** One of the changes that a call asks for; each is made once. */
export const causeOfPart = (cause: Cause, index: number): Cause => ({
  ...cause,
  idempotencyKey: cause.idempotencyKey ? `${cause.idempotencyKey} ${index}` : null,
});
