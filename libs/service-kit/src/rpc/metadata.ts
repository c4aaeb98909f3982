/** Metadata of calls and errors, as the gRPC library sends them. */
import { Metadata, type ServiceError } from "@grpc/grpc-js";
import { type CallOrigin, headersOf } from "./call.ts";
import { isStatus, RpcError, status } from "./error.ts";

const RETRY_AFTER = "retry-after";
const REASON = "x-reason";

/** `token` shows that the caller is a service of the same deployment, whose word about the actor counts. */
export function toMetadata(origin: CallOrigin, token: string): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of headersOf(origin, token)) metadata.set(name, value);
  return metadata;
}

/** A received value; the first where there are several. */
export const headerOf =
  (metadata: Metadata) =>
  (name: string): string | undefined =>
    metadata.get(name)[0]?.toString();

/** An error of the gRPC library as ours. */
export function fromServiceError({ code, details, metadata }: ServiceError): RpcError {
  // An error that was made up by the library may have none, whatever its type says.
  const header = headerOf(metadata ?? new Metadata());
  const seconds = Number(header(RETRY_AFTER) ?? Number.NaN);
  return new RpcError(isStatus(code) ? code : status.UNKNOWN, details, {
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    reason: header(REASON) ?? null,
  });
}

/** Our error as the gRPC library sends it. */
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
