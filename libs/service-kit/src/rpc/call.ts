/** What travels with every call between services: who asks, on behalf of which request, and until when. */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { Metadata } from "@grpc/grpc-js";
import type { Logger } from "../logs.ts";

/** Who caused something. */
export type Actor = "anonymous" | `user:${number}` | `service:${string}`;

/** Where a call comes from; a `Call` can be handed on as it is. */
export interface CallOrigin {
  readonly requestId?: string;
  readonly actor?: Actor;
  /** The caller's name for what it asks: with it, a change is made once however often it is asked for. */
  readonly idempotencyKey?: string | null;
  /** Milliseconds since 1970; the answer is of no use afterwards. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** A call as its handler sees it. */
export interface Call extends Required<CallOrigin> {
  /** Says the request id in every line. */
  readonly log: Logger;
}

const REQUEST_ID = "x-request-id";
const ACTOR = "x-actor";
const IDEMPOTENCY_KEY = "x-idempotency-key";
const AUTHORIZATION = "authorization";

export const newRequestId = (): string => randomUUID();

/** Whether a request id from outside can be used: short and printable. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.:/+=@-]{1,128}$/.test(text);

export const isActor = (text: unknown): text is Actor =>
  typeof text === "string" && /^(anonymous|user:[1-9]\d{0,15}|service:[\w-]{1,64})$/.test(text);

/** `token` shows that the caller is a service of the same deployment, whose word about the actor counts. */
export function toMetadata({ requestId, actor, idempotencyKey = null }: CallOrigin, token: string): Metadata {
  const metadata = new Metadata();
  metadata.set(AUTHORIZATION, `Bearer ${token}`);
  metadata.set(REQUEST_ID, requestId ?? newRequestId());
  if (actor !== undefined) metadata.set(ACTOR, actor);
  if (idempotencyKey !== null) metadata.set(IDEMPOTENCY_KEY, idempotencyKey);
  return metadata;
}

/** Asks whether a received call shows the token, in a time that does not tell how much of it is right. */
export function tokenCheck(token: string): (metadata: Metadata) => boolean {
  const expected = digest(`Bearer ${token}`);
  return (metadata) => {
    const [shown = ""] = metadata.get(AUTHORIZATION);
    return timingSafeEqual(digest(String(shown)), expected);
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** What a client may name a change: long enough not to be chosen twice by chance, short and printable. */
export const isIdempotencyKey = (text: unknown): text is string =>
  typeof text === "string" && /^[\x21-\x7e]{16,255}$/.test(text);

/** What a received call says of itself; a caller that says nothing is anonymous. */
export function fromMetadata(metadata: Metadata): {
  requestId: string;
  actor: Actor | undefined;
  idempotencyKey: string | null;
} {
  const [requestId] = metadata.get(REQUEST_ID);
  const [actor = "anonymous"] = metadata.get(ACTOR);
  const [key] = metadata.get(IDEMPOTENCY_KEY);
  return {
    requestId: isRequestId(requestId) ? requestId : newRequestId(),
    actor: isActor(actor) ? actor : undefined,
    idempotencyKey: isIdempotencyKey(key) ? key : null,
  };
}
