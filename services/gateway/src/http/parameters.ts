/**
 * Parameters as clients of this API send them: lenient in their types (form bodies carry only text), documented in
 * their intended ones. Each building block takes anything, casts it, and says in the OpenAPI document what is meant.
 * A value of another type is refused, or without effect; of the latter `expectations` tells, so that the answer warns.
 */
import { scalarCodec } from "@etesian/contracts/codecs";
import { parseFlag } from "@etesian/contracts/flags";
import type { Scalar } from "@etesian/contracts/compute";
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
  /** What a value that has no effect, or less than all of it, should have been: "a text"; null for other values. */
  readonly missedBy: (value: unknown) => string | null;
}
/** Of fields whose values are never refused. */
export const expectations = z.registry<Expectation>();

/** Any value, cast by a function; absent stays undefined. */
function cast<T>(
  convert: (value: unknown) => T,
  documentation: Documentation,
  missedBy: Expectation["missedBy"] = () => null,
) {
  return z
    .unknown()
    .transform((value) => (value === undefined ? undefined : convert(value)))
    .meta(documentation)
    .optional()
    .register(expectations, { missedBy });
}

const isBlank = (value: unknown): value is undefined | null | "" =>
  value === undefined || value === null || value === "";

/** A boolean in any usual spelling; blank is absent. Anything else is refused, by the field's name. */
export const flag = (description: string) =>
  z
    .unknown()
    .transform((value, context) => {
      if (isBlank(value)) return undefined;
      const written = parseFlag(value);
      if (written === null) context.addIssue({ code: "custom", message: NOT_BOOLEAN });
      return written ?? undefined;
    })
    .meta({ type: "boolean", description })
    .optional();

/** Message for an invalid flag; `errors.ts` recognises these words. */
export const NOT_BOOLEAN = "must be boolean";

/** Text; numbers and booleans are taken as their text, anything else is absent. */
export const text = (description: string) =>
  cast(
    (value) => (isPlain(value) ? String(value) : undefined),
    { type: "string", description },
    (value) => (isPlain(value) ? null : "a text"),
  );

/** Text, or null for none; anything else is absent. */
export const textOrNull = (description: string) =>
  cast(
    (value) => (value === null || typeof value === "string" ? value : undefined),
    { type: ["string", "null"], description },
    (value) => (value === null || typeof value === "string" ? null : "a text or null"),
  );

/** The value as text; empty for lists and objects, which may have no text: `{"toString": []}`. */
const written = (value: unknown): string => (isPlain(value) ? String(value) : "");

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A scalar whose rules belong to another service: see `Scalar` in the contracts. */
export const scalar = (description: string, type: JsonType) => cast(toScalar, { type, description });

/**
 * A list of texts, or a single one. Numbers and booleans are taken as their text; other items are dropped, blank ones too,
 * and anything but a list is absent.
 */
export const texts = (description: string, example?: string) =>
  cast(
    (value) => itemsOf(value)?.flatMap((item) => (isPlain(item) && item !== "" ? [String(item)] : [])),
    {
      type: "array",
      items: { type: "string" },
      description,
      ...(example === undefined ? {} : { example: [example] }),
    },
    (value) => (value === "" || itemsOf(value)?.every(isPlain) === true ? null : "a list of texts"),
  );

const itemsOf = (value: unknown): readonly unknown[] | undefined => (isPlain(value) ? [value] : listOf(value));

/** A list, also as forms with indices write it (`keys[0]=a`); undefined when it is none. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const indices = Object.keys(value);
  return indices.length > 0 && indices.every((index) => /^\d{1,5}$/.test(index)) ? Object.values(value) : undefined;
}

/** Ids of scenarios, or a single one; null for what is none. */
export const ids = (description: string) =>
  cast(
    (value) => (listOf(value) ?? [value]).map((id) => toId(id)),
    { type: "array", items: { type: "integer" }, description },
    (value) => ((listOf(value) ?? [value]).every((id) => toId(id) !== null) ? null : "a list of ids"),
  );

/** A JSON object; null and blank are absent, anything else is refused. */
export const onlyObject = (description: string, example: object) =>
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
    .register(expectations, { missedBy: (value) => (isBlank(value) ? "a JSON object" : null) });

/** Message for an invalid value; `errors.ts` recognises these words. */
export const NOT_AN_OBJECT = "must be a JSON object";

/** Largest position or length that travels between the services. */
const LARGEST_COUNT = 0x7fff_ffff;

/** A list position or length: leading digits, else 0, at most 2³¹ − 1; blank is absent. The answer warns beyond `most`. */
export const count = (description: string, most = LARGEST_COUNT) =>
  cast(
    (value) => (value === "" ? undefined : Math.min(Number.parseInt(written(value), 10) || 0, LARGEST_COUNT)),
    { type: "integer", description },
    (value) => {
      const isCount = /^[0-9]{1,10}$/.test(written(value)) && Number(value) >= 1 && Number(value) <= most;
      return value === "" || isCount ? null : `a number from 1${most === LARGEST_COUNT ? "" : ` to ${most}`}`;
    },
  );

/** A version of a scenario; blank is absent, what is no whole number is refused. */
export const version = (description: string) =>
  z
    .unknown()
    .transform((value, context) => {
      if (value === undefined || value === "") return undefined;
      if (/^[0-9]+$/.test(written(value))) return toId(value) ?? 0;
      context.addIssue({ code: "custom", message: "must be a version, such as 3" });
      return z.NEVER;
    })
    .meta({ type: "integer", description })
    .optional();

/** An id of a scenario in a body: 0, which never exists, when it is not a number; null when it is null or blank. */
export const reference = (description: string) =>
  cast((value) => (value === null || value === "" ? null : (toId(value) ?? 0)), {
    type: ["number", "string", "null"],
    description,
  });

/** Anything but a number, a text or a boolean is null: no field accepts it. */
export const toScalar = (value: unknown): Scalar => scalarCodec.toMessage(isPlain(value) ? value : null);

/** A number in a path; its route finds what it is of. */
export const pathId = (description: string) => z.string().meta({ type: "integer", description, example: 1 });

/** An id as ids are written, within the range of ids; null otherwise. */
export function toId(value: unknown): number | null {
  const digits = written(value);
  const id = /^[0-9]{1,10}$/.test(digits) ? Number(digits) : 0;
  return id >= 1 && id <= 0x7fff_ffff ? id : null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
