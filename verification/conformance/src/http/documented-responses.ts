/** Compares responses with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { z } from "zod";
import type { HttpResponse, HttpRequest } from "./client.ts";
import {
  type DescribedResponse,
  dereference,
  type Headers,
  type OpenApi,
  type RoutedOperation,
  Routes,
} from "./openapi.ts";

const errors = z.object({ errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]) });

/** Internals of the program, which no response may expose. */
const INTERNALS = /node_modules|node:internal|\.ts:\d+|\bselect \w+ from\b|\/home\/|\/work\//i;

export class DocumentedResponses {
  readonly #routes: Routes;
  readonly #ajv = new Ajv2020({ strict: false, formats: fullFormats, validateFormats: true });
  readonly #schemas = new Map<string, ValidateFunction>();
  /** Headers that only some responses have. */
  readonly #headers: Headers;

  constructor(openApi: OpenApi) {
    const document = dereference(openApi);
    this.#routes = new Routes(document);
    this.#headers = document.components.headers;
    this.#ajv.addSchema(document, "document");
  }

  /** Describes the defect of a response; null if the document describes the response. */
  problemOf({ method, path }: HttpRequest, { status, headers, body }: HttpResponse): string | null {
    if (status >= 500) return `a server error: ${status} ${body.slice(0, 200)}`;
    if (INTERNALS.test(body) && !path.startsWith("/docs")) return `it exposes internals: ${INTERNALS.exec(body)?.[0]}`;
    const type = (headers["content-type"] ?? "").split(";")[0]!;
    // Too long for the HTTP parser, so it never reached the gateway.
    if (status === 431) return null;
    if (status >= 400 && method !== "HEAD") {
      if (headers["x-error-code"] === undefined) return `${status} without X-Error-Code`;
      if (type !== "application/json" || !errors.safeParse(parseJson(body)).success)
        return `${status} has an undocumented shape: ${body.slice(0, 200)}`;
    }
    if (method === "HEAD" || method === "OPTIONS") return null;
    const operation = this.#routes.find(method, path);
    if (operation === undefined) return null;
    return (
      this.#responseProblem(operation, status, type, body) ?? this.#headerProblem(operation.responses[status]!, headers)
    );
  }

  /** A header that the document describes for any operation has to match its description. */
  #headerProblem({ headers: described = {} }: DescribedResponse, headers: HttpResponse["headers"]): string | null {
    for (const name of Object.keys({ ...this.#headers, ...described })) {
      const value = headers[name.toLowerCase()];
      const { required = false, schema } = described[name] ?? {};
      if (value !== undefined && schema === undefined) return `the header ${name} is not described: ${String(value)}`;
      if (value === undefined && required) return `the header ${name} is missing`;
      if (value === undefined || schema === undefined) continue;
      const typedValue = schema.type === "integer" ? Number(value) : value;
      if (!this.#ajv.validate(schema, typedValue)) return `the header ${name} is not as described: ${String(value)}`;
    }
    return null;
  }

  #responseProblem(operation: RoutedOperation, status: number, type: string, body: string): string | null {
    const response = operation.responses[status];
    if (response === undefined) return `${status} is not described`;
    const { content } = response;
    if (content === undefined) return body === "" ? null : `a body where none is described: ${body.slice(0, 100)}`;
    if (content[type] === undefined)
      return `${status} has the type ${type || "none"}, expected ${Object.keys(content).join(" or ")}`;
    if (type !== "application/json") return null;
    const { template, method } = operation;
    const validate = this.#schema(
      ["paths", template, method.toLowerCase(), "responses", String(status), "content", type, "schema"]
        .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
        .join("/"),
    );
    if (validate(parseJson(body))) return null;
    const [error] = validate.errors ?? [];
    return `${status} is not as described: ${error?.instancePath} ${error?.message} in ${body.slice(0, 200)}`;
  }

  #schema(pointer: string): ValidateFunction {
    const cached = this.#schemas.get(pointer) ?? this.#ajv.compile({ $ref: `document#/${pointer}` });
    this.#schemas.set(pointer, cached);
    return cached;
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
