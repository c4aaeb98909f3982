/** The OpenAPI document: what routes say of themselves, and what holds of all of them. */
import swagger from "@fastify/swagger";
import { isOfOne, type Operation, OTHER_RIGHTS, rightOf } from "@etesian/contracts/rights";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { serveDocs } from "./docs-page.ts";
import { codesByStatus } from "./errors.ts";
import answers from "./generated/answers.json" with { type: "json" };

const DESCRIPTION = `Scenarios of an energy-system model: sliders in; figures, tables and hourly curves out.

Bodies are JSON or forms with brackets (\`scenario[end_year]=2040\`); fields may also stand in the query string. Paths of JSON
resources may end in \`.json\`, and in a slash. \`PUT\` and \`PATCH\` do the same.

Every error is \`{"errors": [...]}\`, sentences, or \`{"errors": {field: [...]}}\`; its code for programs is in the header
\`X-Error-Code\`. Versions of scenarios are in \`ETag\`: \`If-Match\` refuses to overwrite what others have changed since,
\`If-None-Match\` saves answers that are known already. \`Idempotency-Key\` makes a change that is asked for again happen once;
another route, body or file under the same key is answered 422, \`idempotency_key_used\`.`;

/** The name of the only kind of security: a token, however it was come by. */
const TOKEN = "token";

/** Serves the document at `/docs/json`, and pages made from it at `/docs`. To be called before routes are registered. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Etesian", version: "3", description: DESCRIPTION, license: { name: "MIT", identifier: "MIT" } },
      servers: [{ url: "/", description: "This server" }],
      components: {
        securitySchemes: {
          [TOKEN]: {
            type: "http",
            scheme: "bearer",
            description:
              "A token, as `Authorization: Bearer …` or, for links to downloads, as the parameter `access_token` of GETs. " +
              "On the command line: npm run accounts -- token EMAIL",
          },
        },
      },
    },
    transform: withAccess,
    transformObject: (document) => {
      if (!("openapiObject" in document)) throw new Error("the document is of another kind than OpenAPI 3");
      return finished(jsonSchemaTransformObject(document) as Document);
    },
  });
  await serveDocs(app);
}

/** The schema of a route, and what is done there as the table of rights calls it. */
const withAccess: typeof jsonSchemaTransform = (route) => {
  const { schema, url } = jsonSchemaTransform(route);
  const { access } = route.route.config ?? {};
  return { schema: access === undefined ? schema : { ...schema, "x-access": access }, url };
};

/** What was answered to the examples, by operation; see `examples.test.ts` of the conformance. */
const ANSWERS: { readonly [operation: string]: { readonly status: string; readonly body: unknown } } = answers;

interface Content {
  readonly [mediaType: string]: { readonly schema: Schema; readonly example?: unknown };
}
interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly example?: unknown;
  readonly properties?: { readonly [field: string]: Schema };
}
interface Described {
  readonly description?: string;
  readonly content?: Content;
}
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
}
interface DescribedOperation {
  readonly operationId?: string;
  readonly "x-access"?: Operation;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: Described };
}
interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: DescribedOperation } };
  readonly components: { readonly schemas: { readonly [name: string]: object } };
}

/** The whole document, once routes have said what they have to. */
function finished({ paths, components, ...document }: Document): object {
  const described = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      finishedOperation(method, path, operation),
    ]);
    return [path, Object.fromEntries(operations)] as const;
  });
  const whole = {
    ...document,
    paths: Object.fromEntries(described),
    components: { ...components, responses: errorResponses() },
  };
  const used = JSON.stringify(whole);
  // Components are made for requests and for answers, whether they occur in both or not.
  const schemas = Object.entries(components.schemas).filter(([name]) => used.includes(`#/components/schemas/${name}"`));
  return { ...whole, components: { ...whole.components, schemas: Object.fromEntries(schemas) } };
}

const NOT_MODIFIED = { description: "The client has the answer already: its `If-None-Match` names the `ETag`" };

function finishedOperation(method: string, path: string, operation: DescribedOperation): object {
  const { "x-access": access, parameters = [], requestBody, responses } = operation;
  const errors = errorsOf(method, operation);
  const declared = Object.entries(responses).map(([status, response]) => [
    status,
    errors.has(Number(status)) && isPlainError(response)
      ? referenceTo(Number(status))
      : withAnswer(`${method.toUpperCase()} ${path}`, status, described(status, response)),
  ]);
  const isKept = method === "get" && responses["200"]?.content?.["text/event-stream"] === undefined;
  const others = [...errors].filter((status) => responses[status] === undefined);
  return {
    ...operation,
    operationId: operation.operationId ?? operationIdOf(method, path),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(withExample) }),
    ...(access === undefined ? {} : { security: securityOf(access) }),
    ...(requestBody === undefined ? {} : { requestBody: { ...requestBody, ...anyForm(requestBody.content) } }),
    responses: Object.fromEntries([
      ...declared,
      ...(isKept ? [["304", NOT_MODIFIED] as const] : []),
      ...others.map((status) => [status, referenceTo(status)] as const),
    ]),
  };
}

/** Ids of whatever it may be: the first. */
const withExample = (parameter: Parameter): Parameter =>
  parameter.in === "path" && parameter.name === "id" ? { ...parameter, example: 1 } : parameter;

/** `GET /api/v3/scenarios/{id}/nodes/{key}` → `getScenarioNode`. */
function operationIdOf(method: string, path: string): string {
  const parts = path
    .replace(/^\/api\/v3/, "")
    .split("/")
    .filter((part) => part !== "");
  const words = parts.flatMap((part, index) => {
    if (part.startsWith("{")) return [];
    const isOfOne = parts[index + 1]?.startsWith("{") === true;
    return (isOfOne ? singular(part) : part).split(/[_.]/);
  });
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
}

const singular = (noun: string): string => noun.replace(/ies$/, "y").replace(/s$/, "");

/** Nobody needs a token, or everybody one with these scopes, or whoever has none is taken for a stranger. */
function securityOf(access: Operation): readonly object[] {
  const right = isOfOne(access) ? rightOf(access) : OTHER_RIGHTS[access];
  if ("token" in right && right.token === "ignored") return [];
  const needsToken = "anonymous" in right ? right.anonymous !== null : right.unowned !== "anyone";
  const token = { [TOKEN]: [...right.scopes] };
  return needsToken ? [token] : [{}, token];
}

/** What was described as JSON may be sent as a form, too, and may be left out where nothing is needed. */
function anyForm(content: Content) {
  const json = content["application/json"];
  if (json === undefined) return { content };
  const { example } = json.schema;
  const shown = { ...json, ...(example === undefined ? {} : { example }) };
  const nested = Object.entries(json.schema.properties ?? {}).filter(([, { type }]) => type === "object");
  const encoding = Object.fromEntries(nested.map(([field]) => [field, { style: "deepObject", explode: true }]));
  return {
    required: false,
    content: {
      ...content,
      "application/json": shown,
      "application/x-www-form-urlencoded": { schema: json.schema, encoding },
    },
  };
}

/** Statuses of the errors that an operation may answer whatever it is about, and those that it names itself. */
function errorsOf(method: string, { "x-access": access, parameters = [], responses }: DescribedOperation) {
  const named = Object.keys(responses).map(Number);
  const isOfOne = parameters.some((parameter) => parameter.in === "path");
  const isOfScenario = isOfOne && access !== "model";
  return new Set([
    ...named.filter((status) => status >= 400),
    // Bodies and parameters are read before anything else.
    400,
    413,
    415,
    422,
    429,
    500,
    503,
    ...(access === undefined || access === "model" ? [] : [401]),
    // Pages of other origins, and tokens that allow too little.
    ...(method === "get" ? [] : [403]),
    ...(isOfOne || access === "create" ? [404] : []),
    ...(isOfScenario ? [410] : []),
  ]);
}

const isPlainError = ({ content }: Described): boolean =>
  content?.["application/json"]?.schema.$ref === "#/components/schemas/Errors";

const described = (status: string, response: Described): Described => ({
  ...response,
  ...(response.description === "Default Response" ? { description: Number(status) < 300 ? "Done" : "Refused" } : {}),
});

/** With a real answer to the example of the operation, shortened, where there is one. */
function withAnswer(operation: string, status: string, response: Described): Described {
  const answer = ANSWERS[operation];
  const json = response.content?.["application/json"];
  if (answer?.status !== status || json === undefined) return response;
  return { ...response, content: { ...response.content, "application/json": { ...json, example: answer.body } } };
}

const nameOf = (status: number): string => `Error${status}`;
const referenceTo = (status: number) => ({ $ref: `#/components/responses/${nameOf(status)}` });

/** An answer for each status of the table of errors, with the codes it may have. */
function errorResponses(): { readonly [name: string]: object } {
  return Object.fromEntries(
    [...codesByStatus()].map(([status, codes]) => [
      nameOf(status),
      {
        description: codes
          .map(({ code, sentence }) => `\`${code}\`${sentence === null ? "" : `: ${sentence}`}`)
          .join("\n\n"),
        headers: {
          "X-Error-Code": {
            description: "The error's name for programs",
            schema: { type: "string", enum: codes.map(({ code }) => code) },
          },
        },
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Errors" },
            examples: Object.fromEntries(
              codes.map(({ code, sentence }) => [code, { value: { errors: [sentence ?? "Says what was wrong"] } }]),
            ),
          },
        },
      },
    ]),
  );
}
