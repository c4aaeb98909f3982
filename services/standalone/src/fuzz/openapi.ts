/** What of an OpenAPI document is needed to ask what it describes, and to compare answers with it. */
export interface OpenApi {
  readonly paths: { readonly [template: string]: { readonly [method: string]: Operation } };
}

export interface Operation {
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly [status: string]: { readonly content?: Content } };
}

export interface Parameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly schema: Schema;
}

type Content = { readonly [mediaType: string]: { readonly schema: Schema } };

export interface Schema {
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
  readonly nullable?: boolean;
}

/** An operation of the document with its place. */
export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly template: string;
}

export const operationsOf = ({ paths }: OpenApi): readonly PlacedOperation[] =>
  Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), template })),
  );
