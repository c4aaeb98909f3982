/**
 * Requests generated from the OpenAPI document, most of them plausible. Values are at the limits, of other types, too
 * long, too deep or in other encodings; some methods and paths are wrong.
 */
import fc from "fast-check";
import type { HttpRequest } from "../http/client.ts";
import type { JsonType, OpenApi, Parameter, PlacedOperation, Schema } from "../http/openapi.ts";
import { dereferenced, operationsOf } from "../http/openapi.ts";
import { OBJECT_MEMBERS } from "../object-members.ts";

/** Existing ids and keys, by the name of their parameter or field. */
export interface ExistingValues {
  readonly [name: string]: readonly (string | number)[];
}

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  50,
  100,
  101,
  1e-300,
  5e-324,
  1e15,
  1.7e308,
  -1.7e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e21,
  2050,
  9999,
];
/** Usual and unusual values of flags. */
const SPELLINGS = "true,false,True,FALSE,t,F,yes,No,on,OFF,1,0,y,n,2,-1,truthy,oui".split(",");
const TEXTS = [
  ...OBJECT_MEMBERS,
  ..."null,NaN,Infinity,-0,1e309,0x10,٣,1,%00,../../etc/passwd".split(","),
  ...SPELLINGS,
  "",
  " ",
  "\0",
  "é\ud800",
  "\u202e\u2028",
  "💥".repeat(200),
  "'; drop table events; --",
  "<script>alert(1)</script>",
  "a,b,,c",
  `${" ".repeat(5_000)}x`,
  "a".repeat(300),
  "1".repeat(1_000),
  "x".repeat(70_000),
];

/** Any character; `unit: "binary"` would list all of them first, which takes a second and a half. */
const character = fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code));
const text: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...TEXTS), fc.string(), fc.string({ unit: character }));
const number: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(...NUMBERS), fc.double({ noNaN: true }));
const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  text,
  number,
  fc.constantFrom(null, true, {}, []),
);

/** One value of each type, and objects and lists whose members are named like other keys. */
const WRONG_TYPES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 5, "x", "", {}, [], [null], [[]], [{}], [5], { a: 1 }, { "0": "x" }),
  fc.constantFrom(...OBJECT_MEMBERS).chain((name) =>
    fc.constantFrom<unknown>(Object.fromEntries([[name, 1]]), Object.fromEntries([[name, {}]]), [name], {
      key: name,
    }),
  ),
);

/** Rarely of the right type, so that the rest of the request is processed, too. */
function valueOf(name: string, schema: Schema, known: ExistingValues): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: meant(name, schema, known) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: WRONG_TYPES },
  );
}

function meant(name: string, schema: Schema, known: ExistingValues): fc.Arbitrary<unknown> {
  const there = known[name];
  if (name === "user_values") return sliders(known);
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), text);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => meant(name, one, known)));
  if (Array.isArray(schema.type)) {
    const types = schema.type as readonly JsonType[];
    return fc.oneof(...types.map((type) => meant(name, { ...schema, type }, known)));
  }
  switch (schema.type as JsonType | undefined) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.oneof(fc.boolean(), fc.constantFrom("", ...SPELLINGS));
    case "number":
    case "integer":
      return there === undefined ? number : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...there) }, number);
    case "array":
      return fc.array(valueOf(name, schema.items ?? {}, known), { maxLength: 6 });
    case "object": {
      const fields = Object.entries(schema.properties ?? {});
      if (fields.length === 0)
        return fc.dictionary(keyOf(name, known), declaredOrAny(name, schema, known), { maxKeys: 4 });
      return fc.record(Object.fromEntries(fields.map(([field, of]) => [field, valueOf(field, of, known)])), {
        requiredKeys: fields.some(([field]) => field === "scenario") ? ["scenario"] : [],
      });
    }
    case "string":
      return there === undefined ? text : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...there) }, text);
    case undefined:
      return json;
  }
}

const declaredOrAny = (name: string, { additionalProperties }: Schema, known: ExistingValues): fc.Arbitrary<unknown> =>
  typeof additionalProperties === "object" ? valueOf(name, additionalProperties, known) : json;

const keyOf = (name: string, known: ExistingValues): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(known[name] ?? ["title"]).map(String)) }, text);

const sliders = (known: ExistingValues): fc.Arbitrary<unknown> =>
  fc.dictionary(
    keyOf("inputs", known),
    fc.oneof(
      number,
      fc.constantFrom("reset", "50", " 7e1 ", "cold"),
      { weight: 3, arbitrary: fc.double({ min: 0, max: 100, noNaN: true }) },
      json,
    ),
    { maxKeys: 5 },
  );

const METHODS = ["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "HEAD"];

function pathOf({ template, parameters = [] }: PlacedOperation, known: ExistingValues): fc.Arbitrary<string> {
  const written = parameters.filter((parameter) => parameter.in === "path");
  return fc
    .record(Object.fromEntries(written.map((parameter) => [parameter.name, pathValue(parameter, known)])))
    .map((values) => template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(values[name]!)));
}

/** Existing values of the parameter's name and the document's examples, so that new routes are covered, too. */
const pathValue = ({ name, example, schema }: Parameter, known: ExistingValues): fc.Arbitrary<string> => {
  const there = [...(known[name] ?? []), ...(schema.enum ?? []), ...[example ?? schema.example ?? []].flat()];
  return fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...(there.length === 0 ? ["x"] : there.map(String))) },
    { weight: 1, arbitrary: text },
  );
};

/** Without characters that a URL cannot contain. */
const segment = (value: string): string => encodeURIComponent(value.slice(0, 8_000).toWellFormed());

function queryOf({ parameters = [] }: PlacedOperation, known: ExistingValues): fc.Arbitrary<string> {
  const written = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .record(Object.fromEntries(written.map(({ name, schema }) => [name, valueOf(name, schema, known)])), {
      requiredKeys: [],
    })
    .map((values) => {
      const pairs = Object.entries(values).map(
        ([name, value]) => `${name}=${segment((JSON.stringify(value) ?? "").replaceAll('"', ""))}`,
      );
      return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
    });
}

/** As JSON, truncated, doubled, endlessly nested, or invalid JSON; or as a form. */
function bodyOf(
  { requestBody, method }: PlacedOperation,
  known: ExistingValues,
): fc.Arbitrary<Pick<HttpRequest, "headers" | "body">> {
  const none = fc.constant({ headers: {}, body: null });
  if (requestBody?.content["multipart/form-data"] !== undefined)
    return fc.oneof({ weight: 8, arbitrary: upload }, asJson(json), none);
  if (method === "GET" && requestBody === undefined) return fc.oneof({ weight: 30, arbitrary: none }, asJson(json));
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  const value = valueOf("", schema, known);
  return fc.oneof(
    { weight: 14, arbitrary: asJson(value) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(asJson(value), fc.nat(60))
        .map(([{ headers, body }, end]) => ({ headers, body: body.slice(0, end) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(asJson(value), contentType)
        .map(([{ body }, type]) => ({ headers: { "content-type": type }, body })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(text, contentType).map(([body, type]) => ({ headers: { "content-type": type }, body })),
    },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: form(known) },
    { weight: 1, arbitrary: none },
  );
}

const asJson = (value: fc.Arbitrary<unknown>) =>
  value.map((value) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(value) ?? "" }));

const contentType = fc.constantFrom(
  "application/json; charset=x",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/csv",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "x",
);

/** A form with or without files, complete or not, with or without valid content at its start. */
const upload = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom("file", "file", "file", "metadata[title]", ""),
        fc.constantFrom('; filename="a.csv"', '; filename=""', "; filename*=UTF-8''%zz", ""),
        fc.constantFrom("<esdl:EnergySystem/>", "1\n".repeat(8_760), "1\n".repeat(8_759), ""),
        text,
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom("--edge--\r\n", "--edge", ""),
  )
  .map(([parts, end]) => ({
    headers: { "content-type": "multipart/form-data; boundary=edge" },
    body: `${parts
      .map(
        ([name, file, begin, rest]) =>
          `--edge\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${begin}${rest}\r\n`,
      )
      .join("")}${end}`,
  }));

const deep = fc
  .tuple(fc.constantFrom(31, 33, 99, 101, 6_000), fc.constantFrom("metadata", "user_values", "area_code", "scale"))
  .map(([levels, field]) => ({
    headers: { "content-type": "application/json" },
    body: `{"scenario":{"${field}":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}}`,
  }));

const form = (known: ExistingValues) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(
          "scenario[end_year]",
          "scenario[user_values][x]",
          "gqueries[]",
          "scenario[[",
          "a[b][c][d][e][f][g][h][i]",
        ),
        fc.oneof(keyOf("gqueries", known), text),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => ({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&"),
    }));

/** Operations that end the caller's token. */
const ENDS_OF_PEOPLE = new Set(["DELETE /api/v3/user"]);

const extraHeaders = (known: ExistingValues) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant({}) },
    {
      weight: 10,
      arbitrary: fc.constantFrom(...(known["token"] ?? [])).map((token) => ({ authorization: `Bearer ${token}` })),
    },
    fc.constantFrom<HttpRequest["headers"]>(
      { "if-match": '"3"' },
      { "if-match": '"999999999999999999999"' },
      { "if-match": "*, W/x" },
      { "idempotency-key": "0123456789abcdef" },
      { "idempotency-key": "short" },
      { "x-request-id": "x".repeat(5_000) },
      { accept: "application/json" },
      { "accept-encoding": "gzip;q=nan, br, *;q=0" },
      { origin: "https://example.org" },
      { "x-forwarded-for": "::1, 1.2.3.4, x" },
      { authorization: "Bearer x" },
      { authorization: "Basic \u00ff" },
    ),
  );

/** A path built from common segments, which may not exist. */
const junk = (known: ExistingValues): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          fc.constantFrom(
            "scenarios",
            "inputs",
            "nodes",
            "areas",
            "gqueries",
            "curves",
            "api",
            "v3",
            "..",
            "%2e%2e",
            "docs",
            "static",
            "1",
          ),
          keyOf("key", known).map(segment),
        ),
        { maxLength: 6 },
      ),
      fc.string().map(segment),
    )
    .map(([parts, query]) => `/api/v3/${parts.join("/")}?${query}`);

/** Hourly curves are expensive, and few mistakes are possible in their requests. */
const weightOf = ({ tags = [], method }: PlacedOperation): number =>
  tags.includes("Curves") ? 1 : method === "GET" ? 6 : 30;

/** Any request. */
export function requests(document: OpenApi, known: ExistingValues): fc.Arbitrary<HttpRequest> {
  const documented = operationsOf(dereferenced(document)).map((operation) => ({
    weight: weightOf(operation),
    arbitrary: fc
      .tuple(
        pathOf(operation, known),
        queryOf(operation, known),
        bodyOf(operation, known),
        extraHeaders(
          ENDS_OF_PEOPLE.has(`${operation.method} ${operation.template}`) ? { ...known, token: ["x"] } : known,
        ),
        fc.nat(30),
        fc.constantFrom(...METHODS),
      )
      .map(([path, query, { headers, body }, extra, dice, other]) => ({
        method: dice === 0 && !ENDS_OF_PEOPLE.has(`${other} ${operation.template}`) ? other : operation.method,
        path: `${path}${query}`,
        headers: { ...headers, ...extra },
        body,
      })),
  }));
  return fc.oneof(...documented, {
    weight: 30,
    arbitrary: fc
      .tuple(fc.constantFrom(...METHODS), junk(known))
      .map(([method, path]) => ({ method, path, headers: {}, body: null })),
  });
}
