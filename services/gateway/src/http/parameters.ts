/**
 * Parameters of requests: lenient in their types (form bodies contain only text), documented with their intended types.
 * Each building block accepts any value, converts it, and describes the intended type in the OpenAPI document. A value
 * of another type is refused or ignored; `expectations` describes ignored values, so that the response can warn about
 * them.
 */
import { scalarCodec } from "@etesian/contracts/codecs";
import { parseFlag } from "@etesian/contracts/flags";
import type { Scalar } from "@etesian/contracts/compute";
import { REQUESTS } from "@etesian/contracts/limits";
import { z } from "zod";

type JsonType =
  | "boolean"
  | "integer"
  | "number"
  | "string"
  | "object"
  | "array"
  | ("number" | "string" | "boolean" | "null")[];
type Documentation = {
  type: JsonType;
  description: string;
  example?: unknown;
  items?: object;
  additionalProperties?: true;
  enum?: string[];
};

interface Expectation {
  /**
   * Returns the expected type, such as "a string", for a value that is wholly or partly ignored, and null for other
   * values.
   */
  readonly expectedTypeFor: (value: unknown) => string | null;
}
/** Expectations of fields whose values are never refused. */
export const expectations = z.registry<Expectation>();

/** Any value, converted by a function; an absent value stays undefined. */
function cast<T>(
  convert: (value: unknown) => T,
  documentation: Documentation,
  expectedTypeFor: Expectation["expectedTypeFor"] = () => null,
) {
  return z
    .unknown()
    .transform((value) => (value === undefined ? undefined : convert(value)))
    .meta(documentation)
    .optional()
    .register(expectations, { expectedTypeFor });
}

const isBlank = (value: unknown): value is undefined | null | "" =>
  value === undefined || value === null || value === "";

/** A boolean in any common notation; blank counts as absent. Other values are refused. */
export const flag = (description: string) =>
  z
    .unknown()
    .transform((value, context) => {
      if (isBlank(value)) return undefined;
      const flag = parseFlag(value);
      if (flag === null) context.addIssue({ code: "custom", message: NOT_BOOLEAN });
      return flag ?? undefined;
    })
    .meta({ type: "boolean", description })
    .optional();

/** Message for an invalid flag; `errors.ts` recognises it. */
export const NOT_BOOLEAN = "must be boolean";

/** Text; numbers and booleans are converted, other values are ignored. */
export const text = (description: string) =>
  cast(
    (value) => (isScalar(value) ? String(value) : undefined),
    { type: "string", description },
    (value) => (isScalar(value) ? null : "a string"),
  );

/** Text, or null for none; other values are ignored. */
export const textOrNull = (description: string) =>
  cast(
    (value) => (value === null || typeof value === "string" ? value : undefined),
    { type: ["string", "null"], description },
    (value) => (value === null || typeof value === "string" ? null : "a string or null"),
  );

/** The value as text; empty for lists and objects, which may not be convertible: `{"toString": []}`. */
const textOf = (value: unknown): string => (isScalar(value) ? String(value) : "");

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A scalar that another service validates; see `Scalar` in the contracts. */
export const scalar = (description: string, type: JsonType) => cast(toScalar, { type, description });

/**
 * A list of strings, or a single string. Numbers and booleans are converted; other and blank items are dropped; a value
 * that is not a list is ignored.
 */
export const texts = (description: string, example?: string) =>
  cast(
    (value) => itemsOf(value)?.flatMap((item) => (isScalar(item) && item !== "" ? [String(item)] : [])),
    {
      type: "array",
      items: { type: "string" },
      description,
      ...(example === undefined ? {} : { example: [example] }),
    },
    (value) => (value === "" || itemsOf(value)?.every(isScalar) === true ? null : "a list of strings"),
  );

const itemsOf = (value: unknown): readonly unknown[] | undefined => (isScalar(value) ? [value] : listOf(value));

/** A list, including in the index notation of forms (`keys[0]=a`); undefined for other values. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const indices = Object.keys(value);
  return indices.length > 0 && indices.every((index) => /^\d{1,5}$/.test(index)) ? Object.values(value) : undefined;
}

/** IDs of scenarios, or a single ID; null for items that are not IDs. */
export const ids = (description: string) =>
  cast(
    (value) => (listOf(value) ?? [value]).map((id) => toId(id)),
    { type: "array", items: { type: "integer" }, description },
    (value) => ((listOf(value) ?? [value]).every((id) => toId(id) !== null) ? null : "a list of IDs"),
  );

/** A JSON object; null and blank count as absent, and other values are refused. */
export const jsonObject = (description: string, example: object) =>
  z
    .unknown()
    .transform((value, context) => {
      if (isBlank(value)) return undefined;
      if (isObject(value)) return value;
      context.addIssue({ code: "custom", message: NOT_AN_OBJECT });
      return z.NEVER;
    })
    .meta({ type: "object", additionalProperties: true, description, example })
    .optional()
    .register(expectations, { expectedTypeFor: (value) => (isBlank(value) ? "a JSON object" : null) });

/** Message for an invalid value; `errors.ts` recognises it. */
export const NOT_AN_OBJECT = "must be a JSON object";

/**
 * A list position or length: its leading digits, otherwise 0, at most 2³¹ − 1; blank counts as absent. The response
 * warns about values beyond `max`.
 */
export const count = (description: string, max: number = REQUESTS.id) =>
  cast(
    (value) => (value === "" ? undefined : Math.min(Number.parseInt(textOf(value), 10) || 0, REQUESTS.id)),
    { type: "integer", description },
    (value) => {
      const isCount = /^[0-9]{1,10}$/.test(textOf(value)) && Number(value) >= 1 && Number(value) <= max;
      return value === "" || isCount ? null : `a number from 1${max === REQUESTS.id ? "" : ` to ${max}`}`;
    },
  );

/** A version of a scenario; blank counts as absent, and other values that are not whole numbers are refused. */
export const version = (description: string) =>
  z
    .unknown()
    .transform((value, context) => {
      if (value === undefined || value === "") return undefined;
      if (/^[0-9]+$/.test(textOf(value))) return toId(value) ?? 0;
      context.addIssue({ code: "custom", message: "must be a version, such as 3" });
      return z.NEVER;
    })
    .meta({ type: "integer", description })
    .optional();

/** The ID of a scenario in a body: 0, which never exists, for other values; null if it is null or blank. */
export const reference = (description: string) =>
  cast((value) => (value === null || value === "" ? null : (toId(value) ?? 0)), {
    type: ["number", "string", "null"],
    description,
  });

/** Values other than numbers, strings and booleans become null, which no field accepts. */
export const toScalar = (value: unknown): Scalar => scalarCodec.toMessage(isScalar(value) ? value : null);

/** An ID in a path; the route looks up the resource. */
export const pathId = (description: string) => z.string().meta({ type: "integer", description, example: 1 });

/** Parses an ID from decimal digits; null for other values, and for numbers outside the range of IDs. */
export function toId(value: unknown): number | null {
  const digits = textOf(value);
  const id = /^[0-9]{1,10}$/.test(digits) ? Number(digits) : 0;
  return id >= 1 && id <= 0x7fff_ffff ? id : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
