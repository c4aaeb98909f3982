/** Metadata of every call between services: the actor, the request, the deadline. */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { Logger } from "../operations/logs.ts";
import { isTrace } from "../operations/traces.ts";
import { RpcError, status } from "./error.ts";

/** The author of a change. */
export type Actor = "anonymous" | `user:${number}` | `service:${string}`;

/** Where a call comes from; a `Call` can be handed on as it is. */
export interface CallOrigin {
  readonly requestId?: string;
  readonly actor?: Actor;
  /** Tells clients apart where they share something, such as their address; those that say nothing are one. */
  readonly client?: string;
  /** Scopes of the actor's token; null: no token, and no limit by scopes. */
  readonly scopes?: readonly string[] | null;
  /** Whether the actor passes checks of roles. */
  readonly admin?: boolean;
  /** The caller's name for what it asks: with it, a change is made once however often it is asked for. */
  readonly idempotencyKey?: string | null;
  /** Digest of the request: the same key with another digest is a mistake. Null where it is not known. */
  readonly requestDigest?: string | null;
  /** The span that it is part of (W3C `traceparent`); null when nobody traces. */
  readonly trace?: string | null;
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
const CLIENT = "x-client";
const SCOPES = "x-scopes";
const ADMIN = "x-admin";
/** Begins every list of scopes: one without any must not look like none at all. */
const LIMITED = "only";
const IDEMPOTENCY_KEY = "x-idempotency-key";
const REQUEST_DIGEST = "x-request-digest";
const TRACE = "traceparent";
const AUTHORIZATION = "authorization";

/** The value of a received call's header. */
export type HeaderOf = (name: string) => string | undefined;

export const newRequestId = (): string => randomUUID();

/** Whether a request id from outside can be used: short and printable. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.:/+=@-]{1,128}$/.test(text);

export const isActor = (text: unknown): text is Actor =>
  typeof text === "string" && /^(anonymous|user:[1-9]\d{0,15}|service:[\w-]{1,64})$/.test(text);

const isClient = (text: unknown): text is string => typeof text === "string" && /^[\w.:%-]{1,64}$/.test(text);

/** `token` shows that the caller is a service of the same deployment, whose word about the actor counts. */
export function headersOf(origin: CallOrigin, token: string): ReadonlyMap<string, string> {
  const { requestId, actor, client = "", scopes = null, admin = false, trace = null } = origin;
  const { idempotencyKey = null, requestDigest = null } = origin;
  const headers = new Map<string, string>();
  headers.set(AUTHORIZATION, `Bearer ${token}`);
  headers.set(REQUEST_ID, requestId ?? newRequestId());
  if (actor !== undefined) headers.set(ACTOR, actor);
  if (isClient(client)) headers.set(CLIENT, client);
  if (scopes !== null) headers.set(SCOPES, [LIMITED, ...scopes].join(" "));
  if (admin) headers.set(ADMIN, "yes");
  if (idempotencyKey !== null) headers.set(IDEMPOTENCY_KEY, idempotencyKey);
  if (requestDigest !== null) headers.set(REQUEST_DIGEST, requestDigest);
  if (trace !== null) headers.set(TRACE, trace);
  return headers;
}

/** Asks whether a received call shows the token, in a time that does not tell how much of it is right. */
export function tokenCheck(token: string): (header: HeaderOf) => boolean {
  const expected = digest(`Bearer ${token}`);
  return (header) => timingSafeEqual(digest(header(AUTHORIZATION) ?? ""), expected);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a text can be an idempotency key: long enough not to be chosen twice by chance, short and printable. */
export const isIdempotencyKey = (text: unknown): text is string =>
  typeof text === "string" && /^[\x21-\x7e]{16,255}$/.test(text);

/** A digest as it travels: that of SHA-256 in hexadecimal digits. */
const isDigest = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** Metadata of a received call; a caller without them is anonymous. */
export function fromHeaders(header: HeaderOf): {
  requestId: string;
  actor: Actor | undefined;
  client: string;
  scopes: readonly string[] | null;
  admin: boolean;
  idempotencyKey: string | null;
  requestDigest: string | null;
  trace: string | null;
} {
  const requestId = header(REQUEST_ID);
  const actor = header(ACTOR) ?? "anonymous";
  const client = header(CLIENT);
  const scopes = header(SCOPES);
  const key = header(IDEMPOTENCY_KEY);
  const digest = header(REQUEST_DIGEST);
  const trace = header(TRACE);
  return {
    requestId: isRequestId(requestId) ? requestId : newRequestId(),
    actor: isActor(actor) ? actor : undefined,
    client: isClient(client) ? client : "",
    scopes: scopes === undefined ? null : scopes.split(" ").slice(1),
    admin: header(ADMIN) !== undefined,
    idempotencyKey: isIdempotencyKey(key) ? key : null,
    requestDigest: isDigest(digest) ? digest : null,
    trace: isTrace(trace) ? trace : null,
  };
}

/** Metadata of a call within this process, as they would arrive from another one. Raises `RpcError`. */
export function receiveOrigin(origin: CallOrigin): Omit<Call, "deadline" | "signal" | "log"> {
  const headers = headersOf(origin, "");
  const { actor, ...rest } = fromHeaders((name) => headers.get(name));
  if (actor === undefined) throw invalidCaller();
  return { ...rest, actor };
}

export const invalidCaller = (): RpcError =>
  new RpcError(status.UNAUTHENTICATED, "The caller is not one we know how to read");
