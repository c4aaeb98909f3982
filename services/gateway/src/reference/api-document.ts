/** Types for the parts of the OpenAPI document that the documentation shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: { readonly [field: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
  readonly readOnly?: boolean;
}
export interface Content {
  readonly [mediaType: string]: { readonly schema?: Schema; readonly example?: unknown };
}
export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
export interface Header {
  readonly description: string;
  readonly schema: Schema;
}
export interface Response {
  readonly description?: string;
  readonly headers?: { readonly [name: string]: { readonly $ref: string } | Header };
  readonly content?: Content;
}
type MaybeReference<Part> = Part | { readonly $ref: string };
interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly parameters: readonly MaybeReference<Parameter>[];
  readonly security?: readonly { readonly [scheme: string]: readonly string[] }[];
  readonly requestBody?: { readonly $ref: string };
  readonly responses: { readonly [status: string]: MaybeReference<Response> };
}
export interface ApiDocument {
  readonly info: {
    readonly description: string;
    readonly contact: { readonly name: string; readonly url?: string; readonly email?: string };
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: DescribedOperation } };
  readonly components: {
    readonly parameters: { readonly [name: string]: Parameter };
    readonly requestBodies: { readonly [name: string]: { readonly content: Content } };
    readonly schemas: { readonly [name: string]: Schema };
    readonly responses: { readonly [name: string]: Response };
    readonly headers: { readonly [name: string]: Header };
    readonly securitySchemes: { readonly [name: string]: { readonly description: string } };
  };
}

/** An operation with all equivalent methods (`PUT` and `PATCH`). */
export interface Operation extends Omit<DescribedOperation, "parameters" | "requestBody"> {
  readonly path: string;
  readonly methods: readonly string[];
  /** Operation IDs of all methods, starting with the documented one. */
  readonly ids: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Content by media type; empty without a body. */
  readonly body: Content;
}

/** Operations by group, in the document's order of groups. */
export function operationsByGroup({ paths, components, tags }: ApiDocument): ReadonlyMap<string, readonly Operation[]> {
  const all = Object.entries(paths).flatMap(([path, methods]) => {
    const entries = Object.entries(methods);
    const bySummary = Map.groupBy(entries, ([, { summary }]) => summary);
    return [...bySummary.values()].map((equivalentOperations): Operation => {
      const [, first] = equivalentOperations[0]!;
      return {
        ...first,
        path,
        methods: equivalentOperations.map(([method]) => method.toUpperCase()),
        ids: equivalentOperations.map(([, { operationId }]) => operationId),
        parameters: first.parameters.map((parameter) =>
          "$ref" in parameter ? components.parameters[nameOf(parameter)]! : parameter,
        ),
        body: bodyOf(first, components),
      };
    });
  });
  return new Map(tags.map(({ name }) => [name, all.filter((operation) => operation.tags.includes(name))]));
}

/** The body of an operation, with the fields of its component. */
function bodyOf({ requestBody }: DescribedOperation, { requestBodies, schemas }: ApiDocument["components"]): Content {
  if (requestBody === undefined) return {};
  const { content } = requestBodies[nameOf(requestBody)]!;
  const types = Object.entries(content).map(([type, { schema, ...media }]) => {
    const component = schema?.$ref === undefined ? schema : schemas[nameOf({ $ref: schema.$ref })];
    return [type, { ...media, schema: component }];
  });
  return Object.fromEntries(types);
}

/** `#/components/schemas/Change` → `Change`. */
export const nameOf = ({ $ref }: { readonly $ref: string }): string => $ref.split("/").at(-1)!;
