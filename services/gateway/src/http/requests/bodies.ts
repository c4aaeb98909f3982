/** Parses request bodies and query strings of every format into one object of parameters. */
import { parse as parseQuery } from "node:querystring";
import { REQUESTS } from "@etesian/contracts/limits";
import { isNestedDeeperThan } from "@etesian/service-kit";
import type { ContentTypeParserDoneFunction } from "fastify/types/content-type-parser.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ApiError, apiError, malformedJson, unsupportedBody } from "../errors.ts";
import { isObject } from "../parameters.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Maximum number of values in this route's body, if it exceeds the default. */
    readonly maxValues?: number;
  }
}

/** Names that would reach an object's prototype. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const CHARSET = /;\s*charset="?([^";\s]+)/i;

type Tree = { [key: string]: Tree | readonly string[] | string };
const isTree = (value: Tree[string] | undefined): value is Tree => isObject(value);

/** Parses fields by their full names. `maxKeys: 0` lifts the parser's limit, beyond which it drops fields silently. */
const parseFields = (encoded: string) => parseQuery(encoded, "&", "=", { maxKeys: 0 });

/** Fields that become lists when clients repeat them without brackets: `labels=a&labels=b`. */
const REPEATABLE = new Set(["gqueries", "keys", "labels"]);

/**
 * Parses form data with brackets: `scenario[user_values][a]=1`, `labels[]=x`. If a field is repeated, the last value
 * wins, as in Rack. Names that end in `[]` and the names in `REPEATABLE` are lists.
 */
export function parseForm(encoded: string): Tree {
  const tree: Tree = {};
  for (const [name, fieldValue] of Object.entries(parseFields(encoded))) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (path.length === 0 || path.some((key) => FORBIDDEN.has(key))) continue;
    const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => value !== undefined);
    put(tree, path, values);
  }
  return tree;
}

function put(tree: Tree, path: readonly string[], values: readonly string[]): void {
  const listIndex = path.indexOf("");
  if (listIndex > 0 && listIndex < path.length - 1) {
    // `users[][id]=1&users[][role]=…`: the n-th occurrences of both belong to the n-th object.
    for (const [index, value] of values.entries()) put(tree, path.with(listIndex, String(index)), [value]);
    return;
  }
  let branch = tree;
  const hasListName = path.at(-1) === "";
  const keys = hasListName ? path.slice(0, -1) : path;
  for (const key of keys.slice(0, -1)) {
    const next = branch[key];
    branch = isTree(next) ? next : (branch[key] = {});
  }
  const key = keys.at(-1);
  const lastValue = values.at(-1);
  if (key === undefined || lastValue === undefined) return;
  const isList = hasListName || (values.length > 1 && keys.length === 1 && REPEATABLE.has(key));
  branch[key] = isList ? values : lastValue;
}

/**
 * Bodies are JSON, forms, or empty; requests of any method may have one. A route receives one object, in which fields
 * of the body take precedence over the query string. A body that is not an object has no fields.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  const readJson = (request: FastifyRequest, body: string, done: ContentTypeParserDoneFunction): void => {
    const problem = checkLimits(request, body, exceededJsonLimit);
    const impreciseText = problem === null ? impreciseNumber(body) : null;
    if (problem !== null) done(problem);
    else if (impreciseText !== null) done(apiError("lost_number", impreciseText));
    else void parseJson(request, body, (error, parsed) => done(error && malformedJson(syntaxErrorIn(body)), parsed));
  };
  const readForm = (request: FastifyRequest, body: string, done: ContentTypeParserDoneFunction): void => {
    // JSON sent with the content type of forms, the default of common tools.
    if (/^\s*[{[]/.test(body)) readJson(request, body, done);
    else {
      const problem = checkLimits(request, body, exceededFormLimit);
      if (problem === null) done(null, parseForm(body));
      else done(problem);
    }
  };
  for (const [type, parse] of [
    ["application/json", readJson],
    ["application/x-www-form-urlencoded", readForm],
  ] as const) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, (request, bytes, done) => {
      const body = textOf(bytes);
      if (body === null) done(apiError("not_utf8"));
      else if (body === "") done(null, {});
      else parse(request, body, done);
    });
  }
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else done(unsupportedBody(request.headers["content-type"] ?? "", request));
  });
  app.addHook("onRequest", async ({ headers }) => {
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") throw apiError("unsupported_encoding", encoding);
    const charset = CHARSET.exec(headers["content-type"] ?? "")?.[1] ?? "utf-8";
    if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw apiError("unsupported_charset", charset);
  });
  app.addHook("preValidation", async (request: FastifyRequest) => {
    if (isNestedDeeperThan(REQUESTS.levels, request.body)) throw apiError("nested_too_deep", String(REQUESTS.levels));
    const query = isObject(request.query) ? request.query : {};
    request.body = isObject(request.body) ? { ...query, ...request.body } : { ...query };
  });
}

/** Null for invalid UTF-8: undecodable input is refused rather than guessed. */
function textOf(bytes: string | Buffer): string | null {
  try {
    return typeof bytes === "string" ? bytes : UTF_8.decode(bytes);
  } catch {
    return null;
  }
}

/** Describes the syntax error in a refused body; a body without one has forbidden names. */
function syntaxErrorIn(body: string): string {
  try {
    JSON.parse(body);
    return "__proto__ and constructor.prototype cannot be field names";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Limits {
  readonly values: number;
  readonly keys: number;
}
/** The limit that a body exceeds, or null. */
type ExceededLimit = keyof Limits | null;

/** Returns the error for a body that exceeds its route's limits; null for other bodies. */
function checkLimits(
  { routeOptions }: FastifyRequest,
  body: string,
  findExceeded: (body: string, limits: Limits) => ExceededLimit,
): ApiError | null {
  const { maxValues } = routeOptions.config;
  const limits = { values: maxValues ?? REQUESTS.values, keys: maxValues ?? REQUESTS.keys };
  const exceeded = findExceeded(body, limits);
  return exceeded === null ? null : apiError(`too_many_${exceeded}`, String(limits[exceeded]));
}

// Counted before parsing.
function exceededFormLimit(form: string, limits: Limits): ExceededLimit {
  let values = 1;
  for (let index = form.indexOf("&"); index !== -1; index = form.indexOf("&", index + 1)) values += 1;
  if (values > limits.values) return "values";
  return values > limits.keys && Object.keys(parseFields(form)).length > limits.keys ? "keys" : null;
}

// Counted in the text, before parsing.
function exceededJsonLimit(json: string, limits: Limits): ExceededLimit {
  let values = 1;
  let keys = 0;
  for (let index = 0; index < json.length; index++) {
    const character = json[index]!;
    if (character === '"') index = endOfString(json, index);
    else if (character === "," || character === "[" || character === "{") values += 1;
    else if (character === ":") keys += 1;
    if (values > limits.values) return "values";
    if (keys > limits.keys) return "keys";
  }
  return null;
}

/** Pre-filter for strings that may contain a number without an exact double. */
const MAYBE_IMPRECISE = /\d{16}|[eE]\+?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * The first number of a JSON text that would change when parsed: a whole number beyond 2⁵³ without an exact double, or
 * a number beyond the range of doubles. Null if there is none.
 */
function impreciseNumber(json: string): string | null {
  if (!MAYBE_IMPRECISE.test(json)) return null;
  for (let index = 0; index < json.length; index++) {
    const character = json[index]!;
    if (character === '"') index = endOfString(json, index);
    else if (character === "-" || (character >= "0" && character <= "9")) {
      NUMBER.lastIndex = index;
      const text = NUMBER.exec(json)?.[0] ?? character;
      const value = Number(text);
      const isWholeNumber = /^-?\d+$/.test(text);
      if (!Number.isFinite(value) || (isWholeNumber && !isExact(text, value))) {
        return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
      }
      index += text.length - 1;
    }
  }
  return null;
}

/** Whether a whole number is unchanged when printed, or equals its double exactly. */
const isExact = (text: string, value: number): boolean => String(value) === text || BigInt(value) === BigInt(text);

/** Maximum length of a number in its error message. */
const MAX_SHOWN_LENGTH = 40;

/** Index at which the string that starts at a quotation mark ends. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
