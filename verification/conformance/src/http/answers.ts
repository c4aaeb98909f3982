/** Compares answers with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { z } from "zod";
import type { Answer, HttpRequest } from "./client.ts";
import {
  type DescribedResponse,
  dereferenced,
  type Headers,
  type OpenApi,
  type PlacedOperation,
  Routes,
} from "./openapi.ts";

const errors = z.object({ errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]) });

/** Internals of the program, which no answer may expose. */
const INSIDE = /node_modules|node:internal|\.ts:\d+|\bselect \w+ from\b|\/home\/|\/work\//i;

export class Answers {
  readonly #routes: Routes;
  readonly #ajv = new Ajv2020({ strict: false, formats: fullFormats, validateFormats: true });
  readonly #schemas = new Map<string, ValidateFunction>();
  /** Headers that only some answers have. */
  readonly #headers: Headers;

  constructor(given: OpenApi) {
    const document = dereferenced(given);
    this.#routes = new Routes(document);
    this.#headers = document.components.headers;
    this.#ajv.addSchema(document, "document");
  }

  /** Describes the defect of an answer; null if the document describes the answer. */
  problem({ method, path }: HttpRequest, { status, headers, body }: Answer): string | null {
    if (status >= 500) return `a server error: ${status} ${body.slice(0, 200)}`;
    if (INSIDE.test(body) && !path.startsWith("/docs")) return `it exposes internals: ${INSIDE.exec(body)?.[0]}`;
    const type = (headers["content-type"] ?? "").split(";")[0]!;
    // Too long for the HTTP parser, so it never reached the gateway.
    if (status === 431) return null;
    if (status >= 400 && method !== "HEAD") {
      if (headers["x-error-code"] === undefined) return `${status} without X-Error-Code`;
      if (type !== "application/json" || !errors.safeParse(parsed(body)).success)
        return `${status} in another shape: ${body.slice(0, 200)}`;
    }
    if (method === "HEAD" || method === "OPTIONS") return null;
    const operation = this.#routes.find(method, path);
    if (operation === undefined) return null;
    return (
      this.#undescribed(operation, status, type, body) ?? this.#headerProblem(operation.responses[status]!, headers)
    );
  }

  /** Headers that the document describes anywhere have to match its description. */
  #headerProblem({ headers: described = {} }: DescribedResponse, headers: Answer["headers"]): string | null {
    for (const name of Object.keys({ ...this.#headers, ...described })) {
      const value = headers[name.toLowerCase()];
      const { required = false, schema } = described[name] ?? {};
      if (value !== undefined && schema === undefined) return `the header ${name} is not described: ${String(value)}`;
      if (value === undefined && required) return `the header ${name} is missing`;
      if (value === undefined || schema === undefined) continue;
      const written = schema.type === "integer" ? Number(value) : value;
      if (!this.#ajv.validate(schema, written)) return `the header ${name} is not as described: ${String(value)}`;
    }
    return null;
  }

  #undescribed(operation: PlacedOperation, status: number, type: string, body: string): string | null {
    const response = operation.responses[status];
    if (response === undefined) return `${status} is not described`;
    const { content } = response;
    if (content === undefined) return body === "" ? null : `a body where none is described: ${body.slice(0, 100)}`;
    if (content[type] === undefined)
      return `${status} is ${type || "nothing"}, described is ${Object.keys(content).join(", ")}`;
    if (type !== "application/json") return null;
    const { template, method } = operation;
    const validate = this.#schema(
      ["paths", template, method.toLowerCase(), "responses", String(status), "content", type, "schema"]
        .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
        .join("/"),
    );
    if (validate(parsed(body))) return null;
    const [error] = validate.errors ?? [];
    return `${status} is not as described: ${error?.instancePath} ${error?.message} in ${body.slice(0, 200)}`;
  }

  #schema(pointer: string): ValidateFunction {
    const known = this.#schemas.get(pointer) ?? this.#ajv.compile({ $ref: `document#/${pointer}` });
    this.#schemas.set(pointer, known);
    return known;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
