/** Errors of the client. */
import type { components } from "./generated/api.ts";

/** Sentences, or messages by field. */
export type Errors = components["schemas"]["Errors"]["errors"];

/** An answer other than success. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  /** The HTTP status; 0 where there was no answer (`UnreachableError`). */
  readonly status: number;
  /** For programs (docs/errors.md); empty when the answer did not come from Etesian. */
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
 * No answer, or only a part of one. The server is not running, its name is unknown, the connection broke, or a browser
 * blocked the request. Its status is 0, its code `unreachable`; `cause` is the error of `fetch`.
 */
export class UnreachableError extends ApiError {
  override readonly name: string = "UnreachableError";
  readonly url: string;

  constructor(url: string, cause: TypeError) {
    super(0, "unreachable", [`No answer from ${url} (${reasonOf(cause)})`], { cause });
    this.url = url;
  }
}

/** Node says "fetch failed" and keeps the reason below it; where several addresses were tried, it has only a code. */
function reasonOf({ message, cause }: TypeError): string {
  if (!(cause instanceof Error)) return message;
  return cause.message || (cause as Error & { readonly code?: string }).code || message;
}

/** `fetch` and the readers of bodies raise a `TypeError` when there is no connection; aborted requests raise other errors. */
export async function reached<Result>(url: string, asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof TypeError ? new UnreachableError(url, error) : error;
  }
}
