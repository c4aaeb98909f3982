/** The errors of calls between services, the same class where they are thrown and where they arrive. */
import { Metadata, type ServiceError, status } from "@grpc/grpc-js";

export { status };

const RETRY_AFTER = "retry-after";
const REASON = "x-reason";

export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: status;
  /** When it is worth trying again; null when the other side did not say. */
  readonly retryAfterSeconds: number | null;
  /** Which of the errors with this code it is, for programs: "area_gone"; null where the code says it all. */
  readonly reason: string | null;

  constructor(
    code: status,
    message: string,
    {
      retryAfterSeconds = null,
      reason = null,
      cause,
    }: { readonly retryAfterSeconds?: number | null; readonly reason?: string | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
  }

  /** Text of the code: "NOT_FOUND". */
  get codeName(): string {
    return status[this.code] ?? String(this.code);
  }
}

/** No process of a service could be connected to in time. */
export class UnreachableError extends RpcError {
  constructor(message: string, options: ErrorOptions) {
    super(status.UNAVAILABLE, message, options);
  }
}

/** An error of the gRPC library as ours. */
export function fromServiceError({ code, details, metadata }: ServiceError): RpcError {
  const [text] = metadata?.get(RETRY_AFTER) ?? [];
  const seconds = text === undefined ? Number.NaN : Number(text.toString());
  const [reason] = metadata?.get(REASON) ?? [];
  return new RpcError(code, details, {
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    reason: reason?.toString() ?? null,
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
