/** Request and response headers, described once as components that operations reference. */
import { IDEMPOTENCY_KEYS } from "@etesian/contracts/limits";
import { FORMATS } from "@etesian/tables";
import type { DescribedOperation, Parameter } from "./described.ts";

interface Header {
  readonly description: string;
  readonly schema: object;
}

const text = { type: "string" } as const;

const REQUEST_HEADERS = {
  "If-Match": {
    description:
      "The `ETag` of the version that the change is based on. If there is a newer version, the response is 412.",
    schema: text,
  },
  "If-None-Match": {
    description:
      "The `ETag` of the response that the client has. While it is current, the response is 304, without a body.",
    schema: text,
  },
  "Idempotency-Key": {
    description:
      "A unique key for this change, such as a UUID. Requests with the same key make the change once. " +
      "Another route, body or file with the same key gets 422, `idempotency_key_used`.",
    schema: { type: "string", ...IDEMPOTENCY_KEYS },
  },
  "Last-Event-ID": {
    description: "The `id` of the last event received: the stream continues after it; `0` starts with the first.",
    schema: text,
  },
  Prefer: {
    description:
      "`handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); " +
      "otherwise they have no effect, and the response warns about them.",
    schema: text,
  },
  "X-Request-Id": {
    description: "An ID for this request in the service's logs; generated if absent.",
    schema: { type: "string", pattern: "^[\\w.:/+=@-]{1,128}$" },
  },
  traceparent: {
    description: "The client's span (W3C Trace Context), the parent of the service's spans.",
    schema: { type: "string", pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$" },
  },
} as const satisfies { readonly [name: string]: Header };
type RequestHeader = keyof typeof REQUEST_HEADERS;

/** `required` headers are present in every response that declares them. */
const RESPONSE_HEADERS = {
  ETag: {
    required: true,
    description:
      "Version of the response, for `If-Match` and `If-None-Match`; for a scenario, its version number in quotes.",
    schema: { type: "string", pattern: '^"[^"]+"$' },
    example: '"3"',
  },
  "X-Request-Id": {
    required: true,
    description: "ID of the request in the service's logs: the client's, if it sent one.",
    schema: text,
  },
  "X-Etesian-Recipe": {
    description:
      "Hash of the recipe and area data that the numbers were calculated from; absent if nothing was calculated.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  "X-Etesian-Engine": {
    description:
      "Hash of the engine's source code: the same recipe and engine produce identical numbers on any machine.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  "X-Warnings": {
    description:
      "Fields and parameters that the operation does not know, one header each. JSON responses to changes also list them in " +
      "`warnings`.",
    schema: text,
    example: "scenario.user_value is not known; did you mean user_values?",
  },
  "X-Error-Code": { required: true, description: "Error code.", schema: text },
  "Retry-After": {
    description: "Seconds after which the request may be repeated.",
    schema: { type: "integer", minimum: 0 },
  },
  Location: {
    required: true,
    description: "URL of the created resource.",
    schema: { type: "string", format: "uri-reference" },
  },
  Allow: {
    required: true,
    description: "Allowed methods, comma-separated.",
    schema: text,
    example: "POST",
  },
  "Content-Disposition": { description: "File name for a download.", schema: text },
  "WWW-Authenticate": { required: true, description: "The authentication scheme.", schema: text, example: "Bearer" },
} as const satisfies {
  readonly [name: string]: Header & { readonly required?: true; readonly example?: string };
};
type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Header components of the document. */
export const headerComponents = {
  parameters: Object.fromEntries(
    Object.entries<Header>(REQUEST_HEADERS).map(([name, header]) => [name, { in: "header", name, ...header }]),
  ),
  headers: RESPONSE_HEADERS,
};

/** Request headers of an operation, as references. */
export function requestHeaders(method: string, operation: DescribedOperation): readonly Parameter[] {
  const names: readonly RequestHeader[] = [
    ...(isStream(operation) ? (["Last-Event-ID"] as const) : []),
    ...(isCacheable(method, operation) ? (["If-None-Match"] as const) : []),
    ...(operation.responses["412"] === undefined ? [] : (["If-Match"] as const)),
    ...(isChange(method, operation) ? (["Idempotency-Key"] as const) : []),
    "Prefer",
    "X-Request-Id",
    "traceparent",
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Response headers, as references. */
export function responseHeaders(method: string, status: number, operation: DescribedOperation) {
  const {
    responses,
    "x-returns-version": returnsVersion = false,
    "x-returns-numbers": returnsNumbers = false,
  } = operation;
  const types = Object.keys(responses[status]?.content ?? {});
  const isSuccess = status >= 200 && status < 300;
  const hasTag = isCacheable(method, operation) || returnsVersion;
  return references([
    ...(status === 304 || (isSuccess && hasTag) ? (["ETag"] as const) : []),
    ...(status === 201 || (status === 202 && method === "post") ? (["Location"] as const) : []),
    ...(isSuccess ? (["X-Warnings"] as const) : []),
    ...(isSuccess && returnsNumbers ? (["X-Etesian-Recipe", "X-Etesian-Engine"] as const) : []),
    ...(isSuccess && types.some((type) => FILES.has(type)) ? (["Content-Disposition"] as const) : []),
    "X-Request-Id",
  ]);
}

/** Headers of an error response, with its possible codes. */
export function errorHeaders(status: number, codes: readonly string[]) {
  return {
    ...references([
      "X-Request-Id",
      ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
      ...(status === 405 ? (["Allow"] as const) : []),
      ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
    ]),
    "X-Error-Code": { ...RESPONSE_HEADERS["X-Error-Code"], schema: { type: "string", enum: codes } },
  };
}

/** Types of responses that browsers save as files. */
const FILES = new Set<string>([FORMATS.csv.mediaType, FORMATS.xlsx.mediaType]);

const references = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Whether clients may cache the response and revalidate it. */
export const isCacheable = (method: string, operation: DescribedOperation): boolean =>
  method === "get" && !isStream(operation);

const isStream = ({ responses }: DescribedOperation): boolean =>
  responses["200"]?.content?.["text/event-stream"] !== undefined;

const isChange = (method: string, operation: DescribedOperation): boolean =>
  method !== "get" && operation["x-access"] !== "read" && operation["x-changes-nothing"] !== true;
