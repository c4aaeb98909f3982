/** What callers of a service hear of trouble with its events. */
import { BusyError } from "@etesian/collections";
import { RpcError, status } from "@etesian/service-kit";
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
