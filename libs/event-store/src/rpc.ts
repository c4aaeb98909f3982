/** Maps calls to causes of events, and store errors to errors for callers. */
import { BusyError } from "@etesian/collections";
import { type Call, RpcError, status } from "@etesian/service-kit";
import { type Cause, uuidOf } from "./aggregates/aggregates.ts";
import type { NewEvent } from "./event.ts";
import {
  AppendTooLargeError,
  DuplicateEventError,
  UncertainAppendError,
  StoreUnavailableError,
  StreamFullError,
  VersionConflictError,
} from "./event-store.ts";
import { DamagedEventError } from "./stored-event.ts";

/** The error for callers; null if the error is not a store's. */
export function storeErrors(error: unknown): RpcError | null {
  if (error instanceof DamagedEventError) {
    const sentence =
      "The stored data of this resource is damaged and is not served; the operator of the service can restore it";
    return new RpcError(status.DATA_LOSS, sentence, { cause: error });
  }
  if (error instanceof UncertainAppendError) {
    return new RpcError(status.UNAVAILABLE, error.message, { cause: error, reason: "answer_lost" });
  }
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
    return new RpcError(status.FAILED_PRECONDITION, "Its history is full: make a copy to continue", {
      cause: error,
      reason: "history_full",
    });
  }
  if (error instanceof AppendTooLargeError) {
    return new RpcError(status.FAILED_PRECONDITION, error.message, { cause: error, reason: "change_too_large" });
  }
  if (error instanceof DuplicateEventError) {
    return new RpcError(status.FAILED_PRECONDITION, "This idempotency key was used for another change", {
      cause: error,
      reason: "idempotency_key_used",
    });
  }
  return null;
}

/**
 * Scopes a key to its caller, since other callers may choose the same key: to the person, or to the IP address of an
 * anonymous caller.
 */
function keyOf({ actor, client, idempotencyKey }: Call): string | null {
  const owner = actor === "anonymous" && client !== "" ? `${actor} ${client}` : actor;
  return idempotencyKey && `${owner} ${idempotencyKey}`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id derived from the request, followed by the key if it is a UUID: other keys may contain personal data. */
function causationOf({ idempotencyKey, requestDigest }: Call): string | null {
  if (idempotencyKey === null || requestDigest === null) return null;
  const requestId = uuidOf(requestDigest);
  return UUID.test(idempotencyKey) ? `${requestId} ${idempotencyKey}` : requestId;
}

/** The idempotency key of the request that caused an event; null if there was none, or it is not a UUID. */
export const commandIn = ({ causationId }: Pick<NewEvent, "causationId">): string | null =>
  causationId?.split(" ")[1] ?? null;

/** The cause of events that result from a call: actor, request and its digest. */
export const causeOf = (call: Call): Cause => ({
  actor: call.actor,
  correlationId: call.requestId,
  causationId: causationOf(call),
  idempotencyKey: keyOf(call),
});
