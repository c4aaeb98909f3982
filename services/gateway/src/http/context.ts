/** Request data that every route needs. */
import { REQUESTS } from "@etesian/contracts/limits";
import { type Actor, type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "./errors.ts";
import { idempotencyOf } from "./requests/idempotency.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Time at which the request's headers arrived (ms since 1970). */
    arrivedAt: number;
  }
}

export function recordArrivals(app: FastifyInstance): void {
  app.decorateRequest("arrivedAt", 0);
  app.addHook("onRequest", async (request) => {
    request.arrivedAt = Date.now();
  });
}

/** Origin of the calls made for a request. With `reply`, the calls are cancelled when the client disconnects. */
export function contextOf(request: FastifyRequest, reply?: FastifyReply): CallOrigin {
  const deadline = request.arrivedAt + REQUESTS.responseMs;
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
  const disconnection = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) disconnection.abort(new RpcError(status.CANCELLED, "The client has disconnected"));
  });
  return { ...origin, signal: disconnection.signal };
}

/** The version in the If-Match header. */
export function expectedVersion(text: string | undefined): number | undefined {
  if (text === undefined || text === "*") return undefined;
  // If-Match requires strong comparison, which a weak tag never passes (RFC 9110, 13.1.1).
  if (text.startsWith("W/")) throw apiError("version_conflict");
  // After the dot is the version of an embedded resource, after the hyphen the content encoding.
  const version = /^"?([0-9]{1,9})(?:\.[0-9]{1,9})?(?:-(?:br|gzip))?"?$/.exec(text)?.[1];
  if (version === undefined) throw apiError("bad_version", text);
  return Number(version);
}

/** Sends JSON text unchanged. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").serializer(String).send(json);
}
