/** What travels with every call between services: who asks, on behalf of which request, and until when. */
import { randomUUID } from "node:crypto";
import { Metadata } from "@grpc/grpc-js";
import type { Logger } from "../logs.ts";

/** Who caused something. */
export type Actor = "anonymous" | `user:${number}` | `service:${string}`;

/** Where a call comes from; a `Call` can be handed on as it is. */
export interface CallOrigin {
  readonly requestId?: string;
  readonly actor?: Actor;
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

export const newRequestId = (): string => randomUUID();

/** Whether a request id from outside can be used: short and printable. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.:/+=@-]{1,128}$/.test(text);

export const isActor = (text: unknown): text is Actor =>
  typeof text === "string" && /^(anonymous|user:[1-9]\d{0,15}|service:[\w-]{1,64})$/.test(text);

export function toMetadata({ requestId, actor }: CallOrigin): Metadata {
  const metadata = new Metadata();
  metadata.set(REQUEST_ID, requestId ?? newRequestId());
  if (actor !== undefined) metadata.set(ACTOR, actor);
  return metadata;
}

/** Request id and actor of a received call; a caller that says nothing is anonymous. */
export function fromMetadata(metadata: Metadata): { requestId: string; actor: Actor | undefined } {
  const [requestId] = metadata.get(REQUEST_ID);
  const [actor = "anonymous"] = metadata.get(ACTOR);
  return {
    requestId: isRequestId(requestId) ? requestId : newRequestId(),
    actor: isActor(actor) ? actor : undefined,
  };
}
