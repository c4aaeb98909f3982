/**
 * Fields and values without effect: unknown fields, read-only fields of responses, and tolerated values of another
 * type. As in the ETM, they do not cause an error. The response lists them in the header `X-Warnings`, and a JSON
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
    /** Messages about fields and values without effect; null before the request was validated. */
    warnings: readonly string[] | null;
  }
}

/** Loose objects accept any field. Those registered here still warn about unknown fields. */
export const namedFields = z.registry<object>();

/** Fields of objects in responses, which may be sent back without effect if requests cannot set them. */
export const shownFields = z.registry<{ readonly names: readonly string[] }>();

/** Maximum number of warnings per response; further ones are counted. */
const MAX_WARNINGS = 10;
/** Maximum characters of client input in a message. */
const MAX_NAME = 60;
/** Every download accepts a token in its URL. */
const OF_EVERY_ROUTE = ["access_token"];

/** A field known to a route. */
interface Field {
  /** Its subfields; null: any. */
  readonly below: Fields | null;
  /** Its permitted texts; null: any. */
  readonly values: readonly string[] | null;
  /** The expected type for a value without effect; null for other values. */
  readonly missedBy: (value: unknown) => string | null;
}
interface Fields {
  readonly known: ReadonlyMap<string, Field>;
  /** Fields of responses. */
  readonly shown: ReadonlySet<string>;
}

interface Warnings {
  /** Fields and values that strict handling refuses. */
  readonly wrong: string[];
  /** Read-only fields that were sent back. */
  readonly unchanged: string[];
}

/** Call it after the body parsers are registered. */
export function warnOfUnknownFields(app: FastifyInstance): void {
  const known = new WeakMap<object, Fields | null>();
  const fieldsOf = (schema: FastifySchema): Fields | null => {
    if (!known.has(schema)) known.set(schema, fieldsOfRoute(schema));
    return known.get(schema) ?? null;
  };
  app.decorateRequest("warnings", null);
  app.addHook("preValidation", async (request, reply) => {
    const { schema } = request.routeOptions;
    const fields = schema === undefined ? null : fieldsOf(schema);
    if (fields === null) return;
    // Query parameters count as body fields, and GET requests may have parameters in the body. Without a body schema,
    // only the query is checked.
    const readsBody = schema?.body !== undefined || request.method === "GET";
    const sent = readsBody ? request.body : request.query;
    const warnings: Warnings = { wrong: [], unchanged: [] };
    if (isObject(sent)) warn(warnings, fields, sent, "");
    if (warnings.wrong.length > 0 && isStrict(request)) {
      void reply.header("preference-applied", "handling=strict");
      throw customError("unknown_fields", limited(warnings.wrong));
    }
    request.warnings = limited([...warnings.wrong, ...warnings.unchanged]);
  });
  app.addHook("onSend", async ({ method, warnings }, reply, payload) => {
    if (warnings === null || warnings.length === 0 || reply.statusCode >= 300) return payload;
    void reply.header("x-warnings", warnings.map(asHeader));
    return method === "GET" || method === "HEAD" ? payload : withWarnings(payload, warnings);
  });
}

/** Whether the client wants fields without effect to be refused. */
const isStrict = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,;])handling\s*=\s*"?strict\b/i.test([headers["prefer"]].flat().join(","));

/** Fields known to a route; null if it accepts any field. */
function fieldsOfRoute({ querystring, body }: FastifySchema): Fields | null {
  const parts = [querystring, body].filter((part) => part instanceof z.core.$ZodType).map(fieldsIn);
  if (parts.length === 0) return null;
  const known = new Map<string, Field>(OF_EVERY_ROUTE.map((name) => [name, ANYTHING]));
  const shown = new Set<string>();
  for (const part of parts) {
    if (part === null) return null;
    for (const [name, field] of part.known) known.set(name, field);
    for (const name of part.shown) shown.add(name);
  }
  return { known, shown };
}

const ANYTHING: Field = { below: null, values: null, missedBy: () => null };

/** Fields of an object schema inside any wrappers; null for other schemas and for objects that accept any field. */
function fieldsIn(schema: z.core.$ZodType): Fields | null {
  if (schema instanceof z.ZodObject) {
    const isLoose = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
    if (isLoose && !namedFields.has(schema)) return null;
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    const known = Object.entries(shape).map(([name, of]) => [name, fieldOf(of)] as const);
    return { known: new Map(known), shown: new Set(shownFields.get(schema)?.names) };
  }
  const within = unwrapped(schema);
  return within === null ? null : fieldsIn(within);
}

const fieldOf = (schema: z.core.$ZodType): Field => ({
  below: fieldsIn(schema),
  values: valuesOf(schema),
  missedBy: expectationOf(schema) ?? ANYTHING.missedBy,
});

/** Permitted texts of a field, if the document lists them. */
function valuesOf(schema: z.core.$ZodType): readonly string[] | null {
  const listed = schema instanceof z.ZodType ? schema.meta()?.["enum"] : undefined;
  if (Array.isArray(listed)) return listed.map(String);
  const within = unwrapped(schema);
  return within === null ? null : valuesOf(within);
}

function expectationOf(schema: z.core.$ZodType): Field["missedBy"] | null {
  const expected = expectations.get(schema);
  if (expected !== undefined) return expected.missedBy;
  const within = unwrapped(schema);
  return within === null ? null : expectationOf(within);
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

/** Adds warnings about the object at `path` ("scenario."). */
function warn(warnings: Warnings, fields: Fields, sent: Readonly<Record<string, unknown>>, path: string): void {
  const { known, shown } = withoutWrappers(fields, sent);
  for (const [name, value] of Object.entries(sent)) {
    const field = known.get(name);
    const called = `${path}${shortened(name)}`;
    if (field !== undefined) warnOfValue(warnings, field, value, called);
    else if (shown.has(name)) warnings.unchanged.push(`${called} cannot be changed`);
    else {
      const meant = closestName(name, known.keys());
      warnings.wrong.push(`${called} is not known${meant === null ? "" : `; did you mean ${meant}?`}`);
    }
  }
}

function warnOfValue(warnings: Warnings, { below, values, missedBy }: Field, value: unknown, called: string): void {
  if (value === undefined) return;
  const expected = missedBy(value);
  if (expected !== null) warnings.wrong.push(`${called} has no effect as ${inShort(value)}; expected ${expected}`);
  else if (below !== null && isObject(value)) warn(warnings, below, value, `${called}.`);
  else if (values !== null && typeof value === "string" && value !== "" && !values.includes(value)) {
    warnings.wrong.push(`${called} has no value ${shortened(value)}; expected one of ${values.join(", ")}`);
  }
}

/** Fields of an object. If a wrapper was not sent, its fields may be at this level. */
function withoutWrappers({ known, shown }: Fields, sent: Readonly<Record<string, unknown>>): Fields {
  const absent = [...known].flatMap(([name, { below }]) =>
    below === null || Object.hasOwn(sent, name) ? [] : [below],
  );
  if (absent.length === 0) return { known, shown };
  return {
    known: new Map([...absent.flatMap((below) => [...below.known]), ...known]),
    shown: new Set([...shown, ...absent.flatMap((below) => [...below.shown])]),
  };
}

const limited = (warnings: readonly string[]): readonly string[] => {
  const more = warnings.length - MAX_WARNINGS;
  return more <= 0 ? warnings : [...warnings.slice(0, MAX_WARNINGS), `${more} more fields and values have no effect`];
};

/** A value as JSON; long text is cut before serialisation. */
const inShort = (value: unknown): string =>
  shortened(JSON.stringify(typeof value === "string" ? value.slice(0, MAX_NAME + 1) : value));

const shortened = (text: string): string => (text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text);

/** Header values are restricted to printable ASCII. */
const asHeader = (text: string): string => text.replaceAll(/[^ -~]/g, "?");

/** Adds warnings to a JSON object after those it has; other payloads are unchanged. */
function withWarnings(payload: unknown, warnings: readonly string[]): unknown {
  if (typeof payload !== "string" || !payload.startsWith("{")) return payload;
  const answer: unknown = JSON.parse(payload);
  if (!isObject(answer)) return payload;
  const present = Array.isArray(answer["warnings"]) ? answer["warnings"] : [];
  return JSON.stringify({ ...answer, warnings: [...present, ...warnings] });
}
