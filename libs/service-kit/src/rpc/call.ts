/** Metadata of every call between services: actor, request, deadline. */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { Logger } from "../operations/logs.ts";
import { isTrace } from "../operations/traces.ts";
import { RpcError, status } from "./error.ts";

/** The author of a change. */
export type Actor = "anonymous" | `user:${number}` | `service:${string}`;

/** The origin of a call; a `Call` can be passed on as the origin of further calls. */
export interface CallOrigin {
  readonly requestId?: string;
  readonly actor?: Actor;
  /** Identifies the client for fair sharing, such as by its IP address; callers without it count as one client. */
  readonly client?: string;
  /** Scopes of the actor's token; null without a token, in which case scopes do not limit the actor. */
  readonly scopes?: readonly string[] | null;
  /** Whether the actor passes all role checks. */
  readonly admin?: boolean;
  /** The caller's idempotency key: a change with a key is made once, however often it is sent. */
  readonly idempotencyKey?: string | null;
  /** Digest of the request; the same key with another digest is an error. Null if unknown. */
  readonly requestDigest?: string | null;
  /** The parent span (W3C `traceparent`); null without tracing. */
  readonly trace?: string | null;
  /** Deadline in milliseconds since 1970; later responses are useless. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

/** A call as received by its handler. */
export interface Call extends Required<CallOrigin> {
  /** Adds the request id to every line. */
  readonly log: Logger;
}

/** @throws RpcError PERMISSION_DENIED unless the actor is a service. */
export function requireServiceCaller({ actor }: Pick<Call, "actor">): void {
  if (!actor.startsWith("service:")) throw new RpcError(status.PERMISSION_DENIED, "Only services may call this");
}

const REQUEST_ID = "x-request-id";
const ACTOR = "x-actor";
const CLIENT = "x-client";
const SCOPES = "x-scopes";
const ADMIN = "x-admin";
/** First word of every list of scopes, which distinguishes an empty list from a missing one. */
const SCOPES_PREFIX = "only";
const IDEMPOTENCY_KEY = "x-idempotency-key";
const REQUEST_DIGEST = "x-request-digest";
const TRACE = "traceparent";
const AUTHORIZATION = "authorization";

/** Reads a header of a received call. */
export type HeaderOf = (name: string) => string | undefined;

export const newRequestId = (): string => randomUUID();

/** Whether untrusted input is acceptable as a request id: short and printable. */
export const isRequestId = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.:/+=@-]{1,128}$/.test(text);

export const isActor = (text: unknown): text is Actor =>
  typeof text === "string" && /^(anonymous|user:[1-9]\d{0,15}|service:[\w-]{1,64})$/.test(text);

const isClient = (text: unknown): text is string => typeof text === "string" && /^[\w.:%-]{1,64}$/.test(text);

/** `token` proves that the caller is a service of the same deployment, so its claims about the actor are trusted. */
export function headersOf(origin: CallOrigin, token: string): ReadonlyMap<string, string> {
  const { requestId, actor, client = "", scopes = null, admin = false, trace = null } = origin;
  const { idempotencyKey = null, requestDigest = null } = origin;
  const headers = new Map<string, string>();
  headers.set(AUTHORIZATION, `Bearer ${token}`);
  headers.set(REQUEST_ID, requestId ?? newRequestId());
  if (actor !== undefined) headers.set(ACTOR, actor);
  if (isClient(client)) headers.set(CLIENT, client);
  if (scopes !== null) headers.set(SCOPES, [SCOPES_PREFIX, ...scopes].join(" "));
  if (admin) headers.set(ADMIN, "yes");
  if (idempotencyKey !== null) headers.set(IDEMPOTENCY_KEY, idempotencyKey);
  if (requestDigest !== null) headers.set(REQUEST_DIGEST, requestDigest);
  if (trace !== null) headers.set(TRACE, trace);
  return headers;
}

/** Returns a constant-time check of the token in a received call. */
export function createTokenCheck(token: string): (header: HeaderOf) => boolean {
  const expected = digest(`Bearer ${token}`);
  return (header) => timingSafeEqual(digest(header(AUTHORIZATION) ?? ""), expected);
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a string can be an idempotency key: printable, short, and long enough to avoid collisions. */
export const isIdempotencyKey = (text: unknown): text is string =>
  typeof text === "string" && /^[\x21-\x7e]{16,255}$/.test(text);

/** Whether a string is a SHA-256 digest in hexadecimal. */
const isDigest = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** Metadata of a received call; without metadata, the caller is anonymous. */
export function originFromHeaders(header: HeaderOf): {
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

/** Metadata of a call within this process, validated as if it came from another one. @throws RpcError */
export function receiveOrigin(origin: CallOrigin): Omit<Call, "deadline" | "signal" | "log"> {
  const headers = headersOf(origin, "");
  const { actor, ...rest } = originFromHeaders((name) => headers.get(name));
  if (actor === undefined) throw invalidCaller();
  return { ...rest, actor };
}

export const invalidCaller = (): RpcError => new RpcError(status.UNAUTHENTICATED, "The caller's metadata is invalid");
