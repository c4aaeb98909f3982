/** Changes that are asked for again: the key that a client names one by, and a digest of what it asks for under that key. */
import { hash } from "node:crypto";
import { isIdempotencyKey } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "../errors.ts";
import { isObject } from "../parameters.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Of its route, its parameters and its body, where it has an Idempotency-Key; else null. */
    digest: string | null;
  }
}

/** Register it after the body parsers: it notes the parsed body, independent of its form. */
export function noteWhatIsAsked(app: FastifyInstance): void {
  app.decorateRequest("digest", null);
  app.addHook("preValidation", async (request) => {
    if (request.headers["idempotency-key"] === undefined) return;
    const { method, routeOptions, params, body } = request;
    request.digest = hash("sha256", JSON.stringify([method, routeOptions.url, params, body], inOrder), "hex");
  });
}

/** Adds a file to what is asked for, once it has been read. */
export function noteFile(request: FastifyRequest, name: string, content: Uint8Array, fields: object): void {
  if (request.digest === null) return;
  const parts = [request.digest, name, hash("sha256", content, "hex"), fields];
  request.digest = hash("sha256", JSON.stringify(parts, inOrder), "hex");
}

/** Clients that write a request again may put its fields into another order. */
const inOrder = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/** The client's key for this change, and a digest of the request. @throws ApiError for an invalid key. */
export function idempotencyOf({ headers, digest }: FastifyRequest) {
  const written = headers["idempotency-key"];
  if (written === undefined) return { idempotencyKey: null, requestDigest: null };
  if (!isIdempotencyKey(written)) throw apiError("bad_idempotency_key");
  return { idempotencyKey: written, requestDigest: digest };
}
