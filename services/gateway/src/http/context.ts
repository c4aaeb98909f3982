/** Small things every route needs of a request and its reply. */
import { type Actor, type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "./errors.ts";
import { idempotencyOf } from "./requests/idempotency.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** When its head was there (ms since 1970). */
    arrived: number;
  }
}

export function noteArrivals(app: FastifyInstance): void {
  app.decorateRequest("arrived", 0);
  app.addHook("onRequest", async (request) => {
    request.arrived = Date.now();
  });
}

/** How long a client waits at most from the arrival of its request, in a line or for a calculation. */
export const PATIENCE_MS = 60_000;

/** Context of the calls made for a request. With the reply, they are cancelled when the client disconnects. */
export function contextOf(request: FastifyRequest, reply?: FastifyReply): CallOrigin {
  const deadline = request.arrived + PATIENCE_MS;
  const { person, scopes, admin } = request.caller;
  const actor: Actor = person === null ? "anonymous" : `user:${person}`;
  const origin = {
    requestId: request.id,
    actor,
    scopes,
    admin,
    client: request.ip,
    deadline,
    ...idempotencyOf(request),
    trace: request.span?.trace ?? null,
  };
  if (reply === undefined) return origin;
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort(new RpcError(status.CANCELLED, "The client has gone"));
  });
  return { ...origin, signal: gone.signal };
}

/** The version a client saw last, from its If-Match header. */
export function expectedVersion(written: string | undefined): number | undefined {
  if (written === undefined || written === "*") return undefined;
  // A weak tag matches nothing here (RFC 9110, 13.1.1).
  if (written.startsWith("W/")) throw apiError("version_conflict");
  // Behind the dot is what else the answer showed, behind the hyphen how it was compressed.
  const version = /^"?([0-9]{1,9})(?:\.[0-9]{1,9})?(?:-(?:br|gzip))?"?$/.exec(written)?.[1];
  if (version === undefined) throw apiError("bad_version", written);
  return Number(version);
}

/** Sends a JSON text as it is. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").serializer(String).send(json);
}
