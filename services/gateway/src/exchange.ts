/** Small things every route needs of a request and its reply. */
import type { CallOrigin } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Scheme and host as the client used them. */
export const baseUrl = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** What calls made for a request carry along; with the reply, they are given up when the client goes away. */
export function contextOf(request: FastifyRequest, reply?: FastifyReply): CallOrigin {
  if (reply === undefined) return { requestId: request.id };
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return { requestId: request.id, signal: gone.signal };
}

/** Sends a JSON text as it is. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").serializer(String).send(json);
}
