/** Operations of the OpenAPI document, completed with facts from their method, path and row in the table of rights. */
import { isResourceOperation, type Operation, OTHER_RIGHTS, rightOf } from "@etesian/contracts/rights";
import { codesByStatus } from "../errors.ts";
import answers from "../generated/answers.json" with { type: "json" };
import { mapValues, pascalCase, singular } from "./components.ts";
import type { Content, DescribedOperation, DescribedResponse, Paths, Schema } from "./described.ts";
import { TAGS } from "./tags.ts";
import { errorHeaders, isCacheable, requestHeaders, responseHeaders } from "./headers.ts";

/** Name of the only security scheme: a token of any kind. */
export const TOKEN = "token";

/** Recorded responses to the examples, by operation; see `examples.test.ts` of the conformance tests. */
const RECORDED_RESPONSES: { readonly [operation: string]: { readonly status: string; readonly body: unknown } } =
  answers;

/** An operation as its route describes it, with its method and path. */
interface OperationContext {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
  readonly allPaths: Paths;
  readonly schemas: { readonly [name: string]: Schema };
}

export function completeOperation({ method, path, operation, allPaths, schemas }: OperationContext) {
  const {
    "x-returns-version": _version,
    "x-returns-numbers": _numbers,
    "x-changes-nothing": _nothing,
    ...fields
  } = operation;
  const { "x-access": access, parameters = [], requestBody, responses } = operation;
  const errors = errorsOf(method, path, operation, allPaths);
  const unknownTags = (operation.tags ?? []).filter((tag) => !Object.hasOwn(TAGS, tag));
  if (unknownTags.length > 0)
    throw new Error(`${method} ${path} has the tag ${unknownTags.join()}, which is missing in TAGS`);
  const declaredResponses = mapValues(responses, (response, status) => {
    const isError = errors.has(Number(status));
    if (isError && isPlainError(response)) return referenceTo(status);
    const headers = isError ? errorHeadersOf(Number(status)) : responseHeaders(method, Number(status), operation);
    return {
      ...withRecordedResponse(`${method.toUpperCase()} ${path}`, status, withDescription(status, response)),
      headers,
    };
  });
  const others = [...errors].map(String).filter((status) => responses[status] === undefined);
  return {
    ...fields,
    operationId: operation.operationId ?? operationIdOf(method, path),
    parameters: [...parameters, ...requestHeaders(method, operation)],
    ...(access === undefined ? {} : { security: securityOf(access) }),
    ...(requestBody === undefined ? {} : { requestBody: acceptForms(requestBody.content, schemas) }),
    responses: {
      ...declaredResponses,
      ...(isCacheable(method, operation) ? { 304: referenceTo("304") } : {}),
      ...Object.fromEntries(others.map((status) => [status, referenceTo(status)])),
    },
  };
}

/** `GET /api/v3/scenarios/{id}/nodes/{key}` → `getScenarioNode`. */
function operationIdOf(method: string, path: string): string {
  const parts = path
    .replace(/^\/api\/v3/, "")
    .split("/")
    .filter((part) => part !== "");
  const words = parts.flatMap((part, index) => {
    if (part.startsWith("{")) return [];
    const isSingleResource = parts[index + 1]?.startsWith("{") === true;
    return pascalCase(isSingleResource ? singular(part) : part);
  });
  return [method, ...words].join("");
}

/** Security of an operation: no token, a token with these scopes, or an optional token. */
function securityOf(access: Operation): readonly object[] {
  const right = isResourceOperation(access) ? rightOf(access) : OTHER_RIGHTS[access];
  if ("token" in right && right.token === "ignored") return [];
  const needsToken = "anonymous" in right ? right.anonymous !== null : right.unowned !== "anyone";
  const token = { [TOKEN]: [...right.scopes] };
  return needsToken ? [token] : [{}, token];
}

/** Lets a JSON body be sent as a form, or be absent: its fields may also be in the query string. */
function acceptForms(content: Content, schemas: { readonly [name: string]: Schema }) {
  const json = content["application/json"];
  if (json === undefined) return { content };
  const { schema } = json;
  const { example, properties = {} } = schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  const nested = Object.entries(properties).filter(([, { type }]) => type === "object");
  const encoding = Object.fromEntries(nested.map(([field]) => [field, { style: "deepObject", explode: true }]));
  return {
    required: false,
    content: {
      ...content,
      "application/json": { ...json, ...(example === undefined ? {} : { example }) },
      "application/x-www-form-urlencoded": { schema, encoding },
    },
  };
}

/** Error statuses that this kind of operation has, and statuses that the operation declares. */
function errorsOf(method: string, path: string, operation: DescribedOperation, allPaths: Paths): ReadonlySet<number> {
  const { "x-access": access, responses } = operation;
  const statuses = Object.keys(responses).map(Number);
  const isSingleResource = path.includes("{");
  const isScenarioResource = isSingleResource && access !== "model";
  return new Set([
    ...statuses.filter((status) => status >= 400),
    // Bodies and parameters are parsed before anything else.
    400,
    413,
    415,
    422,
    429,
    500,
    503,
    ...(access === undefined || access === "model" ? [] : [401]),
    // For pages from other origins, and tokens without the required scope.
    ...(method === "get" ? [] : [403]),
    ...(isSingleResource || access === "create" ? [404] : []),
    ...(hasMoreSpecificPath(method, path, allPaths) ? [405] : []),
    ...(isScenarioResource ? [410] : []),
  ]);
}

/** Whether a more specific path (`…/nodes/stats`) that matches this one (`…/nodes/{key}`) lacks the method. */
function hasMoreSpecificPath(method: string, path: string, allPaths: Paths): boolean {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const parameters = (path: string): number => path.split("{").length;
  return Object.entries(allPaths).some(
    ([otherPath, operations]) =>
      parameters(otherPath) < parameters(path) && pattern.test(otherPath) && operations[method] === undefined,
  );
}

const isPlainError = ({ content }: DescribedResponse): boolean =>
  content?.["application/json"]?.schema.$ref === "#/components/schemas/Errors";

const withDescription = (status: string, response: DescribedResponse): DescribedResponse => ({
  ...response,
  ...(response.description === "Default Response" ? { description: Number(status) < 300 ? "Done" : "Refused" } : {}),
});

/** Adds the recorded response to the operation's example, shortened, if there is one. */
function withRecordedResponse(operation: string, status: string, response: DescribedResponse): DescribedResponse {
  const recordedResponse = RECORDED_RESPONSES[operation];
  const json = response.content?.["application/json"];
  if (recordedResponse?.status !== status || json === undefined) return response;
  return {
    ...response,
    content: { ...response.content, "application/json": { ...json, example: recordedResponse.body } },
  };
}

const NOT_MODIFIED = "NotModified";
const nameOf = (status: string): string => (status === "304" ? NOT_MODIFIED : `Error${status}`);
const referenceTo = (status: string) => ({ $ref: `#/components/responses/${nameOf(status)}` });

const CODES = codesByStatus();
const errorHeadersOf = (status: number) =>
  errorHeaders(
    status,
    (CODES.get(status) ?? []).map(({ code }) => code),
  );

/** A response component for each error status, with its possible codes, and the response without a body. */
export function responseComponents(): { readonly [name: string]: object } {
  const errors = [...CODES].map(([status, codes]) => [
    nameOf(String(status)),
    {
      description: codes
        .map(({ code, message }) => `\`${code}\`${message === null ? "" : `: ${message}`}`)
        .join("\n\n"),
      headers: errorHeadersOf(status),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Errors" },
          examples: Object.fromEntries(
            codes.map(({ code, message }) => [code, { value: { errors: [message ?? "Describes the problem"] } }]),
          ),
        },
      },
    },
  ]);
  const notModified = {
    description: "The client already has the response: its `If-None-Match` contains the `ETag`.",
    headers: responseHeaders("get", 304, { responses: {} }),
  };
  return { ...Object.fromEntries(errors), [NOT_MODIFIED]: notModified };
}
