/** Idempotency of changes: the client's key, and a digest of the request. */
import { hash } from "node:crypto";
import { isIdempotencyKey } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "../errors.ts";
import { isObject } from "../parameters.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Digest of route, parameters and body of a request with an Idempotency-Key; otherwise null. */
    digest: string | null;
  }
}

/** Register it after the body parsers, because it digests the parsed body regardless of format. */
export function digestRequests(app: FastifyInstance): void {
  app.decorateRequest("digest", null);
  app.addHook("preValidation", async (request) => {
    if (request.headers["idempotency-key"] === undefined) return;
    const { method, routeOptions, params, body } = request;
    request.digest = hash("sha256", JSON.stringify([method, routeOptions.url, params, body], sortKeys), "hex");
  });
}

/** Adds an uploaded file to the digest. */
export function digestFile(request: FastifyRequest, name: string, content: Uint8Array, fields: object): void {
  if (request.digest === null) return;
  const parts = [request.digest, name, hash("sha256", content, "hex"), fields];
  request.digest = hash("sha256", JSON.stringify(parts, sortKeys), "hex");
}

// Sorted, because clients may reorder fields in a repetition.
const sortKeys = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/** The client's key for this change, and the digest of the request. @throws ApiError for an invalid key. */
export function idempotencyOf({ headers, digest }: FastifyRequest) {
  const header = headers["idempotency-key"];
  if (header === undefined) return { idempotencyKey: null, requestDigest: null };
  if (!isIdempotencyKey(header)) throw apiError("bad_idempotency_key");
  return { idempotencyKey: header, requestDigest: digest };
}
