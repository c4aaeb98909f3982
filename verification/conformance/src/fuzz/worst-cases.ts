/** The worst values for every field of every request: as long, as many and as deep as the gateway's limits allow. */
import type { HttpRequest } from "../http/client.ts";
import { dereferenced, type OpenApi, operationsOf, type PlacedOperation, type Schema } from "../http/openapi.ts";
import { OBJECT_MEMBERS } from "../object-members.ts";
import type { ExistingValues } from "./requests.ts";

export interface WorstCase {
  /** "PUT /api/v3/scenarios/{id} scenario.title: blanks and an x" */
  readonly about: string;
  /** A megabyte each, so it is built only when it is sent. */
  readonly request: () => HttpRequest;
}

/** The limits of a body, with a small margin. */
const CHARACTERS = 1_000_000;
const VALUES = 19_000;
const KEYS = 4_900;
const LEVELS = 95;
/** The whole URL has to fit into 16 KB. */
const URL_CHARACTERS = 4_000;

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

/** Values for any field, regardless of its meaning. */
const WORST: { readonly [about: string]: unknown } = {
  // A regular expression with blanks at both ends backtracks over all of it.
  "blanks and an x": `${" ".repeat(CHARACTERS)}x`,
  digits: "1".repeat(CHARACTERS),
  "two bytes each": "é".repeat(CHARACTERS / 2),
  "a long list": Array.from({ length: VALUES }, (_, n) => `x${n}`),
  "many keys": Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`k${n}`, 1])),
  "many levels": nested(LEVELS),
};

/** Each type once, so that every field gets a wrong one. */
const TYPES: { readonly [about: string]: unknown } = {
  null: null,
  "a flag": true,
  "a number": 5,
  "a string": "toString",
  "an empty object": {},
  "an empty list": [],
  "a list of null": [null],
  "a member of objects as a field": { toString: 1, valueOf: {}, hasOwnProperty: [] },
  "members of objects in a list": OBJECT_MEMBERS,
};

/** Path to the field in the body; a number is an index of a list. */
type Path = readonly (string | number)[];

function fieldsOf(schema: Schema, known: ExistingValues, path: Path = []): readonly Path[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  return [
    path,
    ...Object.entries(properties).flatMap(([key, of]) => fieldsOf(of, known, [...path, key])),
    ...(items === undefined ? [] : fieldsOf(items, known, [...path, 0])),
    ...anyOf.flatMap((of) => fieldsOf(of, known, path).filter(({ length }) => length > path.length)),
    // Only sliders have meaningful keys; other objects have arbitrary ones.
    ...(additionalProperties === undefined || additionalProperties === false
      ? []
      : [[...path, String(known["inputs"]![0])]]),
  ];
}

/** A copy of a value with another value at a path. */
function withAt(value: unknown, [key, ...rest]: Path, inner: unknown): unknown {
  if (key === undefined) return inner;
  if (typeof key === "number") return [withAt(Array.isArray(value) ? value[key] : undefined, rest, inner)];
  const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return { ...fields, [key]: withAt((fields as { readonly [key: string]: unknown })[key], rest, inner) };
}

const pathOf = ({ template, parameters = [] }: PlacedOperation, known: ExistingValues): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    const there = [
      ...(known[name] ?? []),
      ...[parameter?.example ?? []].flat(),
      ...(parameter?.schema.enum ?? []),
      "x",
    ];
    return encodeURIComponent(there.map(String)[0]!);
  });

/** `known` has ids of scenarios that may be changed. No account is erased, so that all other operations can be sent. */
export const worstCases = (document: OpenApi, known: ExistingValues): readonly WorstCase[] =>
  casesOf(document, known, WORST);

/** Every field of every request with a value of every type; `known` as above. */
export const wrongTypes = (document: OpenApi, known: ExistingValues): readonly WorstCase[] =>
  casesOf(document, known, TYPES);

function casesOf(document: OpenApi, known: ExistingValues, values: typeof WORST): readonly WorstCase[] {
  const token = String(known["token"]?.[0]);
  return operationsOf(dereferenced(document)).flatMap((operation): readonly WorstCase[] => {
    const { method, template, requestBody, parameters = [] } = operation;
    const erases = method === "DELETE" && template === "/api/v3/user";
    const headers = { authorization: `Bearer ${erases ? "x" : token}` };
    const path = pathOf(operation, known);
    const content = requestBody?.content["application/json"];
    const ofBody = content === undefined ? [] : fieldsOf(content.schema, known);
    const bodies = ofBody.flatMap((field) =>
      Object.entries(values).map(([about, value]) => ({
        about: `${method} ${template} ${field.join(".")}: ${about}`,
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
          about: `${method} ${template} ?${name}: ${JSON.stringify(character)} repeated`,
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
  known: ExistingValues,
): readonly { about: string; request: HttpRequest }[] {
  const all = operationsOf(dereferenced(document)).map((operation) => {
    const { method, template, requestBody } = operation;
    const example = requestBody?.content["application/json"]?.example;
    const type = example === undefined ? {} : { "content-type": "application/json" };
    return {
      about: `${method} ${template}`,
      request: {
        method,
        path: pathOf(operation, known),
        headers: { authorization: `Bearer ${known["token"]?.[0]}`, ...type },
        body: example === undefined ? null : JSON.stringify(example),
      },
    };
  });
  const deletes = ({ request }: (typeof all)[number]): number => Number(request.method === "DELETE");
  return all.toSorted((a, b) => deletes(a) - deletes(b));
}
