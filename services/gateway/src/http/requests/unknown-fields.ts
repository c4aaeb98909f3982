/**
 * Fields and parameters that a route does not know. As in the ETM they change nothing and refuse nothing. The answer
 * names them in the header `X-Warnings`, and the answer to a change also in `warnings` of its JSON object. A client
 * that sends `Prefer: handling=strict` (RFC 7240) is answered 422 instead.
 */
import { closestName } from "@etesian/service-kit";
import type { FastifyInstance, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { errorInWords } from "../errors.ts";
import { isObject } from "../parameters.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Sentences about fields that the route does not know; null before the request was validated. */
    warnings: readonly string[] | null;
  }
}

/** Loose objects accept any field. Those registered here still warn of unknown fields. */
export const namedFields = z.registry<object>();

/** Maximum number of warnings in one answer; further ones are counted. */
const MAX_WARNINGS = 10;
/** Characters of what a client sent that are repeated. */
const MAX_NAME = 60;
/** Every download accepts a token in its address. */
const OF_EVERY_ROUTE = ["access_token"];

type Shape = Readonly<Record<string, z.core.$ZodType>>;
/** A field: its subfields and its possible values; null: anything is accepted. */
interface Field {
  readonly below: Shape | null;
  readonly values: readonly string[] | null;
}
type Fields = ReadonlyMap<string, Field>;

/** To be called after bodies are accepted. */
export function tellUnknownFields(app: FastifyInstance): void {
  const known = new WeakMap<object, Fields | null>();
  const fieldsOf = (schema: FastifySchema): Fields | null => {
    if (!known.has(schema)) known.set(schema, fieldsIn(schema));
    return known.get(schema) ?? null;
  };
  app.decorateRequest("warnings", null);
  app.addHook("preValidation", async (request, reply) => {
    const { schema } = request.routeOptions;
    const fields = schema === undefined ? null : fieldsOf(schema);
    if (fields === null) return;
    // The query counts as a part of a body; where none is read there is only the query.
    const sent = schema?.body === undefined ? request.query : request.body;
    const warnings = isObject(sent) ? warningsOf(fields, sent) : [];
    if (warnings.length > 0 && isStrict(request)) {
      void reply.header("preference-applied", "handling=strict");
      throw errorInWords("unknown_fields", warnings);
    }
    request.warnings = warnings;
  });
  app.addHook("onSend", async ({ method, warnings }, reply, payload) => {
    if (warnings === null || warnings.length === 0 || reply.statusCode >= 300) return payload;
    void reply.header("x-warnings", warnings.map(asHeader));
    return method === "GET" || method === "HEAD" ? payload : withWarnings(payload, warnings);
  });
}

/** The client's wish that what is unknown be refused. */
const isStrict = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,;])handling\s*=\s*"?strict\b/i.test([headers["prefer"]].flat().join(","));

/** Fields that a route knows; null where it takes whatever is sent. */
function fieldsIn({ querystring, body }: FastifySchema): Fields | null {
  const shapes = [querystring, body].filter((part) => part instanceof z.core.$ZodType).map(shapeOf);
  if (shapes.length === 0) return null;
  const fields = new Map<string, Field>(OF_EVERY_ROUTE.map((name) => [name, { below: null, values: null }]));
  for (const shape of shapes) {
    if (shape === null) return null;
    for (const [name, schema] of Object.entries(shape)) {
      fields.set(name, { below: shapeOf(schema), values: valuesOf(schema) });
    }
  }
  return fields;
}

/** Fields of an object schema inside any wrappers; null for other schemas, and for objects that accept any field. */
function shapeOf(schema: z.core.$ZodType): Shape | null {
  if (schema instanceof z.ZodObject) {
    const isLoose = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
    return isLoose && !namedFields.has(schema) ? null : schema.shape;
  }
  const within = unwrapped(schema);
  return within === null ? null : shapeOf(within);
}

/** Texts that a field may have, where the document lists them. */
function valuesOf(schema: z.core.$ZodType): readonly string[] | null {
  const listed = schema instanceof z.ZodType ? schema.meta()?.["enum"] : undefined;
  if (Array.isArray(listed)) return listed.map(String);
  const within = unwrapped(schema);
  return within === null ? null : valuesOf(within);
}

/** The schema inside a wrapper. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.out;
  const isAround =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault;
  return isAround ? schema.unwrap() : null;
}

function warningsOf(fields: Fields, sent: Readonly<Record<string, unknown>>): readonly string[] {
  // Fields of an absent wrapper may be at the top level.
  const ofWrappers = [...fields].flatMap(([name, { below }]) => (name in sent ? [] : Object.keys(below ?? {})));
  const warnings = unknownIn(new Set([...fields.keys(), ...ofWrappers]), sent, "");
  for (const [name, { below, values }] of fields) {
    const value = sent[name];
    if (below !== null && isObject(value)) warnings.push(...unknownIn(new Set(Object.keys(below)), value, `${name}.`));
    if (values !== null && typeof value === "string" && value !== "" && !values.includes(value)) {
      warnings.push(`${name} has no value ${shortened(value)}; expected one of ${values.join(", ")}`);
    }
  }
  const more = warnings.length - MAX_WARNINGS;
  return more <= 0 ? warnings : [...warnings.slice(0, MAX_WARNINGS), `${more} more fields are not known`];
}

function unknownIn(known: ReadonlySet<string>, sent: object, path: string): string[] {
  return Object.keys(sent)
    .filter((name) => !known.has(name))
    .map((name) => {
      const meant = closestName(name, known);
      return `${path}${shortened(name)} is not known${meant === null ? "" : `; did you mean ${meant}?`}`;
    });
}

const shortened = (text: string): string => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text);

/** Headers are of printable ASCII. */
const asHeader = (text: string): string => text.replaceAll(/[^ -~]/g, "?");

/** A JSON object with the warnings in it, after those it has; anything else as it is. */
function withWarnings(payload: unknown, warnings: readonly string[]): unknown {
  if (typeof payload !== "string" || !payload.startsWith("{")) return payload;
  const answer: unknown = JSON.parse(payload);
  if (!isObject(answer)) return payload;
  const present = Array.isArray(answer["warnings"]) ? answer["warnings"] : [];
  return JSON.stringify({ ...answer, warnings: [...present, ...warnings] });
}
