/** Moves parts used by several operations into components, and drops unused components. */
import { type Components, isReference, type Parameter, type RequestBody } from "./described.ts";

interface WithParameters {
  readonly [path: string]: { readonly [method: string]: { readonly parameters: readonly Parameter[] } };
}
interface WithBody {
  readonly requestBody?: RequestBody;
}

/** Moves parameters used by several operations into components. */
export function withSharedParameters(paths: WithParameters) {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const parameters: Record<string, object> = {};
  const visitAll = (change: (parameter: Parameter, path: string) => Parameter) =>
    mapValues(paths, (methods, path) =>
      mapValues(methods, (operation) => ({
        ...operation,
        parameters: operation.parameters.map((parameter) => change(parameter, path)),
      })),
    );
  visitAll((parameter) => {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    return parameter;
  });
  const sharedPaths = visitAll((parameter, path) => {
    const text = JSON.stringify(parameter);
    if (isReference(parameter) || uses.get(text) === 1) return parameter;
    const name = nameOf(parameter, path);
    if ((names.get(name) ?? text) !== text) throw new Error(`two parameters of the document are called ${name}`);
    names.set(name, text);
    parameters[name] = parameter;
    return { $ref: `#/components/parameters/${name}` };
  });
  return { paths: sharedPaths, parameters };
}

/** Suffix that zod adds to the names of request schemas. */
const BODY_SUFFIX = "Input";
/** A schema that was registered by another gateway in this process lacks the suffix. */
const withoutBodySuffix = (name: string): string =>
  name.endsWith(BODY_SUFFIX) ? name.slice(0, -BODY_SUFFIX.length) : name;

/** Moves request bodies into components named after their schemas, which are the same in every media type. */
export function withSharedBodies<Operation extends WithBody>(paths: {
  readonly [path: string]: { readonly [method: string]: Operation };
}) {
  const requestBodies: Record<string, RequestBody> = {};
  const sharedPaths = mapValues(paths, (operations, path) =>
    mapValues(operations, ({ requestBody, ...operation }, method) => {
      if (requestBody === undefined) return operation;
      const [reference = ""] = Object.values(requestBody.content).map(({ schema }) => schema.$ref);
      const name = withoutBodySuffix(reference.split("/").at(-1)!);
      if (name === "") throw new Error(`the body of ${method} ${path} has no id`);
      if (JSON.stringify(requestBodies[name] ?? requestBody) !== JSON.stringify(requestBody)) {
        throw new Error(`two bodies of the document are called ${name}`);
      }
      requestBodies[name] = requestBody;
      return { ...operation, requestBody: { $ref: `#/components/requestBodies/${name}` } };
    }),
  );
  return { paths: sharedPaths, requestBodies };
}

/** `include_extras` → `IncludeExtras`; the `id` of `/scenarios/{id}` → `ScenarioId`; header names are unchanged. */
function nameOf({ in: location, name }: { readonly in: string; readonly name: string }, path: string): string {
  if (location === "header") return name;
  if (name !== "id") return pascalCase(name);
  const parts = path.split("/");
  return pascalCase(`${singular(parts[parts.indexOf("{id}") - 1]!)}_id`);
}

export const pascalCase = (name: string): string =>
  name
    .split(/[_.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

export const singular = (noun: string): string => noun.replace(/ies$/, "y").replace(/s$/, "");

const REFERENCE = /"#\/components\/(\w+)\/([^"]+)"/g;

/** The components that paths use, directly or indirectly. */
export function withoutUnusedComponents(paths: object, components: Components): Components {
  const { securitySchemes = {}, ...others } = components;
  const usedNames = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(value).matchAll(REFERENCE)) {
      const reference = `${kind}/${name}`;
      if (usedNames.has(reference)) continue;
      usedNames.add(reference);
      const component = others[kind]?.[name];
      if (component === undefined) throw new Error(`the document refers to the missing component ${reference}`);
      follow(component);
    }
  };
  follow(paths);
  const usedComponents = mapValues(others, (parts, kind) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => usedNames.has(`${kind}/${name}`))),
  );
  return { securitySchemes, ...usedComponents };
}

/** Renames schemas to their plain names: a schema used only in requests needs no suffix. */
export function withPlainNames<Document extends { readonly components: Components }>(document: Document): Document {
  const schemas = document.components["schemas"] ?? {};
  const isRenamed = (name: string): boolean =>
    name.length > BODY_SUFFIX.length && name.endsWith(BODY_SUFFIX) && !Object.hasOwn(schemas, withoutBodySuffix(name));
  const text = JSON.stringify({
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [isRenamed(name) ? withoutBodySuffix(name) : name, schema]),
      ),
    },
  });
  return JSON.parse(
    text.replaceAll(/(?<="#\/components\/schemas\/)\w+(?=")/g, (name) =>
      isRenamed(name) ? withoutBodySuffix(name) : name,
    ),
  ) as Document;
}

export const mapValues = <Value, Changed>(
  record: { readonly [name: string]: Value },
  change: (value: Value, name: string) => Changed,
): { readonly [name: string]: Changed } =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
