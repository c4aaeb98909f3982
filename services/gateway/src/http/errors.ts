/** All errors of the API in one table, and the mapping of errors from the services behind it. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { IDEMPOTENCY_KEYS } from "@etesian/contracts/limits";
import type { Problem } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { z } from "zod";
import { errorPage } from "../pages/error-page.ts";
import { sendPage } from "../pages/html.ts";
import { prefersHtml } from "./navigation.ts";
import { NOT_AN_OBJECT, NOT_BOOLEAN } from "./parameters.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Errors of this route are messages by field instead of a list of messages. */
    readonly errorsByField?: true;
  }
}

/** Status and message by error code, which clients find in `X-Error-Code`. */
const ERRORS = {
  bad_request: [400, (detail) => detail],
  malformed_json: [400, () => "Error occurred while parsing request parameters"],
  not_utf8: [400, () => "The body is not UTF-8"],
  malformed_form: [400, () => "The body does not match its content type"],
  nested_too_deep: [400, (levels) => `The body is nested deeper than ${levels} levels`],
  too_many_values: [400, (limit) => `The body has more than ${limit} values`],
  too_many_keys: [400, (limit) => `The body has more than ${limit} keys`],
  lost_number: [400, (text) => `The number ${text} cannot be represented exactly; send it as text`],
  missing_parameter: [400, (name) => `param is missing or the value is empty or invalid: ${name}`],
  too_many_ids: [400, (limit) => `At most ${limit} scenarios can be requested at once`],
  not_an_object: [400, () => "Invalid JSON payload"],
  bad_version: [400, (value) => `If-Match must be the ETag of the scenario, such as "3"; received ${value}`],
  bad_idempotency_key: [
    400,
    () =>
      `Idempotency-Key must be ${IDEMPOTENCY_KEYS.minLength} to ${IDEMPOTENCY_KEYS.maxLength} printable characters, such as a UUID`,
  ],
  unauthenticated: [401, () => "You must be authenticated to access this resource"],
  bad_token: [401, () => "Invalid or expired token"],
  origin_not_allowed: [403, (origin) => `Without a token, pages from ${origin} may only read; see --cors`],
  csrf_token_missing: [403, () => "Changes in a session require its X-CSRF-Token; see /account/session"],
  password_required: [403, () => "In a session, this is possible only at /yours#account, which asks for the password"],
  forbidden: [403, (detail) => detail],
  not_yours: [403, (detail) => detail],
  read_only: [403, (detail) => detail],
  not_author: [403, (detail) => detail],
  login_required: [403, () => "You must be authenticated to access this resource"],
  not_admin: [403, () => "You must be authenticated to load dumps"],
  missing_scope: [403, (scopes) => `The token does not allow this: it needs ${scopes}`],
  unknown_input: [404, (detail) => detail],
  unknown_part: [404, (sha256) => `The model has no part ${sha256}`],
  model_parts_off: [404, (detail) => detail],
  unknown_comment: [404, () => "The scenario has no such comment"],
  unknown_scenarios: [404, (detail) => detail],
  not_tagged: [404, (detail) => detail],
  unknown_version: [404, (detail) => detail],
  no_such_table: [404, (names) => `There is no table ${names}`],
  no_hours: [404, (detail) => detail],
  not_featured: [404, () => "FeaturedScenario not found"],
  not_found: [404, () => "Not found"],
  not_attached: [404, () => "Not found"],
  no_such_route: [404, () => "Not Found"],
  flexibility_order: [404, () => "The flexibility order feature has been removed: marginal costs decide the order"],
  uncalculable: [404, (reason) => reason],
  method_not_allowed: [405, (method) => `${method} is not allowed here; see the Allow header`],
  not_acceptable: [406, (formats) => `No acceptable format; available formats are ${formats}`],
  area_gone: [410, (area) => `Scenario uses an unsupported area code and is no longer available: ${area}`],
  version_conflict: [412, () => "The scenario has been changed since that version"],
  body_too_large: [413, (limit) => `The request body is larger than ${limit} bytes`],
  change_too_large: [413, (detail) => detail],
  unsupported_body: [415, (types) => `Unsupported content type ${types}`],
  unsupported_charset: [415, (charset) => `The charset ${charset} is not supported; send UTF-8`],
  no_such_range: [416, (size) => `The file has ${size} bytes`],
  request_timeout: [408, () => "The request took too long to arrive"],
  headers_too_large: [
    431,
    () =>
      "The URL and headers of the request are too large; send long lists in the body; for queries, use PUT with `gqueries`",
  ],
  unsupported_encoding: [
    415,
    (encoding) => `Content-Encoding ${encoding} is not supported; send the body uncompressed`,
  ],
  invalid: [422, (detail) => detail],
  invalid_file: [422, (detail) => detail],
  invalid_workbook: [422, (detail) => detail],
  unknown_fields: [422, (detail) => detail],
  unknown_subtype: [422, (subtype) => `Temperature ${subtype} is not a valid temperature level`],
  not_boolean: [422, (detail) => detail],
  no_result: [422, (detail) => detail],
  unknown_curve: [422, (detail) => detail],
  bad_curve_source: [422, (detail) => detail],
  users_failed: [422, () => "Some users could not be changed"],
  history_full: [422, (detail) => detail],
  idempotency_key_used: [422, (detail) => detail],
  cannot_be_calculated: [422, (detail) => detail],
  too_many_results: [422, (counts) => `At most ${counts}`],
  too_many_variants: [422, (detail) => detail],
  too_many_outputs: [422, (detail) => detail],
  sweep_too_long: [422, (detail) => detail],
  sweep_storage_full: [422, (detail) => detail],
  too_many_comments: [422, (detail) => detail],
  too_many_sweeps: [429, (detail) => detail],
  too_many_requests: [429, (wait) => `Too many requests; try again in ${wait}`],
  client_gone: [499, () => "The client has disconnected"],
  internal: [500, () => "Internal Server Error"],
  busy: [503, () => "The service is busy; try again later"],
  unavailable: [503, () => "The service is not available; try again later"],
  damaged: [503, (detail) => detail],
  answer_lost: [503, (advice) => `The response was lost: the change may have been made. ${advice}`],
  contended: [503, () => "Other requests are changing the scenario; try again later"],
} as const satisfies { readonly [code: string]: readonly [number, (detail: string) => string] };

export type ErrorCode = keyof typeof ERRORS;

/** A list of messages, or messages by field. */
type Errors = readonly string[] | { readonly [attribute: string]: readonly string[] };

/** An error response: its body is `{"errors": …}`, its code is in the `X-Error-Code` header. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly errors: Errors;
  readonly retryAfterSeconds: number | null;
  /** Codes of the problems with an uploaded file; null for other errors. */
  readonly errorKeys: readonly string[] | null;

  constructor(
    code: ErrorCode,
    errors: Errors,
    retryAfterSeconds: number | null = null,
    errorKeys: readonly string[] | null = null,
  ) {
    super(JSON.stringify(errors));
    this.code = code;
    this.statusCode = ERRORS[code][0];
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.errorKeys = errorKeys;
  }
}

/** An error with its message from the table. */
export function apiError(code: ErrorCode, detail = "", retryAfterSeconds: number | null = null): ApiError {
  return new ApiError(code, [ERRORS[code][1](detail)], retryAfterSeconds);
}

/** Refuses a body whose content type the route does not accept. */
export function unsupportedBody(type: string, { routeOptions }: FastifyRequest): ApiError {
  const acceptsFile = routeOptions.schema?.consumes?.includes("multipart/form-data") === true;
  const expected = acceptsFile ? "multipart/form-data with the content in a field `file`" : "application/json";
  return apiError("unsupported_body", `${type === "" ? "(none)" : type}; expected ${expected}`);
}

/** An error with a custom message. */
export const customError = (code: ErrorCode, errors: Errors): ApiError => new ApiError(code, errors);

/** An invalid JSON body: the message that existing clients expect, and the position of the unexpected text. */
export const malformedJson = (reason: string): ApiError =>
  customError("malformed_json", [ERRORS.malformed_json[1](), reason]);

/** Refuses an uploaded file: a code and a message for each problem. */
export const uploadError = (problems: readonly (readonly [key: string, message: string])[]): ApiError =>
  new ApiError(
    "invalid_file",
    problems.map(([, message]) => message),
    null,
    problems.map(([key]) => key),
  );

/** A refused creation: messages by field. */
export function rejectedCreation(problems: readonly Problem[]): ApiError {
  const byAttribute = [...Map.groupBy(problems, ({ attribute }) => attribute)].map(
    ([attribute, attributeProblems]) => [attribute, attributeProblems.map(({ message }) => message)] as const,
  );
  return customError("invalid", Object.fromEntries(byAttribute));
}

/** A refused update: a list of messages. */
export function rejectedUpdate(problems: readonly Problem[]): ApiError {
  const messages = problems.map(({ attribute, message }) =>
    attribute === "base" ? message : `Scenario: ${title(attribute)} ${message}`,
  );
  return customError("invalid", messages);
}

// `area_code` → `Area code`.
const title = (attribute: string): string =>
  attribute.charAt(0).toUpperCase() + attribute.slice(1).replaceAll("_", " ");

/** Converts an error of a service or of the API to a response; null for an internal error. */
export function knownError(error: unknown, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  return error instanceof RpcError ? fromRpcError(error, request) : null;
}

/** Maps an error of a service to a response: by reason if the table has it, otherwise by status. */
function fromRpcError(
  { code, message, reason, retryAfterSeconds }: RpcError,
  { headers }: FastifyRequest,
): ApiError | null {
  if (reason === "answer_lost") return responseLostError(headers["idempotency-key"] !== undefined);
  if (reason !== null && isErrorCode(reason)) {
    return reason === "version_conflict" ? apiError(reason) : customError(reason, [message]);
  }
  switch (code) {
    case status.NOT_FOUND:
      return customError("not_found", [message]);
    case status.PERMISSION_DENIED:
      return customError("forbidden", [message]);
    case status.INVALID_ARGUMENT:
      return customError("invalid", [message]);
    case status.FAILED_PRECONDITION:
      return customError("cannot_be_calculated", [message]);
    case status.CANCELLED:
      return apiError("client_gone");
    case status.ABORTED:
      return apiError("version_conflict");
    case status.RESOURCE_EXHAUSTED:
      return apiError("busy", "", retryAfterSeconds ?? 1);
    case status.DATA_LOSS:
      return customError("damaged", [message]);
    case status.UNAVAILABLE:
    case status.DEADLINE_EXCEEDED:
      return apiError("unavailable", "", retryAfterSeconds ?? 1);
    default:
      return null;
  }
}

/**
 * A change with an idempotency key can be repeated. Without a key, a repetition could apply the change twice, so the
 * response has no Retry-After.
 */
const responseLostError = (hasKey: boolean): ApiError =>
  hasKey
    ? apiError("answer_lost", "Repeat the request with the same Idempotency-Key", 1)
    : apiError("answer_lost", "Check before you repeat it; a change with an Idempotency-Key can be repeated safely");

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** Names of types in messages. */
const KINDS: { readonly [kind: string]: string } = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** Message about an invalid value. */
function validationMessage({ keyword, params, message = "is invalid" }: FastifySchemaValidationError): string {
  const kind = KINDS[String(params["expected"])];
  return keyword === "invalid_type" && kind !== undefined ? `must be ${kind}` : message;
}

/** A request that does not match its schema; `byField`: messages by field. */
function fromValidation(issues: readonly FastifySchemaValidationError[], byField: boolean): ApiError {
  const problems = issues.map((issue) => ({
    attribute: issue.instancePath.split("/").at(-1) ?? "",
    message: validationMessage(issue),
  }));
  if (problems.every(({ message }) => message === NOT_BOOLEAN || message === NOT_AN_OBJECT)) {
    const { errors } = byField
      ? rejectedCreation(problems)
      : { errors: problems.map(({ attribute, message }) => `${attribute} ${message}`) };
    return customError(problems[0]?.message === NOT_BOOLEAN ? "not_boolean" : "invalid", errors);
  }
  return customError(
    "bad_request",
    problems.map(({ attribute, message }) => (attribute === "" ? message : `${attribute}: ${message}`)),
  );
}

/** Maps errors of the framework and its plugins. */
function fromFrameworkError(error: FastifyError, bodyLimit: number, request: FastifyRequest): ApiError | null {
  if (error.validation) {
    return fromValidation(error.validation, request.routeOptions.config.errorsByField ?? false);
  }
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return apiError("body_too_large", String(bodyLimit));
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedBody("of this kind", request);
    default: {
      const { statusCode = 500 } = error;
      return statusCode >= 400 && statusCode < 500 ? apiError("bad_request", error.message) : null;
    }
  }
}

/** Sends every error in the documented format. Unexpected errors are logged, and their details are not sent. */
export function registerErrorHandler(app: FastifyInstance): void {
  const { bodyLimit = 0 } = app.initialConfig;
  app.setErrorHandler((error: FastifyError | ApiError | RpcError, request, reply) => {
    const mappedError =
      error instanceof ApiError
        ? error
        : error instanceof RpcError
          ? fromRpcError(error, request)
          : fromFrameworkError(error, bodyLimit, request);
    if (mappedError === null) request.log.error({ err: error }, "request failed");
    // Operators need the cause of outages behind the gateway.
    else if (mappedError.code === "unavailable" || mappedError.code === "answer_lost")
      request.log.warn({ err: error }, "not available");
    else request.log.info({ code: mappedError.code }, "refused");
    return sendError(reply, mappedError ?? apiError("internal"));
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, apiError("no_such_route")));
}

/** Sends an error as JSON, or as a page when a browser opened the URL. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { code, statusCode, errors, retryAfterSeconds, errorKeys } = error;
  if (retryAfterSeconds !== null) void reply.header("retry-after", retryAfterSeconds);
  // An error is not the requested file or version.
  reply.removeHeader("content-disposition").removeHeader("etag");
  const existingVary = reply.getHeader("vary");
  void reply.code(statusCode).header("x-error-code", code);
  void reply.header("vary", existingVary === undefined ? "accept" : `accept, ${String(existingVary)}`);
  if (prefersHtml(reply.request)) return sendPage(reply, errorPage(error, reply.request.headers["accept-language"]));
  return reply.type("application/json; charset=utf-8").send({
    errors,
    ...(errorKeys === null ? {} : { error_keys: errorKeys }),
  });
}

/**
 * Responds to a batch in which some users could not be changed: lists the changed users, and error codes of the others
 * by name.
 */
export function sendRejectedUsers(
  reply: FastifyReply,
  success: readonly object[],
  errors: ReadonlyMap<string, readonly string[]>,
): FastifyReply {
  void reply.code(ERRORS.users_failed[0]).header("x-error-code", "users_failed");
  return reply.send({ success, errors: Object.fromEntries(errors) });
}

const UNREADABLE_REQUEST_ERRORS: { readonly [code: string]: ApiError } = {
  HPE_HEADER_OVERFLOW: apiError("headers_too_large"),
  ERR_HTTP_REQUEST_TIMEOUT: apiError("request_timeout"),
};

/** Responds to bytes that are not an HTTP request. */
export function respondToUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const unreadableError =
    UNREADABLE_REQUEST_ERRORS[error.code ?? ""] ?? apiError("bad_request", "The request cannot be read");
  const body = JSON.stringify({ errors: unreadableError.errors });
  const lines = [
    `HTTP/1.1 ${unreadableError.statusCode} ${STATUS_CODES[unreadableError.statusCode]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Error-Code: ${unreadableError.code}`,
    "Connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Schema for the OpenAPI document: a list of messages, or messages by field. */
export const errorSchema = z
  .looseObject({ errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]) })
  .meta({ id: "Errors", description: "Messages, or messages by field", examples: [{ errors: ["Not found"] }] });

/** Errors about an uploaded file. */
export const uploadErrorSchema = z
  .looseObject({
    errors: z.array(z.string()),
    error_keys: z.array(z.string()).optional().describe("Error codes, such as `file_too_large`"),
  })
  .meta({ id: "UploadErrors" });

/** All codes by status, with their message unless it varies. */
export function codesByStatus(): ReadonlyMap<number, readonly { code: ErrorCode; message: string | null }[]> {
  const placeholder = "…";
  const codes = Object.entries(ERRORS).map(([code, [status, messageOf]]) => {
    const message = messageOf(placeholder);
    return { status, code: code as ErrorCode, message: message === placeholder ? null : message };
  });
  return Map.groupBy(codes, ({ status }) => status);
}
