/** Between calls of a service and its events: who causes them, and what callers hear of trouble with them. */
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

/** The error for callers; null for errors that are not the store's. */
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
    return new RpcError(status.FAILED_PRECONDITION, "Its history is full: make a copy of it to go on", {
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

/** Keys are the caller's own, whose neighbour may choose the same: a person's, or those of an address. */
function keyOf({ actor, client, idempotencyKey }: Call): string | null {
  const owner = actor === "anonymous" && client !== "" ? `${actor} ${client}` : actor;
  return idempotencyKey && `${owner} ${idempotencyKey}`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that follows from what was asked for, and behind it the key where that is a UUID: other keys may tell of a person. */
function causationOf({ idempotencyKey, requestDigest }: Call): string | null {
  if (idempotencyKey === null || requestDigest === null) return null;
  const asked = uuidOf(requestDigest);
  return UUID.test(idempotencyKey) ? `${asked} ${idempotencyKey}` : asked;
}

/** The idempotency key of the request that an event was made by; null where it had none, or one that is no UUID. */
export const commandIn = ({ causationId }: Pick<NewEvent, "causationId">): string | null =>
  causationId?.split(" ")[1] ?? null;

/** Who causes events with a call, on behalf of which request, and what that asked for. */
export const causeOf = (call: Call): Cause => ({
  actor: call.actor,
  correlationId: call.requestId,
  causationId: causationOf(call),
  idempotencyKey: keyOf(call),
});
