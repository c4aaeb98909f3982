/** Compares answers with what the OpenAPI document says of them. */
import { z } from "zod";
import type { OpenApi, Operation, Schema } from "./openapi.ts";
import { operationsOf } from "./openapi.ts";
import type { FuzzRequest } from "./requests.ts";

export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: string;
}

const errors = z.object({ errors: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]) });

/** Of the inside of the program, which is nobody's business. */
const INSIDE = /node_modules|node:internal|\.ts:\d+|\bselect \w+ from\b|\/home\/|\/work\//i;

export class Answers {
  readonly #routes: readonly { readonly operation: Operation; readonly method: string; readonly path: RegExp }[];
  readonly #schemas = new Map<Schema, z.ZodType>();

  constructor(document: OpenApi) {
    this.#routes = operationsOf(document)
      // What is written out comes before what has a place for anything.
      .toSorted((a, b) => a.template.split("{").length - b.template.split("{").length)
      .map((operation) => ({
        operation,
        method: operation.method,
        path: new RegExp(
          `^${operation.template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}(?:\\.json)?/?$`,
        ),
      }));
  }

  /** What is wrong with an answer, in words; null when it is one that the document describes. */
  problem({ method, path }: FuzzRequest, { status, headers, body }: Answer): string | null {
    if (status >= 500) return `a fault of ours: ${status} ${body.slice(0, 200)}`;
    if (INSIDE.test(body) && !path.startsWith("/docs")) return `it tells of the inside: ${INSIDE.exec(body)?.[0]}`;
    const type = String(headers["content-type"] ?? "").split(";")[0]!;
    // Too long for the HTTP parser: nobody else has seen it.
    if (status === 431) return null;
    if (status >= 400 && method !== "HEAD") {
      if (headers["x-error-code"] === undefined) return `${status} without X-Error-Code`;
      if (type !== "application/json" || !errors.safeParse(parsed(body)).success)
        return `${status} in another form: ${body.slice(0, 200)}`;
    }
    if (method === "HEAD" || method === "OPTIONS") return null;
    const route = this.#routes.find((route) => route.method === method && route.path.test(path.split("?")[0]!));
    if (route === undefined) return null;
    const described = route.operation.responses[status] ?? route.operation.responses["default"];
    if (described === undefined) return `${status} is not described`;
    const { content } = described;
    if (content === undefined) return body === "" ? null : `a body where none is described: ${body.slice(0, 100)}`;
    const media = content[type];
    if (media === undefined)
      return `${status} is ${type || "nothing"}, described is ${Object.keys(content).join(", ")}`;
    if (type !== "application/json") return null;
    const result = this.#schema(media.schema).safeParse(parsed(body));
    if (result.success) return null;
    const [issue] = result.error.issues;
    return `${status} is not as described: ${issue!.path.join(".")}: ${issue!.message} in ${body.slice(0, 200)}`;
  }

  #schema(schema: Schema): z.ZodType {
    const known =
      this.#schemas.get(schema) ??
      z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0], { defaultTarget: "openapi-3.0" });
    this.#schemas.set(schema, known);
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
