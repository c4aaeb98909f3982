/** Every error the gateway answers, in one table, and what becomes of the errors of the services behind it. */
import type { Problem } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import type { FastifyError, FastifyInstance } from "fastify";

const ERRORS = {
  malformed_json: [400, () => "Error occurred while parsing request parameters"],
  nested_too_deep: [400, (levels) => `The body is nested deeper than ${levels} levels`],
  missing_parameter: [400, (name) => `param is missing or the value is empty or invalid: ${name}`],
  bad_version: [400, (value) => `If-Match must be the ETag of the scenario, such as "3"; it was ${value}`],
  origin_not_allowed: [403, (origin) => `Pages of ${origin} may only read here; see --cors`],
  no_scenario: [404, (id) => `No such scenario: ${id}`],
  no_scenario_of_curves: [404, () => "Scenario not found"],
  not_found: [404, () => "Not found"],
  uncalculable: [404, (reason) => reason],
  no_area: [410, (area) => `Scenario uses an unsupported area code and is no longer available: ${area}`],
  version_conflict: [412, () => "The scenario has been changed since that version"],
  body_too_large: [413, (limit) => `The request body is larger than ${limit} bytes`],
  unsupported_body: [415, (type) => `Unsupported content type ${type}; expected application/json`],
  not_boolean: [422, (name) => `${name} must be boolean`],
  too_many_requests: [429, (wait) => `Too many requests; try again in ${wait}`],
  client_gone: [499, () => "The client has gone"],
  busy: [503, () => "The service is busy; try again later"],
  unavailable: [503, () => "The service is not available; try again later"],
  contended: [503, () => "The scenario is being changed by others; try again later"],
} as const satisfies Record<string, readonly [number, (detail: string) => string]>;

/** Sentences, or messages by attribute. */
type Errors = readonly string[] | { readonly [attribute: string]: readonly string[] };

/** An answer other than success: its body is `{"errors": …}`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly statusCode: number;
  readonly errors: Errors;
  readonly retryAfterSeconds: number | null;

  constructor(statusCode: number, errors: Errors, retryAfterSeconds: number | null = null) {
    super(JSON.stringify(errors));
    this.statusCode = statusCode;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function apiError(code: keyof typeof ERRORS, detail = "", retryAfterSeconds: number | null = null): ApiError {
  const [statusCode, sentence] = ERRORS[code];
  return new ApiError(statusCode, [sentence(detail)], retryAfterSeconds);
}

/** A refused creation answers messages by attribute. */
export function rejectedCreation(problems: readonly Problem[]): ApiError {
  const byAttribute: Record<string, string[]> = {};
  for (const { attribute, message } of problems) (byAttribute[attribute] ??= []).push(message);
  return new ApiError(422, byAttribute);
}

/** A refused update answers sentences. */
export function rejectedUpdate(problems: readonly Problem[]): ApiError {
  const sentences = problems.map(({ attribute, message }) =>
    attribute === "base" ? message : `Scenario: ${title(attribute)} ${message}`,
  );
  return new ApiError(422, sentences);
}

/** `area_code` → `Area code`. */
const title = (attribute: string): string =>
  attribute.charAt(0).toUpperCase() + attribute.slice(1).replaceAll("_", " ");

/** What the client hears when a service behind the gateway answered with a status. */
function fromRpcError({ code, message, reason, retryAfterSeconds }: RpcError): ApiError | null {
  if (reason === "area_gone") return new ApiError(ERRORS.no_area[0], [message]);
  switch (code) {
    case status.NOT_FOUND:
      return new ApiError(404, [message]);
    case status.PERMISSION_DENIED:
      return new ApiError(403, [message]);
    case status.INVALID_ARGUMENT:
    case status.FAILED_PRECONDITION:
      return new ApiError(422, [message]);
    case status.CANCELLED:
      return apiError("client_gone");
    case status.ABORTED:
      return apiError("version_conflict");
    case status.RESOURCE_EXHAUSTED:
      return apiError("busy", "", retryAfterSeconds ?? 1);
    case status.UNAVAILABLE:
    case status.DEADLINE_EXCEEDED:
      return apiError("unavailable", "", retryAfterSeconds ?? 1);
    default:
      return null;
  }
}

/** Errors raised by the framework and its plugins, in the words of this API. */
function fromFrameworkError(error: FastifyError, bodyLimit: number): ApiError | null {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return apiError("body_too_large", String(bodyLimit));
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return apiError("unsupported_body", "of this kind");
    case "FST_UNDER_PRESSURE":
      return apiError("busy", "", 10);
    default: {
      const { statusCode = 500 } = error;
      return statusCode >= 400 && statusCode < 500 ? new ApiError(statusCode, [error.message]) : null;
    }
  }
}

/** Answers every error in the documented shape; what is unexpected is logged and told to nobody. */
export function answerErrors(app: FastifyInstance): void {
  const { bodyLimit = 0 } = app.initialConfig;
  app.setErrorHandler((error: FastifyError | ApiError | RpcError, request, reply) => {
    const known =
      error instanceof ApiError
        ? error
        : error instanceof RpcError
          ? fromRpcError(error)
          : fromFrameworkError(error, bodyLimit);
    if (known === null) {
      request.log.error({ err: error }, "request failed");
      return reply.code(500).send({ status: 500, error: "Internal Server Error" });
    }
    if (known.retryAfterSeconds !== null) void reply.header("retry-after", known.retryAfterSeconds);
    return reply.code(known.statusCode).send({ errors: known.errors });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: 404, error: "Not Found" }));
}
