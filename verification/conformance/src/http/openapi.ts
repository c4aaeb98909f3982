/** The parts of an OpenAPI document that requests and checks of responses need. */
export interface OpenApi {
  readonly paths: { readonly [template: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly headers: Headers };
}

export interface Operation {
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly "x-access"?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: DescribedResponse };
}

export interface DescribedResponse {
  readonly content?: Content;
  readonly headers?: Headers;
}

/** Headers of responses by name. */
export interface Headers {
  readonly [name: string]: { readonly required?: boolean; readonly schema: Schema };
}

export interface Parameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

type Content = { readonly [mediaType: string]: { readonly schema: Schema; readonly example?: unknown } };

export type JsonType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

export interface Schema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
}

/** An operation of the document with its method and path. */
export interface RoutedOperation extends Operation {
  readonly method: string;
  readonly template: string;
}

export const operationsOf = ({ paths }: OpenApi): readonly RoutedOperation[] =>
  Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), template })),
  );

/**
 * The same document with every reference replaced by its component; components must not refer to themselves. Equal
 * references share an object, so that Ajv compiles a component once.
 */
export function dereference(document: OpenApi): OpenApi {
  const components = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    if ("$ref" in value && typeof value.$ref === "string") {
      const reference = value.$ref;
      if (!components.has(reference)) components.set(reference, resolve(lookUp(reference)));
      return components.get(reference);
    }
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
  };
  const lookUp = (reference: string): unknown => {
    const target = reference
      .split("/")
      .slice(1)
      .reduce<unknown>((part, name) => (part as { readonly [name: string]: unknown } | undefined)?.[name], document);
    if (target === undefined) throw new Error(`the OpenAPI document refers to ${reference}, which it does not have`);
    return target;
  };
  return resolve(document) as OpenApi;
}

/** Finds the operation of a document for a request. */
export class Routes {
  readonly #paths: readonly { readonly path: RegExp; readonly operations: readonly RoutedOperation[] }[];

  constructor(document: OpenApi) {
    const byTemplate = Map.groupBy(operationsOf(document), ({ template }) => template);
    this.#paths = [...byTemplate]
      // Fixed paths come before paths with parameters.
      .toSorted(([a], [b]) => a.split("{").length - b.split("{").length)
      .map(([template, operations]) => ({
        path: new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}(?:\\.json)?/?$`),
        operations,
      }));
  }

  /** Returns undefined if the document has none. The path may have a query string. */
  find(method: string, path: string): RoutedOperation | undefined {
    const [pathname = ""] = path.split("?");
    const operations = this.#paths.find((route) => route.path.test(pathname))?.operations;
    return operations?.find((operation) => operation.method === method);
  }
}
