/**
 * The stored format of events: for every type and schema version the schema and sample payloads. `corpus/` has a file
 * per released version, and one for the version under development. `npm run generate` adds entries and never changes
 * existing ones, so that every later version reads every stored event.
 */
import { z } from "zod";
import { adminEvents } from "./admin.ts";
import { collectionEvents } from "./collection.ts";
import { commentEvents } from "./comments.ts";
import { contentEvents } from "./content.ts";
import { curveSetEvents } from "./curve-set.ts";
import { personEvents } from "./person.ts";
import { savedScenarioEvents } from "./saved-scenario.ts";
import { scenarioEvents } from "./scenario.ts";
import { sweepEvents } from "./sweep.ts";

export const ALL_EVENTS = {
  ...adminEvents,
  ...collectionEvents,
  ...commentEvents,
  ...contentEvents,
  ...curveSetEvents,
  ...personEvents,
  ...savedScenarioEvents,
  ...scenarioEvents,
  ...sweepEvents,
};

interface Definitions {
  readonly [type: string]: { readonly version: number; readonly schema: z.ZodType };
}

/** Schemas and sample payloads by event, named "TYPE VERSION". */
export interface Corpus {
  readonly [event: string]: { readonly schema: unknown; readonly payloads: readonly unknown[] };
}

/** The events written by the current version. */
export function currentEntries(definitions: Definitions = ALL_EVENTS): Corpus {
  return Object.fromEntries(
    Object.entries(definitions).map(([type, { version, schema }]) => {
      const jsonSchema = z.toJSONSchema(schema, { unrepresentable: "any" });
      const payloads = [samplePayload(jsonSchema, "minimal"), samplePayload(jsonSchema, "full")];
      return [`${type} ${version}`, { schema: JSON.parse(JSON.stringify(jsonSchema)), payloads }];
    }),
  );
}

/** A value that a schema allows: with as few fields as possible, or with all of them. */
function samplePayload(schema: z.core.JSONSchema.BaseSchema, size: "minimal" | "full"): unknown {
  const { type, anyOf, properties = {}, items, additionalProperties, pattern, format } = schema;
  if (schema.enum !== undefined) return size === "minimal" ? schema.enum[0] : schema.enum.at(-1);
  if (anyOf !== undefined) {
    const isNull = anyOf.find((one) => one.type === "null");
    return size === "minimal" && isNull !== undefined ? null : samplePayload(anyOf[0] as typeof schema, size);
  }
  if (Array.isArray(type)) {
    const [first] = type.filter((one) => one !== "null");
    return size === "minimal" && type.includes("null") ? null : samplePayload({ ...schema, type: first! }, size);
  }
  switch (type) {
    case "object": {
      const fields = Object.entries(properties).map(([name, property]) => [
        name,
        samplePayload(property as typeof schema, size),
      ]);
      const additionalFields =
        typeof additionalProperties === "object" && size === "full"
          ? [["a key", samplePayload(additionalProperties, size)]]
          : [];
      return Object.fromEntries([...fields, ...additionalFields]);
    }
    case "array":
      return size === "minimal" ? [] : [samplePayload((items ?? {}) as typeof schema, size)];
    case "boolean":
      return size === "full";
    case "integer":
      return size === "minimal" ? 1 : 4_294_967_296;
    case "number":
      return size === "minimal" ? 0 : 0.1;
    case "null":
      return null;
    case "string":
      return sampleText(pattern, format, size);
    case undefined:
      return { anything: [null, { deep: "é" }] };
    default:
      throw new Error(`unsupported payload type ${String(type)}`);
  }
}

function sampleText(pattern: string | undefined, format: string | undefined, size: "minimal" | "full"): string {
  if (format === "date-time") return "2026-11-21T09:23:00.123Z";
  if (format === "base64") return "AAECAw==";
  if (pattern === undefined) return size === "minimal" ? "" : "é 💨";
  const padding = Array.from({ length: 65 }, (_, length) => "0".repeat(length)).find((zeros) =>
    new RegExp(pattern).test(zeros),
  );
  if (padding === undefined) throw new Error(`no sample text for ${pattern}`);
  return padding;
}
