/** HTTP caching: validators (`ETag`), and the time for which clients and proxies may cache responses. */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from "fastify";

/** Areas and queries change only with the model, which happens rarely. */
const MODEL_SECONDS = 300;

/**
 * Responses to GET get an ETag unless their route sets one, and become 304 if the client has that version. No other
 * responses may be cached, and a response that depends on the caller must not be cached by proxies.
 */
export function enableCaching(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const { access } = request.routeOptions.config;
    if (access === undefined) return payload;
    if (!isReadRequest(request) || reply.statusCode !== 200) {
      void reply.header("cache-control", "no-store");
      return payload;
    }
    if (!reply.hasHeader("cache-control")) {
      const isModelResponse = access === "model";
      const directive = request.caller.person === null ? "no-cache" : "private, no-cache";
      void reply.header("cache-control", isModelResponse ? `public, max-age=${MODEL_SECONDS}` : directive);
      const varyHeader = isModelResponse ? "accept-encoding" : "accept, accept-encoding, authorization";
      const existingVary = reply.getHeader("vary");
      void reply.header("vary", existingVary === undefined ? varyHeader : `${varyHeader}, ${String(existingVary)}`);
    }
    if (typeof payload !== "string") return payload;
    if (!reply.hasHeader("etag")) void reply.header("etag", entityTag(payload));
    return isNotModified(request, reply) ? notModified(reply) : payload;
  });
}

/** A validator that clients send to make a request conditional. */
export function entityTag(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return `"${hash.digest("base64url").slice(0, 27)}"`;
}

/** Whether the client already has the response, so that the caller can skip building it. */
export function isNotModified({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const tags = headers["if-none-match"];
  const currentTag = reply.getHeader("etag");
  if (tags === undefined || currentTag === undefined) return false;
  return tags
    .split(",")
    .some((tag) => tag.trim() === "*" || withoutEncoding(tag.trim().replace(/^W\//, "")) === currentTag);
}

const withoutEncoding = (tag: string): string => tag.replace(/-(?:br|gzip)"$/, '"');

/**
 * A compressed response has different bytes, and therefore a different tag (RFC 9110, 8.8.3): `"3-br"`. Call it after
 * compression is registered.
 */
export function tagEncodings(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), addEncodingToTag];
  });
}

const addEncodingToTag: onSendAsyncHookHandler = async (_request, reply, payload) => {
  const [tag, encoding] = [reply.getHeader("etag"), reply.getHeader("content-encoding")];
  if (typeof tag === "string" && typeof encoding === "string") {
    void reply.header("etag", tag.replace(/"$/, `-${encoding}"`));
  }
  return payload;
};

function notModified(reply: FastifyReply): string {
  void reply.code(304).removeHeader("content-type").removeHeader("content-length");
  return "";
}

export const isReadRequest = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";
