/**
 * Fields and values without effect: unknown fields, read-only fields of responses, and tolerated values of the wrong
 * type. As in the ETM, they do not cause an error. The response lists them in the `X-Warnings` header, and a JSON
 * response to a change also in `warnings`. With `Prefer: handling=strict` (RFC 7240) the response is 422 instead,
 * except for read-only fields that are sent back.
 */
import { closestName } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { customError } from "../errors.ts";
import { expectations, isObject } from "../parameters.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Messages about fields and values without effect; null before the request is validated. */
    warnings: readonly string[] | null;
  }
}

/** Loose objects accept any field. Objects registered here still warn about unknown fields. */
export const namedFields = z.registry<object>();

/** Fields of objects in responses, which may be sent back without effect if requests cannot set them. */
export const responseFields = z.registry<{ readonly names: readonly string[] }>();

/** Maximum number of warnings per response; further ones are counted. */
const MAX_WARNINGS = 10;
/** Maximum length of client input in a message. */
const MAX_NAME = 60;
/** Every download accepts a token in its URL. */
const COMMON_PARAMETERS = ["access_token"];

/** A field that a route accepts. */
interface Field {
  /** Its subfields; null if it accepts any. */
  readonly subfields: Fields | null;
  /** Its permitted strings; null if it accepts any. */
  readonly values: readonly string[] | null;
  /** Returns the expected type for a value without effect, and null for other values. */
  readonly expectedTypeFor: (value: unknown) => string | null;
}
interface Fields {
  readonly byName: ReadonlyMap<string, Field>;
  /** Fields of responses. */
  readonly responseNames: ReadonlySet<string>;
}

interface Warnings {
  /** Fields and values that strict handling refuses. */
  readonly problems: string[];
  /** Read-only fields that were sent back. */
  readonly unchanged: string[];
}

/** Call it after the body parsers are registered. */
export function warnOfUnknownFields(app: FastifyInstance): void {
  const fieldsBySchema = new WeakMap<object, Fields | null>();
  const fieldsOf = (schema: FastifySchema): Fields | null => {
    if (!fieldsBySchema.has(schema)) fieldsBySchema.set(schema, fieldsOfRoute(schema));
    return fieldsBySchema.get(schema) ?? null;
  };
  app.decorateRequest("warnings", null);
  app.addHook("preValidation", async (request, reply) => {
    const { schema } = request.routeOptions;
    const fields = schema === undefined ? null : fieldsOf(schema);
    if (fields === null) return;
    // Query parameters count as body fields, and GET requests may have parameters in the body. Without a body schema,
    // only the query is checked.
    const checksBody = schema?.body !== undefined || request.method === "GET";
    const values = checksBody ? request.body : request.query;
    const warnings: Warnings = { problems: [], unchanged: [] };
    if (isObject(values)) warn(warnings, fields, values, "");
    if (warnings.problems.length > 0 && isStrict(request)) {
      void reply.header("preference-applied", "handling=strict");
      throw customError("unknown_fields", limitWarnings(warnings.problems));
    }
    request.warnings = limitWarnings([...warnings.problems, ...warnings.unchanged]);
  });
  app.addHook("onSend", async ({ method, warnings }, reply, payload) => {
    if (warnings === null || warnings.length === 0 || reply.statusCode >= 300) return payload;
    void reply.header("x-warnings", warnings.map(toHeaderText));
    return method === "GET" || method === "HEAD" ? payload : withWarnings(payload, warnings);
  });
}

/** Whether the client wants fields without effect to be refused. */
const isStrict = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,;])handling\s*=\s*"?strict\b/i.test([headers["prefer"]].flat().join(","));

/** The fields of a route; null if it accepts any field. */
function fieldsOfRoute({ querystring, body }: FastifySchema): Fields | null {
  const parts = [querystring, body].filter((part) => part instanceof z.core.$ZodType).map(fieldsIn);
  if (parts.length === 0) return null;
  const byName = new Map<string, Field>(COMMON_PARAMETERS.map((name) => [name, ANYTHING]));
  const responseNames = new Set<string>();
  for (const part of parts) {
    if (part === null) return null;
    for (const [name, field] of part.byName) byName.set(name, field);
    for (const name of part.responseNames) responseNames.add(name);
  }
  return { byName, responseNames };
}

const ANYTHING: Field = { subfields: null, values: null, expectedTypeFor: () => null };

/** Fields of an object schema inside any wrappers; null for other schemas and for objects that accept any field. */
function fieldsIn(schema: z.core.$ZodType): Fields | null {
  if (schema instanceof z.ZodObject) {
    const isLoose = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
    if (isLoose && !namedFields.has(schema)) return null;
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    const entries = Object.entries(shape).map(([name, type]) => [name, fieldOf(type)] as const);
    return { byName: new Map(entries), responseNames: new Set(responseFields.get(schema)?.names) };
  }
  const inner = innerSchema(schema);
  return inner === null ? null : fieldsIn(inner);
}

const fieldOf = (schema: z.core.$ZodType): Field => ({
  subfields: fieldsIn(schema),
  values: valuesOf(schema),
  expectedTypeFor: expectationOf(schema) ?? ANYTHING.expectedTypeFor,
});

/** Permitted strings of a field, if the document lists them. */
function valuesOf(schema: z.core.$ZodType): readonly string[] | null {
  const allowedTexts = schema instanceof z.ZodType ? schema.meta()?.["enum"] : undefined;
  if (Array.isArray(allowedTexts)) return allowedTexts.map(String);
  const inner = innerSchema(schema);
  return inner === null ? null : valuesOf(inner);
}

function expectationOf(schema: z.core.$ZodType): Field["expectedTypeFor"] | null {
  const expected = expectations.get(schema);
  if (expected !== undefined) return expected.expectedTypeFor;
  const inner = innerSchema(schema);
  return inner === null ? null : expectationOf(inner);
}

/** The schema inside a wrapper. */
function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.out;
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault;
  return isWrapper ? schema.unwrap() : null;
}

/** Adds warnings about the object at `path` ("scenario."). */
function warn(warnings: Warnings, fields: Fields, values: Readonly<Record<string, unknown>>, path: string): void {
  const { byName, responseNames } = withoutWrappers(fields, values);
  for (const [name, value] of Object.entries(values)) {
    const field = byName.get(name);
    const fieldPath = `${path}${truncate(name)}`;
    if (field !== undefined) warnOfValue(warnings, field, value, fieldPath);
    else if (responseNames.has(name)) warnings.unchanged.push(`${fieldPath} cannot be changed`);
    else {
      const suggestion = closestName(name, byName.keys());
      warnings.problems.push(`${fieldPath} is not known${suggestion === null ? "" : `; did you mean ${suggestion}?`}`);
    }
  }
}

function warnOfValue(
  warnings: Warnings,
  { subfields, values, expectedTypeFor }: Field,
  value: unknown,
  fieldPath: string,
): void {
  if (value === undefined) return;
  const expected = expectedTypeFor(value);
  if (expected !== null)
    warnings.problems.push(`${fieldPath} was ignored: expected ${expected}, got ${abbreviate(value)}`);
  else if (subfields !== null && isObject(value)) warn(warnings, subfields, value, `${fieldPath}.`);
  else if (values !== null && typeof value === "string" && value !== "" && !values.includes(value)) {
    warnings.problems.push(
      `${truncate(value)} is not a valid value of ${fieldPath}; expected one of ${values.join(", ")}`,
    );
  }
}

/** Fields of an object. If a wrapper was not sent, its fields may be at this level. */
function withoutWrappers({ byName, responseNames }: Fields, values: Readonly<Record<string, unknown>>): Fields {
  const missingWrapperFields = [...byName].flatMap(([name, { subfields }]) =>
    subfields === null || Object.hasOwn(values, name) ? [] : [subfields],
  );
  if (missingWrapperFields.length === 0) return { byName, responseNames };
  return {
    byName: new Map([...missingWrapperFields.flatMap((subfields) => [...subfields.byName]), ...byName]),
    responseNames: new Set([
      ...responseNames,
      ...missingWrapperFields.flatMap((subfields) => [...subfields.responseNames]),
    ]),
  };
}

const limitWarnings = (warnings: readonly string[]): readonly string[] => {
  const omittedCount = warnings.length - MAX_WARNINGS;
  return omittedCount <= 0
    ? warnings
    : [
        ...warnings.slice(0, MAX_WARNINGS),
        `${omittedCount} more ${omittedCount === 1 ? "field or value has" : "fields and values have"} no effect`,
      ];
};

/** A value as JSON; long text is truncated before serialisation. */
const abbreviate = (value: unknown): string =>
  truncate(JSON.stringify(typeof value === "string" ? value.slice(0, MAX_NAME + 1) : value));

const truncate = (text: string): string => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text);

/** Header values are restricted to printable ASCII. */
const toHeaderText = (text: string): string => text.replaceAll(/[^ -~]/g, "?");

/** Appends warnings to a JSON object; other payloads are unchanged. */
function withWarnings(payload: unknown, warnings: readonly string[]): unknown {
  if (typeof payload !== "string" || !payload.startsWith("{")) return payload;
  const body: unknown = JSON.parse(payload);
  if (!isObject(body)) return payload;
  const existingWarnings = Array.isArray(body["warnings"]) ? body["warnings"] : [];
  return JSON.stringify({ ...body, warnings: [...existingWarnings, ...warnings] });
}
