/** Request bodies and query strings, whatever their form, as one object of parameters. */
import { parse as parseQuery } from "node:querystring";
import { isNestedDeeperThan } from "@etesian/service-kit";
import type { ContentTypeParserDoneFunction } from "fastify/types/content-type-parser.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError, malformedJson } from "./errors.ts";
import { isObject } from "./parameters.ts";

/** Levels of lists and objects in a JSON body. */
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
/** More keys or deeper nesting than any honest request has. */
const MAX_PAIRS = 10_000;
const MAX_DEPTH = 8;
/** Names that would reach an object's prototype. */
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const CHARSET = /;\s*charset="?([^";\s]+)/i;

type Tree = { [key: string]: Tree | readonly string[] | string };
const isTree = (value: Tree[string] | undefined): value is Tree => isObject(value);

/** Form data with brackets: `scenario[user_values][a]=1`, `labels[]=x`. What is repeated is a list. */
export function parseForm(encoded: string): Tree {
  const tree: Tree = {};
  for (const [name, written] of Object.entries(parseQuery(encoded, "&", "=", { maxKeys: MAX_PAIRS }))) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (path.length === 0 || path.length > MAX_DEPTH || path.some((key) => FORBIDDEN.has(key))) continue;
    const values = (Array.isArray(written) ? written : [written]).filter((value) => value !== undefined);
    put(tree, path, values);
  }
  return tree;
}

function put(tree: Tree, path: readonly string[], values: readonly string[]): void {
  let branch = tree;
  const list = path.at(-1) === "";
  const keys = list ? path.slice(0, -1) : path;
  for (const key of keys.slice(0, -1)) {
    const next = branch[key];
    branch = isTree(next) ? next : (branch[key] = {});
  }
  const key = keys.at(-1);
  const last = values.at(-1);
  if (key === undefined || last === undefined) return;
  branch[key] = list || values.length > 1 ? values : last;
}

/**
 * Bodies are JSON, forms, or nothing; requests of every method may have one. What arrives at a route is one object:
 * the body's fields over those of the query string, and no field when the body is not an object.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  const readJson = (request: FastifyRequest, body: string, done: ContentTypeParserDoneFunction): void => {
    const { maxValues } = request.routeOptions.config;
    const most = { values: maxValues ?? MAX_VALUES, keys: maxValues ?? MAX_KEYS };
    const beyond = whatIsMoreThan(most, body);
    if (beyond !== null) done(apiError(`too_many_${beyond}`, String(most[beyond])));
    else void parseJson(request, body, (error, parsed) => done(error && malformedJson(whyMalformed(body)), parsed));
  };
  const readForm = (request: FastifyRequest, body: string, done: ContentTypeParserDoneFunction): void => {
    // JSON whose sender forgot to say so: what tools call a form by default.
    if (/^\s*[{[]/.test(body)) readJson(request, body, done);
    else done(null, parseForm(body));
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
    else done(apiError("unsupported_body", request.headers["content-type"]));
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

/** Null where the bytes are no text: what cannot be read is not guessed at. */
function textOf(bytes: string | Buffer): string | null {
  try {
    return typeof bytes === "string" ? bytes : UTF_8.decode(bytes);
  } catch {
    return null;
  }
}

/** What of a refused body is no JSON; if it is, it has names that reach a prototype. */
function whyMalformed(body: string): string {
  try {
    JSON.parse(body);
    return "__proto__ and constructor.prototype are no names of fields";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Of what a JSON text has more than so many, before anybody spends time on making them; null: of nothing. */
function whatIsMoreThan(
  most: { readonly values: number; readonly keys: number },
  json: string,
): "values" | "keys" | null {
  let values = 1;
  let keys = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') at = endOfString(json, at);
    else if (character === "," || character === "[" || character === "{") values += 1;
    else if (character === ":") keys += 1;
    if (values > most.values) return "values";
    if (keys > most.keys) return "keys";
  }
  return null;
}

/** Where the string that begins at a quotation mark ends. */
function endOfString(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
