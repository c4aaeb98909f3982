/** Small things every route needs of a request and its reply. */
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Scheme and host as the client used them. */
export const baseUrl = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** How long a client waits at most from the arrival of its request, in a line or for a calculation. */
const PATIENCE_MS = 60_000;

/** What calls made for a request carry along; with the reply, they are given up when the client goes away. */
export function contextOf(request: FastifyRequest, reply?: FastifyReply): CallOrigin {
  const deadline = Date.now() + PATIENCE_MS;
  if (reply === undefined) return { requestId: request.id, deadline };
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort(new RpcError(status.CANCELLED, "The client has gone"));
  });
  return { requestId: request.id, deadline, signal: gone.signal };
}

/** Sends a JSON text as it is. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").serializer(String).send(json);
}
