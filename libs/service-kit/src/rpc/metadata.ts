/** Converts metadata and errors to and from the gRPC library's types. */
import { Metadata, type ServiceError } from "@grpc/grpc-js";
import { type CallOrigin, headersOf } from "./call.ts";
import { isStatus, RpcError, status } from "./error.ts";

const RETRY_AFTER = "retry-after";
const REASON = "x-reason";

/** `token` proves that the caller is a service of the same deployment, so its claims about the actor are trusted. */
export function toMetadata(origin: CallOrigin, token: string): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of headersOf(origin, token)) metadata.set(name, value);
  return metadata;
}

/** Returns a function that reads a received header; the first value if there are several. */
export const headerOf =
  (metadata: Metadata) =>
  (name: string): string | undefined =>
    metadata.get(name)[0]?.toString();

/** Converts an error of the gRPC library. */
export function fromServiceError({ code, details, metadata }: ServiceError): RpcError {
  // Errors that the library creates may have no metadata, contrary to their type.
  const header = headerOf(metadata ?? new Metadata());
  const seconds = Number(header(RETRY_AFTER) ?? Number.NaN);
  return new RpcError(isStatus(code) ? code : status.UNKNOWN, details, {
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    reason: header(REASON) ?? null,
  });
}

/** Converts an error to the gRPC library's format. */
export function toServiceError({ code, message, retryAfterSeconds, reason }: RpcError): {
  code: status;
  details: string;
  metadata: Metadata;
} {
  const metadata = new Metadata();
  if (retryAfterSeconds !== null) metadata.set(RETRY_AFTER, String(retryAfterSeconds));
  if (reason !== null) metadata.set(REASON, reason);
  return { code, details: message, metadata };
}
