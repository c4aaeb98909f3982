/** The worst values for every field of every request: as long, numerous and deep as the gateway's limits allow. */
import type { HttpRequest } from "../http/client.ts";
import { dereference, type OpenApi, operationsOf, type RoutedOperation, type Schema } from "../http/openapi.ts";
import { OBJECT_MEMBERS } from "../object-members.ts";
import type { ExistingValues } from "./requests.ts";

export interface WorstCase {
  /** Such as "PUT /api/v3/scenarios/{id} scenario.title: blanks and an x". */
  readonly description: string;
  /** Each takes a megabyte, so it is built only when it is sent. */
  readonly request: () => HttpRequest;
}

/** The limits on a body, with a small margin. */
const CHARACTERS = 1_000_000;
const VALUES = 19_000;
const KEYS = 4_900;
const LEVELS = 95;
/** The whole URL has to fit into 16 KB. */
const URL_CHARACTERS = 4_000;

const nest = (levels: number): unknown => (levels === 0 ? 1 : { a: nest(levels - 1) });

/** Values for any field, regardless of its meaning. */
const WORST: { readonly [description: string]: unknown } = {
  // A regular expression with blanks at both ends backtracks over all of it.
  "blanks and an x": `${" ".repeat(CHARACTERS)}x`,
  digits: "1".repeat(CHARACTERS),
  "two bytes each": "é".repeat(CHARACTERS / 2),
  "a long list": Array.from({ length: VALUES }, (_, n) => `x${n}`),
  "many keys": Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`k${n}`, 1])),
  "many levels": nest(LEVELS),
};

/** Each type once, so that every field gets a wrong one. */
const TYPES: { readonly [description: string]: unknown } = {
  null: null,
  "a flag": true,
  "a number": 5,
  "a string": "toString",
  "an empty object": {},
  "an empty list": [],
  "a list of null": [null],
  "a built-in member of objects as a field": { toString: 1, valueOf: {}, hasOwnProperty: [] },
  "built-in members of objects in a list": OBJECT_MEMBERS,
};

/** Path to the field in the body; a number is an index of a list. */
type Path = readonly (string | number)[];

function fieldsOf(schema: Schema, existingValues: ExistingValues, path: Path = []): readonly Path[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  return [
    path,
    ...Object.entries(properties).flatMap(([key, schema]) => fieldsOf(schema, existingValues, [...path, key])),
    ...(items === undefined ? [] : fieldsOf(items, existingValues, [...path, 0])),
    ...anyOf.flatMap((schema) => fieldsOf(schema, existingValues, path).filter(({ length }) => length > path.length)),
    // Only sliders have meaningful keys; other objects have arbitrary ones.
    ...(additionalProperties === undefined || additionalProperties === false
      ? []
      : [[...path, String(existingValues["inputs"]![0])]]),
  ];
}

/** A copy of a value with another value at a path. */
function withAt(value: unknown, [key, ...rest]: Path, inner: unknown): unknown {
  if (key === undefined) return inner;
  if (typeof key === "number") return [withAt(Array.isArray(value) ? value[key] : undefined, rest, inner)];
  const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return { ...fields, [key]: withAt((fields as { readonly [key: string]: unknown })[key], rest, inner) };
}

const pathOf = ({ template, parameters = [] }: RoutedOperation, existingValues: ExistingValues): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    const existing = [
      ...(existingValues[name] ?? []),
      ...[parameter?.example ?? []].flat(),
      ...(parameter?.schema.enum ?? []),
      "x",
    ];
    return encodeURIComponent(existing.map(String)[0]!);
  });

/**
 * `existingValues` has IDs of scenarios that may be changed. No account is erased, so that all other operations can be
 * sent.
 */
export const worstCases = (document: OpenApi, existingValues: ExistingValues): readonly WorstCase[] =>
  casesOf(document, existingValues, WORST);

/** Every field of every request with a value of every type; `existingValues` as above. */
export const wrongTypes = (document: OpenApi, existingValues: ExistingValues): readonly WorstCase[] =>
  casesOf(document, existingValues, TYPES);

function casesOf(document: OpenApi, existingValues: ExistingValues, values: typeof WORST): readonly WorstCase[] {
  const token = String(existingValues["token"]?.[0]);
  return operationsOf(dereference(document)).flatMap((operation): readonly WorstCase[] => {
    const { method, template, requestBody, parameters = [] } = operation;
    const isErasure = method === "DELETE" && template === "/api/v3/user";
    const headers = { authorization: `Bearer ${isErasure ? "x" : token}` };
    const path = pathOf(operation, existingValues);
    const content = requestBody?.content["application/json"];
    const bodyFields = content === undefined ? [] : fieldsOf(content.schema, existingValues);
    const bodies = bodyFields.flatMap((field) =>
      Object.entries(values).map(([description, value]) => ({
        description: `${method} ${template} ${field.join(".")}: ${description}`,
        request: () => ({
          method,
          path,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(withAt(content?.example, field, value)),
        }),
      })),
    );
    const queries = parameters
      .filter((parameter) => parameter.in === "query")
      .flatMap(({ name }) =>
        [" ", ",", "["].map((character) => ({
          description: `${method} ${template} ?${name}: ${JSON.stringify(character)} repeated`,
          request: () => ({
            method,
            path: `${path}?${name}=${encodeURIComponent(`${character.repeat(URL_CHARACTERS)}x`)}`,
            headers,
            body: null,
          }),
        })),
      );
    return [...bodies, ...queries];
  });
}

/** Each operation once with its example; deletions come last. */
export function plainRequests(
  document: OpenApi,
  existingValues: ExistingValues,
): readonly { description: string; request: HttpRequest }[] {
  const all = operationsOf(dereference(document)).map((operation) => {
    const { method, template, requestBody } = operation;
    const example = requestBody?.content["application/json"]?.example;
    const type = example === undefined ? {} : { "content-type": "application/json" };
    return {
      description: `${method} ${template}`,
      request: {
        method,
        path: pathOf(operation, existingValues),
        headers: { authorization: `Bearer ${existingValues["token"]?.[0]}`, ...type },
        body: example === undefined ? null : JSON.stringify(example),
      },
    };
  });
  const deletionRank = ({ request }: (typeof all)[number]): number => Number(request.method === "DELETE");
  return all.toSorted((a, b) => deletionRank(a) - deletionRank(b));
}
