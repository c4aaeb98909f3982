/**
 * Requests generated from the OpenAPI document, most of them plausible. Values may be at a limit, of another type, too
 * long, too deep or in another encoding, and some methods and paths are wrong.
 */
import fc from "fast-check";
import type { HttpRequest } from "../http/client.ts";
import type { JsonType, OpenApi, Parameter, RoutedOperation, Schema } from "../http/openapi.ts";
import { dereference, operationsOf } from "../http/openapi.ts";
import { OBJECT_MEMBERS } from "../object-members.ts";

/** Existing IDs and keys, by the name of their parameter or field. */
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

/** One value of each type, and objects with the names of built-in members. */
const WRONG_TYPES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 5, "x", "", {}, [], [null], [[]], [{}], [5], { a: 1 }, { "0": "x" }),
  fc.constantFrom(...OBJECT_MEMBERS).chain((name) =>
    fc.constantFrom<unknown>(Object.fromEntries([[name, 1]]), Object.fromEntries([[name, {}]]), [name], {
      key: name,
    }),
  ),
);

/** The type is rarely wrong, so that the rest of the request is also processed. */
function valueOf(name: string, schema: Schema, existingValues: ExistingValues): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: plausibleValue(name, schema, existingValues) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: WRONG_TYPES },
  );
}

function plausibleValue(name: string, schema: Schema, existingValues: ExistingValues): fc.Arbitrary<unknown> {
  const existing = existingValues[name];
  if (name === "user_values") return sliders(existingValues);
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), text);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((one) => plausibleValue(name, one, existingValues)));
  if (Array.isArray(schema.type)) {
    const types = schema.type as readonly JsonType[];
    return fc.oneof(...types.map((type) => plausibleValue(name, { ...schema, type }, existingValues)));
  }
  switch (schema.type as JsonType | undefined) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.oneof(fc.boolean(), fc.constantFrom("", ...SPELLINGS));
    case "number":
    case "integer":
      return existing === undefined ? number : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...existing) }, number);
    case "array":
      return fc.array(valueOf(name, schema.items ?? {}, existingValues), { maxLength: 6 });
    case "object": {
      const fields = Object.entries(schema.properties ?? {});
      if (fields.length === 0)
        return fc.dictionary(keyOf(name, existingValues), declaredOrAny(name, schema, existingValues), { maxKeys: 4 });
      return fc.record(
        Object.fromEntries(fields.map(([field, schema]) => [field, valueOf(field, schema, existingValues)])),
        {
          requiredKeys: fields.some(([field]) => field === "scenario") ? ["scenario"] : [],
        },
      );
    }
    case "string":
      return existing === undefined ? text : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...existing) }, text);
    case undefined:
      return json;
  }
}

const declaredOrAny = (
  name: string,
  { additionalProperties }: Schema,
  existingValues: ExistingValues,
): fc.Arbitrary<unknown> =>
  typeof additionalProperties === "object" ? valueOf(name, additionalProperties, existingValues) : json;

const keyOf = (name: string, existingValues: ExistingValues): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(existingValues[name] ?? ["title"]).map(String)) }, text);

const sliders = (existingValues: ExistingValues): fc.Arbitrary<unknown> =>
  fc.dictionary(
    keyOf("inputs", existingValues),
    fc.oneof(
      number,
      fc.constantFrom("reset", "50", " 7e1 ", "cold"),
      { weight: 3, arbitrary: fc.double({ min: 0, max: 100, noNaN: true }) },
      json,
    ),
    { maxKeys: 5 },
  );

const METHODS = ["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "HEAD"];

function pathOf({ template, parameters = [] }: RoutedOperation, existingValues: ExistingValues): fc.Arbitrary<string> {
  const pathParameters = parameters.filter((parameter) => parameter.in === "path");
  return fc
    .record(
      Object.fromEntries(pathParameters.map((parameter) => [parameter.name, pathValue(parameter, existingValues)])),
    )
    .map((values) => template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(values[name]!)));
}

/** Existing values of the parameter's name and the document's examples, so that new routes are also covered. */
const pathValue = ({ name, example, schema }: Parameter, existingValues: ExistingValues): fc.Arbitrary<string> => {
  const existing = [
    ...(existingValues[name] ?? []),
    ...(schema.enum ?? []),
    ...[example ?? schema.example ?? []].flat(),
  ];
  return fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...(existing.length === 0 ? ["x"] : existing.map(String))) },
    { weight: 1, arbitrary: text },
  );
};

/** Without characters that a URL cannot contain. */
const segment = (value: string): string => encodeURIComponent(value.slice(0, 8_000).toWellFormed());

function queryOf({ parameters = [] }: RoutedOperation, existingValues: ExistingValues): fc.Arbitrary<string> {
  const queryParameters = parameters.filter((parameter) => parameter.in === "query");
  return fc
    .record(
      Object.fromEntries(queryParameters.map(({ name, schema }) => [name, valueOf(name, schema, existingValues)])),
      {
        requiredKeys: [],
      },
    )
    .map((values) => {
      const pairs = Object.entries(values).map(
        ([name, value]) => `${name}=${segment((JSON.stringify(value) ?? "").replaceAll('"', ""))}`,
      );
      return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
    });
}

/** As JSON, truncated, doubled, endlessly nested, or invalid JSON; or as a form. */
function bodyOf(
  { requestBody, method }: RoutedOperation,
  existingValues: ExistingValues,
): fc.Arbitrary<Pick<HttpRequest, "headers" | "body">> {
  const noBody = fc.constant({ headers: {}, body: null });
  if (requestBody?.content["multipart/form-data"] !== undefined)
    return fc.oneof({ weight: 8, arbitrary: upload }, asJson(json), noBody);
  if (method === "GET" && requestBody === undefined) return fc.oneof({ weight: 30, arbitrary: noBody }, asJson(json));
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  const value = valueOf("", schema, existingValues);
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
    { weight: 1, arbitrary: deepBody },
    { weight: 1, arbitrary: form(existingValues) },
    { weight: 1, arbitrary: noBody },
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
        ([name, file, start, end]) =>
          `--edge\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${start}${end}\r\n`,
      )
      .join("")}${end}`,
  }));

const deepBody = fc
  .tuple(fc.constantFrom(31, 33, 99, 101, 6_000), fc.constantFrom("metadata", "user_values", "area_code", "scale"))
  .map(([levels, field]) => ({
    headers: { "content-type": "application/json" },
    body: `{"scenario":{"${field}":${'{"a":'.repeat(levels)}1${"}".repeat(levels)}}}`,
  }));

const form = (existingValues: ExistingValues) =>
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
        fc.oneof(keyOf("gqueries", existingValues), text),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => ({
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&"),
    }));

/** Operations that revoke the caller's token. */
const ACCOUNT_DELETIONS = new Set(["DELETE /api/v3/user"]);

const extraHeaders = (existingValues: ExistingValues) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant({}) },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom(...(existingValues["token"] ?? []))
        .map((token) => ({ authorization: `Bearer ${token}` })),
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
const unknownPath = (existingValues: ExistingValues): fc.Arbitrary<string> =>
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
          keyOf("key", existingValues).map(segment),
        ),
        { maxLength: 6 },
      ),
      fc.string().map(segment),
    )
    .map(([parts, query]) => `/api/v3/${parts.join("/")}?${query}`);

/** Requested rarely: hourly curves are expensive, and their requests allow few mistakes. */
const weightOf = ({ tags = [], method }: RoutedOperation): number =>
  tags.includes("Curves") ? 1 : method === "GET" ? 6 : 30;

/** Any request. */
export function requests(document: OpenApi, existingValues: ExistingValues): fc.Arbitrary<HttpRequest> {
  const documentedRequests = operationsOf(dereference(document)).map((operation) => ({
    weight: weightOf(operation),
    arbitrary: fc
      .tuple(
        pathOf(operation, existingValues),
        queryOf(operation, existingValues),
        bodyOf(operation, existingValues),
        extraHeaders(
          ACCOUNT_DELETIONS.has(`${operation.method} ${operation.template}`)
            ? { ...existingValues, token: ["x"] }
            : existingValues,
        ),
        fc.nat(30),
        fc.constantFrom(...METHODS),
      )
      .map(([path, query, { headers, body }, extra, dice, other]) => ({
        method: dice === 0 && !ACCOUNT_DELETIONS.has(`${other} ${operation.template}`) ? other : operation.method,
        path: `${path}${query}`,
        headers: { ...headers, ...extra },
        body,
      })),
  }));
  return fc.oneof(...documentedRequests, {
    weight: 30,
    arbitrary: fc
      .tuple(fc.constantFrom(...METHODS), unknownPath(existingValues))
      .map(([method, path]) => ({ method, path, headers: {}, body: null })),
  });
}
