/** Errors thrown by the client. */
import type { components } from "./generated/api.ts";

/** Messages, or messages by field. */
export type Errors = components["schemas"]["Errors"]["errors"];

/** An error response. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  /** The HTTP status; 0 without a response (`UnreachableError`). */
  readonly status: number;
  /** Machine-readable code (docs/reference/errors.md); empty if the response is not Etesian's. */
  readonly code: string;
  readonly errors: Errors;

  constructor(status: number, code: string, errors: Errors, options?: ErrorOptions) {
    const title = [status === 0 ? "" : String(status), code].filter((part) => part !== "").join(" ");
    super(`${title}: ${Object.values(errors).flat().join("; ")}`, options);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/**
 * No response, or an incomplete one: the server is not running, its name is unknown, the connection broke, or a
 * browser blocked the request. Its status is 0, its code `unreachable`; `cause` is the error of `fetch`.
 */
export class UnreachableError extends ApiError {
  override readonly name: string = "UnreachableError";
  readonly url: string;

  constructor(url: string, cause: TypeError) {
    super(0, "unreachable", [`No response from ${url} (${reasonOf(cause)})`], { cause });
    this.url = url;
  }
}

/**
 * Node reports "fetch failed" and keeps the reason in the cause; with several IP addresses, the cause only has a code.
 */
function reasonOf({ message, cause }: TypeError): string {
  if (!(cause instanceof Error)) return message;
  return cause.message || (cause as Error & { readonly code?: string }).code || message;
}

/** `fetch` and body readers throw `TypeError` without a connection; aborted requests throw other errors. */
export async function withUnreachable<Result>(url: string, pending: Promise<Result>): Promise<Result> {
  try {
    return await pending;
  } catch (error) {
    throw error instanceof TypeError ? new UnreachableError(url, error) : error;
  }
}
