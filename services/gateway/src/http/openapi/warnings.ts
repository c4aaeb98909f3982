/** Adds `warnings` to objects in responses to changes: unknown fields of the request. */
import { mapValues } from "./components.ts";
import type { Components, Paths, Schema } from "./described.ts";

const WARNINGS = {
  type: "array",
  items: { type: "string" },
  description: "Unknown fields of the request, if any",
} as const;

/** Adds `warnings` to the component schemas of responses to changes. */
export function withWarnings(
  paths: Paths,
  components: Components,
): { readonly paths: Paths; readonly components: Components } {
  const extendedNames = new Set<string>();
  const extendedPaths = mapValues(paths, (operations) =>
    mapValues(operations, (operation, method) => {
      if (method === "get") return operation;
      const responses = mapValues(operation.responses, (response, status) => {
        const json = response.content?.["application/json"];
        if (json === undefined || !status.startsWith("2")) return response;
        const component = json.schema.$ref?.split("/").at(-1);
        if (component !== undefined) extendedNames.add(component);
        return {
          ...response,
          content: { ...response.content, "application/json": { ...json, schema: withWarningsField(json.schema) } },
        };
      });
      return { ...operation, responses };
    }),
  );
  const schemas = mapValues(components["schemas"] ?? {}, (schema, name) =>
    extendedNames.has(name) ? withWarningsField(schema) : schema,
  );
  return { paths: extendedPaths, components: { ...components, schemas } };
}

const withWarningsField = (schema: Schema): Schema =>
  schema.properties === undefined || "warnings" in schema.properties
    ? schema
    : { ...schema, properties: { ...schema.properties, warnings: WARNINGS } };
