/** Request bodies and query strings of every form, as one object of parameters. */
import { parse as parseQuery } from "node:querystring";
import { isNestedDeeperThan } from "@etesian/service-kit";
import type { ContentTypeParserDoneFunction } from "fastify/types/content-type-parser.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ApiError, apiError, malformedJson, unsupportedBody } from "../errors.ts";
import { isObject } from "../parameters.ts";

/** Levels of lists and objects in a body. */
const MAX_LEVELS = 100;
declare module "fastify" {
  interface FastifyContextConfig {
    /** Values that the body of this route may have, where they are more than others may have. */
    readonly maxValues?: number;
  }
}

/** All queries of the largest model, and all its inputs; each value costs some microseconds on the way. */
const MAX_VALUES = 20_000;
/** Keys among them, more than twice as many as the largest model has inputs; each costs as much as ten values in a list. */
const MAX_KEYS = 5_000;
/** Names that would reach an object's prototype. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const CHARSET = /;\s*charset="?([^";\s]+)/i;

type Tree = { [key: string]: Tree | readonly string[] | string };
const isTree = (value: Tree[string] | undefined): value is Tree => isObject(value);

/**
 * Fields by their full names; the option asks for all of them, because the parser otherwise stops after some without an
 * error.
 */
const fieldsOf = (encoded: string) => parseQuery(encoded, "&", "=", { maxKeys: 0 });

/** Fields that are lists also where clients repeat them without brackets: `labels=a&labels=b`. */
const REPEATABLE = new Set(["gqueries", "keys", "labels"]);

/**
 * Form data with brackets: `scenario[user_values][a]=1`, `labels[]=x`. Of a field that is sent more than once the last
 * value counts, as in Rack. Names that end in `[]`, and the few of `REPEATABLE`, are lists.
 */
export function parseForm(encoded: string): Tree {
  const tree: Tree = {};
  for (const [name, written] of Object.entries(fieldsOf(encoded))) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (path.length === 0 || path.some((key) => FORBIDDEN.has(key))) continue;
    const values = (Array.isArray(written) ? written : [written]).filter((value) => value !== undefined);
    put(tree, path, values);
  }
  return tree;
}

function put(tree: Tree, path: readonly string[], values: readonly string[]): void {
  const list = path.indexOf("");
  if (list > 0 && list < path.length - 1) {
    // `users[][id]=1&users[][role]=…`: the n-th of each name is of the n-th object.
    for (const [index, value] of values.entries()) put(tree, path.with(list, String(index)), [value]);
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
  const last = values.at(-1);
  if (key === undefined || last === undefined) return;
  const isList = hasListName || (values.length > 1 && keys.length === 1 && REPEATABLE.has(key));
  branch[key] = isList ? values : last;
}

/**
 * Bodies are JSON, forms, or nothing; requests of every method may have one. A route receives one object: the body's
 * fields over those of the query string, and no field when the body is not an object.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  const readJson = (request: FastifyRequest, body: string, done: ContentTypeParserDoneFunction): void => {
    const problem = tooMuch(request, body, exceededByJson);
    const lost = problem === null ? lostNumber(body) : null;
    if (problem !== null) done(problem);
    else if (lost !== null) done(apiError("lost_number", lost));
    else void parseJson(request, body, (error, parsed) => done(error && malformedJson(whyMalformed(body)), parsed));
  };
  const readForm = (request: FastifyRequest, body: string, done: ContentTypeParserDoneFunction): void => {
    // JSON without its content type: the default of common tools is the type of a form.
    if (/^\s*[{[]/.test(body)) readJson(request, body, done);
    else {
      const problem = tooMuch(request, body, exceededByForm);
      if (problem === null) done(null, parseForm(body));
      else done(problem);
    }
  };
  for (const [type, read] of [
    ["application/json", readJson],
    ["application/x-www-form-urlencoded", readForm],
  ] as const) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, (request, bytes, done) => {
      const body = textOf(bytes);
      if (body === null) done(apiError("not_utf8"));
      else if (body === "") done(null, {});
      else read(request, body, done);
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
    if (isNestedDeeperThan(MAX_LEVELS, request.body)) throw apiError("nested_too_deep", String(MAX_LEVELS));
    const query = isObject(request.query) ? request.query : {};
    request.body = isObject(request.body) ? { ...query, ...request.body } : { ...query };
  });
}

/** Null where the bytes are not valid text: undecodable input is never guessed at. */
function textOf(bytes: string | Buffer): string | null {
  try {
    return typeof bytes === "string" ? bytes : UTF_8.decode(bytes);
  } catch {
    return null;
  }
}

/** The part of a refused body that is not JSON; otherwise its names reach a prototype. */
function whyMalformed(body: string): string {
  try {
    JSON.parse(body);
    return "__proto__ and constructor.prototype are no names of fields";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Limits {
  readonly values: number;
  readonly keys: number;
}
/** The limit that a body exceeds; null: none. */
type Exceeded = keyof Limits | null;

/** The refusal of a body with more than its route takes; null where it fits. */
function tooMuch(
  { routeOptions }: FastifyRequest,
  body: string,
  exceededBy: (body: string, limits: Limits) => Exceeded,
): ApiError | null {
  const { maxValues } = routeOptions.config;
  const limits = { values: maxValues ?? MAX_VALUES, keys: maxValues ?? MAX_KEYS };
  const exceeded = exceededBy(body, limits);
  return exceeded === null ? null : apiError(`too_many_${exceeded}`, String(limits[exceeded]));
}

/** Counted before anything is made of them. */
function exceededByForm(form: string, limits: Limits): Exceeded {
  let values = 1;
  for (let at = form.indexOf("&"); at !== -1; at = form.indexOf("&", at + 1)) values += 1;
  if (values > limits.values) return "values";
  return values > limits.keys && Object.keys(fieldsOf(form)).length > limits.keys ? "keys" : null;
}

/** Counted in the text, before anything is made of it. */
function exceededByJson(json: string, limits: Limits): Exceeded {
  let values = 1;
  let keys = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') at = endOfString(json, at);
    else if (character === "," || character === "[" || character === "{") values += 1;
    else if (character === ":") keys += 1;
    if (values > limits.values) return "values";
    if (keys > limits.keys) return "keys";
  }
  return null;
}

/** Texts in which a number may be too long: all others are not searched. */
const MAYBE_LOST = /\d{16}|[eE]\+?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * The first number of a JSON text that would be stored as another one: a whole number beyond 2⁵³ without a double of its own,
 * or a number beyond all doubles; null where there is none.
 */
function lostNumber(json: string): string | null {
  if (!MAYBE_LOST.test(json)) return null;
  for (let at = 0; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') at = endOfString(json, at);
    else if (character === "-" || (character >= "0" && character <= "9")) {
      NUMBER.lastIndex = at;
      const written = NUMBER.exec(json)?.[0] ?? character;
      const value = Number(written);
      const isWhole = /^-?\d+$/.test(written);
      if (!Number.isFinite(value) || (isWhole && !isKept(written, value))) {
        return written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
      }
      at += written.length - 1;
    }
  }
  return null;
}

/** Whether a whole number is written again as it was, or is exactly its double. */
const isKept = (written: string, value: number): boolean =>
  String(value) === written || BigInt(value) === BigInt(written);

/** Characters of a number that its refusal repeats. */
const SHOWN = 40;

/** Where the string that begins at a quotation mark ends. */
function endOfString(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
