/** Errors in calls between services: clients and servers use the same class. */

/** gRPC status codes. The gRPC library also defines them, but is loaded only for calls over a network. */
export const status = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;
export type status = (typeof status)[keyof typeof status];

const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(status).map(([name, code]) => [code, name]));

export const isStatus = (code: number): code is status => NAMES.has(code);

export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: status;
  /** Delay before a retry; null if the server sent none. */
  readonly retryAfterSeconds: number | null;
  /** Distinguishes errors with the same code for programs, such as "area_gone"; null if the code is sufficient. */
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

  /** Name of the code, such as "NOT_FOUND". */
  get codeName(): string {
    return NAMES.get(this.code) ?? String(this.code);
  }
}

/** No process of the service accepted a connection in time. */
export class UnreachableError extends RpcError {
  constructor(message: string, options: ErrorOptions) {
    super(status.UNAVAILABLE, message, options);
  }
}
